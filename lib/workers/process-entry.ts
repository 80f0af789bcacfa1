/** Runs in a process of its own, for process-host.ts. Never import it elsewhere. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setInstallationKey } from '#lib/core/secretbox'
import { serveTasks, type ThreadStart, type ThreadTask } from './serve-tasks.ts'

/** The first message. */
export interface ProcessStart extends ThreadStart {
  installationKey: Uint8Array | null
}

process.once('disconnect', () => process.exit())
// When memory runs out, the system ends this process and not the service.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
const [start] = (await once(process, 'message')) as [ProcessStart]
if (start.installationKey) setInstallationKey(start.installationKey)
await serveTasks(
  start,
  (listener) => process.on('message', (task) => listener(task as ThreadTask)),
  (message) => process.send!(message),
)
