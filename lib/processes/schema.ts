import { z } from 'zod'
import {
  documentStatuses,
  otpKinds,
  processStatuses,
  signatureLevels,
  signerRoles,
  signerStatuses,
  signerTypes,
} from '#lib/core/enumerations'
import { emailSearchParameter } from '#lib/core/query'
import { Instant, JsonValue, makeErrorDetailShape, RecordId } from '#lib/core/shapes'
import { Layout } from '#lib/documents/field-layout'
import { PersonShape } from '#lib/documents/schema'
import { FolderIdShape } from '#lib/folders/schema'
import { fieldTypes } from '#lib/pdf/zones'
import { FieldAttachment } from './fields/attachment-schema.ts'
import { OptionsShape } from './options/schema.ts'

const deliveryStatuses = ['queued', 'sent', 'failed', 'local'] as const

const DeliveryShape = z
  .object({
    channel: z
      .enum(['email', 'sms'])
      .meta({ description: 'A code may be sent as a text message.', example: 'email' }),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`queued`: waiting for the mail server, or the provider of text messages; `sent`: accepted by it; `failed`: rejected by it; `local`: of an email without a mail server, which is shown at /mailbox.',
      example: 'sent',
    }),
    at: Instant.meta({ description: 'When it was sent, or else queued.' }),
    error: z.string().nullable().meta({
      description:
        'The last error of either; of an email that was `sent`: where it was forwarded to, it could not be delivered.',
      example: null,
    }),
    error_detail: makeErrorDetailShape('error'),
  })
  .meta({ id: 'Delivery' })

export const SignerShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    phone: z.string().nullable(),
    order: z.int().meta({ example: 1 }),
    type: z.enum(signerTypes),
    role: z.enum(signerRoles),
    status: z.enum(signerStatuses),
    locale: z.string().meta({ example: 'en' }),
    otp: z.enum(otpKinds).nullable().meta({ description: 'Null: as `enable_otp`.', example: null }),
    signature_level: z.enum(signatureLevels).meta({ example: 'simple' }),
    awaits_provider: z.boolean().optional(),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'Subject of the invitation; null for the usual one.' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'Message to this signer; null for that of the process.' }),
    invited_at: Instant.nullable(),
    viewed_at: Instant.nullable(),
    signed_at: Instant.nullable(),
    refused_at: Instant.nullable(),
    refusal_reason: z.string().nullable(),
    erased_at: Instant.nullable().optional(),
    reminders_sent: z.int().meta({ example: 0 }),
    delegated_by: z
      .array(
        z.object({
          name: z.string().meta({ example: 'Charles Babbage' }),
          email: z.string().meta({ example: 'charles@example.com' }),
          reason: z.string().meta({ example: 'She signs contracts for our office.' }),
          delegated_at: Instant,
        }),
      )
      .optional()
      .meta({ description: 'Who handed over to this person, in order; empty if nobody did.' }),
    delivery_error: z.string().nullable().meta({
      description:
        'Why an email or text message to this person could not be delivered; null otherwise, and again when another is sent or the address or number is corrected.',
    }),
    delivery_error_detail: makeErrorDetailShape('delivery_error'),
    delivery: DeliveryShape.nullable().optional().meta({
      description:
        'The last email or text message to this person with a link or a code; null before the first, after a correction of where it went, and 90 days after it.',
    }),
    signing_url: z.url().nullable().optional().meta({
      description:
        'Only for API keys with the scope `signing-links` whose creator has the role `tenant_admin`, and not in lists; null before the signer’s turn. The audit trail records that the link was shown.',
      example: 'https://paraph.example/sign/q8ZrX2mV…',
    }),
  })
  .meta({ id: 'Signer' })

export const FieldShape = z
  .object({
    id: RecordId,
    document_id: RecordId,
    signer_id: RecordId,
    type: z.enum(fieldTypes),
    page: z.int().meta({ example: 1 }),
    x: z.number().meta({ example: 72 }),
    y: z.number().meta({ example: 640 }),
    width: z.number().meta({ example: 160 }),
    height: z.number().meta({ example: 40 }),
    required: z.boolean().meta({ example: true }),
    label: z.string().nullable(),
    placeholder: z.string().nullable(),
    value: z.string().nullable().meta({
      description: 'A number with a decimal point (`1250.5`), a date as `2026-12-01`.',
      example: null,
    }),
    options: z.array(z.string()).meta({ example: [] }),
    read_only: z.boolean().meta({ description: 'Its value stays where `condition` hides it.' }),
    auto: z.boolean().meta({ description: 'A date that gets the day of signing.' }),
    imported: z.boolean().meta({ description: 'The field replaces a form field or text tag of the file.' }),
    validation: z.record(z.string(), JsonValue).meta({ example: {} }),
    condition: z
      .object({
        field: z.string(),
        equals: z.string().optional(),
        not_equals: z.string().optional(),
        filled: z.boolean().optional(),
      })
      .nullable()
      .meta({
        description:
          'The field is shown, and required, only when this holds for another field of the signer.',
        example: null,
      }),
    formula: z.string().nullable().meta({ description: 'The value is calculated.', example: null }),
    editable: z.boolean().meta({ description: 'A dropdown that takes a text of the signer’s own too.' }),
    layout: Layout.meta({ example: {} }),
    attachment: FieldAttachment,
  })
  .meta({
    id: 'Field',
    description: 'A form field of a signer, in points from the top left of the page as displayed.',
  })

