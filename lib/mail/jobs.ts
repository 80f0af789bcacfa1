import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { readBounces } from './bounces/read-bounces.ts'
import { purgeEmails } from './local-mailbox.ts'
import { SEND_QUEUE, type SendJob, SMS_QUEUE } from './queue.ts'
import { sendMail } from './send.ts'
import { sendTextMessage } from './send-sms.ts'

export const mailJobs: Jobs = {
  [SEND_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    concurrencyOfAwaited: 1,
    timeoutSeconds: 120,
    retryDelayMaxSeconds: 30,
    handle: (job, run) => sendMail(job, now(), run.signal),
  }),
  [SMS_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    concurrencyOfAwaited: 1,
    timeoutSeconds: 60,
    retryDelayMaxSeconds: 30,
    handle: (job, run) => sendTextMessage(job, now(), run.signal),
  }),
  'mail.bounces': defineJob({
    schedule: '*/2 * * * *',
    timeoutSeconds: 120,
    handle: (_, run) => readBounces(run.signal),
  }),
  'mail.purge': defineJob({ schedule: '17 3 * * *', irreversible: true, handle: () => purgeEmails(now()) }),
}
