import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { useProcesses } from '#components/processes/queries.ts'
import type { ProcessSummary } from '#components/processes/summary.ts'
import type { ListState } from '#components/shell/list/list-state.ts'
import { addDays } from '#lib/core/clock'
import { formatDayIn, formatUtcDay } from '#lib/core/text/format-day'

type ProcessList = [state: ListState, rows: number]

const EXPIRING_DAYS = 7
const ENDED_ROWS = 5

/** The lists of processes on the overview. */
export const liveProcesses: ProcessList = [{ status: 'sent,in_progress', sort: 'created_at' }, 50]
export const drafts: ProcessList = [{ status: 'draft' }, 3]
const completed: ProcessList = [{ status: 'completed', sort: '-completed_at' }, ENDED_ROWS]
const expired: ProcessList = [{ status: 'expired', sort: '-expires_at' }, ENDED_ROWS]
/** More than are shown: those which changed last have not all been refused last. */
const refused: ProcessList = [{ status: 'refused', sort: '-updated_at' }, 20]
/** Many old ones may have changed at one time, as with the deletion of their template. */
const refusedNew: ProcessList = [{ status: 'refused', sort: '-created_at' }, 20]
export const endedProcesses = [completed, expired, refused, refusedNew]

/** The processes that expire today, in the reader's time zone, or within the next days. */
export function expiringProcesses(now: Date, timeZone: string): ProcessList {
  const today = formatDayIn(timeZone, now)
  const expires_before = formatUtcDay(addDays(new Date(today), EXPIRING_DAYS + 1))
  return [{ status: 'sent,in_progress', expires_before, sort: 'expires_at' }, 5]
}

/** The processes in which it is the turn of the person with this address. */
export function processesWaitingFor(email: string): ProcessList {
  return [{ waits_for: email, sort: 'expires_at' }, 20]
}

export const statisticsQuery = apiQuery(
  ['processes', 'list', 'statistics'],
  'GET /signature-processes/statistics',
)

/** The number of processes by status and month. */
export function useProcessStatistics() {
  return useQuery({ ...statisticsQuery, select: (body) => body.data })
}

/** The processes that ended last; `data` is undefined while a list is loading. */
export function useEndedProcesses() {
  const queries = [
    useProcesses(...completed),
    useProcesses(...expired),
    useProcesses(...refused),
    useProcesses(...refusedNew),
  ]
  const lists = queries.flatMap(({ data }) => (data ? [data.data] : []))
  return { queries, data: lists.length === queries.length ? findLastEnded(lists.flat()) : undefined }
}

/** The ones that ended last, the last one first. @param processes may contain one twice */
export function findLastEnded(processes: ProcessSummary[]): ProcessSummary[] {
  const byId = new Map(processes.map((process) => [process.id, process]))
  return [...byId.values()].sort((a, b) => getEnd(b).localeCompare(getEnd(a))).slice(0, ENDED_ROWS)
}

function getEnd({ status, completed_at, expires_at, signers, updated_at }: ProcessSummary): string {
  if (status === 'refused') return signers.find(({ refused_at }) => refused_at)?.refused_at ?? updated_at
  return (status === 'expired' ? expires_at : completed_at) ?? updated_at
}
