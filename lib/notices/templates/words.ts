import {
  type DashboardLocale,
  findNearestDashboardLocale,
  findNearestSignerLocale,
  type SignerLocale,
} from '#lib/core/locales'
import {
  type SignerEmailTexts,
  signerEmailTexts,
  type UserEmailTexts,
  userEmailTexts,
} from '#lib/messages/emails'
import { fillPlural, type Values } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { truncate } from '../sanitize.ts'

/** In the From header. */
const NAME_CHARACTERS = 60

/** The texts that every email has. */
interface CommonTexts {
  subject: string
  heading: string
  body: string
}

/** A signer’s language and its texts. */
export function getSignerTexts(locale: string): { language: SignerLocale; texts: SignerEmailTexts } {
  const language = findNearestSignerLocale(locale)
  return { language, texts: signerEmailTexts[language] }
}

/** A user’s language and its texts. */
export function getUserTexts(locale: string): { language: DashboardLocale; texts: UserEmailTexts } {
  const language = findNearestDashboardLocale(locale)
  return { language, texts: userEmailTexts[language] }
}

/** An email about a process to one of its signers. */
export function toSigner(
  subject: MailProcess,
  locale: string,
  pick: (texts: SignerEmailTexts) => CommonTexts,
  values: Values = {},
): EmailBody {
  const { language, texts } = getSignerTexts(locale)
  const { sender, tenant } = subject
  const names = { sender: truncate(sender, NAME_CHARACTERS), tenant: truncate(tenant, NAME_CHARACTERS) }
  return {
    ...aboutProcess(subject, language, { ...pick(texts), footer: texts.whySigner }, values),
    fromName: fillPlural(texts.fromSender, names, language),
  }
}

/** The texts of an email to the sender that says what signers get. @param isEmailed whether they get emails */
export function forEmailed(
  text: CommonTexts & { bodyWithoutEmails: string },
  isEmailed: boolean,
): CommonTexts {
  return isEmailed ? text : { ...text, body: text.bodyWithoutEmails }
}

/** An email about a process to its sender. */
export function toSender(
  subject: MailProcess,
  locale: string,
  pick: (texts: UserEmailTexts) => CommonTexts,
  values: Values = {},
): EmailBody {
  const { language, texts } = getUserTexts(locale)
  return aboutProcess(subject, language, { ...pick(texts), footer: texts.whyMember }, values)
}

function aboutProcess(
  { process, tenant, sender, test }: MailProcess,
  language: SignerLocale,
  { subject, heading, body, footer }: CommonTexts & { footer: string },
  values: Values,
): EmailBody {
  const show = (text: string) => fillPlural(text, { process, tenant, sender, ...values }, language)
  return {
    ...{ language, letterhead: tenant, test },
    ...{ subject: show(subject), heading: show(heading), body: show(body), footer: show(footer) },
  }
}
