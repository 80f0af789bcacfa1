import fc from 'fast-check'

/**
 * Any code point except surrogates, as fast-check's own unit `binary`, which makes a map of all of them first: that takes
 * a second, and their memory.
 */
export const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
