import { type Problem, verifyAll } from '#lib/operator/verify/verify-all'
import { closeThreads } from '#lib/workers/pdf-pool'
import type { Command } from './command.ts'

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
    async run({ options: { tenant, after } }) {
      // The problems say what a log would.
      process.env.LOG_LEVEL = 'silent'
      const progress = verifyAll({
        ...(tenant && { tenantId: Number(tenant) }),
        ...(after && { after: String(after) }),
      })
      return summarize(await collect(progress).finally(closeThreads))
    },
  },
}

interface Totals {
  /** How many records were checked, by kind. */
  checked: Record<string, number>
  problemCount: number
  problems: Problem[]
}

/** Prints how far it is, from time to time. */
async function collect(progress: ReturnType<typeof verifyAll>): Promise<Totals> {
  const totals: Totals = { checked: {}, problemCount: 0, problems: [] }
  let printedAt = Date.now()
  for await (const { place, kind, count, problems } of progress) {
    totals.checked[kind] = (totals.checked[kind] ?? 0) + count
    totals.problemCount += problems.length
    totals.problems.push(...problems.slice(0, MAX_PRINTED - totals.problems.length))
    if (!place || Date.now() < printedAt + PROGRESS_MILLISECONDS) continue
    printedAt = Date.now()
    console.error(`${place}  ${describeCounts(totals.checked)}  problems: ${totals.problemCount}`)
  }
  return totals
}

function summarize({ checked, problemCount, problems }: Totals) {
  const { 'unused-file': unused = 0, 'foreign-file': foreign = 0, ...counts } = checked
  const ok = problemCount === 0
  const value = {
    ok,
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
    ok ? 'All is as it was recorded.' : `Problems: ${problemCount}`,
  ]
  return { ok, value, text: lines.join('\n') }
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join('  ')
}

function describeProblem({ tenantId, record, message }: Problem): string {
  return tenantId === null ? `${record}: ${message}` : `organisation ${tenantId}  ${record}: ${message}`
}
