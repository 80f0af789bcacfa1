import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/** Ends a key for good: its next request is refused. A test key ends no live one. */
export async function deleteApiKey(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'api_key.manage')
  await write(ctx, async (tx) => {
    const [deleted] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name, testMode: apiKeys.testMode })
    if (!deleted) throw notFound()
    const bound = ctx.testMode && ctx.actor.type === 'api_key'
    if (bound && !deleted.testMode) throw forbidden('A test key can only end test keys.')
    await record(tx, ctx, { type: 'api_key.deleted', subject: { apiKey: id }, data: { name: deleted.name } })
  })
}
