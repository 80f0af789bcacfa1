import { z } from 'zod'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { cleanText, trimText } from './clean.ts'

/**
 * Why a text cannot be stored (NUL, unpaired surrogate), or has characters that displayed text does not need and that
 * can disguise it: controls other than tab and line breaks, and the embeddings, overrides and isolates of the
 * bidirectional algorithm. Right-to-left text needs none of them; its marks (LRM, RLM, ALM) and joiners are allowed.
 * @returns null when it can be stored and displayed
 */
export function textError(text: string): ErrorText | null {
  if (text.includes('\0') || !text.isWellFormed()) return errorText('values.containsNonText')
  return cleanText(text) === text ? null : errorText('values.containsControlCharacters')
}

/** Why a text cannot be a name, label or subject: `textError`, or it has several lines; null when it can. */
export function lineError(text: string): ErrorText | null {
  return textError(text) ?? (/[\t\n\r\u2028\u2029]/.test(text) ? errorText('values.mustBeSingleLine') : null)
}

/** The schema of a text that must have a visible character, trimmed. @param max UTF-16 code units */
export function requiredText(max: number) {
  return z.string().overwrite(trimText).min(1).max(max)
}

/** The schema of a text on one line: trimmed; empty when nothing in it is visible. @param max UTF-16 code units */
export function singleLine(max: number) {
  return z
    .string()
    .overwrite(trimText)
    .max(max)
    .superRefine((text, context) => {
      const error = lineError(text)
      if (error) context.addIssue(JSON.stringify(error))
    })
}
