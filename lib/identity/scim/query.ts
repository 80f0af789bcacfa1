import { z } from 'zod'
import { textError } from '#lib/core/text/text'
import { scimError } from './errors.ts'

const MAX_COUNT = 200
/** `userName eq "ada@example.com"`, with the escapes of JSON (RFC 7644, 3.4.2.2). */
const EQUALITY = /^\s*([\w.:$-]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*$/i

interface Filter {
  /** In lower case, as SCIM's names are not case-sensitive. */
  attribute: string
  value: string
}

/** The page and filter of a list (RFC 7644, 3.4.2). */
export interface ScimQuery {
  filter: Filter | null
  /** From 1. */
  startIndex: number
  count: number
}

/** @throws AppError `invalidFilter`, `invalidValue` */
export function parseScimQuery(query: URLSearchParams): ScimQuery {
  const filter = query.get('filter')
  return {
    filter: filter === null ? null : parseFilter(filter),
    startIndex: Math.max(1, parseInteger(query, 'startIndex', 1)),
    count: Math.min(MAX_COUNT, Math.max(0, parseInteger(query, 'count', 100))),
  }
}

const Search = z
  .object({
    filter: z.string(),
    startIndex: z.int(),
    count: z.int(),
    attributes: z.array(z.string()).transform(String),
    excludedAttributes: z.array(z.string()).transform(String),
  })
  .partial()

/** The body of a query by POST, as the parameters of one by GET. @throws AppError `invalidSyntax` */
export function parseSearch(body: unknown): URLSearchParams {
  const parsed = Search.safeParse(body)
  if (!parsed.success) throw scimError('invalidSyntax', 'The body must be a search (RFC 7644, 3.4.3).')
  return new URLSearchParams(Object.entries(parsed.data).map(([name, value]) => [name, String(value)]))
}

/** @throws AppError `invalidFilter` */
export function parseFilter(text: string): Filter {
  const [, attribute, value] = EQUALITY.exec(text) ?? []
  if (!attribute || !value) throw scimError('invalidFilter', 'Filters are of the form: userName eq "value".')
  const filter = { attribute: withoutSchema(attribute).toLowerCase(), value: String(parseValue(value)) }
  if (textError(filter.value)) throw scimError('invalidFilter', 'The value of the filter is not text.')
  return filter
}

/**
 * The name of an attribute without the URN of a core schema. That of an extension stays, as its attributes are others, also
 * where they have the name of one that is kept (RFC 7644, 3.10).
 */
export function withoutSchema(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '')
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw scimError('invalidFilter', 'The value of the filter is not a JSON string.')
  }
}

function parseInteger(query: URLSearchParams, name: string, absent: number): number {
  const text = query.get(name)
  if (text === null) return absent
  if (!/^-?\d{1,9}$/.test(text)) throw scimError('invalidValue', `${name} must be an integer.`)
  return Number(text)
}
