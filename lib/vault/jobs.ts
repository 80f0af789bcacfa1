import { now } from '#lib/core/clock'
import type { DocumentReferences } from '#lib/documents/references'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { announceEnds } from './announce-ends.ts'
import { deleteEnded } from './delete.ts'

export function vaultJobs(references: DocumentReferences[]): Jobs {
  return {
    'vault.announce-ends': defineJob({ schedule: '17 5 * * *', handle: () => announceEnds(now()) }),
    'vault.delete-ended': defineJob({
      schedule: '47 1 * * *',
      irreversible: true,
      handle: (_, { signal }) => deleteEnded(now(), references, signal),
    }),
  }
}
