import { now } from '#lib/core/clock'
import type { DocumentReferences } from '#lib/documents/references'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { deleteEnded } from './delete.ts'

export function vaultJobs(references: DocumentReferences[]): Jobs {
  return {
    'vault.delete-ended': defineJob({
      schedule: '47 1 * * *',
      handle: () => deleteEnded(now(), references),
    }),
  }
}
