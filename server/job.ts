/** Runs one job alone, for lib/jobs/alone.ts: a job during which two worker processes ended. */
import { once } from 'node:events'
import { watchClock } from '#db/clock'
import { logFailure } from '#db/connection/unavailable'
import { loadInstallationKey } from '#db/installation-key'
import { endFirstWithoutMemory } from '#lib/core/runtime/end-first'
import { readTraces } from '#lib/core/runtime/trace-variables'
import { getTracer, inSpan, setTracer, splitTraceparent } from '#lib/core/runtime/tracing'
import type { LoneJob, LoneMessage } from '#lib/jobs/alone'
import { jobs } from '#lib/worker'

process.once('disconnect', () => process.exit(1))
// A stop of the service reaches this process, too: its worker lets the job end, or ends it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
endFirstWithoutMemory()
const traces = readTraces(process.env)
if (traces) setTracer((await import('./traces.ts')).makeTracer(traces, 'job'))
const [job] = (await once(process, 'message')) as [LoneJob]
const error = await run(job).then(
  () => null,
  (error: Error) => {
    const { queue, id, attempt } = job
    logFailure(error, 'a job failed', { queue, job: id, attempt })
    return error.name
  },
)
await getTracer()?.flush()
process.send!({ error } satisfies LoneMessage, () => process.exit(0))

async function run({ queue, data: sent, id, attempt }: LoneJob): Promise<void> {
  const { data, parent } = splitTraceparent(sent)
  await loadInstallationKey()
  await watchClock()
  process.send!('begun' satisfies LoneMessage)
  const { signal } = new AbortController()
  await inSpan(`${queue} alone`, { parent }, () => jobs[queue]!.handle(data, { id, attempt, signal }))
}
