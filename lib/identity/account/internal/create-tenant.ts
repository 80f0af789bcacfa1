import { eq, sql } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { createTenantAtomically, findAccounts } from '#db/tenancy/cross-tenant'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { recordConfirmation } from '#lib/identity/links/internal/confirmation'
import { newAddressChange } from '#lib/identity/links/link-tokens'
import { emailTaken } from '#lib/identity/refusals'
import { SELF_HOSTED_PLAN } from '#lib/identity/rules'
import type { SignUp } from '#lib/identity/schema'
import { hashForAddress } from './accounts.ts'

interface TenantSetup<T> {
  /** Whether the email must still be confirmed by a link; until then, other accounts may have it, too. */
  unconfirmed: boolean
  /** Further work in the same transaction, such as creating a session. */
  inTransaction: (tx: Tx, owner: { tenantId: number; userId: number }) => Promise<T>
}

interface CreatedTenant<T> {
  user: { id: number; name: string; email: string }
  /** The result of `inTransaction`. */
  result: T
}

/** Creates a tenant with its first `tenant_admin`. */
export async function createTenant<T>(
  requestMeta: RequestMeta,
  input: SignUp,
  { unconfirmed, inTransaction }: TenantSetup<T>,
): Promise<CreatedTenant<T>> {
  const { tenant_name, name, email, password } = input
  const passwordHash = await hashForAddress(email, password)
  const { subscriptionType, bytesLimit, ...quotas } = SELF_HOSTED_PLAN
  const tenant = { ...quotas, name: tenant_name, at: requestMeta.now, claim: requestMeta.claim }
  return createTenantAtomically(tenant, async (tx, tenantId) => {
    if (!unconfirmed) await lockAddress(tx, email)
    await tx
      .update(tenants)
      .set({ subscriptionType, bytesLimit, locale: requestMeta.locale, unconfirmed })
      .where(eq(tenants.id, tenantId))
    const [user] = await tx
      .insert(users)
      .values({
        tenantId,
        name,
        email,
        ...(unconfirmed ? newAddressChange(email, requestMeta.now) : { emailConfirmedAt: requestMeta.now }),
        passwordHash,
        role: 'tenant_admin',
        locale: requestMeta.locale,
        lastLoginAt: requestMeta.now,
        createdAt: requestMeta.now,
        updatedAt: requestMeta.now,
      })
      .returning({ id: users.id })
    const person = { id: user!.id, name, email }
    const actor = {
      type: 'user' as const,
      ...person,
      role: 'tenant_admin' as const,
      sessionId: 0,
      authenticatedAt: requestMeta.now,
    }
    const ctx: Ctx = { ...requestMeta, tenantId, actor, testMode: false }
    await record(tx, ctx, {
      type: 'tenant.created',
      subject: { tenant: tenantId },
      data: { name: tenant_name },
    })
    await record(tx, ctx, { type: 'user.created', subject: { user: user!.id }, data: { name, email } })
    if (unconfirmed) await recordConfirmation(tx, ctx, person)
    const result = await inTransaction(tx, { tenantId, userId: user!.id })
    return { user: person, result }
  })
}

/**
 * Whether an account has confirmed this email. Unconfirmed accounts, such as those that an administrator of another
 * tenant created, do not block a sign-up.
 */
export async function isConfirmedElsewhere(email: string): Promise<boolean> {
  return (await findAccounts(email)).some((account) => account.confirmed)
}

/** Serializes sign-ups with the same email, so that the second sees the first; 8 separates these locks from others. */
async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 8))`)
  const [existing] = await tx.execute(sql`select id from cross_tenant_find_users(${email}) where confirmed`)
  if (existing) throw emailTaken()
}
