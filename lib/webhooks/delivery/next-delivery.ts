import { and, asc, eq, gt, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import { type Reader, read } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { MAX_BACKOFF_SECONDS } from '../rules.ts'
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

function isOutsideBackoff(now: Date) {
  const { backoffUntil } = webhooks
  // A later end is of before the clock of the database was set back.
  const latestEnd = addSeconds(now, MAX_BACKOFF_SECONDS)
  return or(isNull(backoffUntil), lte(backoffUntil, now), gt(backoffUntil, latestEnd))
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
      .where(
        and(
          eq(webhookLogs.tenantId, tenantId),
          eq(webhookLogs.webhookId, webhookId),
          eq(webhookLogs.status, 'pending'),
          lte(webhookLogs.dueAt, now),
          or(
            eq(webhookLogs.manual, true),
            and(
              eq(webhooks.active, true),
              isOutsideBackoff(now),
              notExists(selectEarlier(reader, webhookId)),
            ),
          ),
        ),
      )
      .orderBy(asc(webhookLogs.dueAt), asc(webhookLogs.id))
      .limit(1),
  )
  return delivery ?? null
}
