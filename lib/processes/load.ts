import { and, eq, sql } from 'drizzle-orm'
import { findRow } from '#db/lists/rows'
import { processes } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { parseParts, processPartsSql } from './parts.ts'
import type { ProcessRow, WholeProcess } from './present.ts'

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
export async function findWholeProcess(reader: Reader, ctx: Ctx, id: number): Promise<WholeProcess> {
  const condition = and(whereVisible(ctx), eq(processes.id, id))
  const found = await findRow(reader, processes, condition, processPartsSql)
  if (!found) throw notFound()
  return { process: found.row, ...parseParts(found.parts) }
}

/** As `findProcess`, locked until the transaction ends. */
export async function lockProcess(tx: Tx, ctx: Ctx, id: number): Promise<ProcessRow> {
  const [row] = await tx
    .select()
    .from(processes)
    .where(and(whereVisible(ctx), eq(processes.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** A process with its documents, signers and fields. */
export async function loadWholeProcess(reader: Reader, ctx: Ctx, process: ProcessRow): Promise<WholeProcess> {
  const [row] = await reader.execute(
    sql`select ${processPartsSql} as parts
      from (select ${process.id}::bigint as id, ${ctx.tenantId}::bigint as tenant_id) as ${processes}`,
  )
  return { process, ...parseParts(row!.parts) }
}
