import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { forgetOldMails } from './kept.ts'
import { SEND_QUEUE, type SendJob } from './queue.ts'
import { sendMail } from './send.ts'

export const mailJobs: Jobs = {
  [SEND_QUEUE]: defineJob<SendJob>({
    concurrency: 2,
    timeoutSeconds: 120,
    handle: (job) => sendMail(job, now()),
  }),
  'mail.forget': defineJob({ schedule: '17 3 * * *', handle: () => forgetOldMails(now()) }),
}
