import type { Reader, Tx } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import { dayAfter } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { EmailTopic } from '#lib/core/email/email-topics'
import { env } from '#lib/core/env'
import { archiveCopyTopic, findArchive } from '#lib/identity/archive/link'
import type { ErrorDetail, ErrorText } from '#lib/messages/errors'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { awaitsProvider, isCorrectable, isSigning, processCan } from '#lib/processes/rules'
import {
  completionTopic,
  expiryTopic,
  findEmailed,
  removalTopic,
  withdrawCompletion,
  withdrawFrom,
} from '#lib/processes/signers/delivery'
import { signingUrl } from '#lib/processes/signers/link'
import { isSameAddress, onePerAddress, onePerLink } from '#lib/processes/signers/shared-links'
import type { EmailBody } from './email-body.ts'
import { recordPath } from './formats.ts'
import { makeRewrittenMails } from './invitations.ts'
import type { Mail } from './mail.ts'
import {
  listNotifiableSigners,
  listNotifiedOfEnd,
  loadMailContext,
  type ProcessMailContext,
} from './mail-context.ts'
import { findSenders } from './senders.ts'
import {
  forArchive,
  forSubstitute,
  writeAccessCodeLockedEmail,
  writeCancelledEmail,
  writeCompletedEmail,
  writeCompletedSenderEmail,
  writeContractEndingEmail,
  writeDeliveryFailedEmail,
  writeExpiredEmail,
  writeExpiredSenderEmail,
  writeRefusedOthersEmail,
  writeRefusedSenderEmail,
  writeRemovedEmail,
  writeSealBlockedEmail,
  writeSmsFailedEmail,
  writeVoidedEmail,
} from './templates/outcomes.ts'

/** The document to every recipient with a link, and a notification to the sender. */
export async function makeCompletedMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event)
  // It may have been declared void since.
  if (!context || context.row.status === 'voided') return []
  const { process, signers, row } = context
  const people = signers.filter(isSigning)
  const topic = completionTopic(row.id)
  const toSender = await makeSenderMails(reader, ctx, context, 'completed', (to) =>
    writeCompletedSenderEmail(process, { ...to, people }),
  )
  return [
    ...onePerLink(listNotifiableSigners(context)).flatMap((recipient) => {
      const { id: signerId, email: to, locale, role } = recipient
      const link = signingUrl(recipient)
      const signer = { processId: row.id, signerId, copy: true as const }
      return link ? [{ to, body: writeCompletedEmail(process, { locale, role, link }), signer }] : []
    }),
    ...toSender.map((mail) => ({ ...mail, topic })),
    ...(await makeArchiveCopies(reader, ctx, context, people)),
  ]
}

/** To the sender: the contract ends soon, or has ended. */
export async function makeContractEndingMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [])
  if (!context) return []
  const day = String(event.data.ends_on)
  const ending = { until: new Date(day), hasEnded: dayAfter(day) <= event.occurredAt }
  return makeSenderMails(reader, ctx, context, null, (to) =>
    writeContractEndingEmail(context.process, { ...to, ...ending }),
  )
}

/** What the sender gets, to the archive address of the tenant once it is confirmed. */
async function makeArchiveCopies(
  reader: Reader,
  ctx: Ctx,
  { process, row, tenantLocale }: ProcessMailContext,
  people: SignerRow[],
): Promise<Mail[]> {
  const archive = await findArchive(reader, ctx)
  if (!archive?.confirmedAt) return []
  const to = { locale: tenantLocale, link: processUrl(row), people }
  const body = forArchive(writeCompletedSenderEmail(process, to), process)
  return [{ to: archive.email, topic: archiveCopyTopic(row.id), body }]
}

/** To the sender: who refused and why; to the others who were asked: that the process has ended. */
export async function makeRefusedMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(tx, ctx, event)
  const refusingSigner = context?.signers.find(({ id }) => id === Number(event.data.signer_id))
  if (!context || !refusingSigner) return []
  const { process } = context
  const reason = String(event.data.reason ?? '')
  const otherSigners = (await listNotifiedOfEnd(tx, ctx, context)).filter(
    (signer) => !isSameAddress(signer, refusingSigner),
  )
  return [
    ...(await makeSenderMails(tx, ctx, context, 'refused', (to) =>
      writeRefusedSenderEmail(process, { ...to, signer: refusingSigner, reason }),
    )),
    ...makeSignerMails(otherSigners, ({ locale }) => writeRefusedOthersEmail(process, { locale })),
  ]
}

/** To those who were asked. */
export async function makeCancelledMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(tx, ctx, event)
  if (!context) return []
  const unsealable = event.data.unsealable === true
  return makeSignerMails(await listNotifiedOfEnd(tx, ctx, context), ({ locale }) =>
    writeCancelledEmail(context.process, { locale, unsealable }),
  )
}

/** To everyone who has the signed documents: they are void. Emails that were being written meanwhile are withdrawn. */
export async function makeVoidedMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(tx, ctx, event)
  if (!context) return []
  await withdrawCompletion(tx, ctx, context.row.id, context.signers)
  const reason = String(event.data.reason ?? '')
  const revisions = await findCurrentRevisions(tx, ctx, context.row.id)
  const isKept = revisions.some(({ fileDeletedAt }) => fileDeletedAt === null)
  return makeSignerMails(listNotifiableSigners(context), ({ locale }) =>
    writeVoidedEmail(context.process, { locale, reason, isKept }),
  )
}

