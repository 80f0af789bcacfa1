import type { SignerRole } from '#db/schema/processes'
import { userErrorTexts } from '#lib/messages/emails'
import { englishMessage } from '#lib/messages/english'
import { type ErrorText, formatError } from '#lib/messages/errors'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import { formatDay, formatInstant } from '../formats.ts'
import type { MailProcess } from '../mail-context.ts'
import { safeName, toLines, withoutLinks } from '../sanitize.ts'
import { forEmailed, getSignerTexts, getUserTexts, toSender, toSigner } from './words.ts'

export interface WithLink {
  locale: string
  link: string
}

interface NamedPerson {
  name: string
  role: SignerRole
}

/** Everyone has signed: the document, for signers, approvers, viewers and copies. */
export function writeCompletedEmail(
  process: MailProcess,
  { locale, link, role }: WithLink & { role: SignerRole },
): EmailBody {
  const text = role === 'cc' ? 'copy' : 'completed'
  const { texts } = getSignerTexts(locale)
  return {
    ...toSigner(process, locale, (texts) => texts[text]),
    action: { label: texts[text].button, href: link },
    after: texts.personalLink,
  }
}

/** Like `writeCompletedEmail`, for the sender, with the names of those who have signed and approved. */
export function writeCompletedSenderEmail(
  process: MailProcess,
  { locale, link, people }: WithLink & { people: NamedPerson[] },
): EmailBody {
  const { texts } = getUserTexts(locale)
  return {
    ...toSender(process, locale, (texts) => texts.completedSender),
    facts: listPeople(people, { signer: texts.signedBy, approver: texts.approvedBy }),
    action: { label: texts.completedSender.button, href: link },
  }
}

/** For the sender: the contract ends on this day, or has ended. */
export function writeContractEndingEmail(
  process: MailProcess,
  { locale, link, until, hasEnded }: WithLink & { until: Date; hasEnded: boolean },
): EmailBody {
  const { texts, language } = getUserTexts(locale)
  const values = { until: formatDay(language, until) }
  return {
    ...toSender(
      process,
      locale,
      ({ contractEnding }) => (hasEnded ? contractEnding.ended : contractEnding),
      values,
    ),
    action: { label: texts.contractEnding.button, href: link },
  }
}

/** For the sender: which signer or approver has refused, and why. */
export function writeRefusedSenderEmail(
  process: MailProcess,
  {
    locale,
    link,
    signer,
    reason,
  }: WithLink & { signer: { name: string; email: string; role: SignerRole }; reason: string },
): EmailBody {
  const { texts } = getUserTexts(locale)
  const signerText = { signer: safeName(signer.name), email: signer.email }
  const refusal = signer.role === 'approver' ? texts.approvalRefusedSender : texts.refusedSender
  return {
    ...toSender(process, locale, () => refusal, signerText),
    quote: reason.trim() ? { label: texts.reasonGiven, lines: toLines(reason).map(withoutLinks) } : undefined,
    action: { label: refusal.button, href: link },
  }
}

/** For the other invited signers: the process has ended. It does not say who refused, or why. */
export function writeRefusedOthersEmail(process: MailProcess, { locale }: { locale: string }): EmailBody {
  return toSigner(process, locale, (texts) => texts.refusedOthers)
}

/** The process was cancelled; `unsealable`: because a document could not be signed. */
export function writeCancelledEmail(
  process: MailProcess,
  { locale, unsealable }: { locale: string; unsealable: boolean },
): EmailBody {
  return toSigner(process, locale, (texts) => (unsealable ? texts.cancelledUnsealable : texts.cancelled))
}

/** The completed process was declared void, with the reason. @param isKept whether a signed file is still in the vault */
export function writeVoidedEmail(
  process: MailProcess,
  { locale, reason, isKept }: { locale: string; reason: string; isKept: boolean },
): EmailBody {
  const { texts } = getSignerTexts(locale)
  const { voided } = texts
  return {
    ...toSigner(process, locale, () => (isKept ? voided : { ...voided, body: voided.bodyWithoutFile })),
    quote: { label: texts.reasonGiven, lines: toLines(reason).map(withoutLinks) },
  }
}

/** An invited person was removed or replaced. @param role null where the event has none: those of earlier versions */
export function writeRemovedEmail(
  process: MailProcess,
  { locale, role }: { locale: string; role: SignerRole | null },
): EmailBody {
  const { removed } = getSignerTexts(locale).texts
  const bodies = {
    ...{ signer: removed.body, approver: removed.bodyForApprover },
    ...{ viewer: removed.bodyForReader, cc: removed.bodyForReader },
  }
  return toSigner(process, locale, () => ({ ...removed, body: bodies[role ?? 'signer'] }))
}

/** The document cannot be signed, for the sender. @param isEmailed whether signers get emails */
export function writeSealBlockedEmail(
  process: MailProcess,
  { locale, link, reason, isEmailed }: WithLink & { reason: ErrorText; isEmailed: boolean },
): EmailBody {
  const { texts } = getUserTexts(locale)
  return {
    ...toSender(process, locale, (texts) => forEmailed(texts.sealBlocked, isEmailed)),
    quote: { label: texts.reasonGiven, lines: toReasonLines(reason, locale) },
    action: { label: texts.sealBlocked.button, href: link },
  }
}

