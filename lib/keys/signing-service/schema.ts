import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'

export const SigningServiceInput = z
  .object({
    url: z
      .string()
      .trim()
      .max(1024)
      .refine(
        (text) => URL.canParse(text) && !/[?#]/.test(text),
        issueMessage('identity.mustBeUrlWithoutQuery'),
      )
      .transform((text) => text.replace(/\/+$/, ''))
      .meta({
        description: 'The base URI of the service; https only.',
        example: 'https://sign.example.com/csc/v2',
      }),
    client_id: singleLine(255).min(1, issueMessage('identity.clientIdMissing')).meta({ example: 'acme' }),
    client_secret: z.string().trim().min(1, issueMessage('identity.clientSecretMissing')).max(1024).meta({
      description: 'Stored encrypted and never returned.',
      example: 'cs_8aF2…',
    }),
  })
  .meta({ id: 'SigningServiceInput', description: 'The service, and the access of the organisation to it.' })
export type SigningServiceSettings = z.output<typeof SigningServiceInput>

export const SigningServiceShape = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({ description: 'Null while no service is set.', example: 'https://sign.example.com/csc/v2' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'What the service calls itself.', example: 'Example Trust Services' }),
    client_id: z.string().nullable().meta({ example: 'acme' }),
    updated_at: Instant.nullable().meta({ description: 'When it was set.', example: '2026-11-21T09:30:00Z' }),
  })
  .meta({
    id: 'SigningService',
    description: 'The remote signing service of the organisation (Cloud Signature Consortium API 2.0).',
  })
export type SigningServiceRecord = z.infer<typeof SigningServiceShape>
