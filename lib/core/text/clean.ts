import { cutText } from './characters.ts'

/** Anything but white space, characters that Unicode lets programs not draw, such as U+200B, and the empty Braille pattern. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u
/** Controls other than tab and line breaks (Unicode general category Cc). */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu
/** Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9, 2.1, 2.2, 2.4). */
const BIDI_FORMATS = /[\u202A-\u202E\u2066-\u2069]/g

/**
 * A text of a file, or of a control of a page, without what `textError` refuses: bidirectional formats are left out, other
 * controls become spaces, unpaired surrogates U+FFFD. Text of a JSON body is refused instead, with an error.
 */
export function cleanText(text: string): string {
  return text.replace(BIDI_FORMATS, '').replace(CONTROLS, ' ').toWellFormed()
}

/** The text without white space at its ends; empty when none of its characters is visible. */
export function trimText(text: string): string {
  return VISIBLE.test(text) ? text.trim() : ''
}

/**
 * A text of a file as a label or option, which `singleLine` accepts: white space becomes one space; it is trimmed and
 * cut. @param max UTF-16 code units; a surrogate pair is not cut in half
 */
export function cleanLine(text: string, max = 255): string {
  return trimText(cutText(cleanText(text).replace(/\s+/g, ' ').trim(), max))
}
