import { lt, sql } from 'drizzle-orm'
import { database } from '#db/client'
import { rateLimits } from '#db/schema/limits'
import { logFailure } from '#db/unavailable'
import { sha256Hex } from '#lib/core/ids'
import { onBehalfOfNobody } from '#lib/core/request'

const SYNC_MILLISECONDS = 500

export interface Allowance {
  /** Hits allowed in one window. */
  points: number
  windowSeconds: number
}

export interface Use {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number
}

interface Counter {
  /** What all processes together had counted when we last asked. */
  shared: number
  /** Hits of this process that the others do not know yet. */
  unsaid: number
  endsAt: number
}

const counters = new Map<string, Counter>()
let scheduled = false

/**
 * Counts one hit in memory, and never costs the request a query: twice a second one statement tells the other
 * processes and asks for theirs, so that several of them may together exceed a limit by what they see in half a second.
 * Without the store each process goes on counting alone.
 */
export async function consume(
  bucket: string,
  key: string,
  allowance: Allowance,
  at = Date.now(),
): Promise<Use> {
  const windowMilliseconds = allowance.windowSeconds * 1000
  const window = Math.floor(at / windowMilliseconds)
  const name = `${bucket}:${sha256Hex(key).slice(0, 32)}:${window}`
  const counter = counters.get(name) ?? { shared: 0, unsaid: 0, endsAt: (window + 1) * windowMilliseconds }
  counters.set(name, counter)
  const used = counter.shared + counter.unsaid
  const allowed = used < allowance.points
  if (allowed) counter.unsaid += 1
  schedule()
  return {
    allowed,
    limit: allowance.points,
    remaining: Math.max(0, allowance.points - counter.shared - counter.unsaid),
    resetSeconds: Math.max(1, Math.ceil((counter.endsAt - at) / 1000)),
  }
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  onBehalfOfNobody(() => setTimeout(synchronise, SYNC_MILLISECONDS).unref())
}

/** Tells the store what was counted here and learns what was counted elsewhere. */
export async function synchronise(): Promise<void> {
  scheduled = false
  const present = Date.now()
  for (const [name, counter] of counters) if (counter.endsAt < present) counters.delete(name)
  // In the order of their keys: two processes that tell of the same ones never wait for each other in a circle.
  const unsaid = [...counters]
    .filter(([, counter]) => counter.unsaid > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  if (unsaid.length === 0) return
  const rows = unsaid.map(([key, { unsaid: points, endsAt }]) => ({ key, points, expire: endsAt }))
  for (const [, counter] of unsaid) {
    counter.shared += counter.unsaid
    counter.unsaid = 0
  }
  try {
    const totals = await database()
      .insert(rateLimits)
      .values(rows)
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { points: sql`${rateLimits.points} + excluded.points` },
      })
      .returning({ key: rateLimits.key, points: rateLimits.points })
    for (const { key, points } of totals) {
      const counter = counters.get(key)
      if (counter) counter.shared = Math.max(counter.shared, points)
    }
  } catch (error) {
    logFailure(error, 'rate limits are counted by each process alone')
  }
}

/** Removes the counters of windows that are over. */
export async function forgetOldWindows(now: Date): Promise<void> {
  await database().delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}
