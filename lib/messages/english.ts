import api from '#messages/en/api-errors.json' with { type: 'json' }
import errors from '#messages/en/errors.json' with { type: 'json' }
import { type ErrorText, formatError } from './errors.ts'

const texts = { ...errors, api }

/** The message of an error in the responses of the API, which speaks English. */
export function englishMessage(text: ErrorText): string {
  return text.message ?? formatError(text, texts) ?? text.key
}
