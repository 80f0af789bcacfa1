import { eq } from 'drizzle-orm'
import { delegations } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import { secondsUntil } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { toPhoneNumber } from '#lib/core/phone-number'
import { findSigningService } from '#lib/keys/signing-service/service'
import { withdrawMails } from '#lib/mail/queue'
import { findAwaited } from '#lib/processes/confirmations'
import type { SignerRow } from '#lib/processes/present'
import { awaitsProvider, isOver, processCan, signerCan } from '#lib/processes/rules'
import { findDelegations } from '#lib/processes/signers/delegate'
import { expiryTopic, withdrawCodes, withdrawRequests } from '#lib/processes/signers/delivery'
import { listHandovers } from '#lib/processes/signers/handovers'
import { signingUrl } from '#lib/processes/signers/link'
import { withSharers } from '#lib/processes/signers/remind'
import { findSharers, isSameAddress, joinMessages } from '#lib/processes/signers/shared-links'
import { isCodeValid, oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import type { Mail, TextMessage } from './mail.ts'
import { listNotifiableSigners, loadMailContext, type ProcessMailContext } from './mail-context.ts'
import { toMinutes, writeCodeEmail, writeCodeTextMessage } from './templates/code.ts'
import { writeHandedOverEmail, writeReminderEmail, writeRequestEmail } from './templates/requests.ts'

/**
 * To the signer whose turn it is, with who handed over to them. Recipients invited at the end get the document
 * instead.
 */
export async function makeInvitationMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const ofSigner = eq(delegations.signerId, Number(event.data.signer_id))
  const handovers = listHandovers(await findDelegations(reader, ctx, ofSigner), String(event.data.email))
  const delegation = handovers.at(-1)
  return makeRequestMails(
    reader,
    ctx,
    event,
    delegation
      ? (process, request) =>
          writeHandedOverEmail(process, {
            ...request,
            delegator: delegation.fromName,
            reason: delegation.reason,
          })
      : writeRequestEmail,
  )
}

/** To the reminded signer, if it is still their turn, or their signature still has to be confirmed. */
export function makeReminderMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  return makeRequestMails(reader, ctx, event, writeReminderEmail)
}

/** What a request says, as corrections name it. */
const requestMembers = ['new_subject', 'new_message', 'new_locale', 'new_expires_at']

/**
 * Requests that were being written while what they say was corrected, again: the correction has not seen them. Codes that it
 * has ended are withdrawn. After another name or order the invitation has ended, and the next one has an event of its own:
 * a request with the former link is withdrawn, also of those who wait again since then.
 */
export async function makeRewrittenMails(tx: Tx, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { data } = event
  const context = await loadMailContext(tx, ctx, event)
  if (!context) return []
  const { row, signers } = context
  const corrected = signers.find(({ id }) => id === Number(data.signer_id))
  if (corrected?.otpSentAt === null) await withdrawCodes(tx, ctx, corrected.id)
  if ('new_expires_at' in data) await withdrawMails(tx, ctx, [expiryTopic(row.id)])
  const endsLink = 'new_name' in data || 'new_order' in data
  await withdrawEndedRequests(tx, ctx, signers, endsLink && data.invited === true ? corrected : undefined)
  if (!requestMembers.some((name) => name in data) || endsLink) return []
  if (!processCan.sign(row).allowed || isOver(row, ctx.now)) return []
  const chosen = data.signer_id === undefined ? signers : signers.filter((signer) => signer === corrected)
  const asked = withSharers(signers, chosen).filter((signer) => signerCan.remind(signer).allowed)
  const rewritten = new Map<string | null, Mail>()
  for (const { id, email, tokenHash } of withSharers(asked, await withdrawRequests(tx, ctx, asked))) {
    const ofSigner = { ...event, data: { ...data, signer_id: id, email } }
    const [mail] = await makeInvitationMails(tx, ctx, ofSigner)
    if (mail) rewritten.set(tokenHash, mail)
  }
  return [...rewritten.values()]
}

/**
 * Withdraws requests with a link that has ended, but for one that others share.
 * @param corrected whose link has ended, though they may have another one by now, besides those who wait for theirs
 */
async function withdrawEndedRequests(
  tx: Tx,
  ctx: Ctx,
  signers: SignerRow[],
  corrected: SignerRow | undefined,
): Promise<void> {
  const ended = signers.filter(
    (signer) =>
      (signer === corrected || signer.invitedAt === null) &&
      !signers.some((other) => other !== signer && other.tokenHash !== null && isSameAddress(other, signer)),
  )
  await withdrawRequests(tx, ctx, ended)
}

