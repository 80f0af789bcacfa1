import { logFailure } from '#db/connection/unavailable'
import { countCalls } from '#db/tenancy/cross-tenant'
import type { Ctx } from '#lib/core/ctx'
import { runOutsideRequest } from '#lib/core/request'
import { singleton } from '#lib/core/runtime/singleton'
import { toMonth } from '../rules.ts'

const FLUSH_MILLISECONDS = 3000

/** Counts that are not written yet. */
interface CallCounts {
  /** Requests by tenant and month. */
  calls: Map<string, { tenant_id: number; month: string; calls: number }>
  /** The last use of each API key, by the id of the key. */
  uses: Map<number, { id: number; at: string; ip: string | null }>
  scheduled: boolean
}

const emptyCounts = (): CallCounts => ({ calls: new Map(), uses: new Map(), scheduled: false })
const shared = singleton('calls', () => ({ counts: emptyCounts() }))

/** Counts a request of a tenant and the last use of its key, in memory: no request waits for a write. */
export function countCall(ctx: Ctx): void {
  const { calls, uses } = shared.counts
  const month = toMonth(ctx.now)
  const key = `${ctx.tenantId} ${month}`
  calls.set(key, { tenant_id: ctx.tenantId, month, calls: (calls.get(key)?.calls ?? 0) + 1 })
  if (ctx.actor.type === 'api_key')
    uses.set(ctx.actor.id, { id: ctx.actor.id, at: ctx.now.toISOString(), ip: ctx.address })
  schedule(shared.counts)
}

function schedule(counts: CallCounts): void {
  if (counts.scheduled) return
  counts.scheduled = true
  runOutsideRequest(() => setTimeout(flushCalls, FLUSH_MILLISECONDS).unref())
}

/** Writes the counts in one statement; `countCall` schedules this, and the server calls it before it exits. */
export async function flushCalls(): Promise<void> {
  const { counts } = shared
  shared.counts = emptyCounts()
  if (counts.calls.size === 0) return
  try {
    await countCalls([...counts.calls.values()], [...counts.uses.values()])
  } catch (error) {
    logFailure(error, 'requests could not be counted; the counts are retried')
    merge(counts, shared.counts)
  }
}

function merge(from: CallCounts, into: CallCounts): void {
  for (const [key, { calls, ...rest }] of from.calls)
    into.calls.set(key, { ...rest, calls: calls + (into.calls.get(key)?.calls ?? 0) })
  for (const [id, use] of from.uses) if (!into.uses.has(id)) into.uses.set(id, use)
  schedule(into)
}
