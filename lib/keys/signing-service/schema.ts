import { z } from 'zod'
import { credentialModes } from '#db/schema/keys'
import { Instant } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'

const CredentialModeShape = z.enum(credentialModes).meta({
  description:
    'Which credentials of a signer are used: those that the service authorizes itself (`implicit`), with a PIN or code that the signer enters on the signing page (`explicit`), or at the provider (`oauth2code`). Null: any; where there are several, the signer chooses.',
  example: 'oauth2code',
})

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
    client_secret: z
      .string()
      .trim()
      .min(1, issueMessage('identity.clientSecretMissing'))
      .max(1024)
      .optional()
      .meta({
        description: 'Stored encrypted and never returned; may be absent while the address stays the same.',
        example: 'cs_8aF2…',
      }),
    credential_mode: CredentialModeShape.nullable().optional(),
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
    credential_mode: CredentialModeShape.nullable(),
    callback_url: z.string().meta({
      description: 'The redirect URI to register with the provider.',
      example: 'https://sign.example.com/sign/provider',
    }),
    updated_at: Instant.nullable().meta({ description: 'When it was set.', example: '2026-11-21T09:30:00Z' }),
  })
  .meta({
    id: 'SigningService',
    description: 'The remote signing service of the organisation (Cloud Signature Consortium API 2.0).',
  })
export type SigningServiceRecord = z.infer<typeof SigningServiceShape>

export const SigningServiceInfoShape = z
  .object({
    name: z.string().meta({ example: 'Example Trust Services' }),
    specs: z.string().meta({ description: 'The version of the specification.', example: '2.0.0.2' }),
    methods: z.array(z.string()).meta({
      description: 'The methods that it implements.',
      example: ['credentials/list', 'signatures/signHash'],
    }),
  })
  .meta({ id: 'SigningServiceInfo', description: 'What the remote signing service says about itself.' })
export type SigningServiceInfo = z.infer<typeof SigningServiceInfoShape>

export const SignatureProviderShape = z
  .object({
    name: z.string().nullable().meta({
      description: 'Of the remote signing service; null without one: then all signatures are simple.',
      example: 'Example Trust Services',
    }),
  })
  .meta({ id: 'SignatureProvider', description: 'Who makes advanced and qualified signatures.' })
export type SignatureProviderRecord = z.infer<typeof SignatureProviderShape>
