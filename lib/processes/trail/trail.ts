import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import { presentEvent } from '#lib/audit/chain'
import { toChainName } from '#lib/audit/events'
import { endVisit } from '#lib/audit/record'
import { findTrail, isTrailIntact, type RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import type { ReportInput } from '#lib/pdf/report/input'
import { authorize } from '#lib/policy'
import { findProcess, loadWholeProcess } from '../load.ts'
import type { ProcessRow } from '../present.ts'
import type { AuditTrail } from '../schema.ts'
import { makeTrailReport } from './trail-report.ts'

/** The events of a process, and whether its hash chain is valid. */
export async function getAuditTrail(ctx: Ctx, id: number): Promise<AuditTrail> {
  authorize(ctx, 'process.read')
  await endVisitOfProcess(ctx, id)
  return read(ctx, (reader) => loadAuditTrail(reader, ctx, id))
}

/** Ends the visit of an editor for a reader of the trail, who must have access. @throws AppError `not_found` */
export async function endVisitOfProcess(ctx: Ctx, id: number): Promise<void> {
  await read(ctx, (reader) => findProcess(reader, ctx, id))
  await endVisit(ctx, { process: id })
}

/** As `getAuditTrail`, for a process already loaded. */
export async function loadAuditTrail(reader: Reader, ctx: Ctx, processId: number): Promise<AuditTrail> {
  return presentTrail(reader, ctx, processId, await findTrail(reader, ctx, { process: processId }))
}

/** As `loadAuditTrail`, with the events already loaded. */
export async function presentTrail(
  reader: Reader,
  ctx: Ctx,
  processId: number,
  events: RecordedEvent[],
): Promise<AuditTrail> {
  const subject = { process: processId }
  return {
    process_id: processId,
    chain: toChainName(subject),
    chain_valid: await isTrailIntact(reader, ctx, subject, events),
    chain_head: events.at(-1)?.hash ?? null,
    events: events.map((event) => ({ ...presentEvent(event), hash: event.hash })),
  }
}

/** The content of a printed trail with all `events` of a process. */
export async function loadTrailReport(
  reader: Reader,
  ctx: Ctx,
  process: ProcessRow,
  events: RecordedEvent[],
  madeAt: Date,
): Promise<ReportInput> {
  const [tenant] = await reader
    .select({ name: tenants.name })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenantId))
  const whole = await loadWholeProcess(reader, ctx, process)
  return makeTrailReport(whole, events, process.organisationName ?? tenant!.name, madeAt)
}
