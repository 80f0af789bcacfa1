import { hasActiveWebhook } from '#db/active-webhooks'
import type { Tx } from '#db/tenancy/tenant'
import { enqueue } from '#lib/jobs/enqueue'
import { auditOnlyTypes, type EventType, getPriority, webhookOnlyTypes } from './events.ts'

/** The data of a job of the queue `audit.announce`: the last of the events to dispatch, and their types. */
export interface Announcement {
  tenantId: number
  chain: string
  seq: number
  types: EventType[]
}

/** Enqueues the job that dispatches events to the listeners; none without events that someone handles. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  const { types, tenantId } = announcement
  if (types.length === 0) return
  // A webhook that is being created gets the events after its commit.
  const isForWebhooks = types.every((type) => webhookOnlyTypes.has(type) || auditOnlyTypes.has(type))
  const onlyIf = isForWebhooks ? hasActiveWebhook(tenantId) : undefined
  const priority = types.map(getPriority).reduce((a, b) => (a > b ? a : b))
  await enqueue(tx, 'audit.announce', announcement, { priority, onlyIf })
}
