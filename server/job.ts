/** Runs one job alone, for lib/jobs/alone.ts: a job during which two worker processes ended. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { watchClock } from '#db/clock'
import { loadInstallationKey } from '#db/installation-key'
import { logFailure } from '#db/unavailable'
import type { LoneJob, LoneOutcome } from '#lib/jobs/alone'
import { jobs } from '#lib/worker'

process.once('disconnect', () => process.exit(1))
// When memory runs out, the system ends this process and not the worker.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
const [{ queue, data, id, attempt }] = (await once(process, 'message')) as [LoneJob]
await loadInstallationKey()
await watchClock()
const error = await jobs[queue]!.handle(data, { id, attempt, signal: new AbortController().signal }).then(
  () => null,
  (error: Error) => {
    logFailure(error, 'a job failed', { queue, job: id, attempt })
    return error.name
  },
)
process.send!({ error } satisfies LoneOutcome, () => process.exit(0))
