import { z } from 'zod'

/** The search parameter of a list. @param where names the searched columns in its description: `the name` */
export function searchParameter(where: string) {
  return z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({
      description: `Text in ${where}. Ignores case and accents; terms of one or two letters match only at the start of a word.`,
    })
}

/** A comma-separated list of the `allowed` words. */
export function listSchema<const T extends readonly [string, ...string[]]>(allowed: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))
}
