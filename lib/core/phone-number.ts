import { withLatinDigits } from './text/digits.ts'

/** The longest prefix and the last digits that a masked number shows. */
const SHOWN = { first: 3, last: 2 }

/** Country codes after which the 0 of an area code is dialled (ITU-T E.123, 5.2): Italy, San Marino and the Vatican. */
const withTrunkZero = /^\+(39|378|379)/
/** Country codes after which no number begins with the 0 that is dialled within the country, as in `+49 0171 …`. */
const withoutZero =
  /^(\+(?:27|31|32|33|34|40|41|43|44|45|46|47|48|49|61|64|81|82|90|91|351|352|353|358|420|421|972))0/

/**
 * The number in E.164, in Latin digits and without the spaces, hyphens and parentheses that people write in it; null if
 * it is none, or more than one. A 0 before the area code is dialled only within the country.
 */
export function toPhoneNumber(text: string): string | null {
  if (text.includes('/') && isWhole(text.slice(0, text.indexOf('/')))) return null
  const written = withLatinDigits(text.replace(/[\s.\-/]/g, ''))
  const dialled = withTrunkZero.test(written) ? written : written.replace('(0)', '')
  const number = dialled.replace(/[()]/g, '').replace(withoutZero, '$1')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

/** Whether a text before a slash is a number, and not the code of a country and an area. */
function isWhole(text: string): boolean {
  return /^\+\d{10}/.test(withLatinDigits(text.replace(/[^\p{Nd}+]/gu, '')))
}

/** The number as people other than its owner may see it: `+49 … 89`. */
export function maskPhoneNumber(text: string): string {
  const number = toPhoneNumber(text) ?? text
  return `${number.slice(0, SHOWN.first)} … ${number.slice(-SHOWN.last)}`
}
