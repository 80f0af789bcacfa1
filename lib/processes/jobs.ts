import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import {
  CONFIRMATION_REMINDER_QUEUE,
  type ConfirmationReminder,
  expireDue,
  remindDue,
  remindToConfirm,
} from './scheduled.ts'
import {
  DELIVERY_FAILED_QUEUE,
  type DeliveryFailure,
  recordDeliveryFailure,
} from './signers/delivery-failed.ts'
import { purgeUnsigned } from './signers/signing-drafts.ts'

export const processJobs: Jobs = {
  'processes.expire': defineJob({
    schedule: '* * * * *',
    atStart: true,
    irreversible: true,
    handle: () => expireDue(now()),
  }),
  [DELIVERY_FAILED_QUEUE]: defineJob<DeliveryFailure>({ handle: recordDeliveryFailure }),
  [CONFIRMATION_REMINDER_QUEUE]: defineJob<ConfirmationReminder>({ handle: remindToConfirm }),
  'processes.purge_drafts': defineJob({
    schedule: '37 3 * * *',
    irreversible: true,
    handle: () => purgeUnsigned(now()),
  }),
  'processes.remind': defineJob({ schedule: '*/5 * * * *', handle: () => remindDue(now()) }),
}
