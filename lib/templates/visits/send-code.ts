import { and, eq } from 'drizzle-orm'
import { type LinkVisitRow, linkVisits } from '#db/schema/templates'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { withdrawMails } from '#lib/mail/queue'
import { findTemplate } from '../load.ts'
import { isCodeRepeated, visitorCode, visitorCodeHash, visitTopic } from './code.ts'
import { findLinkById, findLinkRef, findVisitStatus, makeVisitCtx, setProblem } from './find.ts'
import { countVisitorCode } from './limits.ts'
import type { CodeSent, VisitorAddressInput } from './schema.ts'

/**
 * Sends a code to the address of a visitor. By a link that makes no processes only someone whose process was made
 * already gets one; the answer and the visit are the same for every address, so that nobody learns who has begun.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function sendVisitorCode(
  meta: RequestMeta,
  token: string,
  input: VisitorAddressInput,
): Promise<CodeSent> {
  const { email } = input
  const ref = await findLinkRef(token)
  await countVisitorCode(meta, { tenantId: ref.tenantId, linkId: ref.id, email })
  return write(makeVisitCtx(meta, ref), async (tx) => {
    const link = await findLinkById(tx, ref, ref.id)
    const ctx = makeVisitCtx(meta, ref, link.testMode)
    const template = await findTemplate(tx, ctx, link.templateId)
    const { status, problem } = await findVisitStatus(tx, ctx, link, template)
    const visit = await prepareVisit(tx, ctx, link.id, input)
    if (problem && visit.processId === null) await setProblem(tx, ref, link.id, problem)
    if (status === 'active' || visit.processId !== null)
      await record(tx, ctx, {
        type: 'template.link_code_sent',
        subject: { template: link.templateId },
        data: {
          template_id: link.templateId,
          link_id: link.id,
          visit_id: visit.id,
          // The code is derived from it; the event may be later.
          sent_at: visit.codeSentAt.toISOString(),
          test_mode: link.testMode,
        },
      })
    return { message: describe(status === 'active', email), status }
  })
}

function describe(isActive: boolean, email: string): string {
  return isActive
    ? `A code is on its way to ${email}.`
    : `This link begins no new processes. If one was begun by it with ${email}, a code is on its way there.`
}

/** The visit of the address with its code: a new one, unless one was mailed just now and still opens the visit. */
async function prepareVisit(
  tx: Tx,
  { tenantId, now }: Ctx,
  linkId: number,
  { email, locale }: VisitorAddressInput,
): Promise<LinkVisitRow> {
  const [visit] = await tx
    .insert(linkVisits)
    .values({ tenantId, linkId, email, locale, name: '', codeSentAt: now })
    // Returns and locks the row that is there.
    .onConflictDoUpdate({ target: [linkVisits.linkId, linkVisits.email], set: { email } })
    .returning()
  const { id } = visit!
  if (isCodeRepeated(visit!, now)) return visit!
  const codeHash = visitorCodeHash(id, visitorCode(id, now))
  const [renewed] = await tx
    .update(linkVisits)
    .set({ locale, codeHash, codeSentAt: now, codeTries: 0 })
    .where(and(eq(linkVisits.tenantId, tenantId), eq(linkVisits.id, id)))
    .returning()
  await withdrawMails(tx, { tenantId }, [visitTopic(id)])
  return renewed!
}
