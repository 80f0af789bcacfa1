import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { ListState } from '#components/shell/list-state.ts'
import { addDays } from '#lib/core/clock'
import type { ProcessStatistics } from '#lib/processes/schema'

type ProcessList = [state: ListState, rows: number]

const EXPIRING_DAYS = 7
const MAX_SIGNER_CHARACTERS = 200

/** The lists of processes on the overview. */
export const liveProcesses: ProcessList = [{ status: 'sent,in_progress' }, 50]
export const drafts: ProcessList = [{ status: 'draft' }, 3]
export const endedProcesses: ProcessList = [{ status: 'completed,refused,expired' }, 5]

/** The processes that expire today or within the next days. */
export function expiringProcesses(now: Date): ProcessList {
  const expires_before = addDays(now, EXPIRING_DAYS + 1)
    .toISOString()
    .slice(0, 10)
  return [{ status: 'sent,in_progress', expires_before }, 50]
}

/** The processes that have the user among their people. */
export function processesOf(email: string): ProcessList {
  return [{ status: 'sent,in_progress', signer: email.slice(0, MAX_SIGNER_CHARACTERS) }, 20]
}

export const statisticsQuery = apiQuery<ItemResponse<ProcessStatistics>>(
  ['processes', 'list', 'statistics'],
  '/signature-processes/statistics',
)

/** The number of processes by status and month. */
export function useProcessStatistics() {
  return useQuery({ ...statisticsQuery, select: (body) => body.data })
}
