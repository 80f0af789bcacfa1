import { and, asc, eq, isNull } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { findAccounts } from '#db/tenancy/cross-tenant'
import { type Reader, read, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { canonicalEmail } from '#lib/core/email/canonical-email'
import { resetFactors } from '#lib/identity/factors/reset-factors'
import { makeResetLink, sendReset } from '#lib/identity/passwords/send-reset'
import type { UserRow } from '#lib/identity/present'
import { userStatus } from '#lib/identity/rules'
import type { UserRecord } from '#lib/identity/schema'
import { unlinkUser } from '#lib/identity/sso/unlink-user'
import { setOperator } from '#lib/identity/users/operator'
import { findInTenants, makeOperatorCtx, refusal } from './context.ts'
import { findTenant } from './tenants.ts'

/** A user as an operator sees it. */
type UserSummary = Pick<
  UserRecord,
  'id' | 'name' | 'email' | 'role' | 'status' | 'second_factor' | 'last_login_at'
>

/** The users of a tenant, oldest first. @throws AppError when there is no such tenant */
export async function listUsersOf(tenantId: number): Promise<UserSummary[]> {
  await findTenant(tenantId)
  const rows = await read({ tenantId }, (reader) =>
    reader
      .select()
      .from(users)
      .where(and(eq(users.tenantId, tenantId), isNull(users.deletedAt)))
      .orderBy(asc(users.id)),
  )
  return rows.map(toSummary)
}

/** Emails a user a link to choose a password; an invited one is invited again. @returns the address */
export async function resetUser(idOrEmail: string): Promise<{ id: number; email: string }> {
  const { ctx, user } = await findUser(idOrEmail)
  await sendReset(ctx, user.id)
  return { id: user.id, email: user.email ?? '' }
}

/** Like `resetUser`, without an email: the link is for the operator to pass on, and the audit log says so. */
export async function makeUserLink(idOrEmail: string): Promise<{ id: number; email: string; link: string }> {
  const { ctx, user } = await findUser(idOrEmail)
  return { id: user.id, email: user.email ?? '', link: await makeResetLink(ctx, user.id) }
}

/** Removes the second factors of a user who has lost them. @throws AppError when there is none */
export async function removeSecondFactor(idOrEmail: string): Promise<{ id: number; email: string }> {
  const { ctx, user } = await findUser(idOrEmail)
  if (!user.secondFactor) throw refusal(`User ${user.id} has no second factor.`)
  await resetFactors(ctx, user.id)
  return { id: user.id, email: user.email ?? '' }
}

/**
 * Ends the links of a user to accounts at identity providers; the next sign-in links the user again.
 * @throws AppError when there is none
 */
export async function unlinkProviders(idOrEmail: string): Promise<{ id: number; email: string }> {
  const { ctx, user } = await findUser(idOrEmail)
  if ((await unlinkUser(ctx, user.id)) === 0)
    throw refusal(`User ${user.id} is linked to no account at an identity provider.`)
  return { id: user.id, email: user.email ?? '' }
}

/** Makes a user an administrator of the installation, or ends that. */
export async function changeOperator(
  idOrEmail: string,
  isOperator: boolean,
): Promise<{ id: number; email: string; hasSecondFactor: boolean }> {
  const { ctx, user } = await findUser(idOrEmail)
  await write(ctx, (tx) => setOperator(tx, ctx, user.id, isOperator))
  return { id: user.id, email: user.email ?? '', hasSecondFactor: user.secondFactor }
}

/**
 * The one user with this id or email address.
 * @throws AppError when there is none, or users of several tenants have the address
 */
async function findUser(idOrEmail: string): Promise<{ ctx: Ctx; user: UserRow }> {
  if (!idOrEmail.includes('@')) {
    const found = await findInTenants((reader, ctx) => selectUser(reader, ctx, Number(idOrEmail)))
    if (!found) throw refusal(`There is no user ${idOrEmail}.`)
    return { ctx: found.ctx, user: found.found }
  }
  const accounts = await findAccounts((canonicalEmail(idOrEmail) ?? idOrEmail).toLowerCase())
  const [account, ...others] = accounts
  if (!account) throw refusal(`There is no user with the address ${idOrEmail}.`)
  if (others.length > 0) {
    const list = accounts.map(({ id, tenantId }) => `${id} (organisation ${tenantId})`).join(', ')
    throw refusal(`Several users have the address ${idOrEmail}. Name one by its id: ${list}.`)
  }
  const ctx = makeOperatorCtx(account.tenantId)
  const user = await read(ctx, (reader) => selectUser(reader, ctx, account.id))
  if (!user) throw refusal(`There is no user with the address ${idOrEmail}.`)
  return { ctx, user }
}

async function selectUser(reader: Reader, { tenantId }: Ctx, id: number): Promise<UserRow | undefined> {
  const [user] = await reader
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, id), isNull(users.deletedAt)))
  return user
}

function toSummary(row: UserRow): UserSummary {
  const { id, name, role } = row
  return {
    id,
    name,
    email: row.email ?? '',
    role,
    status: userStatus(row),
    second_factor: row.secondFactor,
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
  }
}
