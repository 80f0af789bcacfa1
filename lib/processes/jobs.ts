import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { expireDue, remindDue } from './scheduled.ts'
import {
  DELIVERY_FAILED_QUEUE,
  type DeliveryFailure,
  recordDeliveryFailure,
} from './signers/delivery-failed.ts'

export const processJobs: Jobs = {
  'processes.expire': defineJob({ schedule: '* * * * *', handle: () => expireDue(now()) }),
  [DELIVERY_FAILED_QUEUE]: defineJob<DeliveryFailure>({ handle: recordDeliveryFailure }),
  'processes.remind': defineJob({ schedule: '*/5 * * * *', handle: () => remindDue(now()) }),
}
