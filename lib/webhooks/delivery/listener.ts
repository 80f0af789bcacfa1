import { and, asc, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import type { Tx } from '#db/tenancy/tenant'
import type { Listener } from '#lib/audit/announce'
import { eventTypes } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import { isFuture } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { hasAuditGroup } from '../audit-group.ts'
import type { WebhookRow } from '../present.ts'
import { isSubscribed, isWebhookEvent } from '../rules.ts'
import { makeAuditPayload, makePayload } from './payload.ts'
import { enqueueDeliveryRun } from './queue.ts'

/** Before every event. */
const ALWAYS = new Date(0)

/**
 * Creates a message for every webhook of the same mode (live or test) that is subscribed to events. A live webhook gets
 * the audit log of both modes, as `GET /audit-events` has it.
 */
export const webhookListener: Listener = {
  name: 'webhooks',
  eventTypes,
  async handle(tx, ctx, events) {
    const active = events.length > 0 ? await lockActiveWebhooks(tx, ctx) : []
    const withMessages = new Set<number>()
    for (const event of events) {
      const testMode = event.data.test_mode === true
      const concerned = active.filter(({ activeSince }) => activeSince <= event.occurredAt)
      for (const { id } of await createMessages(tx, ctx, concerned, event, testMode)) withMessages.add(id)
    }
    for (const webhookId of withMessages) await enqueueDeliveryRun(tx, { tenantId: ctx.tenantId, webhookId })
  },
}

/**
 * Creates the messages of an event: of its own type, and as one of the audit log.
 * @returns the webhooks of the messages
 */
async function createMessages(
  tx: Tx,
  ctx: Ctx,
  webhookRows: WebhookRow[],
  event: RecordedEvent,
  testMode: boolean,
): Promise<WebhookRow[]> {
  const subscribed = isWebhookEvent(event.type)
    ? webhookRows.filter((row) => row.testMode === testMode && isSubscribed(row.events, event.type))
    : []
  if (subscribed.length > 0) {
    const body = makePayload(event, { testMode, externalId: await findExternalId(tx, ctx, event) })
    for (const webhook of subscribed) await createMessage(tx, ctx, webhook, event, { type: event.type, body })
  }
  const auditing = webhookRows.filter(
    ({ events, auditSince, testMode: isTest }) =>
      hasAuditGroup(events) && auditSince !== null && auditSince <= event.occurredAt && (testMode || !isTest),
  )
  if (auditing.length > 0) {
    const message = makeAuditPayload(event, testMode)
    for (const webhook of auditing) await createMessage(tx, ctx, webhook, event, message)
  }
  return [...subscribed, ...auditing]
}

/** Locked, so that none is disabled before its message is written. */
async function lockActiveWebhooks(tx: Tx, ctx: Ctx): Promise<WebhookRow[]> {
  const rows = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.tenantId, ctx.tenantId), eq(webhooks.active, true)))
    .orderBy(asc(webhooks.id))
    .for('share')
  const locked: WebhookRow[] = []
  for (const row of rows) locked.push(await setActivationBack(tx, ctx, row))
  return locked
}

/**
 * A webhook whose activation is in the future was activated before the clock of the database was set back: the events that
 * are announced from now on are of after that, whatever their time.
 */
async function setActivationBack(tx: Tx, { tenantId, now }: Ctx, row: WebhookRow): Promise<WebhookRow> {
  const { id, activeSince, auditSince } = row
  const isAhead = (since: Date | null) => since !== null && isFuture(since, now)
  if (!isAhead(activeSince) && !isAhead(auditSince)) return row
  const since = {
    activeSince: isAhead(activeSince) ? ALWAYS : activeSince,
    auditSince: isAhead(auditSince) ? ALWAYS : auditSince,
  }
  const isRow = and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id))
  await tx.update(webhooks).set(since).where(isRow)
  return { ...row, ...since }
}

async function createMessage(
  tx: Tx,
  ctx: Ctx,
  webhook: WebhookRow,
  event: RecordedEvent,
  { type, body }: { type: string; body: string },
): Promise<void> {
  const { tenantId } = ctx
  const [message] = await tx
    .insert(webhookMessages)
    .values({
      tenantId,
      webhookId: webhook.id,
      eventId: event.id,
      messageId: makeMessageId(tenantId, webhook.id, event, type),
      chain: event.chain,
      seq: event.seq,
      event: type,
      body,
      createdAt: ctx.now,
    })
    .returning({ id: webhookMessages.id })
  await tx.insert(webhookLogs).values({
    tenantId,
    webhookId: webhook.id,
    messageRowId: message!.id,
    url: webhook.url,
    attempt: 1,
    dueAt: ctx.now,
    createdAt: ctx.now,
  })
}

/**
 * The header `webhook-id`: the same in every attempt, and of no other event. The id of an event may be that of another one
 * which was recorded before a backup was restored; its hash is not.
 */
function makeMessageId(tenantId: number, webhookId: number, event: RecordedEvent, type: string): string {
  const kind = type === event.type ? 'webhook' : 'audit'
  return `msg_${sha256Hex(`${kind} ${tenantId} ${webhookId} ${event.hash}`).slice(0, 32)}`
}

async function findExternalId(tx: Tx, ctx: Ctx, { data }: RecordedEvent): Promise<string | null> {
  const [process] = await tx
    .select({ externalId: processes.externalId })
    .from(processes)
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, Number(data.process_id ?? 0))))
  return process?.externalId ?? null
}
