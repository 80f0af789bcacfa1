import { MAX_ERRORS, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { truncateName } from './member-name.ts'

/** The decimal digits that every number of JavaScript keeps. */
const SAFE_DIGITS = 15
/** Below, every number keeps nine decimals; those that have more come from a division, as coordinates do. */
const SMALL = 1e6
/** The maximum of `toPrecision`. */
const MAX_DIGITS = 100
/** Text of a number that may have more digits, or an exponent. */
const unsafeNumber = /\d[\d.]{15}|\d[eE]/

/** In place of a number that is not the one that was sent. */
const ROUNDED = Symbol('rounded')

/**
 * Parses JSON. JavaScript would replace a number of many digits by the nearest one that it has, without an error.
 * @throws SyntaxError
 * @throws AppError `validation_error` under the paths of such numbers
 */
export function parseExactJson(text: string): unknown {
  if (!unsafeNumber.test(text)) return JSON.parse(text)
  let roundedCount = 0
  const withSource = (_name: string, part: unknown, { source = '' }: { source?: string } = {}) => {
    if (typeof part !== 'number' || isExact(source, part)) return part
    roundedCount += 1
    return ROUNDED
  }
  const value: unknown = JSON.parse(text, withSource)
  if (roundedCount === 0) return value
  const paths = findRounded(value, [], Math.min(roundedCount, MAX_ERRORS))
  throw validationError(Object.fromEntries(paths.map((path) => [path, [errorText('api.numberRounded')]])))
}

/** Whether a number has the digits of its text that count. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const digits = significantDigits(source)
  if (value === 0 || digits === '') return digits === ''
  if (digits.length <= SAFE_DIGITS || Math.abs(value) < SMALL) return true
  return digits.length <= MAX_DIGITS && significantDigits(value.toPrecision(digits.length)) === digits
}

/** The digits of a number without those zeros that only say how large it is: `25` of `-0.00250e3`. */
function significantDigits(text: string): string {
  const [coefficient = ''] = text.split(/e/i)
  return coefficient.replace(/\D/g, '').replace(/^0+|0+$/g, '')
}

/** The paths of at most `limit` rounded numbers. */
function findRounded(value: unknown, path: string[], limit: number): string[] {
  if (value === ROUNDED) return [path.join('.') || 'body']
  if (typeof value !== 'object' || value === null) return []
  const found: string[] = []
  for (const [name, member] of Object.entries(value)) {
    if (found.length >= limit) break
    found.push(...findRounded(member, [...path, truncateName(name)], limit - found.length))
  }
  return found
}
