import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A worker process that kills itself, as kill -9 would, the `time`th time the seal says `step` in its log:
 * `node lib/testing/dying-worker.ts <step> <time>`.
 */
const [step, time] = process.argv.slice(2)
const line = `"step":"${step}"`
let seen = 0

const write = fs.writeSync
// The log is written at once and on this thread: the worker dies between this step and the next.
const watched = (...given: Parameters<typeof write>) => {
  if (String(given[1]).includes(line) && ++seen === Number(time)) process.kill(process.pid, 'SIGKILL')
  return write(...given)
}
fs.writeSync = watched as typeof write
syncBuiltinESMExports()

const { startWorker } = await import('#lib/jobs/worker')
const { jobs } = await import('#lib/worker')
await startWorker(jobs)
