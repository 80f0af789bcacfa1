const digit = /\p{Nd}/u

/** The text with the digits of every script, such as `٤`, `४` and `４`, as Latin ones: keyboards have their own. */
export function withLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (character) => {
    const code = character.codePointAt(0)!
    let first = code
    // Unicode has the ten digits of a script one after the other, beginning with zero (The Unicode Standard, 4.6).
    while (digit.test(String.fromCodePoint(first - 1))) first -= 1
    return String((code - first) % 10)
  })
}
