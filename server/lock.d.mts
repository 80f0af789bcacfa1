interface Facts {
  address?: string
  stopping?: boolean
}
export class AlreadyRunning extends Error {}
export function acquireLock(dataDir: string): Promise<void>
export function readLock(dataDir: string): (Facts & { pid: number }) | null
export function updateLock(dataDir: string, facts: Facts): void
export function releaseLock(dataDir: string): void
