import type { SignerRole } from '#db/schema/processes'
import type { EmailBody } from '../email-body.ts'
import type { MailSubject } from '../mail-context.ts'
import { lines, named, unlinked } from '../sanitize.ts'
import { instantIn } from '../texts/languages.ts'
import { aboutProcess, textsFor } from './words.ts'

interface WithLink {
  locale: string
  link: string
}

/** Everyone has signed: the document, for signers, approvers, viewers and copies. */
export function completedEmail(
  process: MailSubject,
  { locale, link, role }: WithLink & { role: SignerRole },
): EmailBody {
  const text = role === 'cc' ? 'copy' : 'completed'
  const { texts } = textsFor(locale)
  return {
    ...aboutProcess(process, locale, (all) => all[text]),
    action: { label: texts[text].button, href: link },
    after: texts.personalLink,
  }
}

/** The same for the sender, with who has signed. */
export function completedSenderEmail(
  process: MailSubject,
  { locale, link, signers }: WithLink & { signers: string[] },
): EmailBody {
  const { texts } = textsFor(locale)
  return {
    ...aboutProcess(process, locale, (all) => all.completedSender, { why: 'whyMember' }),
    facts: [{ label: texts.signedBy, value: names(signers) }],
    action: { label: texts.completedSender.button, href: link },
  }
}

/** Who has refused and why, for the sender. */
export function refusedSenderEmail(
  process: MailSubject,
  { locale, link, signer, reason }: WithLink & { signer: { name: string; email: string }; reason: string },
): EmailBody {
  const { texts } = textsFor(locale)
  const signerText = { signer: named(signer.name), email: signer.email }
  return {
    ...aboutProcess(process, locale, (all) => all.refusedSender, { why: 'whyMember', ...signerText }),
    quote: reason.trim() ? { label: texts.reasonGiven, lines: lines(reason).map(unlinked) } : undefined,
    action: { label: texts.refusedSender.button, href: link },
  }
}

/** To the other invited signers: the process has ended; not by whom or why. */
export function refusedOthersEmail(process: MailSubject, { locale }: { locale: string }): EmailBody {
  return aboutProcess(process, locale, (all) => all.refusedOthers)
}

/** The process was cancelled; `unsealable`: because a document could not be signed. */
export function cancelledEmail(
  process: MailSubject,
  { locale, unsealable }: { locale: string; unsealable: boolean },
): EmailBody {
  return aboutProcess(process, locale, (all) => (unsealable ? all.cancelledUnsealable : all.cancelled))
}

/** The completed process was declared void, with the reason. */
export function voidedEmail(
  process: MailSubject,
  { locale, reason }: { locale: string; reason: string },
): EmailBody {
  const { texts } = textsFor(locale)
  return {
    ...aboutProcess(process, locale, (all) => all.voided),
    quote: { label: texts.reasonGiven, lines: lines(reason).map(unlinked) },
  }
}

/** The sender has removed or replaced an invited person. */
export function removedEmail(process: MailSubject, { locale }: { locale: string }): EmailBody {
  return aboutProcess(process, locale, (all) => all.removed)
}

/** The document cannot be signed, for the sender. */
export function sealBlockedEmail(
  process: MailSubject,
  { locale, link, reason }: WithLink & { reason: string },
): EmailBody {
  const { texts } = textsFor(locale)
  return {
    ...aboutProcess(process, locale, (all) => all.sealBlocked, { why: 'whyMember' }),
    quote: { label: texts.reasonGiven, lines: lines(reason).map(unlinked) },
    action: { label: texts.sealBlocked.button, href: link },
  }
}

/** The process has expired, for the invited signers. */
export function expiredEmail(
  process: MailSubject,
  { locale, until }: { locale: string; until: Date },
): EmailBody {
  const { language } = textsFor(locale)
  return aboutProcess(process, locale, (all) => all.expired, { until: instantIn(language, until) })
}

/** The same for the sender, with who has not signed. */
export function expiredSenderEmail(
  process: MailSubject,
  { locale, link, until, missing }: WithLink & { until: Date; missing: string[] },
): EmailBody {
  const { texts, language } = textsFor(locale)
  const values = { why: 'whyMember' as const, until: instantIn(language, until) }
  return {
    ...aboutProcess(process, locale, (all) => all.expiredSender, values),
    facts: missing.length > 0 ? [{ label: texts.missing, value: names(missing) }] : [],
    action: { label: texts.expiredSender.button, href: link },
  }
}

function names(people: string[]): string {
  return people.map(named).join(' · ')
}
