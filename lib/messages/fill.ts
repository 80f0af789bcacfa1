export type Values = Readonly<Record<string, string | number>>

/**
 * Replaces the placeholders `{name}` of a text by values, in one pass: a value that looks like a placeholder is not
 * replaced, and a placeholder without a value stays.
 */
export function fill(text: string, values: Values, show: (value: string) => string = String): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => show(String(values[name] ?? placeholder)))
}
