import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { purgeVisits } from './visits/purge.ts'

export const templateJobs: Jobs = {
  'templates.purge_visits': defineJob({
    schedule: '43 3 * * *',
    irreversible: true,
    handle: () => purgeVisits(now()),
  }),
}
