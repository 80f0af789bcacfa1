import { z } from 'zod'
import { enteredEmail } from '#lib/core/email/email-address'
import { DayOrInstant, Instant, JsonValue, PerPage, RecordId } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { eventTypes, isActorName, parseRecordName, recordTypes } from '../events.ts'

/** The groups of event types: `user.*`. */
const eventGroups = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*` as const))]
export const eventFilters = [...eventGroups, ...eventTypes]

export const AuditEventFilters = z.object({
  type: z
    .enum(eventFilters as [string, ...string[]])
    .optional()
    .meta({ description: 'A type, or a group of types such as `user.*`.' }),
  actor: enteredEmail()
    .refine(isActorName, issueMessage('api.mustBeActorName'))
    .optional()
    .meta({ description: 'Who did it: the email address of a user or signer, `api_key:4`, or `system`.' }),
  record: z
    .string()
    .trim()
    .refine((text) => parseRecordName(text) !== null, issueMessage('api.mustBeRecordName'))
    .optional()
    .meta({
      description:
        'What it happened to: `process:12`, `document:7`, `user:3`, `api_key:4`, `vault_document:9`, `template:2`, `folder:5`, `webhook:1` or `tenant:1`.',
    }),
  date_from: DayOrInstant.optional().meta({ description: 'From this day (UTC) or instant on.' }),
  date_to: DayOrInstant.optional().meta({
    description: 'Until the end of this day (UTC), or until this instant.',
  }),
})
export type AuditEventFilter = z.output<typeof AuditEventFilters>

export const AuditEventPaging = z.object({
  cursor: z
    .string()
    .max(100)
    .optional()
    .meta({ description: '`meta.next_cursor` of the page before; absent for the newest events.' }),
  per_page: PerPage,
})
export type AuditEventQuery = AuditEventFilter & z.output<typeof AuditEventPaging>

const JsonObject = z.record(z.string(), JsonValue)

export const TenantEventShape = z
  .object({
    id: RecordId,
    // Not an enum: during an upgrade, and after a return to an older version, the log has types that only the newer one knows.
    type: z.string().meta({
      description:
        'What happened: one of the types of the filter `type`, to which later versions add more. `document.downloaded` and `vault.downloaded` mean that a file was read: saved, or opened on a page of the dashboard, which shows it.',
      example: 'user.signed_in',
    }),
    occurred_at: Instant,
    record: z
      .object({
        type: z.string().meta({
          description: `One of ${Object.values(recordTypes)
            .map((type) => `\`${type}\``)
            .join(', ')}; later versions may add more.`,
          example: 'user',
        }),
        id: RecordId,
      })
      .meta({ description: 'What it happened to.' }),
    actor: JsonObject.meta({
      description:
        'Who did it: `type` is `user`, `api_key`, `signer` or `system`; with `id`, `name` and `email`, or the `job` of the service.',
      example: { type: 'user', id: 3, name: 'Ada Lovelace', email: 'ada@example.com' },
    }),
    data: JsonObject.meta({ description: 'Depends on the type.', example: { session: 'dashboard' } }),
    address: z.string().nullable().meta({ description: 'The IP address.', example: '203.0.113.7' }),
    user_agent: z.string().nullable(),
    request_id: z.string().meta({ example: 'req_8t1n5yqz2v6m' }),
    seq: z.int().meta({ description: 'The position in the hash chain of the record, from 1.', example: 4 }),
    hash: z.string().meta({
      description: 'The hash of the event in that chain.',
      example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    }),
  })
  .meta({ id: 'TenantEvent' })
export type TenantEvent = z.infer<typeof TenantEventShape>
