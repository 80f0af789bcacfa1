import { z } from 'zod'
import type { Json } from '#lib/core/json'
import { searchIn, wordsOf } from '#lib/core/query'
import { documentStatuses, PersonShape } from '#lib/documents/schema'
import { fieldTypes } from '#lib/pdf/zones'

export const processStatuses = [
  'draft',
  'sent',
  'in_progress',
  'completed',
  'refused',
  'cancelled',
  'expired',
] as const
export const signerStatuses = ['pending', 'notified', 'viewed', 'signed', 'refused', 'expired'] as const
export const signerRoles = ['signer', 'approver', 'viewer', 'cc'] as const
export const signerTypes = ['sequential', 'parallel'] as const

const when = z.iso.datetime()
/** What was parsed from JSON is JSON. */
export const JsonValue = z
  .custom<Json>((value) => value !== undefined)
  .meta({ description: 'Any JSON value.' })

export const OptionsShape = z
  .object({
    enable_otp: z.boolean().meta({ description: 'Signers confirm a code sent by mail.' }),
    enable_notifications: z.boolean().meta({
      description:
        'False: no mails to signers but the code, where one is asked for; you hand out `signing_url`.',
    }),
    expires_in_days: z.int(),
    reminder_days: z.int().nullable().meta({ description: 'Remind every so many days; null: never.' }),
    locale: z.string(),
    message: z.string().nullable(),
    redirect_url: z.string().nullable(),
  })
  .meta({ id: 'ProcessOptions' })

export const SignerShape = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    order: z.int(),
    type: z.enum(signerTypes),
    role: z.enum(signerRoles),
    status: z.enum(signerStatuses),
    locale: z.string(),
    invited_at: when.nullable(),
    viewed_at: when.nullable(),
    signed_at: when.nullable(),
    refused_at: when.nullable(),
    refusal_reason: z.string().nullable(),
    reminders_sent: z.int(),
    signing_url: z.url().nullable().optional().meta({
      description:
        'Only for a key with the scope `signing-links`, and not in lists; null until their turn. The audit trail says so.',
    }),
  })
  .meta({ id: 'Signer' })

export const FieldShape = z
  .object({
    id: z.int(),
    document_id: z.int(),
    signer_id: z.int(),
    type: z.enum(fieldTypes),
    page: z.int(),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    required: z.boolean(),
    label: z.string().nullable(),
    placeholder: z.string().nullable(),
    value: z.string().nullable(),
    options: z.array(z.string()),
    read_only: z.boolean(),
    validation: z.record(z.string(), JsonValue),
  })
  .meta({
    id: 'Field',
    description: 'A signature zone, in points from the top left of the page as displayed.',
  })

export const ProcessDocumentShape = z
  .object({
    id: z.int(),
    name: z.string(),
    order: z.int(),
    page_count: z.int(),
    status: z.enum(documentStatuses),
  })
  .meta({ id: 'ProcessDocument' })

export const ProcessShape = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(processStatuses),
    documents: z.array(ProcessDocumentShape),
    signers: z.array(SignerShape),
    fields: z.array(FieldShape),
    options: OptionsShape,
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), JsonValue),
    progress: z.object({ signed: z.int(), total: z.int() }),
    seal_error: z
      .string()
      .nullable()
      .meta({ description: 'Why sealing does not succeed yet; it is retried.' }),
    seal_blocked: z.boolean().meta({
      description:
        'The cause of `seal_error` lies in a document or in what a signer gave, and retries do not help: cancel the process, which tells everyone who was asked why, and send another document.',
    }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: when,
    updated_at: when,
    sent_at: when.nullable(),
    completed_at: when.nullable(),
    cancelled_at: when.nullable(),
    cancel_reason: z.string().nullable(),
    expires_at: when.nullable(),
  })
  .meta({ id: 'SignatureProcess' })

export type ProcessRecord = z.infer<typeof ProcessShape>
export type SignerRecord = z.infer<typeof SignerShape>
export type FieldRecord = z.infer<typeof FieldShape>

export const FieldsShape = z.object({ data: z.array(FieldShape) }).meta({ id: 'FieldList' })

export const AuditEventShape = z
  .object({
    seq: z.int(),
    type: z.string(),
    actor: z.record(z.string(), JsonValue),
    data: z.record(z.string(), JsonValue),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string(),
    occurred_at: when,
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEvent' })

export const AuditTrailShape = z
  .object({
    process_id: z.int(),
    chain_valid: z.boolean().meta({
      description:
        'Every event carries the hash of the one before and its own, and the last one is where the chain is known to end: none was changed, inserted or removed.',
    }),
    chain_head: z.string().nullable(),
    events: z.array(AuditEventShape),
  })
  .meta({ id: 'AuditTrail' })

export type AuditTrail = z.infer<typeof AuditTrailShape>

export const processSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'updated_at',
  '-updated_at',
] as const

/** The query of the list, beside paging. */
export const ProcessFilters = z.object({
  search: searchIn('the name, or in a signer’s name or mail'),
  status: wordsOf(processStatuses).optional().meta({ description: 'One or several, comma-separated.' }),
  date_from: z.iso.date().optional().meta({ description: 'Created on this day (UTC) or later.' }),
  date_to: z.iso.date().optional().meta({ description: 'Created on this day (UTC) or earlier.' }),
  external_id: z.string().max(255).optional(),
  sort: z.enum(processSorts).default('-created_at'),
})

export type ProcessQuery = z.output<typeof ProcessFilters> & { page: number; per_page: number }