/** The one-time code to the signer by email, unless it was replaced or has expired. */
export async function makeCodeMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const current = event.data.otp_method === 'sms' ? null : await loadCurrentCode(reader, ctx, event)
  if (!current) return []
  const { context, signer, code, validSeconds } = current
  return [
    {
      to: signer.email,
      signer: { processId: context.row.id, signerId: signer.id, code: true },
      body: writeCodeEmail(context.process, {
        locale: signer.locale,
        code,
        minutes: toMinutes(validSeconds),
      }),
      validSeconds,
    },
  ]
}

/** As `makeCodeMails`, for signers who get their codes as text messages. */
export async function makeCodeTextMessages(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<TextMessage[]> {
  const current = event.data.otp_method === 'sms' ? await loadCurrentCode(reader, ctx, event) : null
  const phone = toPhoneNumber(current?.signer.phone ?? '')
  if (!current || phone === null) return []
  const { context, signer, code, validSeconds } = current
  return [
    {
      phone,
      personEmail: signer.email,
      text: writeCodeTextMessage(context.process, {
        locale: signer.locale,
        code,
        minutes: toMinutes(validSeconds),
      }),
      validSeconds,
      signer: { processId: context.row.id, signerId: signer.id, code: true },
    },
  ]
}

/** The code of an event with its signer, and how long it is still valid; null when it was replaced or has expired. */
async function loadCurrentCode(reader: Reader, ctx: Ctx, event: RecordedEvent) {
  const context = await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)])
  const signer = context?.signers[0]
  // Events of earlier versions have no such member.
  const sentAt = new Date(String(event.data.sent_at ?? event.occurredAt.toISOString()))
  if (!context || signer?.otpSentAt?.getTime() !== sentAt.getTime()) return null
  if (!signer.otpExpiresAt || !isCodeValid(signer.otpExpiresAt, ctx.now)) return null
  const validSeconds = secondsUntil(signer.otpExpiresAt, ctx.now)
  return { context, signer, validSeconds, code: oneTimeCode(signer.id, sentAt) }
}

async function makeRequestMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
  template: typeof writeRequestEmail,
): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)])
  if (!context || !processCan.sign(context.row).allowed || isOver(context.row, ctx.now)) return []
  const { process, documents, row } = context
  const [asked] = listNotifiableSigners(context)
  if (!asked || isOfEarlierInvitation(event, asked)) return []
  const ofLink = await findSharers(reader, ctx, asked.tokenHash!)
  const mayConfirm = event.type === 'signature.reminded'
  // Who has signed is not asked again by the link that they share.
  const sharers = mayConfirm
    ? await findAwaited(reader, ctx, row, ofLink)
    : ofLink.filter((sharer) => signerCan.sign(sharer).allowed)
  const [signer] = sharers
  const link = signingUrl(asked)
  if (!signer || !link || !isFirstAsked(asked, sharers)) return []
  const { role, email, locale, subject } = signer
  // Who has signed may confirm it later, in a process that is extended.
  const endsWithTime = sharers.every((sharer) => signerCan.sign(sharer).allowed)
  return [
    {
      to: email,
      signer: { processId: row.id, signerId: signer.id },
      ...(endsWithTime && row.expiresAt && { validSeconds: secondsUntil(row.expiresAt, ctx.now) }),
      body: template(process, {
        ...{ locale, role, link, documents, subject },
        ...{ until: row.expiresAt, provider: await findProvider(reader, ctx, context, asked) },
        message: joinMessages(sharers, row.options.message),
      }),
    },
  ]
}

/** A correction or a hand-over has ended the invitation of the event: the next one has an event of its own. */
function isOfEarlierInvitation(
  { data, occurredAt }: RecordedEvent,
  { email, invitedAt }: SignerRow,
): boolean {
  return data.email !== email || occurredAt < invitedAt!
}

/** Who makes the signature of someone who has signed, and still has to confirm it there. */
async function findProvider(
  reader: Reader,
  ctx: Ctx,
  { row, process }: ProcessMailContext,
  asked: SignerRow,
): Promise<string | null> {
  if (!awaitsProvider(row, asked)) return null
  return (await findSigningService(reader, ctx))?.label || process.tenant
}

/**
 * Signers who share a link are asked at once, each with an event of their own: the first one sends the email.
 * @param sharers those of the link who are still asked
 */
function isFirstAsked(asked: SignerRow, sharers: SignerRow[]): boolean {
  const lastAsked = ({ invitedAt, remindedAt }: SignerRow) => (remindedAt ?? invitedAt)?.getTime()
  return sharers.find((sharer) => lastAsked(sharer) === lastAsked(asked))?.id === asked.id
}
