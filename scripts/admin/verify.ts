import { type Problem, verifyAll } from '#lib/operator/verify/verify-all'
import { closeThreads } from '#lib/workers/pdf-pool'
import { type Command, interruption, type Result } from './command.ts'
import { explainFailure } from './failure.ts'

/** How many problems are printed; all are counted. */
const MAX_PRINTED = 1000
const PROGRESS_MILLISECONDS = 5000

export const verifyCommands: Record<string, Command> = {
  'verify-all': {
    does: 'checks every stored file, every chain of events, the transparency log and every seal; changes nothing',
    options: {
      tenant: { value: 'ID', does: 'only this organisation, without the log' },
      after: {
        value: 'PLACE',
        does: 'goes on where an earlier run was stopped: the last place that it printed',
      },
    },
    async run({ options }) {
      // The problems say what a log would.
      process.env.LOG_LEVEL = 'silent'
      const { tenant } = options
      const after = options.after === undefined ? null : String(options.after)
      const signal = interruption()
      const progress = verifyAll({
        ...(tenant && { tenantId: Number(tenant) }),
        ...(after && { after }),
        signal,
      })
      const totals: Totals = { checked: {}, problemCount: 0, problems: [], place: after }
      try {
        await collect(progress, totals)
      } catch (error) {
        const reason = signal.aborted ? null : explainFailure(error as Error)
        // Nothing is lost.
        if (reason && Object.keys(totals.checked).length === 0) throw error
        return summarize(totals, { after, stopped: describeStop(reason, totals.place) })
      } finally {
        await closeThreads()
      }
      return summarize(totals, { after, stopped: null })
    },
  },
}

interface Totals {
  /** How many records were checked, by kind. */
  checked: Record<string, number>
  problemCount: number
  problems: Problem[]
  /** Where a later run can go on. */
  place: string | null
}

/** Adds what is checked to the totals; prints the problems, and from time to time how far it is. */
async function collect(progress: ReturnType<typeof verifyAll>, totals: Totals): Promise<void> {
  let printedAt = Date.now()
  for await (const { place, kind, count, problems } of progress) {
    totals.checked[kind] = (totals.checked[kind] ?? 0) + count
    totals.problemCount += problems.length
    const printed = problems.slice(0, MAX_PRINTED - totals.problems.length)
    totals.problems.push(...printed)
    totals.place = place ?? totals.place
    // Also at once, as a process that is killed does not get to its end.
    for (const problem of printed) console.error(describeProblem(problem))
    if (!place || Date.now() < printedAt + PROGRESS_MILLISECONDS) continue
    printedAt = Date.now()
    console.error(`${place}  ${describeCounts(totals.checked)}  problems: ${totals.problemCount}`)
  }
}

/** @param reason null: the operator has stopped it */
function describeStop(reason: string | null, place: string | null): string {
  const stop = place
    ? `Stopped after ${place}: --after ${place} goes on there; keep what was found so far.`
    : 'Stopped before the first record: start again.'
  return reason ? `${reason}\n${stop}` : stop
}

/**
 * @param after where an earlier run was stopped
 * @param stopped why this one did not get to the end
 */
function summarize(
  { checked, problemCount, problems, place }: Totals,
  { after, stopped }: { after: string | null; stopped: string | null },
): Result {
  const { 'unused-file': unused = 0, 'foreign-file': foreign = 0, ...counts } = checked
  const ok = problemCount === 0 && !stopped
  const value = {
    ok,
    ...(stopped && { message: stopped, stopped_after: place }),
    ...(after && { after }),
    checked: counts,
    unused_files: unused,
    foreign_files: foreign,
    problems_total: problemCount,
    problems,
  }
  const lines = [
    `Checked  ${describeCounts(counts)}`,
    ...problems.map(describeProblem),
    ...(problemCount > problems.length ? [`… and ${problemCount - problems.length} more problems`] : []),
    ...(unused > 0 ? [`Stored files that no record names, which the service removes: ${unused}`] : []),
    ...(foreign > 0
      ? [
          `Others that it leaves, as another installation stored them or their headers are damaged: ${foreign}`,
        ]
      : []),
    problemCount === 0 ? describeSuccess(after, stopped) : `Problems: ${problemCount}`,
    ...(stopped ? [stopped] : []),
  ]
  return { ok, value, text: lines.join('\n') }
}

function describeSuccess(after: string | null, stopped: string | null): string {
  if (stopped) return 'Problems so far: 0'
  if (!after) return 'All is as it was recorded.'
  return `After ${after} all is as it was recorded; what comes before it, and the log, was not checked.`
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join('  ')
}

function describeProblem({ tenantId, record, message }: Problem): string {
  return tenantId === null ? `${record}: ${message}` : `organisation ${tenantId}  ${record}: ${message}`
}
