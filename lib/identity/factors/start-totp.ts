import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { totpSecrets } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { encrypt } from '#lib/core/secretbox'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findTotp } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner } from './internal/owner.ts'
import { TOTP_PURPOSE } from './internal/proofs.ts'
import { base32, newTotpSecret, otpauthUrl } from './internal/totp.ts'
import type { TotpSetupRecord } from './schema.ts'

/** Creates a secret for an authenticator app; it is a second factor once a first code confirms it. */
export async function startTotp(ctx: Ctx): Promise<TotpSetupRecord> {
  authorize(ctx, 'factor.change')
  const { tenantId, userId } = getFactorOwner(ctx)
  const secret = newTotpSecret()
  return write(ctx, async (tx) => {
    const user = await lockFactorOwner(tx, ctx)
    if ((await findTotp(tx, { tenantId, userId }))?.confirmedAt)
      throw invalidState(errorText('refusals.totpAlreadySetUp'), 'active')
    const row = { secret: encrypt(TOTP_PURPOSE, secret, `user ${userId}`), createdAt: ctx.now }
    await tx
      .insert(totpSecrets)
      .values({ tenantId, userId, ...row })
      .onConflictDoUpdate({ target: totpSecrets.userId, set: row })
    const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
    return { secret: base32(secret), otpauth_url: otpauthUrl(secret, `${user.email} (${tenant!.name})`) }
  })
}
