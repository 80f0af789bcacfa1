import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SignerLocale, signerLocales } from '#lib/core/locales'
import { listTexts } from '#lib/testing/values/list-texts'

/** Every text of a language by its file and path, such as `signing.json otpWhy`. */
function readTexts(locale: string): [path: string, text: string][] {
  const folder = join(import.meta.dirname, locale)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => listTexts(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file} `))
}

/** A text without the syntax of ICU, whose commas and braces are no punctuation; `#` is a number. */
function withoutSyntax(text: string): string {
  return text.replace(/\{\w+, (plural|select),|\{\w+(, number)?\}/g, '0')
}

/** Quotation marks of other languages, and the straight ones of typewriters. */
const foreignQuotes: Record<Exclude<SignerLocale, 'en'>, RegExp> = {
  fr: /["“”„]/,
  de: /["”«»]/,
  es: /["“”„]/,
  it: /["“”„]/,
  pt: /["“”„]/,
  nl: /["“”„«»]/,
  pl: /["“«»]/,
  cs: /["”«»]/,
  sv: /["“„«»]/,
  tr: /["„«»]/,
  uk: /["“”„]/,
  el: /["“”„]/,
  ar: /["“”„]/,
  he: /["“„«»]/,
  hi: /["„«»]/,
  ja: /["“”„«»]/,
  zh: /["„«»]/,
}

/** What a language does not write, by its name. */
const mistakes: [name: string, locales: SignerLocale[], mistake: RegExp][] = [
  ['a breaking space before ; ! and ?', ['fr'], /(?<![\u202f\s])[;!?]|[ \u00a0][;!?]/],
  ['a breaking space before a colon or %', ['fr'], /(?<!\u00a0)(?::(?=\s|$)|%)/],
  ['a breaking space within quotation marks', ['fr'], /«(?!\u00a0)|(?<!\u00a0)»/],
  ['a breaking space before %', ['de', 'es', 'sv', 'cs', 'uk'], /(?<!\u00a0)%/],
  ['Latin punctuation', ['ar'], /[?;]|(?<!\d),|,(?!\d)/],
  ['a hyphen in place of maqaf', ['he'], /[\u05d0-\u05ea]-/],
  ['a full stop in place of danda', ['hi'], /[\u0900-\u097f]\.(?:\s|$)/],
  ['half-width punctuation', ['ja', 'zh'], /[\u3040-\u30ff\u4e00-\u9fff][.,;:?!]/],
  ['an apostrophe of typewriters', [...signerLocales.filter((locale) => locale !== 'en')], /'/],
]

/** How a text ends: with a full stop, a question mark, a colon, an ellipsis, or none of these. */
function ending(text: string): string {
  const last = text.replace(/[”“»』」)’}]+$/u, '').slice(-1)
  const endings = { '.': '.।。', '?': '?？؟;', ':': ':：', '…': '…' }
  return Object.entries(endings).find(([, marks]) => last !== '' && marks.includes(last))?.[0] ?? ''
}

describe.each(signerLocales.filter((locale) => locale !== 'en'))('the typography of %s', (locale) => {
  const texts = readTexts(locale)

  it('has the quotation marks of the language', () => {
    expect(texts.filter(([, text]) => foreignQuotes[locale].test(text))).toEqual([])
  })

  it.each(mistakes.filter(([, locales]) => locales.includes(locale)))(
    'has no text with %s',
    (...[, , mistake]) => {
      expect(texts.filter(([, text]) => mistake.test(withoutSyntax(text)))).toEqual([])
    },
  )

  it('has sentences where English has them, and titles and buttons without a full stop', () => {
    const english = new Map(readTexts('en'))
    // Errors of the dashboard are whole sentences, whose English may be a part of one.
    const own = texts.filter(([path]) => !path.startsWith('errors.json'))
    expect(own.filter(([path, text]) => ending(text) !== ending(english.get(path)!))).toEqual([])
  })
})
