import { and, eq } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import type { Role } from '#lib/core/roles'
import { authorize } from '#lib/policy'
import { hashForAddress } from '../account/internal/accounts.ts'
import { signUpErrors } from '../account/internal/sign-up-errors.ts'
import { presentUser, type UserRow } from '../present.ts'
import { emailTaken } from '../refusals.ts'
import type { NewUser, UserRecord } from '../schema.ts'
import { assertCanSignIn } from '../sso/enforced.ts'
import { requireCanAssignRole } from './internal/managed-roles.ts'
import { findSuspended, invite, lockUsers, whereActiveUser } from './internal/users.ts'
import { changeSuspendedUser, restoreUser } from './suspended-users.ts'

interface Profile {
  name: string
  email: string
  role: Role
  locale: string
  passwordHash?: string | null
  externalId?: string | null
}

/**
 * Creates a user of the tenant, with a password or an invitation to choose one. A user whom the directory has suspended
 * under this address comes back, with the name and role of `input`.
 */
export async function createUser(ctx: Ctx, input: NewUser): Promise<UserRecord> {
  authorize(ctx, 'user.invite')
  authorizeRole(ctx, input.role)
  const { name, email, role, locale } = input
  throwIfInvalid(await findNewUserErrors(ctx, input))
  const passwordHash = input.password ? await hashForAddress(email, input.password) : null
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const suspended = await findSuspended(tx, ctx, email)
    if (suspended) await changeSuspendedUser(tx, ctx, suspended.id, { name, role, locale })
    const row = suspended
      ? await restoreUser(tx, ctx, suspended.id, passwordHash)
      : await insertUser(tx, ctx, { name, email, role, passwordHash, locale: locale ?? ctx.locale })
    await assertCanSignIn(tx, row)
    return presentUser(tx, ctx, input.send_invitation ? await invite(tx, ctx, row) : row)
  })
}

/** Creates a user within a transaction, without an invitation; call `lockUsers` before. */
export async function insertUser(tx: Tx, ctx: Ctx, profile: Profile): Promise<UserRow> {
  authorize(ctx, 'user.invite')
  const { name, email, role } = profile
  authorizeRole(ctx, role)
  const [row] = await tx
    .insert(users)
    .values({ tenantId: ctx.tenantId, ...profile, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing({ target: [users.tenantId, users.email] })
    .returning()
  if (!row) throw emailTaken()
  const data = { user_id: row.id, name, email, role }
  await record(tx, ctx, { type: 'user.created', subject: { user: row.id }, data })
  return row
}

function authorizeRole(ctx: Ctx, role: Role): void {
  requireCanAssignRole(ctx, role)
  if (role === 'tenant_admin') authorize(ctx, 'user.change_role')
}

/** Errors of a new user: an email in use in this tenant (not revealing other tenants), or a weak password. */
async function findNewUserErrors(ctx: Ctx, { name, email, password }: NewUser): Promise<FieldErrors> {
  const { tenant, isEmailTaken } = await read(ctx, async (reader) => {
    const [tenant] = await reader
      .select({ name: tenants.name })
      .from(tenants)
      .where(eq(tenants.id, ctx.tenantId))
    const count = await reader.$count(users, and(whereActiveUser(ctx), eq(users.email, email)))
    return { tenant, isEmailTaken: count > 0 }
  })
  return signUpErrors({ name, email, password, tenant_name: tenant?.name }, isEmailTaken)
}
