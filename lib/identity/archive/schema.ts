import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { Instant } from '#lib/core/shapes'

export const ArchiveInput = z
  .object({ email: emailAddress().meta({ example: 'archive@example.com' }) })
  .meta({ id: 'ArchiveAddressInput', description: 'Where copies of emails about completed processes go.' })
export type ArchiveSettings = z.output<typeof ArchiveInput>

export const ArchiveShape = z
  .object({
    email: z
      .string()
      .nullable()
      .meta({ description: 'Null while none is set.', example: 'archive@example.com' }),
    confirmed_at: Instant.nullable().meta({
      description: 'When the link in the email to the address was used; copies are sent from then on.',
      example: '2026-11-21T09:30:00Z',
    }),
  })
  .meta({
    id: 'ArchiveAddress',
    description: 'The address that gets a copy of what the sender of a completed process gets.',
  })
export type ArchiveRecord = z.infer<typeof ArchiveShape>

export const ConfirmArchiveInput = z
  .object({
    token: z
      .string()
      .max(100)
      .meta({ description: 'The last part of the link.', example: `7-${'4f0c9d1be27a66d3'.repeat(4)}` }),
  })
  .meta({ id: 'ConfirmArchiveAddress', description: 'The link that was mailed to an archive address.' })
