/** Runs in a process of its own, for process-host.ts. Never import it elsewhere. */
import { once } from 'node:events'
import { endFirstWithoutMemory } from '#lib/core/runtime/end-first'
import { setInstallationKey } from '#lib/core/secretbox'
import { serveTasks, type ThreadStart, type ThreadTask } from './serve-tasks.ts'

/** The first message. */
export interface ProcessStart extends ThreadStart {
  installationKey: Uint8Array | null
}

process.once('disconnect', () => process.exit())
endFirstWithoutMemory()
const [start] = (await once(process, 'message')) as [ProcessStart]
if (start.installationKey) setInstallationKey(start.installationKey)
await serveTasks(
  start,
  (listener) => process.on('message', (task) => listener(task as ThreadTask)),
  (message) => process.send!(message),
)
