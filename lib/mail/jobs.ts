import { now } from '#lib/core/clock'
import { setRetryDelay } from '#lib/jobs/boss-internals'
import { defineJob, type JobRun, type Jobs } from '#lib/jobs/define'
import { readBounces } from './bounces/read-bounces.ts'
import { purgeEmails } from './local-mailbox.ts'
import { MessageUnanswered } from './outcome.ts'
import { SEND_QUEUE, type SendJob, SMS_QUEUE } from './queue.ts'
import { sendMail } from './send.ts'
import { sendTextMessage } from './send-sms.ts'

/** In seconds: each retry of a message that may have arrived sends it twice. */
const UNANSWERED_DELAYS = { first: 60, longest: 3600 }

export const mailJobs: Jobs = {
  [SEND_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    concurrencyOfAwaited: 1,
    // More than the timeouts of the connection.
    timeoutSeconds: 900,
    retryDelayMaxSeconds: 30,
    handle: (job, run) => retryLessOften(run, sendMail(job, now(), run.signal)),
  }),
  [SMS_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    concurrencyOfAwaited: 1,
    timeoutSeconds: 120,
    retryDelayMaxSeconds: 30,
    handle: (job, run) => retryLessOften(run, sendTextMessage(job, now(), run.signal)),
  }),
  'mail.bounces': defineJob({
    schedule: '*/2 * * * *',
    timeoutSeconds: 120,
    handle: (_, run) => readBounces(run.signal),
  }),
  'mail.purge': defineJob({ schedule: '17 3 * * *', irreversible: true, handle: () => purgeEmails(now()) }),
}

/** From now on, if the message may have arrived. */
async function retryLessOften(run: JobRun, sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (error instanceof MessageUnanswered) await setRetryDelay(run, UNANSWERED_DELAYS)
    throw error
  }
}
