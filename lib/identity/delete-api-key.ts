import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/** Ends a key for good: its next request is refused. */
export async function deleteApiKey(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'api_key.manage')
  await write(ctx, async (tx) => {
    const [gone] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.id, id)))
      .returning({ name: apiKeys.name })
    if (!gone) throw notFound()
    await record(tx, ctx, { type: 'api_key.deleted', subject: { apiKey: id }, data: { name: gone.name } })
  })
}
