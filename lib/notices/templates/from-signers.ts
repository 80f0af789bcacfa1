import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { safeName, toLines, withoutLinks } from '../sanitize.ts'
import type { WithLink } from './outcomes.ts'
import { forEmailed, getSignerTexts, getUserTexts, toSender, toSigner } from './words.ts'

interface Person {
  name: string
  email: string
}

/** A signer has handed over, for the sender. @param isEmailed whether signers get emails */
export function writeDelegatedSenderEmail(
  process: MailProcess,
  {
    locale,
    link,
    signer,
    successor,
    reason,
    isEmailed,
  }: WithLink & { signer: Person; successor: Person; reason: string; isEmailed: boolean },
): EmailBody {
  const { texts } = getUserTexts(locale)
  const names = {
    ...describe(signer),
    successor: safeName(successor.name),
    successorEmail: safeName(successor.email),
  }
  return {
    ...toSender(process, locale, (texts) => forEmailed(texts.delegatedSender, isEmailed), { ...names }),
    quote: { label: texts.reasonGiven, lines: toLines(reason).map(withoutLinks) },
    action: { label: texts.delegatedSender.button, href: link },
  }
}

/** A signer has handed over, for that signer. @param keepsLink they are a reader by the same link, too */
export function writeDelegatedEmail(
  process: MailProcess,
  { locale, successor, keepsLink }: { locale: string; successor: string; keepsLink: boolean },
): EmailBody {
  const { delegatedOwn } = getSignerTexts(locale).texts
  const text = keepsLink ? { ...delegatedOwn, body: delegatedOwn.bodyWithLink } : delegatedOwn
  return toSigner(process, locale, () => text, { successor: safeName(successor) })
}

/** A signer asks a question, for the sender. */
export function writeQuestionEmail(
  process: MailProcess,
  { locale, link, signer, question }: WithLink & { signer: Person; question: string },
): EmailBody {
  const text = getUserTexts(locale).texts.questionSender
  return {
    ...toSender(process, locale, (texts) => texts.questionSender, { ...describe(signer) }),
    quote: { label: text.question, lines: toLines(question).map(withoutLinks) },
    action: { label: text.button, href: link },
  }
}

/** A signer would still sign an expired process, for the sender. */
export function writeTimeRequestedEmail(
  process: MailProcess,
  { locale, link, signer }: WithLink & { signer: Person },
): EmailBody {
  return {
    ...toSender(process, locale, (texts) => texts.timeRequestedSender, { ...describe(signer) }),
    action: { label: getUserTexts(locale).texts.timeRequestedSender.button, href: link },
  }
}

/** A signer reports a process, for the administrator of the installation. */
export function writeReportEmail(
  process: MailProcess,
  { locale, signer, reason, ids }: { locale: string; signer: Person; reason: string; ids: ReportedIds },
): EmailBody {
  const { texts } = getUserTexts(locale)
  return {
    ...toSender(process, locale, (texts) => texts.report, { ...describe(signer) }),
    quote: { label: texts.reasonGiven, lines: toLines(reason).map(withoutLinks) },
    facts: [
      { label: texts.report.process, value: String(ids.processId) },
      { label: texts.report.organisation, value: `${process.tenant} (${ids.tenantId})` },
    ],
    footer: texts.report.footer,
  }
}

interface ReportedIds {
  processId: number
  tenantId: number
}

function describe({ name, email }: Person) {
  return { signer: safeName(name), email: safeName(email) }
}
