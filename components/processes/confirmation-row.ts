import { useTranslations } from 'use-intl'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

type OtpKind = NonNullable<SignerRecord['otp']>

const textKeys = {
  none: 'noCode',
  email: 'codeByEmail',
  sms: 'codeBySms',
  access_code: 'accessCodeChoice',
} as const satisfies Record<OtpKind, string>

/** The row that says how the people who get a link confirm who they are, each way once: some may have one of their own. */
export function useConfirmationRow(
  people: readonly Pick<SignerRecord, 'role' | 'otp'>[],
  { enable_otp }: Pick<ProcessRecord['options'], 'enable_otp'>,
) {
  const t = useTranslations('processes.form.details')
  const common: OtpKind = enable_otp ? 'email' : 'none'
  const withLink = people.filter(({ role }) => role !== 'cc')
  const kinds = withLink.length === 0 ? [common] : withLink.map(({ otp }) => otp ?? common)
  return { name: t('code'), value: [...new Set(kinds)].map((kind) => t(textKeys[kind])).join(' · ') }
}
