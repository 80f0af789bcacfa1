import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { isSigning } from '#lib/processes/rules'
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
      const { id, name, email } = signer
      await record(tx, asSigner(ctx, signer), {
        type: 'signature.refused',
        subject: { process: process.id },
        data: { process_id: process.id, signer_id: id, name, email, reason, test_mode: process.testMode },
      })
    }
    const ids = refusing.map(({ id }) => id)
    if (!(await markRefused(tx, ctx, process, ids, reason))) {
      throw invalidState(errorText('refusals.notSignerTurn'), session.signer.status)
    }
    return presentState(await loadSigningSession(tx, ctx))
  })
}
