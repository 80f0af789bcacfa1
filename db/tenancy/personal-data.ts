import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/core/ctx'
import { read, type Tx } from './tenant.ts'

/** Replaces the name of an erased person. */
export const ERASED_NAME = 'Erased person'

/** How many records have lost a name and stay otherwise: this is not reported. */
export const RENAMED = Symbol('renamed')

/** The id of the last of these records: the next batch goes on after it, and does not read those before again. */
export const LAST_ID = Symbol('last id')

/** The maximum number of records erased in one transaction. */
export const BATCH_SIZE = 200
const FOUND_BATCH_SIZE = 500

/** A person, identified by tenant and email address (in lower case). */
export interface Person {
  tenantId: number
  email: string
}

/** An entry of a list of people has the person's address. */
export const hasAddressOf = ({ email }: Person, entry: { email: string }): boolean =>
  entry.email.toLowerCase() === email

/** What a module stores about a person; lib/privacy/modules.ts has the list. */
export interface PersonalData {
  /** The records about the person, by kind. */
  find?(person: Person): Record<string, AsyncIterable<object>>
  /** In this order. */
  erase?: EraseStep[]
  /** The columns with personal data that `erase` clears. */
  erased: PgColumn[]
  /** The ones that stay, by the reason. */
  kept?: Record<string, PgColumn[]>
}

/**
 * Erases the next records of one kind.
 * @param afterId `LAST_ID` of the batch before
 * @returns how many were erased, by kind; only zeros when there are none left
 */
export type EraseStep = (
  tx: Tx,
  ctx: Ctx,
  person: Person,
  requestId: number,
  afterId?: number,
) => Promise<Record<string, number> & { [RENAMED]?: number; [LAST_ID]?: number }>

/** Reads the rows for `find` in batches; members are named like the columns in the database. */
export async function* readRows(
  { tenantId }: Person,
  table: PgTable & { id: PgColumn; tenantId: PgColumn },
  columns: PgColumn[],
  condition: SQL | undefined,
): AsyncGenerator<object> {
  const selection = Object.fromEntries(
    [table.id, ...columns].map((column) => [snakeCase(column.name), column]),
  )
  for (let lastId = 0; ; ) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select(selection)
        .from(table)
        .where(and(eq(table.tenantId, tenantId), condition, gt(table.id, lastId)))
        .orderBy(asc(table.id))
        .limit(FOUND_BATCH_SIZE),
    )
    yield* rows
    if (rows.length < FOUND_BATCH_SIZE) return
    lastId = Number(rows.at(-1)!.id)
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
