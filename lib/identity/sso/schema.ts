import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { defaultRoles } from './default-roles.ts'

const MAX_DOMAINS = 50
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

const MAX_CERTIFICATES = 10
const MAX_METADATA_CHARACTERS = 500_000

const Protocol = z.enum(['oidc', 'saml']).meta({
  description: 'OpenID Connect or SAML 2.0.',
  example: 'oidc',
})

const attributeName = (description: string, example: string) =>
  singleLine(256).min(1).nullable().meta({ description, example })

/** Null, which the record has for the members of the other protocol, counts as absent. */
const exceptNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional())

/** Whether these are certificates as the record has them, without their PEM. */
const areOfRecord = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)

const samlMembers = {
  metadata: z.string().trim().min(1).max(MAX_METADATA_CHARACTERS).meta({
    description: 'SAML: the metadata of the provider, which sets `issuer`, `sso_url` and `certificates`.',
    example: '<EntityDescriptor entityID="https://login.example.com" …',
  }),
  sso_url: exceptNull(z.string().trim().min(1).max(1024)).meta({
    description: 'SAML: the URL of the provider for requests by HTTP-Redirect; https only.',
    example: 'https://login.example.com/sso/saml',
  }),
  certificates: z
    .preprocess(
      (value) => (areOfRecord(value) ? undefined : value),
      z.array(z.string().trim().min(1).max(10_000)).max(MAX_CERTIFICATES).optional(),
    )
    .meta({
      description:
        'SAML: the certificates that sign assertions, as PEM; one of them must have signed. As the record has them: unchanged.',
      example: ['-----BEGIN CERTIFICATE-----\nMIIC…'],
    }),
  email_attribute: attributeName(
    'SAML: the attribute with the email address. Null: `email`, `mail` and the usual URIs, else a NameID of the format `emailAddress`.',
    'email',
  ),
  name_attribute: attributeName('SAML: the attribute with the name. Null: the usual ones.', 'displayName'),
}

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(DOMAIN, issueMessage('identity.mustBeDomain'))
  .meta({ example: 'example.com' })

export const SsoInput = z
  .object({
    protocol: Protocol,
    issuer: exceptNull(singleLine(1024).min(1, issueMessage('identity.issuerMissing'))).meta({
      description:
        'The issuer exactly as the provider states it, https only; with SAML the entity id of the provider.',
      example: 'https://login.example.com',
    }),
    client_id: exceptNull(singleLine(255).min(1, issueMessage('identity.clientIdMissing'))).meta({
      example: 'paraph',
    }),
    client_secret: z.string().trim().min(1, issueMessage('identity.clientSecretMissing')).max(1024).meta({
      description: 'Stored encrypted and never returned. Required again when the issuer changes.',
      example: 'cs_8aF2…',
    }),
    domains: z
      .array(Domain)
      .min(1, issueMessage('identity.domainsMissing'))
      .max(MAX_DOMAINS)
      .transform((domains) => [...new Set(domains)])
      .meta({ description: 'Only email addresses of these domains may sign in.', example: ['example.com'] }),
    enforced: z.boolean().meta({
      description: 'Refuses sign-in with a password, except for administrators.',
      example: false,
    }),
    create_users: z.boolean().meta({
      description: 'Creates a user at the first sign-in of a person who has no account in the tenant.',
      example: false,
    }),
    default_role: z.enum(defaultRoles).meta({ description: 'The role of created users.', example: 'user' }),
    trusts_second_factor: z.boolean().meta({
      description:
        'Does not ask for the second factor here when the ID token says that the provider did: `mfa` in `amr` (RFC 8176), or an `acr` of `phr`, `phrh` or `https://refeds.org/profile/mfa`. With SAML the authentication context says so: the REFEDS profile, `MobileTwoFactorContract`, or `multipleauthn` of Entra ID. Administrators of the installation always prove theirs here.',
      example: false,
    }),
  })
  .extend(samlMembers)
  .partial()
  .meta({
    id: 'SsoChange',
    description: 'Absent members stay unchanged; those of the other protocol are ignored.',
  })
export type SsoChange = z.output<typeof SsoInput>

export const SsoShape = z
  .object({
    issuer: z
      .string()
      .nullable()
      .meta({ description: 'Null while no provider is set.', example: 'https://login.example.com' }),
    protocol: Protocol,
    client_id: z.string().nullable().meta({ description: 'Null with SAML.', example: 'paraph' }),
    sso_url: z.string().nullable().meta({
      description: 'Null with OpenID Connect.',
      example: 'https://login.example.com/sso/saml',
    }),
    certificates: z
      .array(
        z.object({
          subject: z
            .string()
            .meta({ description: 'The distinguished name.', example: 'CN=login.example.com' }),
          expires_at: Instant.meta({ example: '2036-11-21T09:30:00Z' }),
          fingerprint: z.string().meta({
            description: 'SHA-256 of the DER.',
            example:
              'E4:6F:C7:A6:5B:22:08:11:DF:90:CC:2B:CE:7A:00:14:5F:0A:D2:23:6A:5B:22:08:11:DF:90:CC:2B:CE:7A:00',
          }),
        }),
      )
      .meta({ description: 'The certificates that sign assertions; empty with OpenID Connect.' }),
    email_attribute: samlMembers.email_attribute,
    name_attribute: samlMembers.name_attribute,
    domains: z.array(z.string()).meta({ example: ['example.com'] }),
    enforced: z.boolean(),
    create_users: z.boolean(),
    trusts_second_factor: z
      .boolean()
      .meta({ description: 'Whether a second factor proved at the provider counts.' }),
    default_role: z.enum(defaultRoles).meta({ example: 'user' }),
    sign_in_url: z.string().meta({
      description: 'The link for your users.',
      example: 'https://sign.example.com/login/4f0c9d1be27a66d3',
    }),
    callback_url: z.string().meta({
      description:
        'The redirect URI to register at the provider; with SAML the URL of the assertion consumer service (HTTP-POST).',
      example: 'https://sign.example.com/api/auth/callback/4f0c9d1be27a66d3',
    }),
    metadata_url: z.string().meta({
      description: 'SAML: our metadata, and the entity id under which the provider knows this organisation.',
      example: 'https://sign.example.com/api/auth/metadata/4f0c9d1be27a66d3',
    }),
    updated_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  })
  .meta({ id: 'Sso' })
export type SsoRecord = z.infer<typeof SsoShape>
