import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { checkLog } from '#lib/audit/log/check-log'
import type { Ctx } from '#lib/core/ctx'
import { documentReferences } from '#lib/document-references'
import { listUnused } from '#lib/documents/sweep'
import { makeOperatorCtx, refusal } from '../context.ts'
import { findTenant } from '../tenants.ts'
import { type Checked, type Stage, stages } from './stages.ts'

const PAGE_SIZE = 100

/** What is wrong with a record, or with the transparency log. */
export interface Problem {
  tenantId: number | null
  record: string
  message: string
}

/** What was checked since the last one. */
export interface Progress {
  /** Where a later run can go on: `3/vault/1200`; null for the log, which is checked first, and for files without a record. */
  place: string | null
  kind: string
  count: number
  problems: Problem[]
}

/**
 * Checks the transparency log, then of one organisation after the other its chains of events, the hashes of its stored
 * files and the signatures of its sealed files. What changes meanwhile is checked again. At the end it counts the stored
 * files that no record names: they are no problem, as the service removes them, or leaves those that it did not write.
 * @param options.tenantId only this one, without the log
 * @param options.after the place of an earlier run that ended there
 * @param options.signal ends it, with an error, after the records that are being checked
 */
export async function* verifyAll(options: {
  tenantId?: number
  after?: string
  signal?: AbortSignal
}): AsyncGenerator<Progress> {
  const { signal } = options
  const start = options.after === undefined ? null : parsePlace(options.after)
  if (options.tenantId) await findTenant(options.tenantId)
  else if (!start) yield* verifyLog(signal)
  const all = options.tenantId ? [options.tenantId] : (await listTenantIds()).toSorted((a, b) => a - b)
  const ids = all.filter((tenantId) => !start || tenantId >= start.tenantId)
  if (start && ids.length === 0) throw refusal(`${options.after} is after all that is to be checked.`)
  for (const tenantId of ids) {
    const isStart = start?.tenantId === tenantId
    const rest = isStart ? stages.slice(start.stage) : stages
    for (const [index, stage] of rest.entries())
      yield* verifyStage(makeOperatorCtx(tenantId), stage, isStart && index === 0 ? start.key : '', signal)
  }
  for await (const { isOwn } of listUnused(documentReferences, options))
    yield { place: null, kind: isOwn ? 'unused-file' : 'foreign-file', count: 1, problems: [] }
}

function parsePlace(place: string): { tenantId: number; stage: number; key: string } {
  const [tenantId, record, key] = place.split('/')
  const stage = stages.findIndex((each) => each.record === record)
  if (stage < 0 || !key) throw refusal(`${place} is not a place that verify-all has shown.`)
  return { tenantId: Number(tenantId), stage, key }
}

async function* verifyLog(signal?: AbortSignal): AsyncGenerator<Progress> {
  for await (const { entries, faults } of checkLog()) {
    signal?.throwIfAborted()
    yield {
      place: null,
      kind: 'log-entry',
      count: entries,
      problems: faults.map((message) => ({ tenantId: null, record: 'transparency log', message })),
    }
  }
}

/** The records of one kind, a page at a time. */
async function* verifyStage(
  ctx: Ctx,
  stage: Stage,
  after: string,
  signal?: AbortSignal,
): AsyncGenerator<Progress> {
  for (let key = after; ; ) {
    signal?.throwIfAborted()
    const rows = await stage.list(ctx, { after: key }, PAGE_SIZE)
    if (rows.length === 0) return
    const found = await mapInParallel(rows, (row) => verifyRecord(ctx, stage, row), signal)
    const problems = found.flat()
    key = rows.at(-1)!.key
    yield {
      place: `${ctx.tenantId}/${stage.record}/${key}`,
      kind: stage.record,
      count: rows.length,
      problems,
    }
  }
}

/** The service runs: a record that was changed or deleted since it was read is read again. */
async function verifyRecord(ctx: Ctx, stage: Stage, row: Checked): Promise<Problem[]> {
  const { tenantId } = ctx
  const faults = await stage.check(ctx, row).catch((error: Error) => error)
  if (Array.isArray(faults) && faults.length === 0) return []
  const [present] = await stage.list(ctx, { at: row.key }, 1)
  if (!present) return []
  if (!isDeepStrictEqual(present, row)) return verifyRecord(ctx, stage, present)
  if (!Array.isArray(faults)) throw faults
  return faults.map((message) => ({ tenantId, record: `${stage.record} ${row.key}`, message }))
}

/** The results in the order of the items; a few are worked on at the same time, and none any more once this has ended. */
async function mapInParallel<T, R>(
  items: T[],
  work: (item: T) => Promise<R>,
  signal?: AbortSignal,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < items.length) {
      signal?.throwIfAborted()
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  const runs = Array.from({ length: availableParallelism() + 1 }, run)
  await Promise.all(runs).finally(() => {
    next = items.length
    return Promise.allSettled(runs)
  })
  signal?.throwIfAborted()
  return results
}
