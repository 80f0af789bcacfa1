import { withLatinDigits } from './text/digits.ts'

/** The longest prefix and the last digits that a masked number shows. */
const SHOWN = { first: 3, last: 2 }

/**
 * The number in E.164, in Latin digits and without the spaces, hyphens and parentheses that people write in it; null if
 * it is none.
 */
export function toPhoneNumber(text: string): string | null {
  const number = withLatinDigits(text.replace(/[\s().\-/]/g, ''))
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

/** The number as people other than its owner may see it: `+49 … 89`. */
export function maskPhoneNumber(text: string): string {
  const number = toPhoneNumber(text) ?? text
  return `${number.slice(0, SHOWN.first)} … ${number.slice(-SHOWN.last)}`
}
