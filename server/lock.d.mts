interface LockInfo {
  address?: string
  stopping?: boolean
  version?: string
  /** The version of the supervisor and its PostgreSQL, which a switch leaves running. */
  supervisorVersion?: string
  /** Where its pages were built. */
  distFolder?: string
}
export class AlreadyRunning extends Error {}
export function acquireLock(dataDir: string): Promise<void>
export function readLock(dataDir: string): (LockInfo & { pid: number }) | null
/** The id of the user whose process has the lock; null when there is none. */
export function lockOwner(dataDir: string): number | null
export function updateLock(dataDir: string, info: LockInfo): void
export function releaseLock(dataDir: string): void
