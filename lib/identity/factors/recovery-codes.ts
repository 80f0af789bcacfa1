import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { getFactorOwner, lockFactorOwner, requireConfirmedFactor } from './internal/owner.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './internal/recovery-codes.ts'
import type { NewRecoveryCodesRecord, RecoveryCodesRecord } from './schema.ts'

/** How many recovery codes the user has left. */
export async function getRecoveryCodes(ctx: Ctx): Promise<RecoveryCodesRecord> {
  authorize(ctx, 'factor.read')
  return { remaining: await read(ctx, (reader) => countRecoveryCodes(reader, getFactorOwner(ctx))) }
}

/** Creates new recovery codes; the earlier ones stop working. */
export async function createRecoveryCodes(ctx: Ctx): Promise<NewRecoveryCodesRecord> {
  authorize(ctx, 'factor.change')
  const { tenantId, userId } = getFactorOwner(ctx)
  return write(ctx, async (tx) => {
    const user = await lockFactorOwner(tx, ctx)
    if (!user.secondFactor) throw invalidState(errorText('refusals.recoveryCodesNeedFactor'), 'none')
    await requireConfirmedFactor(tx, ctx, user)
    const codes = await replaceRecoveryCodes(tx, { tenantId, userId }, ctx.now)
    const data = { user_id: userId }
    await record(tx, ctx, { type: 'user.recovery_codes_created', subject: { user: userId }, data })
    return { codes }
  })
}
