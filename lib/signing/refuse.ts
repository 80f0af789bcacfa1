import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { markRefused } from '#lib/processes/transitions'
import { loadSigningSession, lockSigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertTurn, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/** The signer refuses, with a reason: the process ends. */
export function refuseSigning(ctx: Ctx, { reason }: { reason: string }): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    assertTurn('refuse', session, ctx.now)
    requireOtp(session)
    const { name, email } = signer
    await record(tx, ctx, {
      type: 'signature.refused',
      subject: { process: process.id },
      data: {
        process_id: process.id,
        signer_id: signer.id,
        name,
        email,
        reason,
        test_mode: process.testMode,
      },
    })
    if (!(await markRefused(tx, ctx, process, signer.id, reason))) {
      throw invalidState(errorText('refusals.notSignerTurn'), signer.status)
    }
    return presentState(await loadSigningSession(tx, ctx))
  })
}
