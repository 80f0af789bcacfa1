import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { Instant } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'

const statuses = ['none', 'unverified', 'verified', 'lost'] as const

export const SenderInput = z
  .object({
    name: singleLine(100).min(1, issueMessage('identity.nameMissing')).meta({
      description: 'The name in `From`.',
      example: 'Acme contracts',
    }),
    address: emailAddress().meta({
      description: 'The address in `From`, of a domain that the organisation controls.',
      example: 'contracts@example.com',
    }),
  })
  .meta({ id: 'SenderInput', description: 'Who the emails of the organisation come from.' })
export type SenderSettings = z.output<typeof SenderInput>

export const SenderShape = z
  .object({
    name: z.string().nullable().meta({ example: 'Acme contracts' }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Null while none is set.', example: 'contracts@example.com' }),
    status: z.enum(statuses).meta({
      description:
        'Only a `verified` sender is used. Otherwise the address of the installation is, and replies go to the address of a sender that is `lost`: its records were found before.',
      example: 'unverified',
    }),
    records: z
      .array(
        z.object({
          type: z.literal('TXT'),
          name: z.string().meta({ example: '_paraph.example.com' }),
          value: z.string().meta({ example: 'paraph-verification=Vb3kQ0pW7sJ9xD2f' }),
          found: z.boolean().meta({ description: 'By the last check.', example: false }),
        }),
      )
      .meta({ description: 'The records to add to the domain: a proof of control, and the DKIM key.' }),
    verified_at: Instant.nullable().meta({
      description: 'Since when it is used.',
      example: '2026-11-21T09:30:00Z',
    }),
    checked_at: Instant.nullable().meta({
      description: 'When the records were last looked up; every hour again.',
      example: '2026-11-21T09:30:00Z',
    }),
  })
  .meta({ id: 'Sender', description: 'The name and address in `From`, and the records of its domain.' })
export type SenderRecord = z.infer<typeof SenderShape>
