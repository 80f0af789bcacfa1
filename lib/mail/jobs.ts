import { now } from '#lib/core/clock'
import { setRetryDelay } from '#lib/jobs/boss-internals'
import { defineJob, type JobRun, type Jobs } from '#lib/jobs/define'
import { readBounces } from './bounces/read-bounces.ts'
import { purgeEmails } from './local-mailbox.ts'
import { MessageUnanswered } from './outcome.ts'
import { SEND_QUEUE, type SendJob, SMS_QUEUE } from './queue.ts'
import { sendMail } from './send.ts'
import { sendTextMessage } from './send-sms.ts'

/** In seconds: each retry of an email that may have arrived sends it twice. */
const UNANSWERED_EMAIL_DELAYS = { first: 60, longest: 3600 }
/** Less than for emails: all have codes, which are soon valid no longer, and the provider may not have been reached. */
const UNANSWERED_TEXT_MESSAGE_DELAYS = { first: 15, longest: 120 }

export const mailJobs: Jobs = {
  [SEND_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    // While the server takes its time to accept two codes, a third one is sent.
    concurrencyOfAwaited: 3,
    // More than the timeouts of the connection.
    timeoutSeconds: 900,
    retryDelayMaxSeconds: 30,
    handle: (job, run) =>
      retryLessOften(run, UNANSWERED_EMAIL_DELAYS, sendMail(job, now(), run.signal, run.attempt)),
  }),
  [SMS_QUEUE]: defineJob<SendJob>({
    concurrency: 4,
    concurrencyOfGroup: 2,
    concurrencyOfAwaited: 1,
    timeoutSeconds: 120,
    retryDelayMaxSeconds: 30,
    handle: (job, run) =>
      retryLessOften(run, UNANSWERED_TEXT_MESSAGE_DELAYS, sendTextMessage(job, now(), run.signal)),
  }),
  'mail.bounces': defineJob({
    schedule: '*/2 * * * *',
    timeoutSeconds: 120,
    handle: (_, run) => readBounces(run.signal),
  }),
  'mail.purge': defineJob({ schedule: '17 3 * * *', irreversible: true, handle: () => purgeEmails(now()) }),
}

/** From now on, if the message may have arrived. */
async function retryLessOften(
  run: JobRun,
  delays: Parameters<typeof setRetryDelay>[1],
  sending: Promise<void>,
): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (error instanceof MessageUnanswered) await setRetryDelay(run, delays)
    throw error
  }
}
