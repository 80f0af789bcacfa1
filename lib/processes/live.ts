import type { ProcessStatus } from '#db/schema/processes'

/** The states between sending and the end. Apart from the other rules, whose messages most pages do not load. */
export const liveStatuses: readonly ProcessStatus[] = ['sent', 'in_progress']

/** Whether a process was sent and has not ended. */
export function isLive(process: { status: ProcessStatus }): boolean {
  return liveStatuses.includes(process.status)
}
