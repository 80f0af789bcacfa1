import { and, eq } from 'drizzle-orm'
import { type LinkVisitRow, linkVisits, type TemplateLinkRow } from '#db/schema/templates'
import { read, type Tx, write } from '#db/tenancy/tenant'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { sameSecret } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { findProcess } from '#lib/processes/load'
import { sendProcess } from '#lib/processes/send'
import { findSigners } from '#lib/processes/signers/invite'
import { signingToken, signingUrl } from '#lib/processes/signers/link'
import { listSharers, sortByDuty } from '#lib/processes/signers/shared-links'
import { codeLimits } from '#lib/signing/one-time-code/one-time-code'
import { openProvenSession } from '#lib/signing/one-time-code/open-session'
import { readDigits } from '#lib/signing/one-time-code/verify-code'
import { lockTemplate } from '../load.ts'
import { makeSenderCtx } from '../sender.ts'
import { claimDraft, LinkProblem, throwAsProblem } from './claim.ts'
import { isCodeOpen, visitorCodeHash } from './code.ts'
import { discardVisitDraft } from './discard.ts'
import { findLinkById, findLinkRef, linkClosed, makeVisitCtx, setProblem } from './find.ts'
import { countVisitorAttempt } from './limits.ts'
import type { VisitorInput } from './schema.ts'

interface Begun {
  url: string
  /** The token of the signing link. */
  token: string
  /** The secret of the signing session that the code has opened; null without one. */
  secret: string | null
}

/** The visit of a proven address. */
interface Visit {
  job: Ctx
  link: TemplateLinkRow
  visit: LinkVisitRow & { processId: number }
}

/**
 * Checks the code of a visitor and leads to their process: the one they have, else a new one. The draft is made in the
 * transaction that counts the use; a visitor who comes again after a crash goes on with it, so that nothing is made twice.
 * @throws AppError `not_found`, `invalid_code`, `invalid_state` for a closed link, `rate_limited`
 */
export async function beginByLink(meta: RequestMeta, token: string, visitor: VisitorInput): Promise<Begun> {
  const ref = await findLinkRef(token)
  const proof = { ...visitor, code: readDigits(visitor.code) }
  await countVisitorAttempt(meta, { tenantId: ref.tenantId, email: proof.email })
  try {
    const visit = await write(makeVisitCtx(meta, ref), (tx) => enter(tx, meta, ref, proof))
    if ('attemptsLeft' in visit)
      throw new AppError('invalid_code', errorText('refusals.incorrectCode'), {
        attempts_left: visit.attemptsLeft,
      })
    await sendDraft(visit)
    return await write(visit.job, (tx) => openProcess(tx, visit))
  } catch (error) {
    if (!(error instanceof LinkProblem)) throw error
    await write({ tenantId: ref.tenantId }, (tx) => setProblem(tx, ref, ref.id, error.cause.text))
    throw linkClosed('unavailable')
  }
}

/** The rows are locked in the order of other changes of a template. A failed attempt is committed. */
async function enter(
  tx: Tx,
  meta: RequestMeta,
  ref: { tenantId: number; id: number },
  { email, code, name, locale }: VisitorInput,
): Promise<Visit | { attemptsLeft: number }> {
  const { testMode, templateId } = await findLinkById(tx, ref, ref.id)
  const job = makeVisitCtx(meta, ref, testMode)
  const template = await lockTemplate(tx, job, templateId)
  const link = await findLinkById(tx, ref, ref.id)
  const [visit] = await tx
    .select()
    .from(linkVisits)
    .where(
      and(eq(linkVisits.tenantId, ref.tenantId), eq(linkVisits.linkId, ref.id), eq(linkVisits.email, email)),
    )
    .for('update')
  if (!visit) return { attemptsLeft: 0 }
  const attemptsLeft = await tryCode(tx, job, visit, code)
  if (attemptsLeft !== null) return { attemptsLeft }
  const { processId } = visit
  const claimed =
    processId === null
      ? await claimDraft(tx, job, { link, template, visit: { ...visit, name, locale } })
      : { ...visit, processId }
  return { job, link, visit: claimed }
}

/** @returns null for the correct code, which counts once; else how many attempts are left */
async function tryCode(
  tx: Tx,
  { tenantId, now }: Ctx,
  visit: LinkVisitRow,
  digits: string,
): Promise<number | null> {
  if (!isCodeOpen(visit, now)) return 0
  const { id, codeHash, codeTries } = visit
  const isCorrect = sameSecret(codeHash, visitorCodeHash(id, digits))
  await tx
    .update(linkVisits)
    .set(isCorrect ? { codeHash: null } : { codeTries: codeTries + 1 })
    .where(and(eq(linkVisits.tenantId, tenantId), eq(linkVisits.id, id)))
  return isCorrect ? null : codeLimits.tries - codeTries - 1
}

/**
 * Sends the draft of a visit, unless it is sent already; one that cannot be sent is deleted and not counted.
 * @throws AppError `invalid_state` where it was deleted meanwhile, as with the data of a person in it
 */
async function sendDraft(visited: Visit): Promise<void> {
  const { job, link, visit } = visited
  try {
    const { status, folderId } = await read(job, (reader) => findProcess(reader, job, visit.processId))
    if (status !== 'draft') return
    const ctx = await read(job, (reader) =>
      makeSenderCtx(reader, { ...job, userAgent: null }, link, folderId),
    )
    if ('key' in ctx) throw new AppError('forbidden', ctx)
    await sendProcess(ctx, visit.processId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    if (await write(job, (tx) => discardVisitDraft(tx, job, link, visit))) throwAsProblem(error)
    if (error.code !== 'not_found') return
    const { endedAt } = await read(job, (reader) => findLinkById(reader, job, link.id))
    throw linkClosed(endedAt ? 'ended' : 'unavailable')
  }
}

/** The signing link of the visitor, with a session for which the code counts. */
async function openProcess(tx: Tx, { job, visit }: Visit): Promise<Begun> {
  const process = await findProcess(tx, job, visit.processId)
  const people = await findSigners(tx, job, visit.processId)
  const signer = people.find(({ id }) => id === visit.signerId)
  if (!signer?.tokenNonce || signer.email.toLowerCase() !== visit.email) throw linkClosed('handed_over')
  const [holder] = sortByDuty(listSharers(people, signer))
  const secret = await openProvenSession(tx, job, process, holder!)
  const { tokenNonce } = signer
  return { url: signingUrl({ tokenNonce })!, token: signingToken({ tokenNonce }), secret }
}
