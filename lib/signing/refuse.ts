import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { markRefused } from '#lib/processes/transitions'
import { loadCeremony, lockCeremony } from './load.ts'
import { presentState } from './present.ts'
import { assertTurn, requireOtp } from './rules.ts'
import type { SigningState } from './schema.ts'

/** The signer refuses, with a reason: the process ends. */
export function refuseSigning(ctx: Ctx, { reason }: { reason: string }): Promise<SigningState> {
  return write(ctx, async (tx) => {
    const ceremony = await lockCeremony(tx, ctx)
    const { process, signer } = ceremony
    assertTurn('refuse', ceremony, ctx.now)
    requireOtp(ceremony)
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
      throw invalidState('It is not this signer’s turn.', signer.status)
    }
    return presentState(await loadCeremony(tx, ctx))
  })
}
