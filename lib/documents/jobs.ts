import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { type PurgeJob, purgeFiles } from './purge.ts'
import type { DocumentReferences } from './references.ts'
import { sweepFiles } from './sweep.ts'
import { fillWorkingSizes } from './working-size.ts'

export function documentJobs(references: DocumentReferences[]): Jobs {
  return {
    'documents.sweep': defineJob({
      schedule: '23 2 * * *',
      // Each run asks about all stored files.
      timeoutSeconds: 20 * 3600,
      irreversible: true,
      async handle(_, { signal }) {
        await sweepFiles(now(), references, { signal })
        await fillWorkingSizes(signal)
      },
    }),
    'documents.purge': defineJob<PurgeJob>({ handle: (job) => purgeFiles(job, references) }),
  }
}
