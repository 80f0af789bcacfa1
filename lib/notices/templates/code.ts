import { fillPlural } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { getSignerTexts, toSigner } from './words.ts'

/** The one-time code. The subject does not contain it, as lock screens show subjects. */
export function writeCodeEmail(
  process: MailProcess,
  { locale, code, minutes }: { locale: string; code: string; minutes: number },
): EmailBody {
  const { texts, language } = getSignerTexts(locale)
  return {
    ...toSigner(process, locale, (texts) => texts.code),
    code,
    after: fillPlural(texts.code.after, { tenant: process.tenant, minutes }, language),
  }
}
