import type { Tx } from '#db/tenancy/tenant'
import { enqueue } from '#lib/jobs/enqueue'
import { type EventType, getPriority, silentTypes } from './events.ts'

/** The data of a job of the queue `audit.announce`: the last of the events to dispatch, and their types. */
export interface Announcement {
  tenantId: number
  chain: string
  seq: number
  types: EventType[]
}

/** Enqueues the job that dispatches events to the listeners; none for events without listeners. */
export async function announce(tx: Tx, { types, ...last }: Announcement): Promise<void> {
  const handled = types.filter((type) => !silentTypes.has(type))
  if (handled.length === 0) return
  const priority = handled.map(getPriority).reduce((a, b) => (a > b ? a : b))
  await enqueue(tx, 'audit.announce', { ...last, types: handled }, { priority })
}
