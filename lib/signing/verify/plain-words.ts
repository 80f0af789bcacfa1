import { formatTag } from '#lib/core/locales'
import { isolated } from '#lib/core/text/isolated'
import { fill } from '#lib/messages/fill'
import type { VerifyTexts } from '#lib/messages/verify'
import type { SignatureRecord, VerificationRecord } from './schema.ts'
import { listWeaknesses } from './weaknesses.ts'

/** Territories of trusted lists that have another code than their country (ETSI TS 119 612, 5.3.10). */
const countries: Record<string, string> = { EL: 'GR', UK: 'GB' }

/** The verdict on a file in plain words. */
export function describeVerdict(
  { verdict, signatures }: Pick<VerificationRecord, 'verdict' | 'signatures'>,
  t: VerifyTexts,
) {
  return t.verdicts[verdict === 'not_issued_here' && signatures.some(isMadeHere) ? 'made_here' : verdict]
}

/** Made by this service, and intact: of an organisation's seal it may be that nobody confirms the name. */
function isMadeHere(signature: SignatureRecord): boolean {
  const { kind, issued_here: isOurs, test_mode: isTest, indication, sub_indication: reason } = signature
  const isIntact = indication === 'TOTAL_PASSED' || reason === 'NO_CERTIFICATE_CHAIN_FOUND'
  return isOurs && isIntact && !isTest && kind !== 'time_stamp'
}

/** What is weak about a signature, a sentence each. */
export function describeWeaknesses(signature: SignatureRecord, t: VerifyTexts): string[] {
  return listWeaknesses(signature).map((kind) =>
    fill(t.weaknesses[kind], { name: String(signature[kind]), count: signature.trailing_bytes }, isolated),
  )
}

/** What a signature is: a seal may be that of the organisation, which has its key. */
export function describeKind({ kind, vouched_by: voucher }: SignatureRecord, t: VerifyTexts): string {
  return t.kinds[kind === 'seal' && voucher !== 'installation' ? 'organisation_seal' : kind]
}

/** The name of a changed field as a reader knows it: what it is for and its label, and its page. */
export function describeField(
  { field, label, page }: SignatureRecord['changes'][number],
  t: VerifyTexts,
): string {
  if (!field) return ''
  const kind = findFieldKind(field, t)
  const name = kind && label ? `${kind} · ${isolated(label)}` : (kind ?? isolated(label ?? field))
  return page === null ? name : fill(t.changes.place, { name, page })
}

/** The name of a signature field: of those that are named as ours the kind of the signature, as their names are technical. */
export function describeName(signature: SignatureRecord, t: VerifyTexts): string {
  return ownField.test(signature.field) ? describeKind(signature, t) : signature.field
}

/** The role in the name of a field of this service (`fieldName`). */
const ownField = /^paraph-[^-]+-([a-z]+)/

function findFieldKind(field: string, t: VerifyTexts): string | null {
  const kinds: Record<string, string> = {
    ...t.fields,
    certification: t.kinds.seal,
    seal: t.kinds.seal,
    timestamp: t.kinds.time_stamp,
  }
  return kinds[ownField.exec(field)?.[1] ?? ''] ?? null
}

/** What a signature is in the European Union, for those of qualified certificates and services; null for others. */
export function describeQualification({ qualified }: SignatureRecord, t: VerifyTexts): string | null {
  const name = qualified?.replace(/^Indeterminate /, '') ?? ''
  if (!isQualification(name, t)) return null
  return name === qualified ? t.qualified[name] : fill(t.unproven, { name: t.qualified[name] })
}

function isQualification(name: string, t: VerifyTexts): name is keyof VerifyTexts['qualified'] {
  return Object.hasOwn(t.qualified, name)
}

/** Who vouches for the certificate, and whether that is out of date. */
export function describeVoucher(
  { trusted_list: list, vouched_by: voucher, chain }: SignatureRecord,
  t: VerifyTexts,
): string[] {
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

/** How a person who signed here was identified; null for others. */
export function describeIdentification(
  { identified_by: identification, reached_by: reachedBy }: SignatureRecord,
  t: VerifyTexts,
): string | null {
  if (!identification || !reachedBy) return null
  const way = t.ways[reachedBy]
  return identification === 'link' || identification === 'in_person'
    ? way
    : fill(t.identified[identification], { way })
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
