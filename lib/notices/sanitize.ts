/** Bidirectional controls can make a name look like another one. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** Characters at which email clients turn plain text into links. */
const LINK_JOINTS =
  /(?<=\b(?:https?|ftp|mailto|tel)):|(?<=\bwww)\.|(?<=[\p{L}\p{N}])\.(?=\p{L}{2})|(?<=[\p{L}\p{N}])@(?=[\p{L}\p{N}])/giu
const ZERO_WIDTH_NON_JOINER = '\u200c'

/** A user's text as one line, without control or invisible characters. */
export function line(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A user's text with its line breaks; several empty lines become one. */
export function lines(text: string): string[] {
  const broken = text.split(/\r\n|\p{Zl}|\p{Zp}|[\n\r\v\f\u0085]/u).map(line)
  return broken
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
}

/** The same, so that no email client makes a link of it: our own links are the only ones in an email. */
export function unlinked(text: string): string {
  return text.replace(LINK_JOINTS, (joint) => joint + ZERO_WIDTH_NON_JOINER)
}

/** One line of at most `length` characters. */
export function truncate(text: string, length: number): string {
  const characters = [...line(text)]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('')
}

/** A name for an email. */
export function named(name: string): string {
  return unlinked(line(name))
}
