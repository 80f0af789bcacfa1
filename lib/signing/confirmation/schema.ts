import { z } from 'zod'
import { confirmationFailures, credentialModes } from '#db/schema/keys'
import { Instant } from '#lib/core/shapes'

export const ConfirmationShape = z
  .object({
    state: z.enum(['code_required', 'preparing', 'choose', 'waiting', 'confirmed', 'unavailable']).meta({
      description:
        '`code_required`: this browser has to confirm the one-time code first; nothing else is shown before. `preparing`: the service is asked, or the person on another device. `choose`: the person has several certificates at the service, and names one of `credentials`. `waiting`: for the person, here or at the provider. `confirmed`: the signature is being embedded. `unavailable`: the service has no credential of the person, or does not respond; it is asked again.',
      example: 'waiting',
    }),
    provider: z
      .string()
      .meta({ description: 'What the service calls itself.', example: 'Example Trust Services' }),
    mode: z.enum(credentialModes).nullable().meta({
      description:
        '`explicit`: with what is entered for `inputs`. `oauth2code`: at the provider, whose page `visit` gives.',
      example: 'oauth2code',
    }),
    certificate: z
      .object({
        subject: z.string().meta({ description: 'Its common name.', example: 'Ada Lovelace' }),
        issuer: z
          .string()
          .meta({ description: 'The common name of its issuer.', example: 'Example Qualified CA' }),
      })
      .nullable()
      .meta({ description: 'Whose certificate the signature will have.' }),
    signatures: z.int().meta({ description: 'How many signatures are still to be confirmed.', example: 1 }),
    inputs: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Names it in `confirm`.', example: 'PIN' }),
          numeric: z.boolean().meta({ description: 'It has digits only.', example: true }),
          label: z.string().nullable().meta({ description: 'In the words of the provider.', example: 'PIN' }),
          description: z.string().nullable().meta({
            description: 'What the provider says about it.',
            example: 'The PIN of your signature',
          }),
          code_sent: z
            .boolean()
            .meta({ description: '`code` has the provider send a code, or ask a question.', example: false }),
        }),
      )
      .meta({ description: 'What the person enters for `explicit`.' }),
    any_input: z.boolean().meta({ description: 'One of `inputs` is enough.', example: false }),
    credentials: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Its name at the service.', example: 'GX0112348' }),
          subject: z.string().meta({ description: 'The common name.', example: 'Ada Lovelace' }),
          issuer: z
            .string()
            .meta({ description: 'The common name of its issuer.', example: 'Example Qualified CA' }),
          not_after: Instant.meta({ description: 'Valid until then.', example: '2028-11-20T12:00:00Z' }),
          qualified: z.boolean().meta({
            description: 'Whether the certificate states that it makes qualified signatures.',
            example: true,
          }),
          chosen: z.boolean().meta({ description: 'The person has chosen it.', example: false }),
        }),
      )
      .meta({
        description:
          'The certificates of the person that may make the signature, where there are several: one is chosen by `PUT …/confirmation/credential`, and another one as long as the signature is not confirmed.',
      }),
    failure: z.enum(confirmationFailures).nullable().meta({
      description: 'Why the last try failed; `changed`: somebody else has signed meanwhile.',
      example: null,
    }),
  })
  .meta({
    id: 'Confirmation',
    description: 'What is still to be done for a signature that a remote signing service makes.',
  })
export type ConfirmationRecord = z.infer<typeof ConfirmationShape>

const objectId = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: 'One of `confirmation.inputs`.', example: 'PIN' })

export const ConfirmInput = z
  .object({
    values: z
      .array(
        z.object({
          id: objectId,
          value: z
            .string()
            .max(1024)
            .meta({ description: 'Passed on to the service; never stored.', example: '4711' }),
        }),
      )
      .max(10)
      .meta({ description: 'What was entered.', example: [{ id: 'PIN', value: '4711' }] }),
  })
  .meta({ id: 'ConfirmInput', description: 'The PIN or code of a credential.' })
export type ConfirmInput = z.output<typeof ConfirmInput>

export const CodeRequest = z.object({ id: objectId }).meta({
  id: 'ConfirmationCodeRequest',
  description: 'For which of `confirmation.inputs` a code is requested.',
})
export type CodeRequest = z.output<typeof CodeRequest>

export const CodeShape = z.object({
  challenge: z.string().nullable().meta({
    description: 'The question that the person answers; null where a code was sent to them.',
    example: null,
  }),
})

export const VisitInput = z.object({
  locale: z.string().max(35).default('en').meta({
    description: 'The language of the person, which the provider may speak.',
    example: 'de',
  }),
})

export const VisitShape = z
  .object({
    url: z.string().meta({
      description: 'The provider’s page; it leads back to the signing page. Valid for 30 minutes.',
      example: 'https://provider.example/oauth2/authorize?response_type=code',
    }),
  })
  .meta({ id: 'ProviderVisit', description: 'A visit of the provider, who asks the signer to confirm.' })

export const CredentialChoice = z
  .object({
    id: z
      .string()
      .min(1)
      .max(1024)
      .meta({ description: 'One of `confirmation.credentials`.', example: 'GX0112348' }),
  })
  .meta({ id: 'CredentialChoice', description: 'The certificate that a signer chooses.' })
export type CredentialChoice = z.output<typeof CredentialChoice>
