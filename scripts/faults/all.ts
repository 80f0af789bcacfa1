import { workerAbsent } from './absence.ts'
import { clockBackward, clockForward, machineClockBackward, machineClockForward } from './clocks.ts'
import { connectionEnded, failover, restore } from './databases.ts'
import { databaseDiskFull, diskFull, filesDiskFull } from './disks.ts'
import type { Fault } from './fault.ts'
import { mailDeferred, mailHanging, mailRefused, mailSlow } from './mail.ts'
import { backendKilled, workerKilled, workerWithoutMemory } from './memory.ts'
import {
  databaseKilled,
  databasePaused,
  treeKilled,
  webKilled,
  webPaused,
  workerPaused,
} from './processes.ts'
import { storageFailing, storageSlow, volumeServerKilled } from './storage.ts'
import {
  stamperDown,
  stamperExpired,
  stamperSlow,
  stamperWrongImprint,
  stamperWrongNonce,
} from './time-stamps.ts'

/** The faults by the names that `npm run faults` takes. */
export const faults: Record<string, Fault> = {
  'database-disk-full': databaseDiskFull,
  'files-disk-full': filesDiskFull,
  'disk-full': diskFull,
  'web-killed': webKilled,
  'web-paused': webPaused,
  'database-killed': databaseKilled,
  'database-paused': databasePaused,
  'worker-paused': workerPaused,
  'worker-killed': workerKilled,
  'worker-without-memory': workerWithoutMemory,
  'backend-killed': backendKilled,
  'connection-ended': connectionEnded,
  'tree-killed': treeKilled,
  'clock-forward': clockForward,
  'clock-backward': clockBackward,
  'machine-clock-forward': machineClockForward,
  'machine-clock-backward': machineClockBackward,
  'storage-slow': storageSlow,
  'storage-failing': storageFailing,
  'volume-server-killed': volumeServerKilled,
  'stamper-down': stamperDown,
  'stamper-slow': stamperSlow,
  'stamper-wrong-imprint': stamperWrongImprint,
  'stamper-wrong-nonce': stamperWrongNonce,
  'stamper-expired': stamperExpired,
  'mail-deferred': mailDeferred,
  'mail-refused': mailRefused,
  'mail-hanging': mailHanging,
  'mail-slow': mailSlow,
  'worker-absent': workerAbsent,
  failover,
  restore,
}
