import { z } from 'zod'
import { scimError } from './errors.ts'
import { withoutSchema } from './query.ts'

const MAX_OPERATIONS = 1000
const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group)$/i

const Members = z.record(z.string(), z.unknown())

const PatchInput = z.object({
  Operations: z
    .array(
      z.object({
        // Entra ID writes `Replace`.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1000).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
})

/** One change of one attribute; `remove` has a value only for members of a group. */
export interface Change {
  op: 'add' | 'replace' | 'remove'
  /** Without the URN of the schema; as written. */
  path: string
  value: unknown
}

/** The changes of a PATCH, those without a path by their members (RFC 7644, 3.5.2). @throws AppError `invalidSyntax` */
export function parsePatch(body: unknown): Change[] {
  const parsed = PatchInput.safeParse(body)
  if (!parsed.success)
    throw scimError('invalidSyntax', 'Operations must be a list of add, replace and remove.')
  return parsed.data.Operations.flatMap(({ op, path, value }): Change[] => {
    if (path) return flatten({ op, path: withoutSchema(path), value })
    if (op === 'remove') throw scimError('noTarget', 'remove needs a path.')
    const members = Members.safeParse(value)
    if (!members.success) throw scimError('invalidValue', 'Without a path the value must be an object.')
    return flattenMembers(op, members.data)
  })
}

/** `name` as its parts, and the core schema as its attributes. */
function flatten(change: Change): Change[] {
  const members = Members.safeParse(change.value)
  if (!members.success) return [change]
  if (CORE_SCHEMA.test(change.path)) return flattenMembers(change.op, members.data)
  if (change.path.toLowerCase() !== 'name') return [change]
  return Object.entries(members.data).map(([part, value]) => ({ ...change, path: `name.${part}`, value }))
}

function flattenMembers(op: Change['op'], members: Record<string, unknown>): Change[] {
  return Object.entries(members).flatMap(([name, value]) => flatten({ op, path: withoutSchema(name), value }))
}
