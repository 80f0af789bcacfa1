import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { isSigning } from '#lib/processes/rules'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import { markRefused } from '#lib/processes/transitions'
import { asSigner, loadSigningSession, lockSigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertTurn, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/** The person of a link refuses for all its signers, with a reason: the process ends. */
export function refuseSigning(ctx: Ctx, { reason }: { reason: string }): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process } = session
    assertTurn('refuse', session, ctx.now)
    requireOtp(session)
    const refusing = session.sharers.filter(isSigning)
    for (const signer of refusing) {
      const data = { ...namedSigner(signer), reason }
      await recordOfProcess(tx, asSigner(ctx, signer), process, 'signature.refused', data)
    }
    const ids = refusing.map(({ id }) => id)
    if (!(await markRefused(tx, ctx, process, ids, reason))) {
      throw invalidState(errorText('refusals.notSignerTurn'), session.signer.status)
    }
    return presentState(await loadSigningSession(tx, ctx))
  })
}
