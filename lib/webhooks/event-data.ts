import { z } from 'zod'
import { eventTypes } from '#lib/audit/events'
import { TenantEventShape } from '#lib/audit/list/schema'
import { Instant, makeErrorDetailShape, RecordId } from '#lib/core/shapes'
import { TEST_EVENT, type WebhookEvent } from './rules.ts'

const name = z.string().meta({ description: 'Name of the process.', example: 'Lease' })
const externalId = z
  .string()
  .nullable()
  .meta({ description: 'The `external_id` of the process.', example: 'crm-2048' })
const person = {
  signer_id: RecordId,
  name: z.string().nullable().meta({ description: 'Name of the signer.', example: 'Ada Lovelace' }),
  email: z.string().nullable().meta({ example: 'ada@example.com' }),
}
const sha256 = z
  .string()
  .meta({ example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752' })
const documentName = z.string().meta({ description: 'Name of the document.', example: 'Lease' })
const reason = z.string().nullable().meta({ example: 'The rent is not what we agreed.' })
const order = z.int().nullable().meta({ example: 1 })
const role = z.string().nullable().meta({ example: 'signer' })

/** Makes the data of an event of a process, which has its `external_id` too. */
const processEventData = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ process_id: RecordId, ...shape, external_id: externalId })

interface EventData {
  /** When the event occurs. */
  description: string
  data: z.ZodObject
}

