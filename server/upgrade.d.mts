interface Wanted {
  version: string
  folder: string
  variables: Record<string, string>
}
export function readUpgrade(dataDir: string): Wanted | null
export function reportUpgrade(dataDir: string, report: { version: string; error?: string }): void
