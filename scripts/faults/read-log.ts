import { countEach } from './count-each.ts'

const WARNING = 40
/** What the supervisor prints about a process that ended. */
const ENDED = /^\s*(\S+: ended unexpectedly)/

/** The warnings and errors in the output of a service, with the number of each; numbers in them are left out. */
export function describeLog(output: string): string[] {
  const texts = output.split('\n').flatMap((line) => {
    const ended = ENDED.exec(line)?.[1]
    if (ended) return [ended]
    if (!line.startsWith('{')) return []
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } }
    return level < WARNING ? [] : [withoutNumbers(msg ?? err?.message ?? '')]
  })
  return countEach(texts)
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.]*/g, '…')
}
