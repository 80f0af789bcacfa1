/** Bidirectional controls and other invisible characters, which can make a name look like another one. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** Characters at which email clients turn plain text into links. */
const LINK_JOINTS =
  /(?<=\b(?:https?|ftp|mailto|tel)):|(?<=\bwww)\.|(?<=[\p{L}\p{N}])\.(?=\p{L}{2})|(?<=[\p{L}\p{N}])@(?=[\p{L}\p{N}])/giu
/** Keeps what it separates from being a link, unseen. */
export const ZERO_WIDTH_NON_JOINER = '\u200c'

/** A user's text as one line, without control or invisible characters. */
export function toOneLine(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A user's text with its line breaks; several empty lines become one. */
export function toLines(text: string): string[] {
  const separated = text.split(/\r\n|\p{Zl}|\p{Zp}|[\n\r\v\f\u0085]/u).map(toOneLine)
  return separated
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
}

/** A text that email clients do not turn into links, so that the only links of an email are ours. */
export function withoutLinks(text: string): string {
  return text.replace(LINK_JOINTS, (joint) => joint + ZERO_WIDTH_NON_JOINER)
}

/** One line of at most `length` characters. @param ellipsis at the end of a text that is cut */
export function truncate(text: string, length: number, ellipsis = '…'): string {
  const characters = [...toOneLine(text)]
  return characters.length > length
    ? characters.slice(0, length - ellipsis.length).join('') + ellipsis
    : characters.join('')
}

/** A name or address as one line that email clients do not turn into links. */
export function safeName(name: string): string {
  return withoutLinks(toOneLine(name))
}
