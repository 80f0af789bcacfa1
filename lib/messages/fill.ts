export type Values = Readonly<Record<string, string | number>>

/** A character of Chinese or Japanese, beside which a space stands only where the other word is of another script. */
const ideograph = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3000-\\u303F\\uFF00-\\uFFEF]'
const startsWithIdeograph = new RegExp(`^${ideograph}`, 'u')
const endsWithIdeograph = new RegExp(`${ideograph}$`, 'u')
const placeholders = new RegExp(`(${ideograph} )?\\{(\\w+)\\}( (?=${ideograph}))?`, 'gu')

/**
 * Replaces the placeholders `{name}` of a text by values, in one pass: a value that looks like a placeholder is not
 * replaced, and a placeholder without a value stays. “{tenant} 的” has its space beside Latin letters only.
 */
export function fill(text: string, values: Values, show: (value: string) => string = String): string {
  return text.replace(placeholders, (_, before = '', name: string, after = '') => {
    const value = String(values[name] ?? `{${name}}`)
    const start = startsWithIdeograph.test(value) ? before.trimEnd() : before
    return start + show(value) + (endsWithIdeograph.test(value) ? '' : after)
  })
}

/** `{count, plural, one {# page} other {# pages}}` of an ICU message; a branch has plain placeholders at most. */
const plurals = /\{(\w+), plural,((?: *\w+ \{(?:[^{}]|\{\w+\})*\})+) *\}/g
const branches = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g

/** Chooses the branches of a text by the plural rules of its language, then replaces the placeholders. */
export function fillPlural(
  text: string,
  values: Values,
  locale: string,
  show: (value: string) => string = String,
): string {
  const chosen = text.replace(plurals, (_, name: string, list: string) => {
    const count = Number(values[name])
    const texts = new Map(Array.from(list.matchAll(branches), ([, category, branch]) => [category, branch!]))
    const branch = texts.get(new Intl.PluralRules(locale).select(count)) ?? texts.get('other')!
    return branch.replaceAll('#', new Intl.NumberFormat(locale).format(count))
  })
  return fill(chosen, values, show)
}

/** Sentences one after the other: with a space between them, except in Japanese and Chinese. */
export function joinSentences(sentences: string[], { locale }: { locale: string }): string {
  return sentences.join(locale === 'ja' || locale === 'zh' ? '' : ' ')
}
