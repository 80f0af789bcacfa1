import { type SQL, sql } from 'drizzle-orm'
import { webhooks } from './schema/webhooks.ts'

/** SQL: whether the tenant has an active webhook. */
export function hasActiveWebhook(tenantId: number): SQL {
  return sql`exists (select from ${webhooks} where ${webhooks.tenantId} = ${tenantId} and ${webhooks.active})`
}
