import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { endSessionFamily, lockSessionFamily } from './internal/sessions.ts'

/** Ends the login of the credential, with all tokens derived from it. */
export async function logout(ctx: Ctx): Promise<{ message: string }> {
  authorize(ctx, 'session.end')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  await write(ctx, async (tx) => {
    const [session] = await tx
      .select({ family: sessions.family })
      .from(sessions)
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, actor.sessionId)))
    if (!session) return
    await lockSessionFamily(tx, session.family)
    await endSessionFamily(tx, tenantId, session.family, ctx.now)
    await record(tx, ctx, { type: 'user.signed_out', subject: { user: actor.id } })
  })
  return { message: 'Signed out.' }
}
