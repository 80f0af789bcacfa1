import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/** Switches the session between live and test mode, from the next request on. */
export async function setTestMode(ctx: Ctx, input: { test_mode: boolean }): Promise<{ test_mode: boolean }> {
  authorize(ctx, 'session.write')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  await write(ctx, (tx) =>
    tx
      .update(sessions)
      .set({ testMode: input.test_mode })
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, actor.sessionId))),
  )
  return { test_mode: input.test_mode }
}
