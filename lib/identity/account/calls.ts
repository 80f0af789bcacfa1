import { countCalls } from '#db/cross-tenant'
import { logFailure } from '#db/unavailable'
import type { Ctx } from '#lib/core/ctx'
import { runOutsideRequest } from '#lib/core/request'
import { monthOf } from '../rules.ts'

const FLUSH_MILLISECONDS = 3000

interface CallCounts {
  calls: Map<string, { tenant_id: number; month: string; calls: number }>
  uses: Map<number, { id: number; at: string; ip: string | null }>
  scheduled: boolean
}

// Next bundles modules per route; this is shared by the whole process.
const holder = globalThis as typeof globalThis & { paraphCalls?: CallCounts }
const empty = (): CallCounts => ({ calls: new Map(), uses: new Map(), scheduled: false })

/** Counts a request of a tenant and the last use of its key, in memory: no request waits for a write. */
export function countCall(ctx: Ctx): void {
  holder.paraphCalls ??= empty()
  const { calls, uses } = holder.paraphCalls
  const month = monthOf(ctx.now)
  const name = `${ctx.tenantId} ${month}`
  calls.set(name, { tenant_id: ctx.tenantId, month, calls: (calls.get(name)?.calls ?? 0) + 1 })
  if (ctx.actor.type === 'api_key')
    uses.set(ctx.actor.id, { id: ctx.actor.id, at: ctx.now.toISOString(), ip: ctx.address })
  schedule(holder.paraphCalls)
}

function schedule(counts: CallCounts): void {
  if (counts.scheduled) return
  counts.scheduled = true
  runOutsideRequest(() => setTimeout(flushCalls, FLUSH_MILLISECONDS).unref())
}

/** Writes the counts in one statement; runs every few seconds, and once more before the process ends. */
export async function flushCalls(): Promise<void> {
  const counts = holder.paraphCalls
  holder.paraphCalls = empty()
  if (!counts || counts.calls.size === 0) return
  try {
    await countCalls([...counts.calls.values()], [...counts.uses.values()])
  } catch (error) {
    logFailure(error, 'requests could not be counted; the counts are retried')
    merge(counts, holder.paraphCalls)
  }
}

function merge(from: CallCounts, into: CallCounts): void {
  for (const [name, { calls, ...rest }] of from.calls)
    into.calls.set(name, { ...rest, calls: calls + (into.calls.get(name)?.calls ?? 0) })
  for (const [id, use] of from.uses) if (!into.uses.has(id)) into.uses.set(id, use)
  schedule(into)
}
