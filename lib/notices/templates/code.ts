import { fillPlural } from '#lib/messages/fill'
import type { EmailBody } from '../email-body.ts'
import type { MailProcess } from '../mail-context.ts'
import { truncate, ZERO_WIDTH_NON_JOINER } from '../sanitize.ts'
import { getSignerTexts, toSigner } from './words.ts'

/** The longest name of a tenant in a text message. */
const SMS_TENANT_CHARACTERS = 40

/** The minutes for which a code is said to be valid: at least one, and rounded, as emails are written seconds after it was sent. */
export function toMinutes(validSeconds: number): number {
  return Math.max(1, Math.round(validSeconds / 60))
}

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

/**
 * The one-time code as a text message, without a link: short, as providers charge by its length. Characters outside of
 * GSM 03.38, such as `…` and the joint of `withoutLinks`, would halve what fits into one message.
 */
export function writeCodeTextMessage(
  process: MailProcess,
  { locale, code, minutes }: { locale: string; code: string; minutes: number },
): string {
  const { texts, language } = getSignerTexts(locale)
  const name = process.tenant.replaceAll(ZERO_WIDTH_NON_JOINER, ' ')
  const tenant = truncate(name, SMS_TENANT_CHARACTERS, '...')
  return fillPlural(texts.code.sms, { code, tenant, minutes }, language)
}
