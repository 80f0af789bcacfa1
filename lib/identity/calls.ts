import { countCalls } from '#db/cross-tenant'
import { logFailure } from '#db/unavailable'
import type { Ctx } from '#lib/core/ctx'
import { runOutsideRequest } from '#lib/core/request'
import { monthOf } from './rules.ts'

const FLUSH_MILLISECONDS = 3000

interface Tally {
  calls: Map<string, { tenant_id: number; month: string; calls: number }>
  uses: Map<number, { id: number; at: string; ip: string | null }>
  scheduled: boolean
}

// Next bundles modules per route: one tally for the process all the same.
const holder = globalThis as typeof globalThis & { paraphCalls?: Tally }
const empty = (): Tally => ({ calls: new Map(), uses: new Map(), scheduled: false })

/** Counts a request for its tenant and notes the use of its key, in memory: no request waits for it. */
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

function schedule(tally: Tally): void {
  if (tally.scheduled) return
  tally.scheduled = true
  runOutsideRequest(() => setTimeout(flushCalls, FLUSH_MILLISECONDS).unref())
}

/** Writes what was counted, in one statement; by itself every few seconds, and once more before a process ends. */
export async function flushCalls(): Promise<void> {
  const tally = holder.paraphCalls
  holder.paraphCalls = empty()
  if (!tally || tally.calls.size === 0) return
  try {
    await countCalls([...tally.calls.values()], [...tally.uses.values()])
  } catch (error) {
    logFailure(error, 'calls could not be counted; they are kept for the next time')
    merge(tally, holder.paraphCalls)
  }
}

function merge(from: Tally, into: Tally): void {
  for (const [name, { calls, ...rest }] of from.calls)
    into.calls.set(name, { ...rest, calls: calls + (into.calls.get(name)?.calls ?? 0) })
  for (const [id, use] of from.uses) if (!into.uses.has(id)) into.uses.set(id, use)
  schedule(into)
}
