import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { markViewed } from '#lib/processes/transitions'
import { asSigner, loadSigningSession, lockSigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertCanView, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/** The pages were shown to the signer; repeating it changes nothing. */
export function openSigning(ctx: Ctx): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    assertCanView(session, ctx.now)
    requireOtp(session)
    for (const signer of session.sharers) await markViewed(tx, asSigner(ctx, signer), session.process, signer)
    return presentState(await loadSigningSession(tx, ctx))
  })
}