/** The `data` of each webhook event. Only these members of the recorded event are sent. */
export const eventData: Record<WebhookEvent, EventData> = {
  'document.uploaded': {
    description: 'A document was uploaded.',
    data: z.object({
      document_id: RecordId,
      name: documentName,
      size: z.int().meta({ description: 'Bytes.', example: 48_213 }),
      page_count: z.int().meta({ example: 3 }),
      sha256,
    }),
  },
  'document.deleted': {
    description:
      'A document was deleted; also a copy, which no `document.uploaded` announces, such as that of a use of a template that could not be sent.',
    data: z.object({ document_id: RecordId, name: documentName, sha256 }),
  },
  'document.completed': {
    description: 'A document of a completed process is sealed and in the vault.',
    data: z.object({
      document_id: RecordId,
      process_id: RecordId,
      process_name: z.string().meta({ example: 'Lease' }),
      external_id: externalId,
    }),
  },
  'process.sent': {
    description: 'A process was sent to its signers.',
    data: processEventData({
      name,
      signers: z.int().meta({ description: 'How many people are to sign or approve.', example: 2 }),
      expires_at: Instant,
    }),
  },
  'process.corrected': {
    description:
      'A process that was sent is changed: its options, a person who has not signed, or how somebody confirms who they are, also once it is complete. After `process.expired` it says that the process was extended and is open again.',
    data: processEventData({
      status: z
        .enum(['sent', 'in_progress', 'completed', 'voided'])
        .meta({ description: 'Of the process, after the change.', example: 'in_progress' }),
      change: z
        .enum(['options', 'added', 'changed', 'removed'])
        .meta({ description: '`options`, or what happened to the person.', example: 'changed' }),
      signer_id: RecordId.nullable(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Name of the person before the change.', example: 'Ada Lovelace' }),
      email: z.string().nullable().meta({ example: 'ada@example.com' }),
      new_name: z.string().nullable().meta({ description: 'Null: unchanged.', example: 'Grace Hopper' }),
      new_email: z
        .string()
        .nullable()
        .meta({ description: 'Null: unchanged.', example: 'grace@example.com' }),
      new_expires_at: Instant.nullable().meta({ description: 'Null: unchanged.' }),
    }),
  },
  'process.completed': {
    description: 'Everyone has signed, and the sealed documents are in the vault.',
    data: processEventData({ name, documents: z.array(RecordId) }),
  },
  'process.cancelled': {
    description: 'A process was cancelled by its sender.',
    data: processEventData({ name, reason }),
  },
  'process.voided': {
    description: 'A completed process was declared void.',
    data: processEventData({ name, reason }),
  },
  'process.expired': {
    description: 'A process expired before everyone had signed.',
    data: processEventData({ name }),
  },
  'vault.deleted': {
    description: 'A signed document was deleted from the vault.',
    data: processEventData({
      vault_document_id: RecordId,
      document_id: RecordId,
      name: documentName,
      sha256,
    }),
  },
  'signature.created': {
    description: 'A signature was requested: once for each signer and approver when a process is sent.',
    data: processEventData({ ...person, order }),
  },
  'signature.invited': {
    description:
      'It is the turn of this person: the link works now, and the email is on its way unless `enable_notifications` of the process is false.',
    data: processEventData({ ...person, role, order }),
  },
  'signature.viewed': {
    description:
      'The pages were shown to the signer for the first time; also for the first time since a correction gave the signer another link, or since the documents were made again before the first signature, after a correction or a hand-over.',
    data: processEventData(person),
  },
  'signature.reminded': {
    description: 'A signer is reminded by email.',
    data: processEventData(person),
  },
  'signature.delivery_failed': {
    description:
      'An email or text message to a signer could not be delivered: correct the address or number, or send the link another way. Where the mail server did not take the email for days, `reason_detail.key` begins with `failures.emailNotTaken`, where it did not while the email was of use, such as one with a code, with `failures.emailTooLate`. It is `failures.smsTooLate` where the provider did not take a text message while its code was valid, and `failures.messageDiscarded` where the operator has discarded the message. These say nothing about the address or the number. With `failures.emailForwarded` it was forwarded, and could not be delivered there: others may have it.',
    data: processEventData({
      ...person,
      phone: z
        .string()
        .nullable()
        .meta({ description: 'The number, masked. Null for an email.', example: '+33 … 78' }),
      copy: z
        .boolean()
        .nullable()
        .meta({ description: 'True for the email with the signed document.', example: null }),
      reason: z.string().nullable().meta({
        description: 'The response of the mail server or the provider.',
        example: '550 No such user here',
      }),
      reason_detail: makeErrorDetailShape('reason'),
    }),
  },
  'signature.completed': {
    description: 'A person has signed or approved.',
    data: processEventData({ ...person, role }),
  },
  'signature.refused': {
    description: 'A person has refused to sign, which ends the process.',
    data: processEventData({ ...person, reason }),
  },
  'signature.delegated': {
    description: 'A person has handed over to someone else, who signs or approves in their place.',
    data: processEventData({
      ...person,
      new_name: z
        .string()
        .nullable()
        .meta({ description: 'Name of the new person; `name` handed over.', example: 'Grace Hopper' }),
      new_email: z
        .string()
        .nullable()
        .meta({ description: 'Address of the new person.', example: 'grace@example.com' }),
      reason,
      role,
      order,
    }),
  },
}

/** An event of the audit log, for webhooks of the group `audit.*`. */
export const auditEventData = {
  description:
    'Something was recorded in the audit log. The type is `audit.` and that of the event, such as `audit.user.signed_in`.',
  // Named, so that the types of clients tell the events apart.
  type: z.enum(eventTypes.map((type) => `audit.${type}` as const)).meta({
    description: 'Later versions add more types: a receiver should accept those that it does not know.',
    example: 'audit.user.signed_in',
  }),
  data: TenantEventShape.extend({
    data_omitted: z.boolean().meta({
      description: 'The data would be longer than 20 KB: read it with `GET /audit-events`.',
      example: false,
    }),
  }),
}

/** The body of a delivery. */
export function makeDeliverySchema(type: z.ZodType<string>, data: z.ZodObject) {
  return z.object({
    type,
    event: type.meta({ description: 'The same as `type`.' }),
    timestamp: Instant.meta({ description: 'When the event occurred.' }),
    tenant_id: RecordId,
    api_version: z.string().meta({ example: '1.1' }),
    test_mode: z.boolean(),
    data,
    audit_trail: z
      .object({ seq: z.int(), hash: z.string() })
      .meta({ description: 'The event’s place in the hash chain of the audit trail: store it as evidence.' }),
  })
}

/** The delivery of `POST /webhooks/{id}/test`: it has no place in the audit trail. */
export const testDelivery = {
  name: TEST_EVENT,
  description: 'A test was requested. Webhooks cannot subscribe to it.',
  schema: makeDeliverySchema(
    z.literal(TEST_EVENT),
    z.object({ webhook_id: RecordId, message: z.string().meta({ example: 'This is a test delivery.' }) }),
  ).omit({ audit_trail: true }),
}
