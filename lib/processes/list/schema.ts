import { z } from 'zod'
import { enteredEmail } from '#lib/core/email/email-address'
import { processStatuses, signerStatuses } from '#lib/core/enumerations'
import { emailSearchParameter, listSchema } from '#lib/core/query'
import { DayOrInstant } from '#lib/core/shapes'
import { FolderParameter } from '#lib/folders/schema'

const processSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'updated_at',
  '-updated_at',
  'expires_at',
  '-expires_at',
  'completed_at',
  '-completed_at',
] as const

/** The query of the list, without paging. */
export const ProcessFilters = z.object({
  search: emailSearchParameter('the name, or in a signer’s name or email'),
  status: listSchema(processStatuses).optional().meta({ description: 'One or more, comma-separated.' }),
  date_from: DayOrInstant.optional().meta({ description: 'Created from this day (UTC) or instant on.' }),
  date_to: DayOrInstant.optional().meta({
    description: 'Created until the end of this day (UTC), or until this instant.',
  }),
  expires_before: DayOrInstant.optional().meta({
    description: 'Expires, or was to expire, before this day (UTC) or instant.',
  }),
  signer: emailSearchParameter('the name or email of a signer'),
  signer_status: listSchema(signerStatuses).optional().meta({
    description:
      'The status of the signer that `signer` names, one or more, comma-separated: with `notified,viewed`, the processes to which that person is invited and has neither signed nor refused. Viewers have these until the process ends.',
  }),
  waits_for: enteredEmail().optional().meta({
    description:
      'The complete email address of a person, in any case: the processes in which it is the turn of this signer or approver.',
    example: 'ada@example.com',
  }),
  external_id: z.string().max(255).optional(),
  folder_id: FolderParameter,
  sort: z.enum(processSorts).default('-created_at').meta({
    description:
      'The member by which the list is ordered; with `-` in descending order. By `completed_at`, it has only processes that were completed. An entry whose member changes while pages are read may be on none of them: to get all, take `created_at`, which stays.',
  }),
})

export type ProcessQuery = z.output<typeof ProcessFilters> & { page: number; per_page: number }