/**
 * To a person who was emailed a link, and was removed or replaced: they are no longer asked to sign, approve or read. Who is
 * asked later in another role gets none, and stays one of those who are notified of the end (`findEmailed`). The correction
 * has not seen an email that was being written; it is withdrawn here, unless it was sent, and written again for who is
 * still asked.
 */
export async function makeCorrectedMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { change, invited, locale, new_email: newEmail } = event.data
  if (change !== 'removed' && newEmail === undefined) return makeRewrittenMails(tx, ctx, event)
  const context = await loadMailContext(tx, ctx, event)
  if (!context?.row.options.enable_notifications) return []
  const to = String(event.data.email)
  const roles = context.signers.filter((signer) => isSameAddress(signer, { email: to }))
  if (roles.some(({ invitedAt }) => invitedAt !== null)) return []
  // Events of earlier versions have no `emailed`.
  const { emailed = true } = event.data
  const wasSent =
    (invited === true && emailed === true) || (await findEmailed(tx, ctx, context.row.id, [to])).size > 0
  await withdrawFrom(tx, ctx, Number(event.data.signer_id), to)
  const isAskedLater = roles.some(({ role }) => role !== 'cc')
  if (!wasSent || isAskedLater) return []
  const person = { locale: String(locale), role: (event.data.role ?? null) as SignerRow['role'] | null }
  const body = writeRemovedEmail(context.process, person)
  return [{ to, body, topic: removalTopic(context.row.id, to) }]
}

/** To the sender: why the document cannot be signed. */
export async function makeSealBlockedMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event)
  if (!context) return []
  const reason = getFailure(event)
  const isEmailed = context.row.options.enable_notifications
  return makeSenderMails(reader, ctx, context, null, (to) =>
    writeSealBlockedEmail(context.process, { ...to, reason, isEmailed }),
  )
}

/** Why something failed, as `presentError` has put it into the event; older events have the message only. */
function getFailure({ data }: RecordedEvent): ErrorText {
  const detail = data.reason_detail as ErrorDetail | undefined
  return { ...(detail ?? { key: '', values: {} }), message: String(data.reason) }
}

/** To the sender: an email or text message to a signer could not be delivered. */
export async function makeDeliveryFailedMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)])
  if (!context || !processCan.change_otp(context.row).allowed) return []
  const { name, email, phone } = event.data
  const reason = getFailure(event)
  if (typeof phone === 'string') {
    const failure = { signer: { name: String(name), phone }, reason }
    return makeSenderMails(reader, ctx, context, 'delivery_failed', (to) =>
      writeSmsFailedEmail(context.process, { ...to, ...failure }),
    )
  }
  const failure = { signer: { name: String(name), email: String(email) }, reason }
  const isCopy = event.data.copy === true
  const isAddressCorrectable = context.signers.every((signer) => isCorrectable(context.row, signer))
  return makeSenderMails(reader, ctx, context, 'delivery_failed', (to) =>
    writeDeliveryFailedEmail(context.process, { ...to, ...failure, isCopy, isAddressCorrectable }),
  )
}

/** To the sender: a signer’s access code is locked until they set a new one. */
export async function makeAccessCodeLockedMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [])
  if (!context || !processCan.change_otp(context.row).allowed) return []
  const signer = { name: String(event.data.name), email: String(event.data.email) }
  return makeSenderMails(reader, ctx, context, null, (to) =>
    writeAccessCodeLockedEmail(context.process, { ...to, signer }),
  )
}

/** To those who were asked, and to the sender with those who have not signed. */
export async function makeExpiredMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(tx, ctx, event)
  const until = context?.row.expiresAt
  // It may have been extended since.
  if (!context || !until || context.row.status !== 'expired') return []
  const { process, row, signers } = context
  const pendingSigners = signers.filter(
    (signer) => isSigning(signer) && (signer.status !== 'signed' || awaitsProvider(row, signer)),
  )
  const mails = [
    ...makeSignerMails(await listNotifiedOfEnd(tx, ctx, context), ({ locale }) =>
      writeExpiredEmail(process, { locale, until }),
    ),
    ...(await makeSenderMails(tx, ctx, context, 'expired', (to) =>
      writeExpiredSenderEmail(process, { ...to, until, missing: pendingSigners }),
    )),
  ]
  return mails.map((mail) => ({ ...mail, topic: expiryTopic(row.id) }))
}

function processUrl({ id, testMode }: ProcessRow): string {
  return env().appUrl + recordPath(`/processes/${id}`, testMode)
}

/** Who has several roles in the process gets one email. */
function makeSignerMails(signers: SignerRow[], template: (signer: SignerRow) => EmailBody): Mail[] {
  return onePerAddress(signers).map((signer) => ({ to: signer.email, body: template(signer) }))
}

/** @param topic null for an email that cannot be turned off */
export async function makeSenderMails(
  reader: Reader,
  ctx: Ctx,
  { process, row }: ProcessMailContext,
  topic: EmailTopic | null,
  template: (to: { locale: string; link: string }) => EmailBody,
): Promise<Mail[]> {
  const link = processUrl(row)
  const recipients = await findSenders(reader, ctx, row)
  return recipients
    .filter(({ mutedEmails }) => !topic || !mutedEmails.includes(topic))
    .map(({ email, locale, isSubstitute }) => {
      const body = template({ locale, link })
      return { to: email, body: isSubstitute ? forSubstitute(body, process) : body }
    })
}
