import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { purgeFile } from './purge.ts'
import { sweepFiles } from './sweep.ts'

export const documentJobs: Jobs = {
  'documents.sweep': defineJob({ schedule: '23 2 * * *', handle: () => sweepFiles(now()) }),
  'documents.purge': defineJob<{ tenantId: number; sha256: string }>({ handle: purgeFile }),
}
