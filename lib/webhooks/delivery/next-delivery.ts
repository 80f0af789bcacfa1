import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import { read } from '#db/tenancy/tenant'
import type { DeliveryAttempt } from './send.ts'

const earlier = alias(webhookMessages, 'earlier')

function isOutsideBackoff(now: Date) {
  return or(isNull(webhooks.backoffUntil), lte(webhooks.backoffUntil, now))
}

/**
 * The next due delivery of a webhook. Within a chain (a process, a document) deliveries are in order: the oldest
 * undelivered one comes first, and other chains do not wait for it. Manual replays ignore this order and the backoff.
 */
export async function nextDelivery(
  tenantId: number,
  webhookId: number,
  now: Date,
): Promise<DeliveryAttempt | null> {
  const [delivery] = await read({ tenantId }, (reader) =>
    reader
      .select({ log: webhookLogs, message: webhookMessages, webhook: webhooks })
      .from(webhookLogs)
      .innerJoin(webhookMessages, eq(webhookMessages.id, webhookLogs.messageRowId))
      .innerJoin(webhooks, eq(webhooks.id, webhookLogs.webhookId))
      .leftJoin(
        earlier,
        and(
          eq(earlier.webhookId, webhookId),
          eq(earlier.chain, webhookMessages.chain),
          eq(earlier.status, 'pending'),
          lt(earlier.seq, webhookMessages.seq),
        ),
      )
      .where(
        and(
          eq(webhookLogs.tenantId, tenantId),
          eq(webhookLogs.webhookId, webhookId),
          eq(webhookLogs.status, 'pending'),
          lte(webhookLogs.dueAt, now),
          or(
            eq(webhookLogs.manual, true),
            and(eq(webhooks.active, true), isNull(earlier.id), isOutsideBackoff(now)),
          ),
        ),
      )
      .orderBy(asc(webhookLogs.dueAt), asc(webhookLogs.id))
      .limit(1),
  )
  return delivery ?? null
}
