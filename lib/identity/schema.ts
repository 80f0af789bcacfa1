import { z } from 'zod'
import { parseRange } from '#lib/core/addresses'
import { locales } from '#lib/core/locales'
import { searchIn } from '#lib/core/query'
import { roles, scopes } from '#lib/core/roles'
import { lineOf } from '#lib/core/text'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './rules.ts'

const instant = z.iso.datetime()
const passwordLength = `The password must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters.`

/** A mail that somebody signs in with: kept in lower case. */
export const Email = z
  .string()
  .trim()
  .max(254, 'The e-mail address is too long.')
  .toLowerCase()
  .pipe(z.email('This is not an e-mail address.'))

/** A new password's length; `passwordFault` judges the rest, which needs to know whose it is. */
export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, passwordLength)
  .max(PASSWORD_MAX_CHARACTERS, passwordLength)

export const PersonName = lineOf(120).min(1, 'The name is missing.')

export const LoginInput = z
  .object({
    email: z.string().trim().min(1).max(254).toLowerCase(),
    password: z.string().min(1).max(1024),
  })
  .meta({ id: 'Login' })
export type Login = z.output<typeof LoginInput>

export const SignUpInput = z
  .object({ tenant_name: PersonName, name: PersonName, email: Email, password: Password })
  .meta({ id: 'SignUp' })
export type SignUp = z.output<typeof SignUpInput>

export const ForgotPasswordInput = z.object({ email: Email }).meta({ id: 'ForgotPassword' })

/** What a link of ours ends with. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, 'This link is not complete.')

export const ChoosePasswordInput = z
  .object({ token: LinkToken, password: Password })
  .meta({ id: 'ChoosePassword' })
export type ChoosePassword = z.output<typeof ChoosePasswordInput>

export const ChangePasswordInput = z
  .object({ current_password: z.string().min(1).max(1024), password: Password })
  .meta({ id: 'ChangePassword' })
export type ChangePassword = z.output<typeof ChangePasswordInput>

export const ConfirmAddressInput = z.object({ token: LinkToken }).meta({ id: 'ConfirmAddress' })

export const ReauthenticateInput = z
  .object({ password: z.string().min(1).max(1024) })
  .meta({ id: 'Reauthenticate' })

export const LoginShape = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  })
  .meta({ id: 'LoginResult' })
export type LoginRecord = z.infer<typeof LoginShape>

export const MessageShape = z.object({ message: z.string() }).meta({ id: 'Message' })

export const UserShape = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    pending_email: z
      .string()
      .nullable()
      .meta({ description: 'Becomes `email` once the link mailed to it is followed.' }),
    role: z.enum(roles),
    status: z.enum(['active', 'invited']).meta({ description: '`invited`: no password was chosen yet.' }),
    locale: z.string(),
    last_login_at: instant.nullable(),
    invitation_expires_at: instant.nullable().meta({ description: 'While an invitation is open.' }),
    created_at: instant,
  })
  .meta({ id: 'User' })
export type UserRecord = z.infer<typeof UserShape>

const NewRole = z.enum(roles, `The role is one of ${roles.join(', ')}.`).meta({ example: 'user' })

const MailLocale = z.enum(locales)

export const NewUserInput = z
  .object({
    name: PersonName,
    email: Email,
    role: NewRole,
    password: Password.nullish().meta({ description: 'May be absent when `send_invitation` is true.' }),
    locale: MailLocale.optional().meta({
      description: 'Of their mails. If absent: yours; with a key that of the request (`Accept-Language`).',
    }),
    send_invitation: z
      .boolean()
      .default(false)
      .meta({ description: 'Sends a mail with a link, good for 7 days, to choose a password.' }),
  })
  .refine((user) => user.password || user.send_invitation, {
    path: ['password'],
    error: 'The password may be absent only when send_invitation is true.',
    // Also beside other faults: all are told at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ id: 'NewUser' })
export type NewUser = z.output<typeof NewUserInput>

export const UserChangeInput = z
  .object({ name: PersonName, email: Email, role: NewRole, locale: MailLocale })
  .partial()
  .meta({ id: 'UserChange', description: 'Absent members stay as they are.' })
export type UserChange = z.output<typeof UserChangeInput>

export const userSorts = ['created_at', '-created_at', 'name', '-name', 'email', '-email'] as const

/** The query of the list, beside paging. */
export const UserFilters = z.object({
  search: searchIn('the name or the e-mail'),
  role: z.enum(roles).optional(),
  sort: z.enum(userSorts).default('-created_at'),
})
export type UserQuery = z.output<typeof UserFilters> & { page: number; per_page: number }

export const LoginSessionShape = z
  .object({
    id: z.int(),
    kind: z.enum(['dashboard', 'token']).meta({ description: 'The browser, or an access token.' }),
    current: z.boolean().meta({ description: 'The login this request came with.' }),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: instant.meta({ description: 'When the person signed in.' }),
    expires_at: instant.meta({ description: 'When the login is over, however often it is renewed.' }),
  })
  .meta({ id: 'Session' })
