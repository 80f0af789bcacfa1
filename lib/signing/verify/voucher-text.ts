import { formatTag } from '#lib/core/locales'
import { isolated } from '#lib/core/text/isolated'
import { fill } from '#lib/messages/fill'
import type { VerifyTexts } from '#lib/messages/verify'
import type { VerificationRecord } from './schema.ts'

type SignatureRecord = VerificationRecord['signatures'][number]

/** Territories of trusted lists that have another code than their country (ETSI TS 119 612, 5.3.10). */
const countries: Record<string, string> = { EL: 'GR', UK: 'GB' }

/** What a signature is in the European Union, for those of qualified certificates and services; null for others. */
export function describeQualification({ qualified }: SignatureRecord, t: VerifyTexts): string | null {
  return qualified !== null && qualified in t.qualified
    ? t.qualified[qualified as keyof VerifyTexts['qualified']]
    : null
}

/** Who vouches for the certificate, and whether that is out of date. */
export function describeVoucher(signature: SignatureRecord, t: VerifyTexts): string[] {
  const { trusted_list: list, vouched_by: voucher, chain } = signature
  if (!list || voucher !== 'trusted_root')
    return [fill(t.vouchers[voucher ?? 'nobody'], { name: chain.at(-1) ?? '' }, isolated)]
  const { territory, provider, next_update: nextUpdate, expired: isExpired } = list
  const date =
    nextUpdate &&
    new Date(nextUpdate).toLocaleDateString(formatTag(t.locale), { dateStyle: 'long', timeZone: 'UTC' })
  return [
    fill(t.vouchers.trusted_list, { territory: findCountry(territory, t), provider }, isolated),
    ...(isExpired && date ? [fill(t.vouchers.expired, { date })] : []),
  ]
}

/** Whose clock the time of a signature is. */
export function describeClock(signature: SignatureRecord, t: VerifyTexts): string {
  const { time_source: source, time_stamp_authority: authority, time_stamp_trusted_list: list } = signature
  const clock = fill(t.clocks[source], { name: authority ?? '' }, isolated)
  return source === 'time_stamp' && list ? `${clock} (${t.qualified.QTST})` : clock
}

function findCountry(territory: string, { locale }: VerifyTexts): string {
  const names = new Intl.DisplayNames(formatTag(locale), { type: 'region', fallback: 'code' })
  const code = countries[territory] ?? territory
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? territory) : territory
}
