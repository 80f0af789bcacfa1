import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ServerRequest } from 'srvx'
import { z } from 'zod'
import { AppError, type FieldErrors, MAX_ERRORS, notFound, validationError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { textError } from '#lib/core/text/text'
import { issueMessage, readIssue, zodMessage } from '#lib/core/zod-messages'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { truncateName } from './member-name.ts'
import { entryName } from './unknown-members.ts'

const MAX_JSON_BYTES = 5 * 1024 * 1024
const MAX_JSON_DEPTH = 32
/** Enough for 5,000 fields with all members and options. */
const MAX_JSON_VALUES = 200_000

/** The JSON body of a request; an empty one counts as `{}`. */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes)
  if (text.trim() === '') return {}
  const type = request.headers.get('content-type') ?? 'application/json'
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw new AppError('invalid_json', `The body must be JSON (Content-Type: application/json), not ${type}.`)
  }
  if (hasTooManyValues(text))
    throw new AppError('invalid_json', `The body has more than ${MAX_JSON_VALUES} values.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON.')
  }
}

/** The body as text. */
export async function readText(request: Request, maxBytes = MAX_JSON_BYTES): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const body = getBodyStream(request)
  // A stream that is too long is not destroyed: that would end the connection before the response.
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new AppError('invalid_json', 'The body was cut off.')
  }
  if (sizeBytes <= maxBytes) return decodeUtf8(Buffer.concat(chunks))
  // Discards the rest, so that the connection can be used again.
  body.resume()
  throw new AppError('invalid_json', `The body is larger than ${maxBytes / 1024 / 1024} MB.`)
}

/** Replaces values nested deeper than the limit by null: it bounds recursion before `parsePart` rejects them. */
export function truncateDepth(value: Json, levels = MAX_JSON_DEPTH + 1): Json {
  if (value === null || typeof value !== 'object') return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((item) => truncateDepth(item, levels - 1))
  const members = Object.entries(value).map(([name, member]) => [name, truncateDepth(member, levels - 1)])
  return Object.fromEntries(members)
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('invalid_json', 'The body is not UTF-8.')
  }
}

/** Of the registry of HTTP content codings; `utf-8`, which is none, is sent by mistake. */
const CODINGS = /gzip|deflate|compress|br|zstd|dc[bz]|exi/i

/**
 * The body as a Node stream: the connection itself where the web server provides it.
 * @throws AppError `validation_error` where the body is compressed
 */
export function getBodyStream(request: ServerRequest): Readable {
  if (CODINGS.test(request.headers.get('content-encoding') ?? ''))
    throw validationError({ 'Content-Encoding': [errorText('api.contentEncodingNotSupported')] })
  const connection = request.runtime?.node?.req
  if (connection) return connection
  return request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
}

// UTF-16 code units of the characters that JSON structure consists of.
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/** Whether a JSON text has more than `MAX_JSON_VALUES` values, counted before it is parsed. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_JSON_VALUES) return false
  let count = 1
  let isInString = false
  for (let offset = 0; offset < text.length && count <= MAX_JSON_VALUES; offset++) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) isInString = !isInString
    else if (isInString) offset += code === BACKSLASH ? 1 : 0
    else if (code === COMMA || code === OPEN_ARRAY || code === OPEN_OBJECT) count += 1
  }
  return count > MAX_JSON_VALUES
}

/** Parses one part of the input and collects its errors in dot form; undefined when it has any. */
export function parsePart<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  errors: FieldErrors,
): z.output<S> | undefined {
  if (!schema) return undefined
  if (!collectStorageErrors(value, errors)) return undefined
  const parseResult = schema.safeParse(value, { error: zodMessage })
  if (parseResult.success) return parseResult.data
  // Further errors of a value that cannot be stored, or has the wrong type, would repeat the first or mislead.
  const refusedFields = new Set(Object.keys(errors))
  for (const issue of parseResult.error.issues.slice(0, MAX_ERRORS)) {
    if (issue.code === 'unrecognized_keys') {
      for (const [index, error] of readIssue(issue).entries())
        errors[formatFieldPath([...issue.path, issue.keys[index]!], value)] = [error]
      continue
    }
    const field = formatFieldPath(issue.path, value)
    if (refusedFields.has(field)) continue
    if (issue.code === 'invalid_type') refusedFields.add(field)
    errors[field] = [...(errors[field] ?? []), ...readIssue(issue)]
  }
  return undefined
}

/** The path of a member of the input in dot form; `value` is the input, which may have an object in place of a list. */
function formatFieldPath(path: PropertyKey[], value: unknown): string {
  let parent = value
  const names = path.map((part) => {
    const name = typeof part === 'number' ? entryName(parent, part) : String(part)
    parent = (parent as Record<string, unknown> | null | undefined)?.[name]
    return truncateName(name)
  })
  return names.join('.') || 'body'
}

const NoQuery = z.strictObject({})
/** Zod compiles a schema when it is used first, so the strict form of a query is made once. */
const strictQueries = new WeakMap<z.ZodObject, z.ZodObject>()

/**
 * Parses the query. An unknown parameter is an error: the list would ignore a mistyped filter. So is a repeated one, of
 * which only the last value would count.
 */
export function parseQuery<S extends z.ZodObject>(
  schema: S | undefined,
  query: URLSearchParams,
  errors: FieldErrors,
): z.output<S> | undefined {
  const strict = schema ? strictQuery(schema) : NoQuery
  for (const name of Object.keys(strict.shape))
    if (query.getAll(name).length > 1) errors[name] = [errorText('api.repeatedParameter')]
  return parsePart(strict, Object.fromEntries(query), errors) as z.output<S> | undefined
}

function strictQuery(schema: z.ZodObject): z.ZodObject {
  const strict = strictQueries.get(schema) ?? schema.strict()
  strictQueries.set(schema, strict)
  return strict
}

/** Parses path parameters; an invalid id is a 404. */
export function parseParams<S extends z.ZodType>(
  schema: S | undefined,
  value: Record<string, string | string[]>,
): z.output<S> | undefined {
  if (!schema) return undefined
  // The server of Next gives a parameter of several segments as a list.
  const texts = Object.entries(value).map(([name, part]) => [name, [part].flat().join('/')])
  const parseResult = schema.safeParse(Object.fromEntries(texts))
  if (!parseResult.success) throw notFound()
  return parseResult.data
}

/** An integer id in a path, in decimal digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, issueMessage('api.mustBeId'))
  .transform(Number)
  .pipe(z.int().positive())
  .meta({ example: 7, override: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER } })

/** The path parameter `id`. */
export const IdParams = z.object({ id: Id })

/**
 * Adds an error for each text that cannot be stored, each value nested too deeply, and each member `__proto__`, which
 * zod would leave out of free objects such as `metadata`.
 * @returns whether a schema may read the value: one that recurses fails where the nesting is too deep
 */
function collectStorageErrors(value: unknown, errors: FieldErrors): boolean {
  const path: string[] = []
  let errorsLeft = MAX_ERRORS
  let isTooDeep = false
  const check = (part: unknown): void => {
    const names = part !== null && typeof part === 'object' ? Object.keys(part) : []
    const error = findTextError(part, names, path.length)
    if (error) {
      errors[path.join('.') || 'body'] = [error]
      errorsLeft -= 1
      isTooDeep ||= path.length > MAX_JSON_DEPTH
      return
    }
    for (const name of names) {
      if (errorsLeft === 0) return
      path.push(truncateName(name))
      if (name === '__proto__') {
        errors[path.join('.')] = [errorText('api.nameNotAllowed')]
        errorsLeft -= 1
      } else check((part as Record<string, unknown>)[name])
      path.pop()
    }
  }
  check(value)
  return !isTooDeep && errorsLeft > 0
}

/** The error of one value, without its members; null when there is none. */
function findTextError(value: unknown, names: string[], depth: number): ErrorText | null {
  if (depth > MAX_JSON_DEPTH) return errorText('api.tooDeeplyNested')
  if (typeof value === 'string') return textError(value)
  return names.some(textError) ? errorText('values.containsNonTextName') : null
}
