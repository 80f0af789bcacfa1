import api from '#messages/en/api-errors.json' with { type: 'json' }
import errors from '#messages/en/errors.json' with { type: 'json' }
import { type ErrorDetail, type ErrorText, formatError } from './errors.ts'

const texts = { ...errors, api }

/** The message of an error in the responses of the API, which speaks English. */
export function englishMessage(text: ErrorText): string {
  return text.message ?? formatError(text, texts) ?? text.key
}

/** The members of a record that say its error: the English message, and what it is made of, for translations. */
type PresentedError<Name extends string, Stored> = Record<Name, Stored extends null ? null : string> &
  Record<`${Name}_detail`, Stored extends null ? null : ErrorDetail>

export function presentError<Name extends string, Stored extends ErrorText | null>(
  name: Name,
  error: Stored,
) {
  return {
    [name]: error && englishMessage(error),
    [`${name}_detail`]: error && { key: error.key, values: error.values },
  } as PresentedError<Name, Stored>
}
