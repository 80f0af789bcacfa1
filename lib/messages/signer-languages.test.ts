import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { consentParagraphs } from '#components/signing/consent-text.tsx'
import { dashboardLocales, signerLocales } from '#lib/core/locales'
import { listTexts } from '#lib/testing/values/list-texts'
import type { Texts } from './texts.ts'

const signerFiles = [
  ...[
    'certificate.json',
    'consent.json',
    'errors.json',
    'offline.json',
    'signer-emails.json',
    'signing.json',
    'verify.json',
  ],
]

function readTexts(locale: string, file: string): Map<string, string> {
  return new Map(
    listTexts(JSON.parse(readFileSync(join(import.meta.dirname, locale, file), 'utf8')) as Texts),
  )
}

const languagesOfSigners = signerLocales.filter(
  (locale) => !dashboardLocales.some((dashboard) => dashboard === locale),
)
/** The errors that signers see: the languages of signers only have no others. */
const signerErrors = [...readTexts(languagesOfSigners[0]!, 'errors.json').keys()]

/** The names of the placeholders of a text, each once. */
function placeholders(text: string): string[] {
  const names = [compile(text)].flat().flatMap((part) => (Array.isArray(part) ? [String(part[0])] : []))
  return [...new Set(names)].sort()
}

/** The categories of each plural in a text. */
function pluralCategories(text: string): string[][] {
  return [...text.matchAll(/\{\w+, plural,((?: *\w+ \{[^{}]*\})+)\}/g)].map(([, list]) =>
    [...list!.matchAll(/(\w+) \{/g)].map(([, category]) => category!),
  )
}

describe.each(signerLocales)('the language %s', (locale) => {
  const ownFiles = signerFiles.map((file) => [file, readTexts(locale, file)] as const)

  it.each(ownFiles)('has the placeholders of English in %s', (file, texts) => {
    const english = readTexts('en', file)
    const isDashboard = dashboardLocales.some((dashboard) => dashboard === locale)
    for (const [path, text] of texts) {
      if (isDashboard && file === 'errors.json') continue
      expect([path, placeholders(text)]).toEqual([path, placeholders(english.get(path)!)])
    }
  })

  it('has the plural forms of its grammar in every text with a number', () => {
    const { pluralCategories: categories } = new Intl.PluralRules(locale).resolvedOptions()
    for (const [, texts] of ownFiles)
      for (const [path, text] of texts)
        for (const forms of pluralCategories(text))
          expect([path, forms.toSorted()]).toEqual([path, categories.toSorted()])
  })

  it('has a consent text with the seven parts of English, six of them with a label', () => {
    const texts = readTexts(locale, 'consent.json')
    const labels = consentParagraphs(texts.get('0.text')!).map(({ label }) => label !== '')
    expect(labels).toEqual([false, true, true, true, true, true, true])
    expect(texts.get('0.version')).toBe(`2026-11-30-${locale}`)
  })

  it('has texts of its own, not those of English', () => {
    if (locale === 'en') return
    for (const [file, texts] of ownFiles) {
      const english = readTexts('en', file)
      const same = [...texts].filter(
        ([path, text]) => english.get(path) === text && /(\p{L}{3,}\s+){3}/u.test(text),
      )
      expect([file, same.map(([path]) => path)]).toEqual([file, []])
    }
  })
})

describe.each(languagesOfSigners)('the language %s of signers only', (locale) => {
  it.each(signerFiles)('has every text of English in %s', (file) => {
    const expected = file === 'errors.json' ? signerErrors : [...readTexts('en', file).keys()]
    expect([...readTexts(locale, file).keys()].toSorted()).toEqual(expected.toSorted())
  })

  it('has the files that signers read', () => {
    expect(readdirSync(join(import.meta.dirname, locale)).toSorted()).toEqual(signerFiles)
  })
})

describe('the errors that signers see', () => {
  /** No browser sends an unknown time zone. */
  const forPrograms = [
    'values.mustBeTimeZone',
    // A box is ticked or not.
    'values.mustBeTrueOrFalse',
    // The sender gets this one.
    'refusals.nobodySignsInPerson',
    // The page has texts of its own for these.
    ...['refusals.accessCodeNotSent', 'refusals.accessCodeLocked', 'refusals.smsRefused'],
  ]
  /** The keys that the sources of the signing routes and of their rules name. */
  const root = join(import.meta.dirname, '../..')
  const folders = ['lib/signing', 'lib/core/email', 'lib/core/text', 'lib/processes/fields/field-rules']
  const sources = folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
          .filter((name) => folder !== 'lib/signing' || !/^(verify|revisions)\//.test(name))
          .map((name) => join(root, folder, name))
      : [join(root, `${folder}.ts`)],
  )

  it('are translated, and exist in English', () => {
    const named = sources.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /'((?:values|identity|documents|processes|signing|refusals)\.\w+)'/g,
        ),
      ].map(([, key]) => key!),
    )
    const english = readTexts('en', 'errors.json')
    const keys = [...new Set(named)].filter((key) => english.has(key))
    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter((key) => ![...signerErrors, ...forPrograms].includes(key))).toEqual([])
    expect(signerErrors.filter((key) => !english.has(key))).toEqual([])
  })
})
