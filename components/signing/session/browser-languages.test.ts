import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { findLocale, signerLocales } from '#lib/core/locales'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { formatFieldValue } from '#lib/processes/fields/format-value'
import { fillFields } from '#lib/signing/values/values'
import { field, signing } from '../fixtures.ts'

/** The languages of signers, regions of them, and languages that are missing in the `Intl` of some browsers. */
const tags = [
  ...signerLocales,
  ...[
    'ar-EG',
    'ar-MA',
    'de-AT',
    'de-CH',
    'en-GB',
    'en-IN',
    'en-ZA',
    'es-CR',
    'es-MX',
    'fr-CA',
    'fr-CH',
    'it-CH',
  ],
  ...['nl-BE', 'pt-PT', 'sv-FI', 'zh-HK', 'th-u-nu-thai'],
  ...[
    'az',
    'be',
    'bs',
    'cy',
    'eu',
    'fo',
    'ga',
    'gl',
    'hy',
    'is',
    'ka',
    'kk',
    'lb',
    'mk',
    'nn',
    'rm',
    'sq',
    'uz',
  ],
]

/** The `Intl` of a browser that knows English only. */
const inEnglish = (format: object) => {
  const construct = (known: object, [, options]: unknown[]) =>
    Reflect.construct(known as typeof Intl.NumberFormat, ['en', options])
  return new Proxy(format, { construct, apply: (known, _, given) => construct(known, given) })
}
const englishIntl = Object.create(Intl, {
  NumberFormat: { value: inEnglish(Intl.NumberFormat) },
  DateTimeFormat: { value: inEnglish(Intl.DateTimeFormat) },
})

// The page has modules of its own, as in a browser.
vi.resetModules()
const page = {
  ...(await import('#lib/core/text/language-forms')),
  ...(await import('./steps.ts')),
  ...(await import('./submission.ts')),
}

const today = '2026-03-31'
const fields = {
  number: field({ type: 'number', required: false, label: 'Rent' }),
  date: field({ type: 'date', required: false, validation: { min_date: '1600-01-01' } }),
}

/** What the page shows of a value that was preset, or is typed, and what it sends. */
function useField(type: 'number' | 'date', preset: string | null, typed: string | null, locale: string) {
  const used = { ...fields[type], value: preset }
  const stored = signing([used])
  stored.process.locale = locale
  const language = findLocale(signerLocales, locale) ?? 'en'
  for (const tag of [locale, language])
    page.setLanguageForms(tag, JSON.parse(JSON.stringify(findLanguageForms(tag))))
  vi.stubGlobal('Intl', englishIntl)
  try {
    const onPage = page.withPageLanguage(stored, language)
    const { emptyInput } = page
    const input = typed === null ? emptyInput : page.withEntry(emptyInput, used, typed, onPage)
    return {
      isTaken: !page.isNotUnderstood(used, input),
      shown: page.getShownText(used, page.withoutTyped(input, used), onPage, today),
      sent: page.toSubmission({ signing: onPage, input, today, steps: [used] }).values!,
    }
  } finally {
    vi.unstubAllGlobals()
  }
}

/** What the service prints of a value that was sent. */
function print(type: 'number' | 'date', sent: ReturnType<typeof useField>['sent'], locale: string) {
  const { id, validation } = fields[type]
  const row = {
    ...{ id, type, validation, signerId: 7, required: false, label: 'Rent', value: null, options: [] },
    ...{ readOnly: false, auto: false, condition: null, formula: null },
  }
  const signer = { id: 7, name: 'Ana', email: 'ana@example.org', today, documentLocale: locale }
  const { filled, errors } = fillFields([row], sent, [signer], new Date(today), () => true)
  expect(errors).toEqual({})
  return formatFieldValue({ type, layout: {} }, filled.get(id)!, locale)
}

const numbers = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(10 ** 9), fc.stringMatching(/^(\.\d{1,4})?$/))
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals}`)
  .filter((plain) => /[1-9]/.test(plain))
const days = fc
  .date({ min: new Date('1600-01-01'), max: new Date('2399-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each(tags)('in %s, a page that lacks the language submits what it shows', (locale) => {
  for (const [type, values] of [['number', numbers] as const, ['date', days] as const])
    fc.assert(
      fc.property(values, (plain) => {
        const printed = formatFieldValue({ type, layout: {} }, plain, locale)
        const preset = useField(type, plain, null, locale)
        const typed = useField(type, null, printed, locale)
        for (const { shown, sent } of typed.isTaken ? [preset, typed] : [preset])
          expect([shown, print(type, sent, locale)]).toEqual([printed, printed])
      }),
      { numRuns: 10 },
    )
})