/** What the keys of reasons begin with that say nothing about the address or the phone number. */
const unsentReasons = [
  ...['failures.emailNotTaken', 'failures.emailTooLate'],
  ...['failures.smsTooLate', 'failures.messageDiscarded', 'processes.smsNotConfigured'],
]

const isUnsent = ({ key }: ErrorText) => unsentReasons.some((start) => key.startsWith(start))

/** An email to a signer could not be delivered, for the sender. */
export function writeDeliveryFailedEmail(
  process: MailProcess,
  {
    locale,
    link,
    signer,
    reason,
    isCopy,
    isAddressCorrectable,
  }: WithLink & {
    signer: { name: string; email: string }
    reason: ErrorText
    isCopy: boolean
    isAddressCorrectable: boolean
  },
): EmailBody {
  const { texts } = getUserTexts(locale)
  const { copyFailed, deliveryFailed, deliveryFailedAfterSigning } = texts
  const signerText = { signer: safeName(signer.name), email: safeName(signer.email) }
  const { bodyUnsent, ...text } = isCopy
    ? copyFailed
    : isAddressCorrectable
      ? deliveryFailed
      : deliveryFailedAfterSigning
  const isForwarded = reason.key === 'failures.emailForwarded'
  const body = isForwarded ? texts.emailForwarded : isUnsent(reason) ? bodyUnsent : text.body
  return {
    ...toSender(process, locale, () => ({ ...text, body }), signerText),
    quote: {
      label: isForwarded || isUnsent(reason) ? texts.reasonGiven : texts.serverResponse,
      lines: toReasonLines(reason, locale),
    },
    action: { label: text.button, href: link },
  }
}

/** A text message with a code could not be delivered, for the sender. @param signer with the masked phone number */
export function writeSmsFailedEmail(
  process: MailProcess,
  { locale, link, signer, reason }: WithLink & { signer: { name: string; phone: string }; reason: ErrorText },
): EmailBody {
  const { texts } = getUserTexts(locale)
  const signerText = { signer: safeName(signer.name), phone: signer.phone }
  const { bodyUnsent, ...text } = texts.smsFailed
  const body = isUnsent(reason) ? bodyUnsent : text.body
  return {
    ...toSender(process, locale, () => ({ ...text, body }), signerText),
    quote: { label: texts.reasonGiven, lines: toReasonLines(reason, locale) },
    action: { label: text.button, href: link },
  }
}

/** A signer’s access code is locked, for the sender. */
export function writeAccessCodeLockedEmail(
  process: MailProcess,
  { locale, link, signer }: WithLink & { signer: { name: string; email: string } },
): EmailBody {
  const { texts } = getUserTexts(locale)
  const signerText = { signer: safeName(signer.name), email: safeName(signer.email) }
  return {
    ...toSender(process, locale, (texts) => texts.accessCodeLocked, signerText),
    action: { label: texts.accessCodeLocked.button, href: link },
  }
}

/** An email for the sender, with the reason why someone else gets it. */
export function forSubstitute(body: EmailBody, { sender, tenant, process }: MailProcess): EmailBody {
  return {
    ...body,
    footer: fill(getUserTexts(body.language).texts.whySubstitute, { sender, tenant, process }),
  }
}

/** An email for the sender, for the archive address: it is no user's. */
export function forArchive(body: EmailBody, { tenant }: MailProcess): EmailBody {
  return { ...body, footer: fill(getUserTexts(body.language).texts.archiveConfirm.why, { tenant }) }
}

/** The process has expired, for the invited signers. */
export function writeExpiredEmail(
  process: MailProcess,
  { locale, until }: { locale: string; until: Date },
): EmailBody {
  const { language } = getSignerTexts(locale)
  return toSigner(process, locale, (texts) => texts.expired, { until: formatInstant(language, until) })
}

/** Like `writeExpiredEmail`, for the sender, with the names of those who have not signed or approved. */
export function writeExpiredSenderEmail(
  process: MailProcess,
  { locale, link, until, missing }: WithLink & { until: Date; missing: NamedPerson[] },
): EmailBody {
  const { texts, language } = getUserTexts(locale)
  const values = { until: formatInstant(language, until) }
  return {
    ...toSender(process, locale, (texts) => texts.expiredSender, values),
    facts: listPeople(missing, { signer: texts.missing, approver: texts.missingApproval }),
    action: { label: texts.expiredSender.button, href: link },
  }
}

/** The stored reason of a failure in a user’s language; in English where it has no text, as what another server says. */
function toReasonLines(reason: ErrorText, locale: string): string[] {
  const text = formatError(reason, userErrorTexts[getUserTexts(locale).language])
  return toLines(text ?? englishMessage(reason)).map(withoutLinks)
}

/** The names of signers and of approvers, each with the label of their role. */
function listPeople(people: NamedPerson[], labels: Record<'signer' | 'approver', string>) {
  return (['signer', 'approver'] as const).flatMap((role) => {
    const names = people.filter((person) => person.role === role).map(({ name }) => safeName(name))
    return names.length > 0 ? [{ label: labels[role], value: names.join(' · ') }] : []
  })
}
