import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { delegateSigner, type Successor } from '#lib/processes/signers/delegate'
import { getActingSigner, lockSigningSession } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import { limitRequests } from './limits.ts'

/**
 * The signer hands over to someone else, where the sender allows it: this link ends.
 * @throws AppError `forbidden`, `invalid_state`, `validation_error`, `rate_limited`
 */
export async function delegateSigning(ctx: Ctx, successor: Successor): Promise<{ message: string }> {
  await limitRequests('delegate', getActingSigner(ctx).tokenHash)
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    if (!process.options.allow_delegation) throw forbidden(errorText('refusals.delegationNotAllowed'))
    assertTurn('delegate', session, ctx.now)
    requireOtp(session)
    await delegateSigner(tx, ctx, process, signer, successor)
    return { message: `You have handed this over to ${successor.name}.` }
  })
}
