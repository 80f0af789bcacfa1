import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { purgeFile } from './purge.ts'
import type { DocumentReferences } from './references.ts'
import { sweepFiles } from './sweep.ts'

export function documentJobs(references: DocumentReferences[]): Jobs {
  return {
    'documents.sweep': defineJob({ schedule: '23 2 * * *', handle: () => sweepFiles(now(), references) }),
    'documents.purge': defineJob<{ tenantId: number; sha256: string }>({
      handle: (file) => purgeFile(file, references),
    }),
  }
}
