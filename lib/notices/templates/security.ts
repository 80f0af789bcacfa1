import type { UserEmailTexts } from '#lib/messages/emails'
import type { EmailBody } from '../email-body.ts'
import { type Circumstances, listFacts } from './accounts.ts'
import { type EmailRecipient, writeUserEmail } from './members.ts'
import { getUserTexts } from './words.ts'

export type SecurityChange = Exclude<
  keyof UserEmailTexts['security'],
  'subject' | 'heading' | 'button' | 'after'
>

interface SecurityEmailInput extends EmailRecipient, Circumstances {
  change: SecurityChange
  /** The values of the text: the person, the name of a provider or passkey, a URL, minutes. */
  values: Record<string, string | number>
  /** Below the landing page. */
  path: string
}

/** To administrators, and to the user whom it concerns: how users sign in, or who receives data, has changed. */
export function writeSecurityEmail(details: SecurityEmailInput): EmailBody {
  const text = getUserTexts(details.locale).texts.security
  return {
    ...writeUserEmail(details, { ...text, body: text[details.change] }, details.values),
    facts: listFacts(details),
    action: { label: text.button, href: details.home + details.path },
    after: text.after,
  }
}
