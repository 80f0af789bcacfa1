import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { provideTexts } from '#components/i18n/texts.ts'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import { getVerifyTexts } from '#lib/messages/verify'
import type { SignatureRecord, VerificationRecord } from '#lib/signing/verify/schema'
import en from '#messages/en/dashboard.json'
import { Verdict } from './verification.tsx'

const textsUrl = '/texts/en-verify.test.js'
provideTexts(textsUrl, getVerifyTexts('en'))
const preferences = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const

const signature = {
  ...{ field: 'Signature1', kind: 'signature', signer: 'Ada Lovelace', issuer: 'City Authority' },
  ...{ level: 'PAdES-BASELINE-B', vouched_by: 'trusted_root', indication: 'TOTAL_PASSED' },
  ...{ sub_indication: null, signed_at: null, faults: [], trailing_bytes: 0 },
} as unknown as SignatureRecord

function show(verdict: VerificationRecord['verdict'], ...changes: Partial<SignatureRecord>[]): string {
  const signatures = changes.map((change, index) => ({ ...signature, field: `Signature${index}`, ...change }))
  // What is permitted and intact is `valid`, whatever the verdict on its certificates is.
  const report = {
    verdict,
    valid: true,
    changed_after_signing: false,
    voided_at: null,
    faults: [],
    signatures,
  }
  return renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <PreferencesProvider known={preferences} serverTime={Date.now()}>
        <Verdict report={report as unknown as VerificationRecord} textsUrl={textsUrl} />
      </PreferencesProvider>
    </IntlProvider>,
  )
}

it('says that the file is whole only where the verdict does', () => {
  const whole = show('unchanged', {})
  expect(whole).toContain('Whole and unchanged')
  expect(whole).toContain('text-good')
})

it('shows why a signature cannot be judged, and what is weak about it, as /verify does', () => {
  const doubtful = show(
    'indeterminate',
    { indication: 'INDETERMINATE', sub_indication: 'REVOKED_NO_POE' },
    { indication: 'INDETERMINATE', sub_indication: 'NO_CERTIFICATE_CHAIN_FOUND', weak_algorithm: 'MD5' },
  )
  expect(doubtful).not.toContain('text-good')
  for (const text of [
    'Cannot be judged',
    'A certificate was revoked before the time that is proven for the signature.',
    'Nobody we know confirms the certificate.',
    'Made or certified with an algorithm that is no longer secure: MD5.',
  ])
    expect(doubtful).toContain(text)
})

it('does not call a file changed whose signature this service cannot verify', () => {
  const unsupported = show('indeterminate', {
    ...{ indication: 'INDETERMINATE', sub_indication: 'SIG_CONSTRAINTS_FAILURE', unsupported: 'MD2' },
  })
  expect(unsupported).not.toContain('text-danger')
  expect(unsupported).toContain('This service cannot verify MD2: the file may be unchanged.')
})

it('lists time stamps of others not as those of the service', () => {
  const stamped = show('unchanged', {}, { kind: 'time_stamp', signer: 'City TSA' })
  expect(stamped).toContain('Seals and time stamps<')
  expect(stamped).toContain('>Time stamp<')
})
