import { describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { type SignerLocale, signerLocales } from '#lib/core/locales'
import { defaultConsent, defaultConsents } from './default-consents.ts'

/** How each language names a qualified signature, without endings. */
const qualified: Record<SignerLocale, string> = {
  ar: 'مؤهَّل',
  cs: 'kvalifikovan',
  de: 'qualifiziert',
  el: 'εγκεκριμέν',
  en: 'qualified',
  es: 'cualificad',
  fr: 'qualifi',
  he: 'מוסמכת',
  hi: 'qualified',
  it: 'qualificat',
  ja: '適格',
  nl: 'gekwalificeerd',
  pl: 'kwalifikowan',
  pt: 'qualificad',
  sv: 'kvalificerad',
  tr: 'nitelikli',
  uk: 'кваліфікован',
  zh: '合格',
}

describe('the default consent texts', () => {
  it.each(signerLocales)(
    'name no level of a signature in %s: signatures of every level have the text',
    (locale) => {
      const earlier = defaultConsents.find(({ version }) => version === `2026-11-29-${locale}`)
      expect(earlier?.text).toContain(qualified[locale])
      expect(defaultConsent(locale).text).not.toContain(qualified[locale])
    },
  )

  it('stay as signers agreed to them: a changed text is a new version', () => {
    const hashOf = (date: string) =>
      sha256Hex(
        defaultConsents
          .filter(({ version, locale }) => version === `${date}-${locale}`)
          .map(({ text }) => text)
          .join('\n'),
      )
    expect(['2026-11', '2026-11-29', '2026-11-30'].map(hashOf)).toEqual([
      'd7cbcfd539fbff4236162f57ad9e54a73ab4a56ec97f1f5c83fa417e340642d8',
      '7fc3279b31c9e9b5207e84c39543cf42a9fd5db0861e23639a7d07a40689b191',
      '0ee5580dc715a661be630e00e5b02865f3cbcaf707b21b5b9896a66bc522c8a0',
    ])
  })
})
