interface SwitchRequest {
  version: string
  folder: string
  variables: Record<string, string>
}
export function readSwitchRequest(dataDir: string): SwitchRequest | null
export function reportSwitch(dataDir: string, report: { version: string; error?: string }): void
