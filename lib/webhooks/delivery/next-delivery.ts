import { and, asc, eq, gt, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import { type Reader, read } from '#db/tenancy/tenant'
import { addSeconds, MAX_OFFSET_SECONDS } from '#lib/core/clock'
import { whereWebhook } from '../find.ts'
import { backoffEnd } from '../rules.ts'
import type { DeliveryAttempt } from './send.ts'

const earlier = alias(webhookMessages, 'earlier')
const earlierLog = alias(webhookLogs, 'earlier_log')

/** That a message is an undelivered one of the same chain before the message. */
function isEarlier(webhookId: number) {
  return and(
    eq(earlier.webhookId, webhookId),
    eq(earlier.chain, webhookMessages.chain),
    eq(earlier.status, 'pending'),
    lt(earlier.seq, webhookMessages.seq),
  )
}

/** The undelivered messages of the same chain before the message; a join would make a row of each. */
function selectEarlier(reader: Pick<Reader, 'select'>, webhookId: number) {
  return reader.select({ id: earlier.id }).from(earlier).where(isEarlier(webhookId))
}

/** SQL: when the first undelivered message of the same chain before the message is due; null without one. */
export function earlierDueAt(reader: Pick<Reader, 'select'>, webhookId: number): SQL<Date | null> {
  const first = reader
    .select({ dueAt: earlierLog.dueAt })
    .from(earlier)
    .innerJoin(earlierLog, and(eq(earlierLog.messageRowId, earlier.id), eq(earlierLog.status, 'pending')))
    .where(isEarlier(webhookId))
    .orderBy(asc(earlier.seq))
    .limit(1)
  return sql`(${first})`.mapWith(webhookLogs.dueAt) as SQL<Date | null>
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
  return read({ tenantId }, async (reader) => {
    const [webhook] = await reader.select().from(webhooks).where(whereWebhook({ tenantId }, webhookId))
    if (!webhook) return null
    const isWaiting = !webhook.active || backoffEnd(webhook, now) !== null
    const findFirst = async (isDue: SQL) => {
      const [first] = await reader
        .select({ log: webhookLogs, message: webhookMessages })
        .from(webhookLogs)
        .innerJoin(webhookMessages, eq(webhookMessages.id, webhookLogs.messageRowId))
        .where(
          and(
            eq(webhookLogs.tenantId, tenantId),
            eq(webhookLogs.webhookId, webhookId),
            eq(webhookLogs.status, 'pending'),
            isDue,
            or(
              eq(webhookLogs.manual, true),
              isWaiting ? undefined : notExists(selectEarlier(reader, webhookId)),
            ),
          ),
        )
        .orderBy(asc(webhookLogs.dueAt), asc(webhookLogs.id))
        .limit(1)
      return first && { ...first, webhook }
    }
    // One stored in the future is due, too: the clock of the database was set back since.
    const isFromFuture = gt(webhookLogs.createdAt, addSeconds(now, MAX_OFFSET_SECONDS))
    return (await findFirst(lte(webhookLogs.dueAt, now))) ?? (await findFirst(isFromFuture)) ?? null
  })
}
