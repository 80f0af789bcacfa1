import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import type { SsoRow } from './providers.ts'

type Trust = Pick<SsoRow, 'protocol' | 'issuer' | 'certificates' | 'trustsSecondFactor'>

/** Ends links of the tenant's users to accounts at providers: all, or those of a condition. @returns how many there were */
export async function deleteLinks(tx: Tx, ctx: Ctx, condition?: SQL): Promise<number> {
  const links = await tx
    .delete(userIdentities)
    .where(and(eq(userIdentities.tenantId, ctx.tenantId), condition))
    .returning({
      user_id: userIdentities.userId,
      issuer: userIdentities.issuer,
      subject: userIdentities.subject,
    })
  for (const data of links)
    await record(tx, ctx, { type: 'user.identity_unlinked', subject: { user: data.user_id }, data })
  return links.length
}

/**
 * Ends the links of other administrators to accounts at the tenant's SAML provider, where other keys than before may
 * sign for these accounts, or stand for the second factor: they link again by the password. At an OpenID provider the
 * issuer signs, and another issuer has other accounts.
 */
export async function unlinkAdministrators(
  tx: Tx,
  ctx: Ctx,
  before: Trust | null,
  after: Trust,
): Promise<void> {
  if (after.protocol !== 'saml') return
  const isSame = before?.protocol === 'saml' && before.issuer === after.issuer
  const trusts = (pem: string) => isSame && before.certificates?.includes(pem)
  const trustsFactor = isSame && before.trustsSecondFactor
  if (after.certificates?.every(trusts) && (trustsFactor || !after.trustsSecondFactor)) return
  const others = tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.tenantId, ctx.tenantId),
        or(eq(users.role, 'tenant_admin'), eq(users.operator, true)),
        ne(users.id, getActingUser(ctx)?.id ?? 0),
      ),
    )
  await deleteLinks(tx, ctx, and(eq(userIdentities.source, 'saml'), inArray(userIdentities.userId, others)))
}
