import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { SignerRow } from '#lib/processes/present'
import { markViewed } from '#lib/processes/transitions'
import { asSigner, lockSigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertCanView, assertShown, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/**
 * The pages were shown to the signer; repeating it changes nothing.
 * @param preparation of the documents that were shown; undefined where the page does not know it
 * @throws AppError `invalid_state` with the reason `documents_changed` where they were prepared again since
 */
export function openSigning(ctx: Ctx, preparation?: number): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    assertCanView(session, ctx.now)
    requireOtp(session)
    const { process, signer, sharers } = session
    assertShown(process, signer, preparation)
    const viewed: SignerRow[] = []
    for (const sharer of sharers)
      viewed.push((await markViewed(tx, asSigner(ctx, sharer), process, sharer)) ?? sharer)
    return presentState({ process, signer: viewed[0]!, sharers: viewed })
  })
}
