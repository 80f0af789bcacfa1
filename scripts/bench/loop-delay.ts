/**
 * Preloaded into a measured service: on SIGUSR2 it writes to `loop-delay-PID` in the data folder how long, in
 * milliseconds, the event loop was blocked at most since the last SIGUSR2.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MILLISECONDS = 1

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS })
  delay.enable()
  process.on('SIGUSR2', () => {
    const blocked = delay.max / 1e6 - RESOLUTION_MILLISECONDS
    writeFileSync(join(process.env.DATA_DIR!, `loop-delay-${process.pid}`), blocked.toFixed(1))
    delay.reset()
  })
}
