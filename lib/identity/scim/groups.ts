import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { type Role, roles } from '#lib/core/roles'
import { authorize } from '#lib/policy'
import { whereActiveUser } from '../users/internal/users.ts'
import { updateUser } from '../users/update-user.ts'
import { scimError } from './errors.ts'
import { type Change, parsePatch } from './patch.ts'
import { parseFilter, type ScimQuery } from './query.ts'
import { type DirectoryUser, isRole, presentGroup, presentList } from './resources.ts'

/** The role of users who leave the group of theirs: the least. */
const LEAST_ROLE = 'viewer'

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
  const { displayName, members = [] } = parseGroup(body)
  if (displayName !== role) throw scimError('mutability', 'A group cannot be renamed.')
  await setMembers(ctx, role, members)
  return getGroup(ctx, id, true)
}

export async function patchGroup(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  const role = requireRole(id)
  for (const change of parsePatch(body)) await applyChange(ctx, role, change)
  return getGroup(ctx, id, true)
}

export function removeGroup(ctx: Ctx, id: string): never {
  authorize(ctx, 'user.manage')
  requireRole(id)
  throw scimError('mutability', 'The groups are the roles: they cannot be deleted.')
}

async function applyChange(ctx: Ctx, role: Role, { op, path, value }: Change): Promise<void> {
  const [, member] = /^members\[(.+)\]$/i.exec(path) ?? []
  if (member) return takeFrom(ctx, role, [parseFilter(member).value])
  const attribute = path.toLowerCase()
  if (attribute === 'members') {
    const ids = op === 'remove' && value === undefined ? await listIds(ctx, role) : parseMembers(value)
    if (op === 'remove') return takeFrom(ctx, role, ids)
    return op === 'replace' ? setMembers(ctx, role, ids) : giveTo(ctx, role, ids)
  }
  if (attribute === 'displayname' && value !== role)
    throw scimError('mutability', 'A group cannot be renamed.')
}

async function setMembers(ctx: Ctx, role: Role, ids: string[]): Promise<void> {
  await giveTo(ctx, role, ids)
  const leaving = (await listIds(ctx, role)).filter((id) => !ids.includes(id))
  await takeFrom(ctx, role, leaving)
}

async function giveTo(ctx: Ctx, role: Role, ids: string[]): Promise<void> {
  const members = await listIds(ctx, role)
  for (const id of ids) if (!members.includes(id)) await updateUser(ctx, parseId(id), { role })
}

/** Users who have another role meanwhile keep it. */
async function takeFrom(ctx: Ctx, role: Role, ids: string[]): Promise<void> {
  if (role === LEAST_ROLE) return
  const members = await listIds(ctx, role)
  for (const id of ids) if (members.includes(id)) await updateUser(ctx, parseId(id), { role: LEAST_ROLE })
}

async function listIds(ctx: Ctx, role: Role): Promise<string[]> {
  const members = await read(ctx, (reader) => findMembers(reader, ctx, role))
  return members.map(({ id }) => String(id))
}

function findMembers(reader: Reader, ctx: Ctx, role: Role): Promise<DirectoryUser[]> {
  return reader
    .select()
    .from(users)
    .where(and(whereActiveUser(ctx), eq(users.role, role)))
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

function parseId(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw scimError('invalidValue', `There is no user ${id}.`)
  return Number(id)
}
