import type { ListState } from '#components/shell/list-state.ts'

type ProcessList = [state: ListState, rows: number]

/** The lists of processes on the overview. */
export const liveProcesses: ProcessList = [{ status: 'sent,in_progress' }, 50]
export const drafts: ProcessList = [{ status: 'draft' }, 3]
export const endedProcesses: ProcessList = [{ status: 'completed,refused,expired' }, 5]
