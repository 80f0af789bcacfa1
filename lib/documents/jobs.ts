import { defineJob, type Jobs } from '#lib/jobs/define'
import { purgeBytes } from './purge.ts'

export const documentJobs: Jobs = {
  'documents.purge': defineJob<{ tenantId: number; sha256: string }>({ handle: purgeBytes }),
}
