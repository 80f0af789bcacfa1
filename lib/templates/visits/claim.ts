import { and, eq } from 'drizzle-orm'
import { type LinkVisitRow, linkVisits, type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError, throwIfInvalid } from '#lib/core/errors'
import { checkedBefore } from '#lib/processes/fields/presets'
import { findSigners } from '#lib/processes/signers/invite'
import { UseTemplate } from '../input.ts'
import { findLinkErrors } from '../links/rules.ts'
import type { TemplateRow } from '../present.ts'
import { makeSenderCtx } from '../sender.ts'
import { createDraft } from '../use.ts'
import { assertActive, linkClosed } from './find.ts'

/** Why the sender's side lets nobody begin: the visitor is told to ask the sender, who sees the reason. */
export class LinkProblem extends Error {
  override readonly cause: AppError

  constructor(cause: AppError) {
    super(cause.message)
    this.cause = cause
  }
}

/** The errors of a busy service: the visitor tries again. */
const PASSING_CODES: readonly string[] = ['unavailable', 'idempotency_in_flight', 'rate_limited']

/** Throws an error of the sender's side as a `LinkProblem`, and others as they are. */
export function throwAsProblem(error: unknown): never {
  throw error instanceof AppError && !PASSING_CODES.includes(error.code) ? new LinkProblem(error) : error
}

/**
 * Makes the draft of a visitor, counted by the link, in the transaction that stores its id with the visit, and the name
 * and language that came with the code. The caller has locked the template and the visit.
 * @throws AppError `invalid_state` for a closed link; LinkProblem
 */
export async function claimDraft(
  tx: Tx,
  job: Ctx,
  { link, template, visit }: { link: TemplateLinkRow; template: TemplateRow; visit: LinkVisitRow },
): Promise<LinkVisitRow & { processId: number }> {
  assertActive(link, job.now)
  const ctx = await makeSenderCtx(tx, { ...job, userAgent: null }, link, template.folderId)
  if ('key' in ctx) throw new LinkProblem(new AppError('forbidden', ctx))
  const processId = await makeDraft(tx, ctx, link, template, visit).catch(throwAsProblem)
  const index = template.roles.findIndex(({ name }) => name === link.visitorRole)
  // Signers and roles have the same order.
  const signer = (await findSigners(tx, ctx, processId))[index]
  if (!signer) throw linkClosed('unavailable')
  await tx
    .update(templateLinks)
    .set({ uses: link.uses + 1, problem: null })
    .where(and(eq(templateLinks.tenantId, job.tenantId), eq(templateLinks.id, link.id)))
  await tx
    .update(linkVisits)
    .set({ processId, signerId: signer.id, name: visit.name, locale: visit.locale })
    .where(and(eq(linkVisits.tenantId, job.tenantId), eq(linkVisits.id, visit.id)))
  const { id, name, email } = signer
  const actor = {
    type: 'signer' as const,
    id,
    name,
    email,
    processId,
    tokenHash: link.tokenHash,
    sessionId: null,
  }
  await record(
    tx,
    { ...job, actor },
    {
      type: 'process.link_used',
      subject: { process: processId },
      data: {
        process_id: processId,
        template_id: template.id,
        link_id: link.id,
        signer_id: id,
        name,
        email,
        test_mode: job.testMode,
      },
    },
  )
  return { ...visit, processId, signerId: id }
}

async function makeDraft(
  tx: Tx,
  ctx: Ctx,
  { people, visitorRole }: TemplateLinkRow,
  { id, roles }: TemplateRow,
  { name, email, locale }: LinkVisitRow,
): Promise<number> {
  // The template may have changed since the link was made.
  throwIfInvalid(findLinkErrors(roles, visitorRole, people))
  const signers = [...people, { role: visitorRole, name, email, locale, otp: 'email' }]
  // Sending matches the patterns, outside of this transaction.
  return createDraft(tx, ctx, id, UseTemplate.parse({ signers }), checkedBefore)
}
