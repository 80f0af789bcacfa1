import { z } from 'zod'
import { AppError, type FieldErrors, notFound, validationError } from '#lib/core/errors'

const MAX_JSON_BYTES = 5 * 1024 * 1024
const MAX_JSON_DEPTH = 32
/** All faults at once, as far as anybody reads them: an answer must not be many times the request. */
const MAX_FAULTS = 1000

/** The JSON body of a request; an empty one counts as `{}`. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text.trim() === '') return {}
  const type = request.headers.get('content-type') ?? 'application/json'
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw new AppError('invalid_json', `The body must be JSON (Content-Type: application/json), not ${type}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON.')
  }
}

/** The body as text, up to a size that no honest request exceeds. */
export async function readText(request: Request): Promise<string> {
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > MAX_JSON_BYTES) {
      throw new AppError('invalid_json', `The body is larger than ${MAX_JSON_BYTES / 1024 / 1024} MB.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses one part of the input and collects its faults in dot form; undefined when it has any. */
export function parsePart<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  faults: FieldErrors,
): z.output<S> | undefined {
  if (!schema) return undefined
  refuseUnstorable(value, faults)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues.slice(0, MAX_FAULTS)) {
    const field = issue.path.join('.') || 'body'
    faults[field] = [...(faults[field] ?? []), issue.message]
  }
  return undefined
}

/** Throws when there are faults. */
export function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw validationError(faults)
}

/** Path parameters that are no ids name nothing: 404. */
export function parseParams<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
): z.output<S> | undefined {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** An integer id in a path. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** The path parameter `id`. */
export const ById = z.object({ id: Id })

/** PostgreSQL stores neither NUL nor half a surrogate pair, and no honest client sends forty levels of nesting. */
export function refuseUnstorable(value: unknown, faults: FieldErrors): void {
  const path: string[] = []
  let left = MAX_FAULTS
  const look = (at: unknown): void => {
    const fault = faultOf(at, path.length)
    if (fault) {
      faults[path.join('.') || 'body'] = [fault]
      left -= 1
    } else if (at !== null && typeof at === 'object') {
      for (const [name, member] of Object.entries(at)) {
        if (left === 0) return
        path.push(name)
        look(member)
        path.pop()
      }
    }
  }
  look(value)
}

function faultOf(value: unknown, depth: number): string | null {
  if (depth > MAX_JSON_DEPTH) return 'Too deeply nested.'
  if (typeof value === 'string') return isText(value) ? null : 'Contains characters that are not text.'
  const names = value !== null && typeof value === 'object' ? Object.keys(value) : []
  return names.every(isText) ? null : 'Contains a name that is not text.'
}

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
