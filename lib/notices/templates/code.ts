import type { EmailBody } from '../email-body.ts'
import type { MailSubject } from '../mail-context.ts'
import { fill } from '../texts/languages.ts'
import { aboutProcess, textsFor } from './words.ts'

/** The one-time code: not in the subject, which lock screens show. */
export function codeEmail(
  process: MailSubject,
  { locale, code, minutes }: { locale: string; code: string; minutes: number },
): EmailBody {
  const { texts } = textsFor(locale)
  return {
    ...aboutProcess(process, locale, (all) => all.code),
    code,
    after: fill(texts.code.after, { tenant: process.tenant, minutes }),
  }
}
