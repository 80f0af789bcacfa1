import { type EraseStep, LAST_ID, type Person, RENAMED } from '#db/tenancy/personal-data'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { maskEmail } from '#lib/core/text/mask-email'
import { changeRequest, lockRequest } from '../find.ts'
import { personalData } from '../modules.ts'
import type { PrivacyRequestRow } from '../present.ts'
import { stopIfNotPermitted } from '../stop.ts'
import { findBlockers } from './blockers.ts'
import { makeKeptReport } from './kept.ts'

/**
 * Erases what is not evidence, in batches. Each batch and its counts are one transaction, and a batch finds
 * only what is left: a job that was killed continues when it is repeated.
 */
export async function runErasure(ctx: Ctx, { id, email }: PrivacyRequestRow): Promise<void> {
  const person = { tenantId: ctx.tenantId, email }
  if (!(await start(ctx, id, person))) return
  for (const { erase = [] } of personalData)
    for (const step of erase)
      for (let afterId: number | null = 0; afterId !== null; )
        afterId = await runBatch(ctx, id, person, step, afterId)
  await finish(ctx, id, person)
}

/** @returns whether the erasure is running; if something blocks it, nothing is erased */
function start(ctx: Ctx, id: number, person: Person): Promise<boolean> {
  return write(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx, id)
    if (request.status !== 'pending') return request.status === 'running'
    if (await stopIfNotPermitted(tx, ctx, request)) return false
    const blockedBy = await findBlockers(tx, person)
    if (blockedBy.length === 0) {
      await changeRequest(tx, ctx, id, { status: 'running' })
      return true
    }
    await changeRequest(tx, ctx, id, { status: 'blocked', blockedBy, completedAt: now() })
    await record(tx, ctx, {
      type: 'privacy.erasure_blocked',
      subject: { tenant: ctx.tenantId },
      data: { request_id: id, email: maskEmail(person.email) },
    })
    return false
  })
}

/** @returns the `afterId` of the next batch; null when nothing is left */
async function runBatch(
  ctx: Ctx,
  id: number,
  person: Person,
  step: EraseStep,
  afterId: number,
): Promise<number | null> {
  const nextId = await write(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx, id)
    if (request.status !== 'running' || (await stopIfNotPermitted(tx, ctx, request))) return null
    const erased = await step(tx, ctx, person, id, afterId)
    const counts = { ...request.counts }
    for (const [kind, count] of Object.entries(erased)) {
      if (count > 0) counts[kind] = (counts[kind] ?? 0) + count
    }
    await changeRequest(tx, ctx, id, { counts })
    const hasErased = [...Object.values(erased), erased[RENAMED] ?? 0].some((count) => count > 0)
    return hasErased ? (erased[LAST_ID] ?? 0) : null
  })
  if (nextId !== null) log().debug({ step: step.name }, 'privacy')
  return nextId
}

function finish(ctx: Ctx, id: number, person: Person): Promise<void> {
  return write(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx, id)
    if (request.status !== 'running') return
    const email = maskEmail(person.email)
    const keptReport = await makeKeptReport(tx, person, ctx.now)
    await changeRequest(tx, ctx, id, { status: 'completed', email, kept: keptReport, completedAt: now() })
    await record(tx, ctx, {
      type: 'privacy.erased',
      subject: { tenant: ctx.tenantId },
      data: { request_id: id, email, counts: request.counts, kept: keptReport.processes_total },
    })
  })
}
