import { z } from 'zod'
import type { FieldErrors } from '#lib/core/errors'
import { unknownNameError } from '#lib/core/zod-messages'
import { truncateName } from './member-name.ts'

/** An unknown member, its path in dot form, and the object in which it is. */
interface UnknownMember {
  path: string
  name: string
  parent: z.ZodObject
}

/** The search for the nearest known name takes time. */
const MAX_UNKNOWN = 100

/**
 * Adds an error for each member of a body that its schema does not know, at every depth: a mistyped or unsupported
 * member would be ignored in silence. Free and loose objects, such as `metadata`, have none.
 * @param record the schema of the record that a PUT or PATCH changes: its read-only members are ignored, so that a
 * record may be sent back whole
 */
export function addUnknownMembers(
  schema: z.ZodType,
  record: z.ZodType | undefined,
  body: unknown,
  errors: FieldErrors,
): void {
  for (const { path, name, parent } of takeFirst(findUnknownMembers(schema, record, body, '')))
    errors[path] = [unknownNameError(name, Object.keys(parent.shape))]
}

function takeFirst(members: Iterable<UnknownMember>): UnknownMember[] {
  const first: UnknownMember[] = []
  for (const member of members) if (first.push(member) === MAX_UNKNOWN) break
  return first
}

function* findUnknownMembers(
  schema: z.ZodType,
  record: z.ZodType | undefined,
  value: unknown,
  path: string,
): Generator<UnknownMember, void> {
  if (typeof value !== 'object' || value === null) return
  const declared = unwrap(schema)
  const stored = record && unwrap(record)
  if (isLoose(declared)) return
  if (declared instanceof z.ZodObject && !Array.isArray(value)) {
    const readOnly = stored instanceof z.ZodObject ? stored.shape : {}
    for (const [name, member] of Object.entries(value)) {
      const memberPath = joinPath(path, name)
      const memberRecord = Object.hasOwn(readOnly, name) ? readOnly[name] : undefined
      if (Object.hasOwn(declared.shape, name))
        yield* findUnknownMembers(declared.shape[name], memberRecord, member, memberPath)
      // A name that is not text is an error of its own.
      else if (!memberRecord && name.isWellFormed()) yield { path: memberPath, name, parent: declared }
    }
    return
  }
  const entry = getEntrySchema(declared)
  if (entry) {
    const entryRecord = stored && getEntrySchema(stored)
    for (const [name, member] of Object.entries(value))
      yield* findUnknownMembers(entry, entryRecord, member, joinPath(path, name))
    return
  }
  if (!(declared instanceof z.ZodUnion)) return
  // The alternative that is meant is the one that knows most members.
  const alternatives = declared.options
    .filter((option) => unwrap(option as z.ZodType) instanceof z.ZodObject)
    .map((option) => takeFirst(findUnknownMembers(option as z.ZodType, record, value, path)))
  yield* alternatives.sort((a, b) => a.length - b.length)[0] ?? []
}

/**
 * The path in the request of a member of the parsed body: entries of a list that was sent as an object, such as people by
 * role, are named as they were there.
 */
export function toSentPath(schema: z.ZodType, body: unknown, path: string): string {
  let declared: z.ZodType | undefined = schema
  let value = body
  const names = path.split('.').map((name) => {
    const parent: z.ZodType | undefined = declared && unwrap(declared)
    const sentName = parent instanceof z.ZodArray ? entryName(value, name) : name
    declared = parent && (getEntrySchema(parent) ?? getMemberSchema(parent, name))
    value = isObject(value) ? value[sentName] : undefined
    return truncateName(sentName)
  })
  return names.join('.')
}

/** The name of an entry of a list by its position; the position itself unless the list was sent as an object. */
export function entryName(list: unknown, position: number | string): string {
  const names = isObject(list) && !Array.isArray(list) ? Object.keys(list) : []
  return names[Number(position)] ?? String(position)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function getMemberSchema(schema: z.ZodType, name: string): z.ZodType | undefined {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name)
    ? (schema.shape[name] as z.ZodType)
    : undefined
}

/** Whether an object is in the format of another product or standard, which may have further members. */
function isLoose(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown
}

/** The schema of the entries of a list or a free object. */
function getEntrySchema(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  return schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : undefined
}

/** The schema without what makes it optional or converts its value. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrap(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodPipe)) return schema
  // A conversion before the check has no schema of its own.
  const isConverted = schema.in instanceof z.ZodTransform
  return unwrap((isConverted ? schema.out : schema.in) as z.ZodType)
}

function joinPath(path: string, name: string): string {
  return `${path}${path && '.'}${truncateName(name)}`
}
