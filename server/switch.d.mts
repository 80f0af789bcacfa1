interface SwitchRequest {
  version: string
  folder: string
  variables: Record<string, string>
}
export function readSwitchRequest(dataDir: string): SwitchRequest | null
/** Lets no other process switch the service until this one has ended. */
export function lockSwitch(dataDir: string): Promise<void>
/** Tries to write until it succeeds, or until the service stops. */
export function untilWritten(write: () => void, isStopping: () => boolean): Promise<void>
export function reportSwitch(dataDir: string, report: { version: string; error?: string }): void
