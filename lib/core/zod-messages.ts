import { z } from 'zod'
import type { ErrorMessage } from '#lib/messages/errors'

/** Messages by the expected type. */
const typeMessages: Record<string, ErrorMessage> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}

/** Longer unknown names are truncated before the search for a similar one. */
const MAX_NAME_COMPARED = 100

/** The search for a similar name takes time. */
const MAX_UNKNOWN = 100

/** The message of a validation error whose schema has none; undefined, zod's own message, for rare errors. */
export function zodMessage(issue: z.core.$ZodRawIssue): string | undefined {
  // One line per name.
  return issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, MAX_UNKNOWN)
        .map((name) => unknownNameMessage(name, listMemberNames(issue.inst)))
        .join('\n')
    : formatIssue(issue)
}

/** The text of an issue; that error-messages.test.ts checks those of the schemas makes the type true. */
export function issueMessage({ message }: Pick<z.core.$ZodIssue, 'message'>): ErrorMessage {
  return message as ErrorMessage
}

function formatIssue(issue: z.core.$ZodRawIssue): ErrorMessage | undefined {
  if (issue.input === undefined) return 'Is required.'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected]
    case 'invalid_value':
      return issue.values.length > 1
        ? `Must be one of ${issue.values.join(', ')}.`
        : `Must be ${String(issue.values[0])}.`
    case 'too_big':
      return amountMessage('At most', issue.origin, issue.maximum)
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in units) return 'Must not be empty.'
      return issue.inclusive === false
        ? `More than ${String(issue.minimum)}.`
        : amountMessage('At least', issue.origin, issue.minimum)
    default:
      return undefined
  }
}

function listMemberNames(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The message of a member that is not known here, with the nearest name. */
export function unknownNameMessage(name: string, allowedNames: string[]): ErrorMessage {
  if (allowedNames.length === 0) return 'Unknown member; none is allowed here.'
  return `Unknown. Did you mean ${closest(name.slice(0, MAX_NAME_COMPARED), allowedNames)}? Allowed: ${allowedNames.join(', ')}.`
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

const units: Record<string, { singular: 'character' | 'entry'; plural: 'characters' | 'entries' }> = {
  string: { singular: 'character', plural: 'characters' },
  array: { singular: 'entry', plural: 'entries' },
}

function amountMessage(
  comparison: 'At most' | 'At least',
  origin: string,
  bound: number | bigint,
): ErrorMessage {
  const unit = units[origin]
  if (!unit) return `${comparison} ${String(bound)}.`
  return Number(bound) === 1
    ? `${comparison} 1 ${unit.singular}.`
    : `${comparison} ${String(bound)} ${unit.plural}.`
}
