import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { defaultRoles } from './default-roles.ts'

const MAX_DOMAINS = 50
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

const Issuer = z
  .string()
  .trim()
  .max(1024)
  .refine((text) => URL.canParse(text) && !/[?#]/.test(text), issueMessage('identity.mustBeUrlWithoutQuery'))
  .meta({
    description: 'The issuer exactly as the provider states it; https only.',
    example: 'https://login.example.com',
  })

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(DOMAIN, issueMessage('identity.mustBeDomain'))
  .meta({ example: 'example.com' })

export const SsoInput = z
  .object({
    issuer: Issuer,
    client_id: singleLine(255).min(1, issueMessage('identity.clientIdMissing')).meta({ example: 'paraph' }),
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
        'Does not ask for the second factor here when the ID token says that the provider did: `mfa` in `amr` (RFC 8176), or an `acr` of `phr`, `phrh` or `https://refeds.org/profile/mfa`.',
      example: false,
    }),
  })
  .partial()
  .meta({ id: 'SsoChange', description: 'Absent members stay unchanged.' })
export type SsoChange = z.output<typeof SsoInput>

export const SsoShape = z
  .object({
    issuer: z
      .string()
      .nullable()
      .meta({ description: 'Null while no provider is set.', example: 'https://login.example.com' }),
    client_id: z.string().nullable().meta({ example: 'paraph' }),
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
      description: 'The redirect URI to register at the provider.',
      example: 'https://sign.example.com/api/auth/callback/4f0c9d1be27a66d3',
    }),
    updated_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  })
  .meta({ id: 'Sso' })
export type SsoRecord = z.infer<typeof SsoShape>
