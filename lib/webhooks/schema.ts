import { z } from 'zod'
import { webhookEvents } from './rules.ts'

const instant = z.iso.datetime()
const day = z.iso.date({ error: 'Must be a date such as 2026-01-31.' })
const statuses = ['pending', 'success', 'failed'] as const

const Address = z
  .string()
  .trim()
  .min(1, 'The address is missing.')
  .max(2048)
  .meta({ description: 'https; http only for hosts that the installation allows.' })

const Events = z
  .array(z.enum(['*', ...webhookEvents], { error: `Must be one of *, ${webhookEvents.join(', ')}.` }))
  .min(1, 'Choose at least one event, or "*" for all.')
  .max(webhookEvents.length + 1)
  .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set(chosen)]))
  .meta({ description: 'Which events it is told of; `["*"]` for all.' })

const Description = z.string().trim().max(500).nullable()

export const NewWebhookInput = z
  .object({
    url: Address,
    events: Events,
    description: Description.optional(),
    active: z.boolean().default(true),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.output<typeof NewWebhookInput>

export const WebhookPatchInput = z
  .object({ url: Address, events: Events, description: Description, active: z.boolean() })
  .partial()
  .meta({ id: 'WebhookPatch' })
export type WebhookPatch = z.output<typeof WebhookPatchInput>

export const WebhookShape = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(z.enum(['*', ...webhookEvents])),
    active: z.boolean(),
    description: z.string().nullable(),
    test_mode: z
      .boolean()
      .meta({ description: 'It is told of what happens in test mode, and of nothing else.' }),
    created_at: instant,
    last_success_at: instant.nullable(),
    last_failure_at: instant.nullable(),
    consecutive_failures: z.int(),
    disabled_reason: z.string().nullable().meta({ description: 'Why it was switched off, if not by you.' }),
  })
  .meta({ id: 'Webhook' })
export type WebhookRecord = z.infer<typeof WebhookShape>

export const WebhookWithSecretShape = WebhookShape.extend({
  secret: z.string().meta({ description: '`whsec_` and base64, shown this once.' }),
}).meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecretShape>

export const webhookSorts = ['created_at', '-created_at'] as const

/** The query of the list, beside paging. */
export const WebhookFilters = z.object({ sort: z.enum(webhookSorts).default('-created_at') })
export type WebhookQuery = z.output<typeof WebhookFilters> & { page: number; per_page: number }

export const WebhookLogShape = z
  .object({
    id: z.int(),
    webhook_id: z.int(),
    event_id: z.int().nullable().meta({ description: 'Null for a test.' }),
    message_id: z.string().meta({ description: 'The header `webhook-id`, the same on every attempt.' }),
    event: z.string(),
    url: z.string(),
    attempt: z.int().meta({ description: 'From 1.' }),
    status: z.enum(statuses),
    request_body: z.string().meta({ description: 'What was sent, or will be.' }),
    response_status: z.int().nullable(),
    response_body: z.string().nullable().meta({ description: 'Its first 1,024 bytes.' }),
    duration_ms: z.int().nullable(),
    error: z.string().nullable(),
    next_retry_at: instant.nullable(),
    created_at: instant.meta({ description: 'When the call was made, or put down to be made.' }),
  })
  .meta({ id: 'WebhookLog' })
export type WebhookLogRecord = z.infer<typeof WebhookLogShape>

/** The query of the log, beside paging. */
export const WebhookLogFilters = z.object({
  status: z.enum(statuses).optional(),
  event: z.enum(['webhook.test', ...webhookEvents]).optional(),
  event_id: z.coerce.number().int().positive().optional(),
  date_from: day.optional().meta({ description: 'First day (UTC).' }),
  date_to: day.optional().meta({ description: 'Last day (UTC), inclusive.' }),
  sort: z.enum(webhookSorts).default('-created_at'),
})
export type WebhookLogQuery = z.output<typeof WebhookLogFilters> & { page: number; per_page: number }
