import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { modificationKinds, modificationLevels } from '#lib/pades/changes/modifications'

export const ChangeShape = z
  .object({
    kind: z.enum(modificationKinds).meta({
      description: '`content` is any change without a kind of its own: pages, fonts, new fields, removals.',
    }),
    level: z.enum(modificationLevels),
    field: z.string().nullable().meta({ description: 'Fully qualified name of the form field.' }),
    label: z.string().nullable().meta({
      description: 'The label of the field in the file; null without one.',
      example: 'Monthly rent',
    }),
    page: z.int().nullable().meta({
      description: 'The page on which the field is; null where it is on none.',
      example: 1,
    }),
    before: z
      .string()
      .nullable()
      .meta({ description: 'For a field that was filled in: the value as signed.' }),
    after: z.string().nullable().meta({ description: 'For a field that was filled in: the value now.' }),
    permitted: z.boolean().meta({
      description:
        'Whether the signature and the lock of its field (FieldMDP, /P), and the certification (DocMDP), permit the change.',
      example: true,
    }),
    signed_by: z.string().nullable().meta({
      description: 'The field of the first later signature that covers the change; null when none does.',
    }),
    message: z.string().meta({ example: 'The field “Signature2” was signed.' }),
  })
  .meta({ id: 'ChangeAfterSigning' })

export const TrustedListShape = z
  .object({
    territory: z.string().meta({ description: 'Whose list it is: a country.', example: 'BE' }),
    provider: z.string().meta({ description: 'The trust service provider.', example: 'Example Trust NV' }),
    service: z.string().meta({ description: 'Its service.', example: 'Example Trust Qualified CA' }),
    next_update: Instant.nullable().meta({
      description: 'When the next list is issued at the latest; null where no further one is.',
    }),
    expired: z.boolean().meta({
      description: 'That time has passed: the list that this installation has may not be current.',
      example: false,
    }),
  })
  .meta({
    id: 'TrustedListEntry',
    description: 'A service in a trusted list of the European Union (ETSI TS 119 612).',
  })
