import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { buildArray, findRow, preparedSql } from '#db/lists/rows'
import { chainHeads } from '#db/schema/audit'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
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

const isProcess = and(
  eq(processes.tenantId, sql.placeholder('tenantId')),
  eq(processes.id, sql.placeholder('id')),
)!
const whereId = preparedSql<{ tenantId: number; id: number }>(isProcess)
const whereIdInMode = preparedSql<{ tenantId: number; id: number; testMode: boolean }>(
  and(isProcess, eq(processes.testMode, sql.placeholder('testMode')))!,
)

/** One process, if the actor may see it: of its tenant and, for a user or API key, of live or test mode. */
function whereVisible({ tenantId, actor, testMode }: Ctx, id: number): SQL {
  const hasMode = actor.type === 'user' || actor.type === 'api_key'
  return hasMode ? whereIdInMode({ tenantId, id, testMode }) : whereId({ tenantId, id })
}

/** One process of the tenant. @throws AppError `not_found`. */
export async function findProcess(reader: Reader, ctx: Ctx, id: number): Promise<ProcessRow> {
  const found = await findRow(reader, processes, whereVisible(ctx, id))
  if (!found) throw notFound()
  return found.row
}

/** One process of the tenant with its documents, signers and fields, in one statement. @throws AppError `not_found`. */
export async function findWholeProcess(reader: Reader, ctx: Ctx, id: number): Promise<LoadedProcess> {
  const { parts, toWhole } = selectParts(ctx, id)
  const found = await findRow(reader, processes, whereVisible(ctx, id), parts)
  if (!found) throw notFound()
  return toWhole(found.row, found.parts as unknown[][])
}

/** As `findProcess`, locked until the transaction ends, with the head of its trail: nearly every change is recorded. */
export async function lockProcess(tx: Tx, ctx: Ctx, id: number): Promise<ProcessRow> {
  const condition = whereVisible(ctx, id)
  const [locked] = await tx
    .select({ process: processes, head: chainHeads })
    .from(processes)
    .innerJoin(chainHeads, isHeadOf(ctx, { process: id }))
    .where(condition)
    .for('update')
  if (locked) keepHead(tx, locked.head)
  // One that `npm run seed` has made has no trail.
  const process = locked?.process ?? (await tx.select().from(processes).where(condition).for('update'))[0]
  if (!process) throw notFound()
  return process
}

/** `updated_at` of a change, which is also the version of the process. */
export const nextUpdatedAt = ({ now }: Pick<Ctx, 'now'>): SQL => nextUpdate(processes.updatedAt, now)

/** What the organisation is called now. */
export const presentOrganisationName = ({ tenantId }: Pick<Ctx, 'tenantId'>): SQL =>
  sql`(select ${tenants.name} from ${tenants} where ${tenants.id} = ${tenantId})`

/** What processes consist of besides their rows has changed. */
export async function setUpdated(tx: Tx, ctx: Ctx, ids: number[]): Promise<void> {
  await tx
    .update(processes)
    .set({ updatedAt: nextUpdatedAt(ctx) })
    .where(and(eq(processes.tenantId, ctx.tenantId), inArray(processes.id, ids)))
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
