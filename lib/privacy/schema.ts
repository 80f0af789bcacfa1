import { z } from 'zod'
import { Instant, makeErrorDetailShape, RecordId } from '#lib/core/shapes'
import { PersonShape } from '#lib/documents/schema'
import { Email } from '#lib/identity/person-schema'

/** How long an export can be downloaded. */
export const EXPORT_DAYS = 30

export const PersonInput = z.object({ email: Email }).meta({ id: 'PrivacyPerson' })
export type PersonInput = z.output<typeof PersonInput>

const keptReasons = ['retention', 'legal_hold', 'retention_ended', 'test_mode', 'live'] as const

const keptData = ['name', 'email', 'signed_files', 'attachments', 'hand_overs', 'audit_trail'] as const

const KeptShape = z
  .object({
    processes: z.array(
      z.object({
        process_id: RecordId,
        name: z.string().meta({ example: 'Lease' }),
        reason: z.enum(keptReasons).meta({
          description:
            '`retention`: its retention runs; `legal_hold`; `retention_ended`: an administrator may delete its documents from the vault, after which a new request erases the person there too; `test_mode`: it was completed in test mode and is no evidence, so this may be done at any time; `live`: it has not ended; the person created it, or it was sent while the request ran. A new request erases the person there once it has ended.',
        }),
        law: z.string().nullable().meta({ example: 'GDPR, Article 17(3)(e)' }),
        until: Instant.nullable().meta({ description: 'When the retention of its documents ends.' }),
        data: z.array(z.enum(keptData)).meta({
          description:
            'What stays: who signed or sent it, the files, `attachments` that the person added, `hand_overs` from or to them with the reason, and the events. The values of fields, signature images, links, IP addresses and contact data are erased outside of these.',
        }),
      }),
    ),
    processes_total: z.int().meta({ description: 'Of more than 200, the first are listed.', example: 1 }),
    events: z.int().meta({
      description: 'Events of the audit trail that name the address: the hash chain cannot be rewritten.',
      example: 12,
    }),
    certificates: z.int().nullable().meta({
      description:
        'Certificates with the name and address of the person that were issued for their signatures: `POST /verify` recognises these by them, also in files that were downloaded before. Null in reports of earlier versions.',
      example: 1,
    }),
  })
  .meta({ id: 'PrivacyKept' })

export const PrivacyRequestShape = z
  .object({
    id: RecordId,
    type: z.enum(['export', 'erasure']),
    email: z.string().meta({
      description: 'Masked once the data is erased or the export has expired.',
      example: 'ada@example.com',
    }),
    status: z.enum(['pending', 'running', 'completed', 'blocked', 'expired']).meta({
      description:
        '`blocked`: nothing was erased, see `blocked_by`; or the request stopped, see `stop_reason`. `expired`: the export was deleted.',
      example: 'completed',
    }),
    counts: z
      .record(z.string(), z.int())
      .meta({ description: 'Records exported or erased, by kind.', example: { signers: 2, emails: 5 } }),
    blocked_by: z
      .array(
        z.object({
          type: z.enum(['process', 'user']),
          id: RecordId,
          name: z.string().meta({ example: 'Lease' }),
        }),
      )
      .meta({
        description:
          'Processes that are sent and have not ended, and a user of the tenant: end or delete them first.',
        example: [],
      }),
    stop_reason: z.string().nullable().meta({
      description:
        'Why the request stopped: the user or API key that made it may not do so any more, the operator has discarded it, or an export is too large. `counts` says what was erased before. Another request starts from the beginning.',
      example: null,
    }),
    stop_reason_detail: makeErrorDetailShape('stop_reason'),
    kept: KeptShape.nullable().meta({ description: 'What an erasure left, and why.', example: null }),
    requested_by: PersonShape.nullable(),
    created_at: Instant,
    completed_at: Instant.nullable().meta({ example: '2026-11-21T09:31:00Z' }),
    expires_at: Instant.nullable().meta({
      description: 'When the export is deleted.',
      example: '2026-11-28T09:31:00Z',
    }),
    download_url: z
      .url()
      .nullable()
      .meta({ example: 'https://paraph.example/api/v1/privacy/requests/7/download' }),
  })
  .meta({ id: 'PrivacyRequest' })

export type PrivacyRequestRecord = z.infer<typeof PrivacyRequestShape>
