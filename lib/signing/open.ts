import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { markViewed } from '#lib/processes/transitions'
import { loadSigningSession, lockSigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertCanView, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/** The pages were shown to the signer; repeating it changes nothing. */
export function openSigning(ctx: Ctx): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    assertCanView(session, ctx.now)
    requireOtp(session)
    await markViewed(tx, ctx, process, signer)
    return presentState(await loadSigningSession(tx, ctx))
  })
}
