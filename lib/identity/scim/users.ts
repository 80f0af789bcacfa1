import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Reader, read, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findSso } from '../sso/internal/providers.ts'
import { createUser } from '../users/create-user.ts'
import { deleteUser } from '../users/delete-user.ts'
import { restoreUser } from '../users/restore-user.ts'
import { updateSuspendedUser } from '../users/update-suspended-user.ts'
import { updateUser } from '../users/update-user.ts'
import { scimError } from './errors.ts'
import { parsePatch } from './patch.ts'
import type { ScimQuery } from './query.ts'
import { type DirectoryUser, presentList, presentUser } from './resources.ts'
import { parseUser, readChanges, type UserInput } from './user-input.ts'

/** Users whom the directory sees: the active ones, and those whom it has suspended. */
export function whereInDirectory({ tenantId }: Ctx) {
  return and(eq(users.tenantId, tenantId), or(isNull(users.deletedAt), isNotNull(users.suspendedEmail)))
}

/** A page of users, in the order of their ids. */
export async function listUsers(ctx: Ctx, { filter, startIndex, count }: ScimQuery) {
  authorize(ctx, 'user.read')
  const condition = and(
    whereInDirectory(ctx),
    filter ? whereFilter(filter.attribute, filter.value) : undefined,
  )
  return read(ctx, async (reader) => {
    const rows = await reader
      .select()
      .from(users)
      .where(condition)
      .orderBy(asc(users.id))
      .limit(count)
      .offset(startIndex - 1)
    return presentList(rows.map(presentUser), await reader.$count(users, condition), startIndex)
  })
}

export async function getUser(ctx: Ctx, id: string) {
  authorize(ctx, 'user.read')
  return presentUser(await read(ctx, (reader) => findUser(reader, ctx, id)))
}

/**
 * Creates a user, who signs in through the provider of the organisation; without one they are invited to choose a
 * password. A user who was suspended under this address comes back.
 */
export async function addUser(ctx: Ctx, body: unknown) {
  authorize(ctx, 'user.invite')
  const input = parseUser(body)
  const { email } = input
  if (!email) throw scimError('invalidValue', 'userName is missing. It is the email address of the user.')
  const { sso, suspended } = await read(ctx, async (reader) => ({
    sso: await findSso(reader, ctx.tenantId),
    suspended: await findSuspended(reader, ctx, email),
  }))
  if (suspended) return applyChange(ctx, suspended, { active: true, ...input })
  const { id } = await createUser(ctx, {
    name: input.name ?? email.slice(0, email.lastIndexOf('@')),
    email,
    role: input.role ?? sso?.defaultRole ?? 'user',
    send_invitation: sso === null && input.active !== false,
    ...(input.locale && { locale: input.locale }),
  })
  const user = await read(ctx, (reader) => findUser(reader, ctx, String(id)))
  const { active, externalId } = input
  return applyChange(ctx, user, {
    ...(active !== undefined && { active }),
    ...(externalId !== undefined && { externalId }),
  })
}

export async function replaceUser(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  const user = await read(ctx, (reader) => findUser(reader, ctx, id))
  return applyChange(ctx, user, parseUser(body, user.name))
}

export async function patchUser(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  const user = await read(ctx, (reader) => findUser(reader, ctx, id))
  return applyChange(ctx, user, readChanges(parsePatch(body), user.name))
}

/** Deletes the user for good: unlike a suspended one, the directory does not find them again. */
export async function removeUser(ctx: Ctx, id: string): Promise<void> {
  authorize(ctx, 'user.manage')
  const user = await read(ctx, (reader) => findUser(reader, ctx, id))
  if (user.deletedAt === null) return deleteUser(ctx, user.id)
  await write(ctx, (tx) =>
    tx
      .update(users)
      .set({ suspendedEmail: null, externalId: null })
      .where(and(whereInDirectory(ctx), eq(users.id, user.id))),
  )
}

/** The user of the directory. @throws AppError `not_found` */
export async function findUser(reader: Reader, ctx: Ctx, id: string): Promise<DirectoryUser> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  const [row] = await reader
    .select()
    .from(users)
    .where(and(whereInDirectory(ctx), eq(users.id, Number(id))))
  if (!row) throw notFound()
  return row
}

async function findSuspended(reader: Reader, ctx: Ctx, email: string): Promise<DirectoryUser | undefined> {
  const [row] = await reader
    .select()
    .from(users)
    .where(and(whereInDirectory(ctx), eq(users.suspendedEmail, email)))
    .orderBy(asc(users.id))
  return row
}

/** Brings a user back first, and suspends last, so that all other changes are those of an active user. */
async function applyChange(ctx: Ctx, user: DirectoryUser, { active, externalId, ...change }: UserInput) {
  const { id } = user
  const wasActive = user.deletedAt === null
  if (externalId !== undefined && externalId !== user.externalId)
    await write(ctx, (tx) =>
      tx
        .update(users)
        .set({ externalId, updatedAt: ctx.now })
        .where(and(whereInDirectory(ctx), eq(users.id, id))),
    )
  if (active === true && !wasActive) await restoreUser(ctx, id)
  if (hasChanges(user, change)) {
    const { email: _, ...others } = change
    if (wasActive || active === true) await updateUser(ctx, id, change)
    else await updateSuspendedUser(ctx, id, others)
  }
  if (active === false && wasActive) await deleteUser(ctx, id, null, true)
  return presentUser(await read(ctx, (reader) => findUser(reader, ctx, String(id))))
}

/** A directory sends whole users again and again: what is so already needs no rights and no event. */
function hasChanges(user: DirectoryUser, { email, name, locale, role }: UserInput): boolean {
  const current = user.email ?? user.suspendedEmail
  return (
    (email !== undefined && email !== current) ||
    (name !== undefined && name !== user.name) ||
    (locale !== undefined && locale !== user.locale) ||
    (role !== undefined && role !== user.role)
  )
}

function whereFilter(attribute: string, value: string): SQL | undefined {
  if (attribute === 'username' || attribute === 'emails.value' || attribute === 'emails')
    return sql`coalesce(${users.email}, ${users.suspendedEmail}) = ${value.toLowerCase()}`
  if (attribute === 'externalid') return eq(users.externalId, value)
  if (attribute === 'displayname') return eq(users.name, value)
  if (attribute === 'id') return sql`${users.id}::text = ${value}`
  if (attribute === 'active') return value === 'true' ? isNull(users.deletedAt) : isNotNull(users.deletedAt)
  throw scimError('invalidFilter', `Users cannot be filtered by ${attribute}.`)
}
