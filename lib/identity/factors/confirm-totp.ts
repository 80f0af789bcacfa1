import { and, eq } from 'drizzle-orm'
import { totpSecrets } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState } from '#lib/core/errors'
import { decrypt } from '#lib/core/secretbox'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { countFactorAttempt } from '../sessions/internal/login-limits.ts'
import { factorAdded, findTotp } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner, requireConfirmedFactor } from './internal/owner.ts'
import { TOTP_PURPOSE } from './internal/proofs.ts'
import { findMatchingStep } from './internal/totp.ts'
import { presentTotp } from './present.ts'
import type { ConfirmedTotpRecord } from './schema.ts'

/** Confirms an authenticator app by its first code: from now on it is a second factor. */
export async function confirmTotp(ctx: Ctx, { code }: { code: string }): Promise<ConfirmedTotpRecord> {
  authorize(ctx, 'factor.change')
  const { tenantId, userId } = getFactorOwner(ctx)
  const attempt = await countFactorAttempt(userId)
  const confirmed = await write(ctx, async (tx) => {
    const user = await lockFactorOwner(tx, ctx)
    await requireConfirmedFactor(tx, ctx, user)
    const row = await findTotp(tx, { tenantId, userId })
    if (!row) throw invalidState(errorText('api.totpNotStarted'), 'none')
    if (row.confirmedAt) throw invalidState(errorText('refusals.totpAlreadyConfirmed'), 'active')
    const lastStep = findMatchingStep(
      decrypt(TOTP_PURPOSE, row.secret, `user ${userId}`),
      code,
      ctx.now,
      null,
    )
    if (lastStep === null) throw new AppError('invalid_code', errorText('refusals.incorrectCodeOrClock'))
    await tx
      .update(totpSecrets)
      .set({ confirmedAt: ctx.now, lastStep })
      .where(and(eq(totpSecrets.tenantId, tenantId), eq(totpSecrets.userId, userId)))
    const recovery_codes = await factorAdded(tx, ctx, user, { factor: 'totp' })
    return { ...presentTotp({ confirmedAt: ctx.now }), recovery_codes }
  })
  await attempt.succeeded()
  return confirmed
}