export type LoginSessionRecord = z.infer<typeof LoginSessionShape>

/** The query of the list, beside paging. */
export const LoginSessionFilters = z.object({
  sort: z.enum(['created_at', '-created_at']).default('-created_at'),
})
export type LoginSessionQuery = z.output<typeof LoginSessionFilters> & { page: number; per_page: number }

export const AccountShape = z
  .object({
    tenant: z
      .object({
        name: z.string(),
        subscription_type: z.enum(['free', 'starter', 'business', 'enterprise']),
        retention_years: z
          .int()
          .meta({ description: 'How long the vault keeps what is signed from now on.' }),
        email_confirmed: z.boolean().meta({
          description:
            'False after a sign-up until the link mailed to its address is followed: nothing is mailed to others yet.',
        }),
        refuse_active_content: z
          .boolean()
          .meta({ description: 'Whether uploads with active content are refused.' }),
        quotas: z.object({
          documents_limit: z.int(),
          documents_used: z.int(),
          signatures_limit: z.int(),
          signatures_used: z.int(),
        }),
      })
      .meta({ id: 'Tenant' }),
    user: z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(roles) }),
    test_mode: z.boolean().meta({ description: 'Whether this credential works in test mode.' }),
  })
  .meta({ id: 'Account' })
export type AccountRecord = z.infer<typeof AccountShape>

const RETENTION_MAX_YEARS = 100
const retention = `The retention is a whole number of years, 1 to ${RETENTION_MAX_YEARS}.`

export const AccountChangeInput = z
  .object({
    retention_years: z
      .int(retention)
      .min(1, retention)
      .max(RETENTION_MAX_YEARS, retention)
      .optional()
      .meta({ description: 'What the vault holds already keeps its date.', example: 10 }),
    refuse_active_content: z
      .boolean()
      .optional()
      .meta({ description: 'Refuse uploads with scripts, embedded files or the like.', example: false }),
  })
  .meta({ id: 'AccountChange', description: 'Absent members stay as they are.' })
export type AccountChange = z.output<typeof AccountChangeInput>

const counter = z.object({ used: z.int(), limit: z.int(), remaining: z.int() })

export const UsageShape = z
  .object({
    period: z.object({ start: instant, end: instant }).meta({ description: 'A calendar month (UTC).' }),
    documents: counter,
    signatures: counter,
    processes: z.record(z.string(), z.int()).meta({ description: 'How many there are, by status.' }),
    storage_bytes: z.int().meta({ description: 'Documents and the vault.' }),
    users: z.int(),
    api_calls: z.int().meta({ description: 'Requests of this period, counted within seconds.' }),
    by_month: z
      .array(
        z.object({
          month: z.string().meta({ description: 'YYYY-MM' }),
          documents: z.int(),
          signatures: z.int(),
          api_calls: z.int(),
        }),
      )
      .meta({ description: 'The last twelve months, oldest first.' }),
  })
  .meta({ id: 'Usage' })
export type UsageRecord = z.infer<typeof UsageShape>

export const TestModeShape = z.object({ test_mode: z.boolean() }).meta({ id: 'TestMode' })

export const ApiKeyShape = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.enum(['psk_live_', 'psk_test_']),
    last_four: z.string(),
    scopes: z.array(z.enum(scopes)),
    allowed_ips: z.array(z.string()),
    test_mode: z.boolean(),
    last_used_at: instant.nullable(),
    last_used_ip: z.string().nullable(),
    expires_at: instant.nullable(),
    created_by: z.object({ id: z.int(), name: z.string() }),
    created_at: instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyRecord = z.infer<typeof ApiKeyShape>

export const CreatedApiKeyShape = ApiKeyShape.extend({
  key: z.string().meta({ description: 'The complete key, shown this once.' }),
}).meta({ id: 'CreatedApiKey' })

export const NewApiKeyInput = z
  .object({
    name: PersonName,
    expires_at: z.iso
      .datetime({ offset: true, error: 'This is not an ISO 8601 date-time.' })
      .nullish()
      .meta({ description: 'In the future; never if absent.' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1, 'Name at least one scope, or leave the member out.')
      .max(scopes.length)
      .optional()
      .meta({
        description: 'If absent: documents, processes, templates, vault (read and write) and `account:read`.',
      }),
    allowed_ips: z
      .array(
        z
          .string()
          .trim()
          .refine((text) => parseRange(text) !== null, 'This is neither an address nor a network (CIDR).'),
      )
      .max(50)
      .optional()
      .meta({ description: 'Addresses or networks (CIDR) the key works from; anywhere if absent.' }),
    test_mode: z.boolean().optional().meta({ description: 'A `psk_test_` key.' }),
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.output<typeof NewApiKeyInput>

export const apiKeySorts = ['created_at', '-created_at', 'name', '-name'] as const

/** The query of the list, beside paging. */
export const ApiKeyFilters = z.object({ sort: z.enum(apiKeySorts).default('-created_at') })
export type ApiKeyQuery = z.output<typeof ApiKeyFilters> & { page: number; per_page: number }
