import { z } from 'zod'
import { scimError } from './errors.ts'
import { withoutSchema } from './query.ts'

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const MAX_OPERATIONS = 1000

const PatchInput = z.object({
  Operations: z
    .array(
      z.object({
        // Entra ID writes `Replace`.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1000).optional(),
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
    const members = z.record(z.string(), z.unknown()).safeParse(value)
    if (!members.success) throw scimError('invalidValue', 'Without a path the value must be an object.')
    return Object.entries(members.data).flatMap(([name, member]) =>
      flatten({ op, path: withoutSchema(name), value: member }),
    )
  })
}

/** `name` as its parts. */
function flatten(change: Change): Change[] {
  const parts = z.record(z.string(), z.unknown()).safeParse(change.value)
  if (change.path.toLowerCase() !== 'name' || !parts.success) return [change]
  return Object.entries(parts.data).map(([part, value]) => ({ ...change, path: `name.${part}`, value }))
}
