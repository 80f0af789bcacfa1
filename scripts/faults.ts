/**
 * `npm run faults -- NAME…`, or `all`: what a service does when something around it fails, while processes of two
 * signers are under way. Prints what happened as a table in Markdown; the exit code is 1 when a process is not whole.
 * FAULT_SECONDS has each fault last that long.
 */
import { faults } from './faults/all.ts'
import { type Outcome, tryFault } from './faults/try-fault.ts'

const MOST_LOGGED = 4

const given = process.argv.slice(2)
const names = given.join() === 'all' ? Object.keys(faults) : given
const unknown = names.filter((name) => !(name in faults))
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `Unknown: ${unknown.join(', ')}. ` : ''}npm run faults -- all, or some of:`,
  )
  console.error(Object.keys(faults).join('\n'))
  process.exit(2)
}

const seconds = Number(process.env.FAULT_SECONDS || 0)
if (!(seconds >= 0)) {
  console.error('FAULT_SECONDS must be a number of seconds.')
  process.exit(2)
}

const outcomes: Outcome[] = []
/** Those that could not be tried, such as for want of a program. */
const untried: string[] = []
for (const name of names) {
  const fault = faults[name]!
  try {
    const outcome = await tryFault(seconds > 0 ? { ...fault, seconds } : fault)
    outcomes.push(outcome)
    console.log(JSON.stringify({ name, ...outcome }, null, 2))
  } catch (error) {
    untried.push(`${name}: ${(error as Error).message}`)
  }
}
console.log(formatTable(outcomes))
if (untried.length > 0) console.error(`Not tried:\n${untried.join('\n')}`)
process.exit(untried.length > 0 || outcomes.some(({ errors }) => errors.length > 0) ? 1 : 0)

function formatTable(rows: Outcome[]): string {
  return [
    '| Fault | Lasted (s) | Processes whole | Completed meanwhile | Users saw | Requests fail (s) | All well (s) | Logged |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) =>
      [
        '',
        row.title,
        row.seconds,
        `${row.whole} of ${row.begun}`,
        row.completedMeanwhile,
        row.seen,
        row.failedFor,
        row.wellAfter,
        row.logged.slice(0, MOST_LOGGED).join('; '),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n')
}
