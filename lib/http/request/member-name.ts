import { cutText } from '#lib/core/text/characters'

/** Longer member names are truncated in error messages. */
const MAX_NAME_CHARACTERS = 100

/** The name of a member for a message: truncated at a whole character, without characters that are not text. */
export function truncateName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name.toWellFormed()
  return `${cutText(name, MAX_NAME_CHARACTERS).toWellFormed()}…`
}
