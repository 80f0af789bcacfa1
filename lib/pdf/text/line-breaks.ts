/** Scripts without spaces between words; a dictionary finds the words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Words with the spaces after them, and Chinese and Japanese characters with the signs after them. */
const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][\p{P}[\s--[\u00a0\u2007\u202f]]]*|[[\S\u00a0\u2007\u202f]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+[\s--[\u00a0\u2007\u202f]]*|[\s--[\u00a0\u2007\u202f]]+/gv

/** The last character of a piece and the first of the next, where one of them is a no-break space: not after a space. */
const joint = /^[\S\u00a0\u2007\u202f]?[\u00a0\u2007\u202f]/

/**
 * The pieces of a text between which a line may be broken: words with their trailing spaces. Chinese and Japanese text
 * may be broken after every character, no text at a no-break space (UAX #14, class GL): amounts have such a space between
 * thousands.
 */
export function splitAtBreaks(text: string): string[] {
  const words = (text.match(pieces) ?? []).flatMap((piece) =>
    unspaced.test(piece) ? Array.from(wordSegmenter.segment(piece), ({ segment }) => segment) : [piece],
  )
  const joined: string[] = []
  let previous = ' '
  for (const word of words) {
    if (joint.test(previous.slice(-1) + word.charAt(0))) joined.push((joined.pop() ?? '') + word)
    else joined.push(word)
    previous = word
  }
  return joined
}

/** The words of a typed signature, each with the hyphens and spaces after it; those at a no-break space are one word. */
export function splitIntoWords(text: string): string[] {
  return text.match(/[[\S\u00a0\u2007\u202f]--\-]+-*[\s--[\u00a0\u2007\u202f]]*/gv) ?? [text]
}
