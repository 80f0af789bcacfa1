import { z } from 'zod'
import { dashboardLocales } from '#lib/core/locales'
import type { Role } from '#lib/core/roles'
import { textError } from '#lib/core/text/text'
import { Email, PersonName } from '../person-schema.ts'
import { scimError } from './errors.ts'
import type { Change } from './patch.ts'
import { parseFilter } from './query.ts'
import { type DirectoryUser, isRole, LEAST_ROLE, splitName } from './resources.ts'

/** What a directory says of a user; absent members stay as they are. */
export interface UserInput {
  email?: string
  name?: string
  active?: boolean
  /** Null: removed. */
  externalId?: string | null
  locale?: (typeof dashboardLocales)[number]
  role?: Role
}

const ExternalId = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => textError(text) === null)
/** Entra ID writes `"False"`. */
const Active = z
  .union([
    z.boolean(),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false'])),
  ])
  .transform((value) => String(value) === 'true')
const RoleValues = z.array(
  z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]),
)
const Text = z.string().max(300)

/** Attributes of the role: `roles`, `roles.value` and `roles[primary eq "True"].value`. */
const ROLES = /^roles($|[.[])/
const NAME = /^(displayname|name\.(formatted|givenname|familyname))$/

type Current = Partial<Pick<DirectoryUser, 'name' | 'role'>>

/** The attributes of a whole user that count here; all others are ignored (RFC 7644, 3.3). */
const Resource = z.object({
  userName: z.unknown().optional(),
  displayName: z.unknown().optional(),
  name: z.record(z.string(), z.unknown()).nullish(),
  active: z.unknown().optional(),
  externalId: z.unknown().optional(),
  locale: z.unknown().optional(),
  roles: z.unknown().optional(),
})

/** The input of a POST or a PUT. @throws AppError */
export function parseUser(body: unknown): UserInput {
  const parsed = Resource.safeParse(lowerFirst(body))
  if (!parsed.success) throw scimError('invalidSyntax', 'The body must be a user (RFC 7643, 4.1).')
  const { name, ...others } = parsed.data
  const parts = Object.entries(name ?? {}).map(([part, value]) => [`name.${part}`, value] as const)
  const changes = [...Object.entries(others), ...parts].filter(
    ([, value]) => value !== undefined && !isUnassigned(value),
  )
  return readChanges(
    changes.map(([path, value]) => ({ op: 'replace', path, value })),
    {},
  )
}

/** The input of changes; the last of one attribute counts, and attributes that are not stored are ignored. */
export function readChanges(changes: Change[], current: Current): UserInput {
  const input: UserInput = {}
  const names: Record<string, string> = {}
  for (const { op, path, value } of changes) {
    const attribute = path.toLowerCase()
    if (op === 'add' && Array.isArray(value) && value.length === 0) continue
    if (op === 'remove' || isUnassigned(value)) {
      if (attribute === 'username') throw scimError('mutability', 'userName cannot be removed.')
      if (attribute === 'externalid') input.externalId = null
      if (NAME.test(attribute)) names[attribute] = ''
      if (ROLES.test(attribute) && isRoleRemoved(path, value, input.role ?? current.role))
        input.role = LEAST_ROLE
    } else if (attribute === 'username') input.email = check(Email, path, value)
    else if (attribute === 'active') input.active = check(Active, path, value)
    else if (attribute === 'externalid') input.externalId = check(ExternalId, path, value)
    else if (attribute === 'locale') Object.assign(input, readLocale(value))
    else if (NAME.test(attribute)) names[attribute] = check(Text, path, value).trim()
    else if (ROLES.test(attribute)) input.role = readRole(path, value)
  }
  const name = composeName(names, current.name)
  return name ? { ...input, name: check(PersonName, 'displayName', name) } : input
}

function check<Schema extends z.ZodType>(schema: Schema, path: string, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw scimError('invalidValue', `The value of ${path} is not valid.`)
  return parsed.data
}

/** `de-AT` is `de`; a language that the dashboard has not stays what it was. */
function readLocale(value: unknown): Pick<UserInput, 'locale'> {
  const language = typeof value === 'string' ? value.split(/[-_]/)[0]?.toLowerCase() : undefined
  const locale = dashboardLocales.find((known) => known === language)
  return locale ? { locale } : {}
}

function readRole(path: string, value: unknown): Role {
  const [role = ''] = readRoles(path, value)
  if (!isRole(role)) throw scimError('invalidValue', 'A role is tenant_admin, user or viewer.')
  return role
}

const readRoles = (path: string, value: unknown): string[] => check(RoleValues, path, [value].flat())

/** Whether a removal takes the role from the user: of all roles, of those in `value`, or of those that a filter finds. */
function isRoleRemoved(path: string, value: unknown, role: Role | undefined): boolean {
  const [, filterText] = /\[(.+)\]/.exec(path) ?? []
  if (filterText === undefined)
    return value === undefined || isUnassigned(value) || readRoles(path, value).includes(role ?? '')
  const filter = parseFilter(filterText)
  return filter.attribute !== 'value' || filter.value === role
}

/**
 * The whole name counts before its parts. One part alone is completed from the current name, of which the last word counts
 * as the family name.
 */
function composeName(names: Record<string, string>, currentName = ''): string | undefined {
  const { displayname: displayed, 'name.formatted': formatted } = names
  const { 'name.givenname': given, 'name.familyname': family } = names
  if (displayed || formatted) return displayed || formatted
  if (given === undefined && family === undefined) return undefined
  const current = splitName(currentName)
  return [given ?? current.givenName, family ?? current.familyName].filter(Boolean).join(' ')
}

/** Null and an empty list say that an attribute has no value (RFC 7643, 2.5). */
function isUnassigned(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Names of attributes are not case-sensitive (RFC 7643, 2.1): `UserName` is `userName`. */
function lowerFirst(body: unknown): unknown {
  const members = z.record(z.string(), z.unknown()).safeParse(body)
  if (!members.success) return body
  return Object.fromEntries(
    Object.entries(members.data).map(([name, value]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      value,
    ]),
  )
}
