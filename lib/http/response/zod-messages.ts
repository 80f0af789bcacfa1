import { z } from 'zod'

/** Messages by the expected type. */
const typeMessages: Record<string, string> = {
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

const formatMessages: Record<string, string> = { email: 'Must be an email address.' }

/** The message of a validation error whose schema has none; undefined, zod's own message, for rare errors. */
export function zodMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Is required.'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected]
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`
    case 'too_big':
      return `At most ${amount(issue.origin, issue.maximum)}.`
    case 'too_small':
      return issue.minimum === 1 && issue.origin in units
        ? 'Must not be empty.'
        : `${issue.inclusive === false ? 'More than' : 'At least'} ${amount(issue.origin, issue.minimum)}.`
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownNameMessage(name, namesOf(issue.inst))).join('\n')
    case 'invalid_format':
      return formatMessages[issue.format]
    default:
      return undefined
  }
}

function namesOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function unknownNameMessage(name: string, allowedNames: string[]): string {
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

const units: Record<string, [one: string, more: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function amount(origin: string, bound: number | bigint): string {
  const [singular, plural] = units[origin] ?? []
  return [bound, Number(bound) === 1 ? singular : plural].filter((part) => part !== undefined).join(' ')
}
