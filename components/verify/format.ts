import { formatTag } from '#lib/core/locales'
import type { VerifyTexts } from '#lib/messages/verify'

/** A time with its zone, UTC: a report says the same to everyone. */
export function formatMoment(iso: string, { locale }: Pick<VerifyTexts, 'locale'>): string {
  return new Date(iso).toLocaleString(formatTag(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
}
