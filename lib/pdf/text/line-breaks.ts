/** Scripts without spaces between words; a dictionary finds the words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Words with the spaces after them, and Chinese and Japanese characters with the signs that begin no line after them:
 * closing punctuation, marks, small kana and those of repetition and length (UAX #14, CL, CM, CJ, NS). U+200B is a space.
 */
const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][[\p{P}\p{M}々〻ゝゞヽヾーｰﾞﾟぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ]--[\p{Ps}\p{Pi}]]*[[\s\u200b]--[\u00a0\u2007\u202f]]*|[[\S\u00a0\u2007\u202f]--[\u200b\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+[[\s\u200b]--[\u00a0\u2007\u202f]]*|[[\s\u200b]--[\u00a0\u2007\u202f]]+/gv

/**
 * The last character of a piece and the first of the next, where the former is an opening bracket or one is a no-break
 * space: not after a space.
 */
const joint = /^[\p{Ps}\p{Pi}]|^[\S\u00a0\u2007\u202f]?[\u00a0\u2007\u202f]/u

/**
 * The pieces of a text between which a line may be broken: words with their trailing spaces. Chinese and Japanese text
 * may be broken between most characters, no text after an opening bracket or at a no-break space (UAX #14, OP, GL):
 * amounts have such a space between thousands.
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

/**
 * The parts of a word that is too wide for a line: it may be broken between a sign and a letter, and between Korean
 * syllables with the punctuation around them (UAX #14, HY, SY, H2, H3).
 */
export function splitWideWord(word: string): string[] {
  return word.split(
    /(?<=[\-\/?\&=_\u2010\u2013])(?=\p{L})|(?=[\p{Ps}\p{Pi}]{0,3}[가-힣])(?<=[가-힣][\p{P}--[\p{Ps}\p{Pi}]]{0,3})/v,
  )
}

/** The words of a typed signature, each with the hyphens and spaces after it; those at a no-break space are one word. */
export function splitIntoWords(text: string): string[] {
  return text.match(/(?:^[\s\-]+)?[[\S\u00a0\u2007\u202f]--\-]+[[\s\-]--[\u00a0\u2007\u202f]]*/gv) ?? [text]
}
