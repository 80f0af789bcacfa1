export function duration(milliseconds: number): string
export function step(name: string, work: () => Promise<string>): Promise<void>
export function print(name: string, outcome: string, milliseconds: number): void
export function fail(message: string): never
