import { type SQL, sql } from 'drizzle-orm'
import { webhooks } from './schema/webhooks.ts'

/** SQL: whether the tenant has an active webhook. */
export function hasActiveWebhook(tenantId: number): SQL<boolean> {
  return sql<boolean>`exists (select from ${webhooks} where ${webhooks.tenantId} = ${tenantId} and ${webhooks.active})`
}

/** SQL: whether the tenant has an active webhook that has subscribed to `event`. */
export function hasWebhookFor(tenantId: number, event: string): SQL<boolean> {
  return sql<boolean>`exists (select from ${webhooks}
    where ${webhooks.tenantId} = ${tenantId} and ${webhooks.active} and ${event} = any(${webhooks.events}))`
}
