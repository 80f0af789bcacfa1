import { z } from 'zod'
import { AUDIT_GROUP } from '#lib/audit/events'
import { eventFilters } from '#lib/audit/list/schema'
import { deliveryStatuses } from '#lib/core/enumerations'
import { CreationOrder, Day, Instant, makeErrorDetailShape, RecordId } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { webhookEvents } from './rules.ts'

/** What a webhook may subscribe to. `*` are the events above, without those of the audit log. */
const subscriptions = ['*', AUDIT_GROUP, ...webhookEvents] as const

const WebhookUrl = z.string().trim().min(1, issueMessage('documents.addressMissing')).max(2048).meta({
  description: 'https; http only for hosts that the installation allows.',
  example: 'https://example.com/hooks/paraph',
})

const Events = z
  .array(
    z.enum(subscriptions, {
      error: issueMessage('documents.mustBeEvent', { events: subscriptions.slice(1).join(', ') }),
    }),
  )
  .min(1, issueMessage('documents.eventsMissing'))
  .max(subscriptions.length)
  .transform((chosen) => {
    const isChosen = (name: string) => !chosen.includes('*') || name === '*' || name === AUDIT_GROUP
    return [...new Set(chosen.filter(isChosen))]
  })
  .meta({
    description:
      'Event types to deliver; `*` for all of them. `audit.*` is every event of the audit log from then on, which `*` does not include; creating, changing, testing or deleting such a webhook, a new secret for it, and its deliveries need the scope `audit:read` too.',
    example: ['*'],
  })

const Description = z.string().trim().max(500).nullable().meta({ example: 'CRM integration' })

export const NewWebhookInput = z
  .object({
    url: WebhookUrl,
    events: Events,
    description: Description.optional(),
    active: z.boolean().default(true),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.output<typeof NewWebhookInput>

export const WebhookPatchInput = z
  .object({ url: WebhookUrl, events: Events, description: Description, active: z.boolean() })
  .partial()
  .meta({ id: 'WebhookPatch' })
export type WebhookPatch = z.output<typeof WebhookPatchInput>

export const WebhookShape = z
  .object({
    id: RecordId,
    url: z.string().meta({ example: 'https://example.com/hooks/paraph' }),
    // Not an enum: a newer version may have stored others.
    events: z.array(z.string()).meta({
      description: 'Event types that are delivered; `*` for all of them, `audit.*` for the audit log.',
      example: ['*'],
    }),
    active: z.boolean().meta({ example: true }),
    description: z.string().nullable().meta({ example: 'CRM integration' }),
    test_mode: z.boolean().meta({
      description:
        'Receives test-mode events only; otherwise live events only, and with `audit.*` those of both modes.',
    }),
    created_at: Instant,
    last_success_at: Instant.nullable(),
    last_failure_at: Instant.nullable(),
    consecutive_failures: z.int().meta({ example: 0 }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the service disabled the webhook; null if you did.' }),
    disabled_reason_detail: makeErrorDetailShape('disabled_reason'),
  })
  .meta({ id: 'Webhook' })
export type WebhookRecord = z.infer<typeof WebhookShape>

export const WebhookWithSecretShape = WebhookShape.extend({
  secret: z
    .string()
    .meta({ description: '`whsec_` followed by base64. It is shown only once.', example: 'whsec_…' }),
}).meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecretShape>

export const WebhookLogShape = z
  .object({
    id: RecordId,
    webhook_id: RecordId,
    event_id: RecordId.nullable().meta({ description: 'Null for a test event.', example: 7 }),
    message_id: z.string().meta({
      description: 'The `webhook-id` header, the same for every attempt.',
      example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    }),
    event: z.string().meta({ example: 'process.completed' }),
    url: z.string().meta({ example: 'https://example.com/hooks/paraph' }),
    attempt: z.int().meta({ description: 'From 1.', example: 1 }),
    status: z.enum(deliveryStatuses).meta({ example: 'success' }),
    request_body: z.string().meta({
      description: 'The payload that was or will be sent.',
      example: '{"type":"process.completed","timestamp":"2026-11-21T09:30:00Z",…}',
    }),
    response_status: z.int().nullable().meta({ example: 200 }),
    response_body: z.string().nullable().meta({ description: 'The first 1,024 bytes of the response.' }),
    duration_ms: z.int().nullable().meta({ example: 84 }),
    error: z.string().nullable(),
    error_detail: makeErrorDetailShape('error'),
    next_retry_at: Instant.nullable(),
    created_at: Instant.meta({ description: 'When the attempt was made or scheduled.' }),
  })
  .meta({ id: 'WebhookLog' })
export type WebhookLogRecord = z.infer<typeof WebhookLogShape>

/** The query of the log, beside paging. */
export const WebhookLogFilters = z.object({
  status: z.enum(deliveryStatuses).optional(),
  event: z
    .enum([
      'webhook.test',
      ...webhookEvents,
      AUDIT_GROUP,
      ...eventFilters.map((type) => `audit.${type}` as const),
    ])
    .optional()
    .meta({
      description:
        'A type; with `audit.` one of the audit log, or a group of them, such as `audit.user.signed_in`, `audit.user.*` and `audit.*`.',
    }),
  event_id: z.coerce.number().int().positive().optional(),
  date_from: Day.optional().meta({ description: 'First day (UTC).' }),
  date_to: Day.optional().meta({ description: 'Last day (UTC), inclusive.' }),
  ...CreationOrder.shape,
})
export type WebhookLogQuery = z.output<typeof WebhookLogFilters> & { page: number; per_page: number }
