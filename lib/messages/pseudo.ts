import type { Texts } from './texts.ts'

const accents: Record<string, string> = Object.fromEntries(
  [...'aàeèiìoòuùyýAÀEÈIÌOÒUÙcçCÇnñNÑsšSŠzžZŽgğlļrřtťdďkķ'.matchAll(/(.)(.)/gu)].map(
    ([, plain, accented]) => [plain!, accented!],
  ),
)
const EXTRA_LENGTH = 0.4

/**
 * The texts, or their pseudo-translations with PSEUDO_TEXTS=true: accented and 40 % longer. On the pages they show what
 * is no text of this folder, and what overflows.
 */
export function chosenTexts<T extends Texts>(texts: T): T {
  return process.env.PSEUDO_TEXTS === 'true' ? pseudoTexts(texts) : texts
}

function pseudoTexts<T extends Texts>(texts: T): T {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
    ]),
  ) as T
}

/** The pseudo-translation of an ICU message: `[Ťìťļè xx]`. */
export function pseudoText(text: string): string {
  let depth = 0
  // A placeholder is at an odd depth of braces, the branches of a plural in it at an even one.
  const parts = text.split(/([{}]|<\/?\w+>)/).map((part) => {
    if (part === '{') depth++
    if (part === '}') depth--
    return depth % 2 === 1 || part.startsWith('<')
      ? part
      : part.replace(/\p{L}/gu, (letter) => accents[letter] ?? letter)
  })
  const extra = 'xxxx '.repeat(Math.ceil((text.length * EXTRA_LENGTH) / 5)).trim()
  return `[${parts.join('')} ${extra}]`
}
