import { findNearestLocale, type Locale } from '#lib/core/locales'
import type { EmailTexts } from '#lib/messages/emails'
import { emailTexts } from '#lib/messages/emails'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { truncate } from '../sanitize.ts'

/** In the From header. */
const NAME_CHARACTERS = 60

type Values = Record<string, string | number>

/** The texts that every email has. */
interface CommonTexts {
  subject: string
  heading: string
  body: string
}

/** A reader's language and its texts. */
export function getTexts(locale: string): { language: Locale; texts: EmailTexts } {
  const language = findNearestLocale(locale)
  return { language, texts: emailTexts[language] }
}

/** An email about a process, by default to one of its signers. */
export function aboutProcess(
  mailSubject: MailProcess,
  locale: string,
  pick: (texts: EmailTexts) => CommonTexts,
  { why = 'whySigner', ...placeholderValues }: Values & { why?: 'whySigner' | 'whyMember' } = {},
): EmailBody {
  const { language, texts } = getTexts(locale)
  const { process, tenant, sender, test } = mailSubject
  const values = { process, tenant, sender, ...placeholderValues }
  const { subject, heading, body } = pick(texts)
  const names = { sender: truncate(sender, NAME_CHARACTERS), tenant: truncate(tenant, NAME_CHARACTERS) }
  return {
    language,
    letterhead: tenant,
    test,
    ...(why === 'whySigner' && { fromName: fill(texts.fromSender, names) }),
    subject: fill(subject, values),
    heading: fill(heading, values),
    body: fill(body, values),
    footer: fill(texts[why], values),
  }
}
