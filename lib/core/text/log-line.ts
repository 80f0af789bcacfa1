/** The names of pino's numeric levels. */
const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** Members that the line shows without their names; all others follow as `name=value`. */
const STANDARD_MEMBERS = new Set(['level', 'time', 'process', 'msg', 'err'])

interface LogLine {
  level: number
  /** Milliseconds since 1970. */
  time: number
  process: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** Formats a JSON log line for a terminal. */
export function formatLogLine(line: string): string {
  const entry = JSON.parse(line) as LogLine & Record<string, unknown>
  const time = new Date(entry.time).toISOString().slice(11, 19)
  const otherMembers = Object.entries(entry)
    .filter(([name]) => !STANDARD_MEMBERS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [time, (LEVELS[entry.level] ?? '').padEnd(5), entry.process, entry.msg ?? '', ...otherMembers]
  const errorText = entry.err?.stack ?? entry.err?.message
  return head.join(' ') + (errorText ? `\n  ${errorText.replaceAll('\n', '\n  ')}` : '')
}
