import { and, eq, lte } from 'drizzle-orm'
import { type LinkVisitRow, linkVisits } from '#db/schema/templates'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { consumeStrict } from '#lib/limits/limiter'
import { codeLimits } from '#lib/signing/one-time-code/one-time-code'
import { visitorCode, visitorCodeHash } from './code.ts'
import { assertActive, findLinkById, findLinkRef, makeVisitCtx } from './find.ts'
import type { VisitorInput } from './schema.ts'

/** Codes to one address of all links of a tenant: fifty guesses an hour at one of a million codes. */
const ADDRESS_LIMIT = { points: 10, windowSeconds: 3600 }
const LINK_WINDOW_SECONDS = 60

/**
 * Sends a code to the address of a visitor, which replaces an earlier one. Someone whose process was made already gets
 * one also when the link is closed.
 * @throws AppError `not_found`, `invalid_state` for a closed link, `rate_limited`
 */
export async function sendVisitorCode(
  meta: RequestMeta,
  token: string,
  visitor: VisitorInput,
): Promise<{ message: string }> {
  const ref = await findLinkRef(token)
  await limitCodes(ref.tenantId, ref.id, visitor.email)
  await write(makeVisitCtx(meta, ref), async (tx) => {
    const link = await findLinkById(tx, ref, ref.id)
    const ctx = makeVisitCtx(meta, ref, link.testMode)
    const visit = await upsertVisit(tx, ctx, link.id, visitor)
    if (visit.processId === null) assertActive(link, meta.now)
    await record(tx, ctx, {
      type: 'template.link_code_sent',
      subject: { template: link.templateId },
      data: {
        template_id: link.templateId,
        link_id: link.id,
        visit_id: visit.id,
        // The time of the event may be later: events of a template have an order.
        sent_at: meta.now.toISOString(),
        test_mode: link.testMode,
      },
    })
  })
  return { message: `A code is on its way to ${visitor.email}.` }
}

async function limitCodes(tenantId: number, linkId: number, email: string): Promise<void> {
  const perLink = { points: env().rateLimits.signing, windowSeconds: LINK_WINDOW_SECONDS }
  if (perLink.points > 0) await limit('template-link', String(linkId), perLink)
  await limit('template-link-address', `${tenantId} ${email}`, ADDRESS_LIMIT)
}

async function limit(bucket: string, key: string, allowance: typeof ADDRESS_LIMIT): Promise<void> {
  const use = await consumeStrict(bucket, key, allowance)
  if (!use.allowed) throw rateLimited(use.resetSeconds)
}

/** The visit of the address with a new code; one code per thirty seconds, also for concurrent requests. */
async function upsertVisit(
  tx: Tx,
  { tenantId, now }: Ctx,
  linkId: number,
  { name, email, locale }: VisitorInput,
): Promise<LinkVisitRow> {
  const sent = { name, locale, codeSentAt: now, codeTries: 0 }
  const [visit] = await tx
    .insert(linkVisits)
    .values({ tenantId, linkId, email, ...sent })
    .onConflictDoUpdate({
      target: [linkVisits.linkId, linkVisits.email],
      set: sent,
      setWhere: lte(linkVisits.codeSentAt, addSeconds(now, -codeLimits.pauseSeconds)),
    })
    .returning()
  if (!visit) throw rateLimited(codeLimits.pauseSeconds)
  await tx
    .update(linkVisits)
    .set({ codeHash: visitorCodeHash(visit.id, visitorCode(visit.id, now)) })
    .where(and(eq(linkVisits.tenantId, tenantId), eq(linkVisits.id, visit.id)))
  return visit
}
