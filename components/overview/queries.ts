import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ListState } from '#components/shell/list/list-state.ts'
import { addDays, formatDayIn, formatUtcDay } from '#lib/core/clock'

type ProcessList = [state: ListState, rows: number]

const EXPIRING_DAYS = 7

/** The lists of processes on the overview. */
export const liveProcesses: ProcessList = [{ status: 'sent,in_progress', sort: 'created_at' }, 50]
export const drafts: ProcessList = [{ status: 'draft' }, 3]
export const endedProcesses: ProcessList = [{ status: 'completed,refused,expired', sort: '-updated_at' }, 5]

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
