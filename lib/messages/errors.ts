import type apiErrors from '#messages/en/api-errors.json'
import type errors from '#messages/en/errors.json'
import { fill } from './fill.ts'
import type { Texts } from './texts.ts'

/** The texts of `errors.json`, which the dashboard translates, and those that no form of the dashboard can cause. */
type Sections = typeof errors & { api: typeof apiErrors }
type SectionName = keyof Sections
type KeyIn<Section extends SectionName> = Section extends SectionName
  ? `${Section}.${keyof Sections[Section] & string}`
  : never

/** The key of an error, such as `values.atMost`. */
export type ErrorKey = KeyIn<SectionName>

type EnglishText<Key extends ErrorKey> = Key extends `${infer Section extends SectionName}.${infer Name}`
  ? Name extends keyof Sections[Section]
    ? Sections[Section][Name]
    : never
  : never
type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

type ErrorValue = string | number | bigint | ErrorText

/** The values of an error by the placeholders of its text; none for a text without placeholders. */
export type ErrorValues<Key extends ErrorKey> = [Placeholder<EnglishText<Key>>] extends [never]
  ? []
  : [values: Record<Placeholder<EnglishText<Key>>, ErrorValue>]

/** What an error is made of: the key of its text and the values in it, which may be errors themselves. */
export type ErrorDetail = { key: string; values: { [name: string]: string | ErrorDetail } }

/** An error, from which its message is derived in any language. */
export interface ErrorText extends ErrorDetail {
  /** The English message of an error that has no text here, such as one of a library. */
  message?: string
}

/** The error with this key. Its message is derived from the texts of a language. */
export function errorText<Key extends ErrorKey>(key: Key, ...[values]: ErrorValues<Key>): ErrorText {
  const entries = Object.entries<ErrorValue>(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? (value.message ?? value) : String(value),
  ])
  return { key, values: Object.fromEntries(entries) }
}

/** The error itself; of a message that has no text here, the error whose key is its reason or code. */
export function asErrorText(key: string, text: ErrorText | string): ErrorText {
  return typeof text === 'string' ? { key, values: {}, message: text } : text
}

/** The text of an error in the language of `texts`; null when it has none. */
export function formatError({ key, values }: ErrorDetail, texts: Texts): string | null {
  let text: string | Texts | undefined = texts
  for (const name of key.split('.'))
    text = typeof text === 'object' && Object.hasOwn(text, name) ? text[name] : undefined
  if (typeof text !== 'string') return null
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const valueText = typeof value === 'string' ? value : formatError(value, texts)
    if (valueText === null) return null
    shown[name] = valueText
  }
  return fill(text, shown)
}
