import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'

/** Revokes all API keys that a user has created. */
export async function deleteKeys(tx: Tx, ctx: Ctx, userId: number): Promise<void> {
  const keys = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.createdBy, userId)))
    .returning({ id: apiKeys.id, name: apiKeys.name, testMode: apiKeys.testMode })
  for (const { id, name, testMode } of keys) {
    const data = { name, test_mode: testMode }
    await record(tx, ctx, { type: 'api_key.deleted', subject: { apiKey: id }, data })
  }
}
