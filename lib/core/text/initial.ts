/**
 * The first letter of a word as a capital; empty for a word without letters. A Georgian letter stays as it is: names
 * are not capitalised in Georgian, and few fonts have the capitals of Unicode (Mtavruli).
 */
export function getInitial(word: string): string {
  const letter = /\p{L}/u.exec(word)?.[0] ?? ''
  return /\p{Script=Georgian}/u.test(letter) ? letter : letter.toUpperCase()
}
