import type { Tx } from '#db/tenancy/tenant'
import { enqueue } from '#lib/jobs/enqueue'
import { type EventType, getPriority } from './events.ts'

/** Its jobs dispatch events to the listeners; nothing else does. */
export const ANNOUNCE_QUEUE = 'audit.announce'

/** The data of such a job: the last of the events to dispatch, and their types. */
export interface Announcement {
  tenantId: number
  chain: string
  seq: number
  types: EventType[]
}

/** Enqueues the job that dispatches events to the listeners; none without events that someone handles. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  const { types } = announcement
  if (types.length === 0) return
  const priority = types.map(getPriority).reduce((a, b) => (a > b ? a : b))
  await enqueue(tx, ANNOUNCE_QUEUE, announcement, { priority })
}
