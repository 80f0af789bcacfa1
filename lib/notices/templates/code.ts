import { fill } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { aboutProcess, getTexts } from './words.ts'

/** The one-time code. The subject does not contain it, as lock screens show subjects. */
export function writeCodeEmail(
  process: MailProcess,
  { locale, code, minutes }: { locale: string; code: string; minutes: number },
): EmailBody {
  const { texts } = getTexts(locale)
  return {
    ...aboutProcess(process, locale, (texts) => texts.code),
    code,
    after: fill(texts.code.after, { tenant: process.tenant, minutes }),
  }
}
