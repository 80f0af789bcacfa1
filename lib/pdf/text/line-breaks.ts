/** Scripts without spaces between words; a dictionary finds the words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Words with the spaces after them, and Chinese and Japanese characters with the signs after them. U+200B is a space. */
const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][\p{P}[[\s\u200b]--[\u00a0\u2007\u202f]]]*|[[\S\u00a0\u2007\u202f]--[\u200b\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+[[\s\u200b]--[\u00a0\u2007\u202f]]*|[[\s\u200b]--[\u00a0\u2007\u202f]]+/gv

/** The last character of a piece and the first of the next, where one of them is a no-break space: not after a space. */
const joint = /^[\S\u00a0\u2007\u202f]?[\u00a0\u2007\u202f]/

/**
 * The pieces of a text between which a line may be broken: words with their trailing spaces. Chinese and Japanese text
 * may be broken after every character, no text at a no-break space (UAX #14, class GL): amounts have such a space between
 * thousands.
 */
export function splitAtBreaks(text: string): string[] {
  const words = (text.match(pieces) ?? []).flatMap((piece) =>
    unspaced.test(piece) ? splitUnspaced(piece) : [piece],
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

/** The words of a text without spaces, each with the signs around it. */
function splitUnspaced(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    const isBeginning = words.length === 0 || (isWordLike && !/[\p{Ps}\p{Pi}]$/u.test(words.at(-1)!))
    words.push(isBeginning ? segment : words.pop() + segment)
  }
  return words
}

/** The parts of a word that is too wide for a line: it may be broken between a sign and a letter (UAX #14, HY, SY). */
export function splitAtSigns(word: string): string[] {
  return word.split(/(?<=[-/?&=_\u2010\u2013])(?=\p{L})/u)
}

/** The words of a typed signature, each with the hyphens and spaces after it; those at a no-break space are one word. */
export function splitIntoWords(text: string): string[] {
  return text.match(/[[\S\u00a0\u2007\u202f]--\-]+-*[\s--[\u00a0\u2007\u202f]]*/gv) ?? [text]
}
