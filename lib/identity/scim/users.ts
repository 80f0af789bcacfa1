import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { canonicalEmail } from '#lib/core/email/canonical-email'
import { AppError, notFound } from '#lib/core/errors'
import { domainOf } from '#lib/mail/sender'
import { authorize } from '#lib/policy'
import { isAddressPending } from '../rules.ts'
import { assertCanSignIn } from '../sso/enforced.ts'
import { findSso } from '../sso/internal/providers.ts'
import { insertUser } from '../users/create-user.ts'
import { endUser } from '../users/delete-user.ts'
import { findSuspended, invite, lockUsers } from '../users/internal/users.ts'
import {
  changeSuspendedUser,
  forgetSuspendedUser,
  keepRequestedEmail,
  restoreUser,
  whereInDirectory,
} from '../users/suspended-users.ts'
import { changeUser } from '../users/update-user.ts'
import { scimError } from './errors.ts'
import { parsePatch } from './patch.ts'
import type { ScimQuery } from './query.ts'
import { type DirectoryUser, presentList, presentUser } from './resources.ts'
import { parseUser, readChanges, type UserInput } from './user-input.ts'

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
 * Creates a user, who signs in through the provider of the organisation, or else is invited to choose a password. A user who
 * was suspended under this address comes back.
 */
export async function addUser(ctx: Ctx, body: unknown) {
  authorize(ctx, 'user.invite')
  const { active = true, ...input } = parseUser(body)
  const { email, externalId = null, locale = ctx.locale } = input
  if (!email) throw scimError('invalidValue', 'userName is missing. It is the email address of the user.')
  return changeUsers(ctx, async (tx) => {
    const suspended = await findSuspended(tx, ctx, email)
    if (suspended) return presentUser(await applyChange(tx, ctx, suspended, { active, ...input }))
    const sso = await findSso(tx, ctx.tenantId)
    const user = await insertUser(tx, ctx, {
      name: input.name ?? email.slice(0, email.lastIndexOf('@')),
      email,
      role: input.role ?? sso?.defaultRole ?? 'user',
      locale,
      externalId,
    })
    if (!active) return presentUser(await applyChange(tx, ctx, user, { active }))
    return presentUser(await welcome(tx, ctx, user))
  })
}

export async function replaceUser(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  return changeUsers(ctx, async (tx) => {
    const user = await findUser(tx, ctx, id)
    const { email, ...input } = parseUser(body)
    // A client that writes back the address it has read does not take back the one that waits for confirmation.
    const isNewEmail = email !== undefined && email !== user.email
    return presentUser(await applyChange(tx, ctx, user, isNewEmail ? { ...input, email } : input))
  })
}

export async function patchUser(ctx: Ctx, id: string, body: unknown) {
  authorize(ctx, 'user.manage')
  const changes = parsePatch(body)
  return changeUsers(ctx, async (tx) => {
    const user = await findUser(tx, ctx, id)
    return presentUser(await applyChange(tx, ctx, user, readChanges(changes, user)))
  })
}

/** Deletes the user for good: unlike a suspended one, the directory does not find them again. */
export async function removeUser(ctx: Ctx, id: string): Promise<void> {
  authorize(ctx, 'user.manage')
  await changeUsers(ctx, async (tx) => {
    const user = await findUser(tx, ctx, id)
    if (user.deletedAt !== null) return forgetSuspendedUser(tx, ctx, user.id)
    await endUser(tx, ctx, user.id, {})
    assertNotMaker(ctx, user)
  })
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

/** Changes users in one transaction: all of a request, or nothing of it. */
export function changeUsers<T>(ctx: Ctx, callback: (tx: Tx) => Promise<T>): Promise<T> {
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    return callback(tx)
  })
}

/**
 * Changes a user within `changeUsers`, then brings them back. A user is suspended first: a new address is that of the
 * return, and no active user is asked to confirm it.
 */
export async function applyChange(
  tx: Tx,
  ctx: Ctx,
  user: DirectoryUser,
  input: UserInput,
): Promise<DirectoryUser> {
  const { id } = user
  const { active, ...change } = readDifference(ctx, user, input)
  let changed = user
  if (active === false) {
    await endUser(tx, ctx, id, { isSuspended: true })
    assertNotMaker(ctx, user)
    changed = await (change.email
      ? findUser(tx, ctx, String(id))
      : keepRequestedEmail(tx, ctx, user, input.email))
  }
  const apply = changed.deletedAt === null ? changeUser : changeSuspendedUser
  if (Object.keys(change).length > 0) changed = await apply(tx, ctx, id, change)
  if (!active) return changed
  return welcome(tx, ctx, await restoreUser(tx, ctx, id))
}

/**
 * Gives a new or restored user a way in: an invitation, unless the provider of the tenant signs them in.
 */
async function welcome(tx: Tx, ctx: Ctx, user: DirectoryUser): Promise<DirectoryUser> {
  const sso = await findSso(tx, ctx.tenantId)
  if (sso?.domains.includes(domainOf(user.email ?? ''))) return user
  await assertCanSignIn(tx, user)
  return invite(tx, ctx, user)
}

/** The members that differ: a directory sends whole users again and again, which needs no rights and no event. */
function readDifference({ now }: Ctx, user: DirectoryUser, input: UserInput): UserInput {
  const { pendingEmail, addressExpiresAt, name, locale, role, externalId } = user
  // A new address counts once its owner has confirmed it or the user is suspended, and is sent by the directory until then.
  const isExpired = !isAddressPending(addressExpiresAt, now)
  const isAskedAgain = input.email === pendingEmail && isExpired && input.active !== false
  const current: Record<string, unknown> = {
    active: user.deletedAt === null,
    email: (isAskedAgain ? null : pendingEmail) ?? user.email ?? user.suspendedEmail,
    name,
    locale,
    role,
    externalId,
  }
  return Object.fromEntries(Object.entries(input).filter(([member, value]) => value !== current[member]))
}

/** The key of the directory ends with its maker: it could not bring them back. Undoes the transaction. */
function assertNotMaker(ctx: Ctx, { id }: DirectoryUser): void {
  if (getActingUser(ctx)?.id === id)
    throw new AppError(
      'invalid_state',
      'This user has made the API key of this request, which would end. Make the key as another administrator.',
    )
}

function whereFilter(attribute: string, value: string): SQL | undefined {
  if (attribute === 'username' || attribute === 'emails.value' || attribute === 'emails')
    return sql`coalesce(${users.email}, ${users.suspendedEmail}) = ${(canonicalEmail(value) ?? value).toLowerCase()}`
  if (attribute === 'externalid') return eq(users.externalId, value)
  if (attribute === 'displayname') return sql`lower(${users.name}) = lower(${value})`
  if (attribute === 'id') return sql`${users.id}::text = ${value}`
  if (attribute === 'active')
    return value.toLowerCase() === 'true' ? isNull(users.deletedAt) : isNotNull(users.deletedAt)
  throw scimError('invalidFilter', `Users cannot be filtered by ${attribute}.`)
}
