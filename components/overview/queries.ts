import type { ListState } from '#components/shell/list-state.ts'

type List = [state: ListState, rows: number]

/** The lists of the overview. */
export const liveProcesses: List = [{ status: 'sent,in_progress' }, 50]
export const drafts: List = [{ status: 'draft' }, 3]
export const endedProcesses: List = [{ status: 'completed,refused,expired' }, 5]
