import { z } from 'zod'
import { canonicalEmail } from './email/canonical-email.ts'

const SearchText = z.string().trim().max(200)

/** The search parameter of a list. @param where names the searched columns in its description: `the name` */
export function searchParameter(where: string, text = SearchText) {
  return text.optional().meta({
    description: `Text in ${where}. Ignores case and accents; terms of one or two letters match only at the start of a word.`,
  })
}

/** The search parameter of a list with email addresses: a complete one is searched in the form in which it is stored. */
export function emailSearchParameter(where: string) {
  return searchParameter(
    where,
    SearchText.overwrite((text) => canonicalEmail(text) ?? text),
  )
}

/** A comma-separated list of the `allowed` words. */
export function listSchema<const T extends readonly [string, ...string[]]>(allowed: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))
}
