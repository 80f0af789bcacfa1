import type { Readable } from 'node:stream'

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
const KNOWN = new Set(['level', 'time', 'process', 'msg', 'err'])

interface LogLine {
  level: number
  time: number
  process: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** A JSON log line as a person reads it; any other line as it is. */
export function readable(line: string): string {
  let entry: LogLine & Record<string, unknown>
  try {
    entry = JSON.parse(line)
    if (typeof entry.level !== 'number') return line
  } catch {
    return line
  }
  const time = new Date(entry.time).toISOString().slice(11, 19)
  const facts = Object.entries(entry)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [time, (LEVELS[entry.level] ?? '').padEnd(5), entry.process, entry.msg ?? '', ...facts]
  const trouble = entry.err?.stack ?? entry.err?.message
  return head.join(' ') + (trouble ? `\n  ${trouble.replaceAll('\n', '\n  ')}` : '')
}

/** Calls `take` with every line of a stream. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
  stream.on('end', () => rest && take(rest))
}
