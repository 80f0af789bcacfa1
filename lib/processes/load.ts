import { and, eq, sql } from 'drizzle-orm'
import { buildArray, findRow } from '#db/lists/rows'
import { chainHeads } from '#db/schema/audit'
import { processes } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { isHeadOf, keepHead } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { type Disclosure, maySeeLinks, selectDisclosures } from './links/disclosed.ts'
import { parseParts, processPartsSql } from './parts.ts'
import type { ProcessRow, WholeProcess } from './present.ts'

/** A process with its parts, and the signing links that were disclosed to a caller who may see them. */
export interface LoadedProcess extends WholeProcess {
  disclosures: Disclosure[]
}

/** What is read of a process besides its row. */
function selectParts(ctx: Ctx, id: number) {
  const { json, toRow } = selectDisclosures(ctx, id)
  return {
    parts: buildArray(maySeeLinks(ctx) ? [processPartsSql, json] : [processPartsSql]),
    toWhole: (process: ProcessRow, [parts, disclosures = []]: unknown[][]): LoadedProcess => ({
      ...{ process, ...parseParts(parts) },
      disclosures: (disclosures as unknown[][]).map(toRow),
    }),
  }
}

/** The processes an actor may see: of its tenant and, for a user or API key, of live or test mode. */
function whereVisible({ tenantId, actor, testMode }: Ctx) {
  const hasMode = actor.type === 'user' || actor.type === 'api_key'
  return and(eq(processes.tenantId, tenantId), hasMode ? eq(processes.testMode, testMode) : undefined)
}

/** One process of the tenant. @throws AppError `not_found`. */
export async function findProcess(reader: Reader, ctx: Ctx, id: number): Promise<ProcessRow> {
  const found = await findRow(reader, processes, and(whereVisible(ctx), eq(processes.id, id)))
  if (!found) throw notFound()
  return found.row
}

/** One process of the tenant with its documents, signers and fields, in one statement. @throws AppError `not_found`. */
export async function findWholeProcess(reader: Reader, ctx: Ctx, id: number): Promise<LoadedProcess> {
  const { parts, toWhole } = selectParts(ctx, id)
  const found = await findRow(reader, processes, and(whereVisible(ctx), eq(processes.id, id)), parts)
  if (!found) throw notFound()
  return toWhole(found.row, found.parts as unknown[][])
}

/** As `findProcess`, locked until the transaction ends, with the head of its trail: nearly every change is recorded. */
export async function lockProcess(tx: Tx, ctx: Ctx, id: number): Promise<ProcessRow> {
  const isProcess = and(whereVisible(ctx), eq(processes.id, id))
  const [locked] = await tx
    .select({ process: processes, head: chainHeads })
    .from(processes)
    .innerJoin(chainHeads, isHeadOf(ctx, { process: id }))
    .where(isProcess)
    .for('update')
  if (locked) keepHead(tx, locked.head)
  // One that `npm run seed` has made has no trail.
  const process = locked?.process ?? (await tx.select().from(processes).where(isProcess).for('update'))[0]
  if (!process) throw notFound()
  return process
}

/** A process with its documents, signers and fields. */
export async function loadWholeProcess(
  reader: Reader,
  ctx: Ctx,
  process: ProcessRow,
): Promise<LoadedProcess> {
  const { parts, toWhole } = selectParts(ctx, process.id)
  const [row] = await reader.execute<{ parts: unknown[][] }>(
    sql`select ${parts} as parts
      from (select ${process.id}::bigint as id, ${ctx.tenantId}::bigint as tenant_id) as ${processes}`,
  )
  return toWhole(process, row!.parts)
}
