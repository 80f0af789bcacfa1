export type Values = Readonly<Record<string, string | number>>

/**
 * Replaces the placeholders `{name}` of a text by values, in one pass: a value that looks like a placeholder is not
 * replaced, and a placeholder without a value stays.
 */
export function fill(text: string, values: Values, show: (value: string) => string = String): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => show(String(values[name] ?? placeholder)))
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
