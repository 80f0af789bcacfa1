import { loadInstallationKey } from '#db/installation-key'
import { log } from '#lib/core/log'
import { startWorker } from '#lib/jobs/worker'
import { jobs } from '#lib/worker'

/**
 * A worker process that kills itself, as kill -9 would, the `time`th time a job logs `step`:
 * `node lib/testing/service/dying-worker.ts <step> <time> <queues>`.
 */
const [step, time, ...queues] = process.argv.slice(2)
const logger = log()
const debug = logger.debug.bind(logger)
let messageCount = 0

logger.debug = (...input: unknown[]) => {
  const [first] = input as [{ step?: string }]
  if (first.step === step && ++messageCount === Number(time)) process.kill(process.pid, 'SIGKILL')
  debug(...(input as Parameters<typeof debug>))
}

await loadInstallationKey()
await startWorker(Object.fromEntries(queues.map((queue) => [queue, jobs[queue]!])))
