import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { type Role, roles } from '#lib/core/roles'
import { authorize } from '#lib/policy'
import { whereInDirectory } from '../users/suspended-users.ts'
import { scimError } from './errors.ts'
import { type Change, parsePatch } from './patch.ts'
import { parseFilter, type ScimQuery } from './query.ts'
import { type DirectoryUser, isRole, LEAST_ROLE, presentGroup, presentList } from './resources.ts'
import { applyChange, changeUsers, findUser } from './users.ts'

/** A request is one transaction, for which other changes of users and first sign-ins wait: some seconds. */
const MAX_CHANGES = 500

const Members = z.array(
  z.union([z.object({ value: z.coerce.string() }).transform(({ value }) => value), z.string()]),
)
const GroupInput = z.object({ displayName: z.string(), members: Members.optional() })

/** The groups of the tenant: its roles, each with the users who have it. */
export async function listGroups(ctx: Ctx, { filter, startIndex, count }: ScimQuery, withMembers: boolean) {
  authorize(ctx, 'user.read')
  if (filter && !['displayname', 'id', 'externalid', 'members.value'].includes(filter.attribute))
    throw scimError('invalidFilter', `Groups cannot be filtered by ${filter.attribute}.`)
  return read(ctx, async (reader) => {
    const found: object[] = []
    for (const role of roles) {
      const members = await findMembers(reader, ctx, role)
      if (!filter || matches(filter, role, members))
        found.push(presentGroup(role, withMembers ? members : null))
    }
    const page = found.slice(startIndex - 1, startIndex - 1 + count)
    return presentList(page, found.length, startIndex)
  })
}

export async function getGroup(ctx: Ctx, id: string, withMembers: boolean) {
  authorize(ctx, 'user.read')
  const role = requireRole(id)
  const members = withMembers ? await read(ctx, (reader) => findMembers(reader, ctx, role)) : null
  return presentGroup(role, members)
}

/** The groups are there already; others have no meaning here. */
export function addGroup(ctx: Ctx, body: unknown): never {
  authorize(ctx, 'user.manage')
  const { displayName } = parseGroup(body)
  if (isRole(displayName))
    throw new AppError('invalid_state', `The group ${displayName} exists already.`, {
      scim_type: 'uniqueness',
    })
  throw scimError('invalidValue', `The groups are the roles: ${roles.join(', ')}.`)
}

export async function replaceGroup(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  const role = requireRole(id)
  const { displayName, members } = parseGroup(body)
  if (displayName !== role) throw scimError('mutability', 'A group cannot be renamed.')
  // Without this, a group that is only read and written back would lose all its members.
  if (!members) throw scimError('invalidValue', 'members is missing. An empty list removes all of them.')
  return changeGroup(ctx, role, [{ op: 'replace', path: 'members', value: members }])
}

export async function patchGroup(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  return changeGroup(ctx, requireRole(id), parsePatch(body))
}

export function removeGroup(ctx: Ctx, id: string): never {
  authorize(ctx, 'user.manage')
  requireRole(id)
  throw scimError('mutability', 'The groups are the roles: they cannot be deleted.')
}

/** All changes of a request at once. Members come before others leave: an administrator can be replaced by another. */
function changeGroup(ctx: Ctx, role: Role, changes: Change[]) {
  return changeUsers(ctx, async (tx) => {
    const before = new Set((await findMembers(tx, ctx, role)).map(({ id }) => String(id)))
    const after = new Set(before)
    for (const change of changes) changeMembers(ctx, role, after, change)
    const joining = [...after.difference(before)]
    // Nobody has less than the least role.
    const leaving = role === LEAST_ROLE ? [] : [...before.difference(after)]
    if (joining.length + leaving.length > MAX_CHANGES)
      throw scimError('invalidValue', `At most ${MAX_CHANGES} members can be changed in one request.`)
    for (const id of joining) await applyChange(tx, ctx, await findMember(tx, ctx, id), { role })
    for (const id of leaving) await applyChange(tx, ctx, await findMember(tx, ctx, id), { role: LEAST_ROLE })
    return presentGroup(role, await findMembers(tx, ctx, role))
  })
}

/** Applies one change to the ids of the members; attributes that are not stored are ignored. */
function changeMembers(ctx: Ctx, role: Role, members: Set<string>, { op, path, value }: Change): void {
  const [, filter] = /^members\[(.+)\]$/i.exec(path) ?? []
  const attribute = path.toLowerCase()
  if (filter !== undefined) members.delete(readMemberFilter(op, filter))
  else if (attribute === 'members') {
    const ids = op === 'remove' && value === undefined ? [...members] : parseMembers(value)
    if (op === 'replace') removeOthers(ctx, members)
    for (const id of ids) {
      if (op === 'remove') members.delete(id)
      else members.add(id)
    }
  } else if (attribute.startsWith('members')) throw scimError('invalidPath', `The path ${path} is not known.`)
  else if (attribute === 'displayname' && value !== role)
    throw scimError('mutability', 'A group cannot be renamed.')
}

/** All but the maker of the key: an administrator whom the directory may not know, and without whom the key ends. */
function removeOthers(ctx: Ctx, members: Set<string>): void {
  const maker = String(getActingUser(ctx)?.id)
  for (const id of members) if (id !== maker) members.delete(id)
}

/** The id of `members[value eq "7"]`, which names a member who leaves. */
function readMemberFilter(op: Change['op'], filter: string): string {
  if (op !== 'remove') throw scimError('invalidPath', 'Only remove can have a filter of members.')
  const { attribute, value } = parseFilter(filter)
  if (attribute !== 'value') throw scimError('invalidFilter', 'Members are found by their value only.')
  return value
}

/** A user whom the body names: not found, the group is still there (RFC 7644, 3.12). */
async function findMember(reader: Reader, ctx: Ctx, id: string): Promise<DirectoryUser> {
  try {
    return await findUser(reader, ctx, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw scimError('invalidValue', `There is no user ${id}.`)
    throw error
  }
}

/** Also suspended users, who come back with the role. */
function findMembers(reader: Reader, ctx: Ctx, role: Role): Promise<DirectoryUser[]> {
  return reader
    .select()
    .from(users)
    .where(and(whereInDirectory(ctx), eq(users.role, role)))
    .orderBy(asc(users.id))
}

function matches(
  { attribute, value }: { attribute: string; value: string },
  role: Role,
  members: DirectoryUser[],
) {
  if (attribute === 'externalid') return false
  if (attribute === 'members.value') return members.some(({ id }) => String(id) === value)
  return role === value.toLowerCase()
}

function requireRole(id: string): Role {
  if (!isRole(id)) throw notFound()
  return id
}

function parseGroup(body: unknown) {
  const parsed = GroupInput.safeParse(body)
  if (!parsed.success) throw scimError('invalidSyntax', 'The body must be a group (RFC 7643, 4.2).')
  return parsed.data
}

function parseMembers(value: unknown): string[] {
  const parsed = Members.safeParse([value].flat())
  if (!parsed.success) throw scimError('invalidValue', 'members must be a list of {"value": id}.')
  return parsed.data
}
