import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, notFound } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'

/** Revokes a key: its next request is refused. A test key cannot revoke a live one. Also while the tenant is suspended. */
export async function deleteApiKey(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'api_key.delete')
  await write(ctx, async (tx) => {
    const [deleted] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name, testMode: apiKeys.testMode })
    if (!deleted) throw notFound()
    const isTestKey = ctx.testMode && ctx.actor.type === 'api_key'
    if (isTestKey && !deleted.testMode) throw forbidden(errorText('api.testKeyRevokesTestKeysOnly'))
    const data = { name: deleted.name, test_mode: deleted.testMode }
    await record(tx, ctx, { type: 'api_key.deleted', subject: { apiKey: id }, data })
  })
}
