import { z } from 'zod'
import { asErrorText, type ErrorKey, type ErrorText, type ErrorValues, errorText } from '#lib/messages/errors'

/** Errors by the expected type. */
const typeErrors: Record<string, ErrorText> = {
  string: errorText('values.mustBeString'),
  number: errorText('values.mustBeNumber'),
  int: errorText('values.mustBeWholeNumber'),
  boolean: errorText('values.mustBeTrueOrFalse'),
  array: errorText('values.mustBeList'),
  object: errorText('values.mustBeObject'),
  record: errorText('values.mustBeObject'),
}

/** Longer unknown names are truncated before the search for a similar one. */
const MAX_NAME_COMPARED = 100

/** The search for a similar name takes time. */
const MAX_UNKNOWN = 100

/** An error as the message of a check: zod keeps a string only, so it is JSON, which `readIssue` reads. */
export function issueMessage<Key extends ErrorKey>(key: Key, ...values: ErrorValues<Key>): string {
  return JSON.stringify(errorText(key, ...values))
}

/** The messages of issues whose schema has none, for `readIssue`. */
export function zodMessage(issue: z.core.$ZodRawIssue): string {
  // One line per name.
  return issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, MAX_UNKNOWN)
        .map((name) => JSON.stringify(unknownNameError(name, listMemberNames(issue.inst))))
        .join('\n')
    : JSON.stringify(issueError(issue))
}

/** The errors of an issue: one, or one for each unknown name. */
export function readIssue({ message }: Pick<z.core.$ZodIssue, 'message'>): [ErrorText, ...ErrorText[]] {
  return message.split('\n').map((line) => JSON.parse(line)) as [ErrorText, ...ErrorText[]]
}

/** The text of an issue in a form: rules of a form have texts of their page, others errors for `write`. */
export function issueText(
  issue: Pick<z.core.$ZodIssue, 'message'>,
  write: (error: ErrorText) => string,
): string {
  return issue.message.startsWith('{') ? write(readIssue(issue)[0]) : issue.message
}

function issueError(issue: z.core.$ZodRawIssue): ErrorText {
  if (issue.input === undefined) return errorText('values.required')
  switch (issue.code) {
    case 'invalid_type':
      return typeErrors[issue.expected] ?? ownError(issue)
    case 'invalid_value':
      return issue.values.length > 1
        ? errorText('values.mustBeOneOf', { values: issue.values.join(', ') })
        : errorText('values.mustBeValue', { value: String(issue.values[0]) })
    case 'too_big':
      return amountError('atMost', issue.origin, issue.maximum)
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in units) return errorText('values.mustNotBeEmpty')
      return issue.inclusive === false
        ? errorText('values.moreThan', { limit: issue.minimum })
        : amountError('atLeast', issue.origin, issue.minimum)
    default:
      return ownError(issue)
  }
}

/** The message of zod itself, for rare issues. */
function ownError(issue: z.core.$ZodRawIssue): ErrorText {
  const message = z.config().localeError?.(issue)
  return asErrorText('validation_error', typeof message === 'string' ? message : 'Invalid input')
}

function listMemberNames(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The error of a member that is not known here, with the nearest name. */
export function unknownNameError(name: string, allowedNames: string[]): ErrorText {
  if (allowedNames.length === 0) return errorText('api.noMemberAllowed')
  return errorText('api.unknownMember', {
    name: closest(name.slice(0, MAX_NAME_COMPARED), allowedNames),
    names: allowedNames.join(', '),
  })
}

/** The name with the fewest changed, missing or extra characters (Levenshtein distance). */
function closest(name: string, names: string[]): string {
  const distances = new Map(names.map((other) => [other, distance(name, other)]))
  return names.reduce((best, other) => (distances.get(other)! < distances.get(best)! ? other : best))
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= b.length; column++)
      next.push(
        Math.min(
          row[column]! + 1,
          next[column - 1]! + 1,
          row[column - 1]! + Number(letter !== b[column - 1]),
        ),
      )
    row = next
  }
  return row[b.length]!
}

const units: Record<string, 'Character' | 'Entry'> = { string: 'Character', array: 'Entry' }
const plurals = { Character: 'Characters', Entry: 'Entries' } as const

function amountError(comparison: 'atMost' | 'atLeast', origin: string, limit: number | bigint): ErrorText {
  const unit = units[origin]
  if (!unit) return errorText(`values.${comparison}`, { limit })
  return Number(limit) === 1
    ? errorText(`values.${comparison}1${unit}`)
    : errorText(`values.${comparison}${plurals[unit]}`, { limit })
}
