import { write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { forbidden, invalidState } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { endOwnLogin } from '#lib/identity/sessions/logout'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { loadWholeProcess, lockProcess } from '#lib/processes/load'
import { processCan } from '#lib/processes/rules'
import { listInPerson } from './candidates.ts'
import { IN_PERSON_SECONDS, writeInPersonSession } from './in-person-session.ts'
import type { InPersonRecord } from './schema.ts'

/**
 * Begins signing in person: the caller, as host, hands the device to one signer after the other. The login of the
 * caller ends, so that no signer gets into the dashboard.
 * @throws AppError `invalid_state` if nobody can sign in person any more
 */
export function startInPerson(ctx: Ctx, processId: number): Promise<InPersonRecord> {
  authorize(ctx, 'process.host')
  const { actor, tenantId, testMode } = ctx
  if (actor.type !== 'user') throw forbidden()
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    assertAllowed(processCan.sign(process), process)
    const { signers } = await loadWholeProcess(tx, ctx, process)
    if (listInPerson(process, signers).length === 0)
      throw invalidState(errorText('refusals.nobodySignsInPerson'), process.status)
    await endOwnLogin(tx, ctx)
    const expiresAt = addSeconds(ctx.now, IN_PERSON_SECONDS)
    const session = writeInPersonSession({ tenantId, testMode, processId, hostId: actor.id }, expiresAt)
    return { url: `${env().appUrl}/sign/in-person/${session}`, expires_at: expiresAt.toISOString() }
  })
}