export const ProcessDocumentShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Lease' }),
    order: z.int().meta({ example: 1 }),
    page_count: z.int().meta({ example: 3 }),
    status: z.enum(documentStatuses),
    deleted_at: Instant.nullable().meta({
      description:
        'When its file was deleted: a signed one from the vault after its retention, one of a process that ended unsigned with the document.',
    }),
  })
  .meta({ id: 'ProcessDocument' })

export const ProcessShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Lease' }),
    description: z.string().nullable().meta({ example: 'Flat 4, twelve months' }),
    status: z.enum(processStatuses),
    folder_id: FolderIdShape,
    template: z.object({ id: RecordId, version: z.int().meta({ example: 2 }) }).nullable(),
    documents: z.array(ProcessDocumentShape),
    signers: z.array(SignerShape),
    fields: z.array(FieldShape),
    options: OptionsShape,
    external_id: z.string().nullable().meta({ example: 'crm-2048' }),
    metadata: z.record(z.string(), JsonValue).meta({ example: { deal: 2048 } }),
    progress: z.object({ signed: z.int().meta({ example: 0 }), total: z.int().meta({ example: 1 }) }),
    seal_error: z.string().nullable().meta({ description: 'Why sealing failed so far; it is retried.' }),
    seal_error_detail: makeErrorDetailShape('seal_error'),
    seal_blocked: z.boolean().meta({
      description:
        'The cause of `seal_error` lies in a document or in a signer’s input, so retries do not help. Cancel the process, which notifies everyone who was asked to sign unless `enable_notifications` is false, and send another document.',
    }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: Instant,
    updated_at: Instant,
    sent_at: Instant.nullable(),
    sent_by: PersonShape.nullable(),
    completed_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    cancel_reason: z.string().nullable(),
    voided_at: Instant.nullable(),
    void_reason: z.string().nullable(),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'SignatureProcess' })

export type ProcessRecord = z.infer<typeof ProcessShape>
export type SignerRecord = z.infer<typeof SignerShape>
export type FieldRecord = z.infer<typeof FieldShape>

export const FieldsShape = z.object({ data: z.array(FieldShape) }).meta({ id: 'FieldList' })

export const ContactShape = z
  .object({
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    phone: z.string().nullable(),
    locale: z.string().meta({ example: 'en' }),
  })
  .meta({ id: 'Contact' })
export type ContactRecord = z.infer<typeof ContactShape>
export const ContactFilters = z.object({ search: emailSearchParameter('the name or the email') })

export type ContactQuery = z.output<typeof ContactFilters> & { page: number; per_page: number }

const hashExample = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'

const AuditEventShape = z
  .object({
    seq: z.int().meta({ example: 1 }),
    type: z.string().meta({ example: 'signature.completed' }),
    actor: z.record(z.string(), JsonValue).meta({ example: { type: 'signer', name: 'Ada Lovelace' } }),
    data: z.record(z.string(), JsonValue).meta({ example: { signer_id: 7 } }),
    address: z.string().nullable().meta({ example: '203.0.113.7' }),
    user_agent: z.string().nullable(),
    request_id: z.string().meta({ example: 'req_8t1n5yqz2v6m' }),
    occurred_at: Instant,
    previous_hash: z
      .string()
      .meta({ example: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13' }),
    hash: z.string().meta({ example: hashExample }),
  })
  .meta({ id: 'AuditEvent' })

export const AuditTrailShape = z
  .object({
    process_id: RecordId,
    chain: z.string().meta({ description: 'Its name, which each hash covers.', example: 'process:12' }),
    chain_valid: z.boolean().meta({
      description:
        'Whether the hash chain of the events is intact and ends where it should: no event was changed, inserted or removed.',
      example: true,
    }),
    chain_head: z.string().nullable().meta({ example: hashExample }),
    events: z.array(AuditEventShape),
  })
  .meta({ id: 'AuditTrail' })

export type AuditTrail = z.infer<typeof AuditTrailShape>

export const ProcessStatisticsShape = z
  .object({
    by_status: z
      .record(z.string(), z.int())
      .meta({ description: 'Number of processes by status.', example: { draft: 1, completed: 12 } }),
    by_month: z
      .array(
        z.object({
          month: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .meta({ example: '2026-11' }),
          sent: z.int().meta({ example: 14 }),
          completed: z.int().meta({ example: 12 }),
        }),
      )
      .meta({ description: 'The last twelve months (UTC), oldest first.' }),
  })
  .meta({ id: 'ProcessStatistics' })

export type ProcessStatistics = z.infer<typeof ProcessStatisticsShape>
