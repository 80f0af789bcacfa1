/** Marks of direction, which have no place of their own. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u2066-\u2069]/g
/** What NFC composes: all but compatibility ideographs, which it replaces by another form than a name may have. */
const COMPOSED = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu

/** Missing in Firefox before 125. */
const segmenter = Intl.Segmenter ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : null

/** The characters of a text as people count them (UAX #29, extended grapheme clusters). */
export function splitCharacters(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]
}

/** The characters of a text that is written into cells, one into each. */
export function splitIntoCells(text: string): string[] {
  return splitCharacters(text.replace(DIRECTION_MARKS, ''))
}

/** A text with letters and their marks composed: keyboards and files may have them apart. */
export function composeText(text: string): string {
  return text.replace(COMPOSED, (part) => part.normalize('NFC'))
}

/** Whether two texts are the same but for letters that are composed in one and not in the other. */
export function isSameText(one: string, other: string): boolean {
  return one === other || composeText(one) === composeText(other)
}

/** The beginning of a text. @param max UTF-16 code units; a surrogate pair is not cut in half */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
