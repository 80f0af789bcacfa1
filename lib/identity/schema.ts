import { z } from 'zod'
import { enteredEmail } from '#lib/core/email/email-address'
import { dashboardLocales } from '#lib/core/locales'
import { roles } from '#lib/core/roles'
import { Instant, RecordId } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { brandingInput, brandingShape } from './account/branding.ts'
import { embeddingInput, embeddingShape } from './account/embedding.ts'
import { securityInput, securityShape } from './account/security.ts'
import { consentInput, consentsShape } from './consent/schema.ts'
import { ChallengeToken, hasOneProof, ONE_PROOF, proofMembers } from './factors/schema.ts'
import { Email, Password, PersonName } from './person-schema.ts'
import { NotificationsShape } from './users/schema.ts'

export const LoginInput = z
  .object({
    email: enteredEmail(),
    password: z.string().min(1).max(1024).meta({ example: 'seven bridges at noon' }),
  })
  .meta({ id: 'Login' })
export type Login = z.output<typeof LoginInput>

export const SignUpInput = z
  .object({
    tenant_name: PersonName.meta({ example: 'Analytical Engines' }),
    name: PersonName,
    email: Email,
    password: Password,
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.output<typeof SignUpInput>

export const ForgotPasswordInput = z.object({ email: Email }).meta({ id: 'ForgotPassword' })

/** The token at the end of an emailed link: 32 bytes, base64url. */
const LinkToken = z
  .string()
  .regex(/^[\w-]{43}$/, issueMessage('identity.linkIncomplete'))
  .meta({ example: 'q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA' })

export const ChoosePasswordInput = z
  .object({ token: LinkToken, password: Password })
  .meta({ id: 'ChoosePassword' })
export type ChoosePassword = z.output<typeof ChoosePasswordInput>

export const ChangePasswordInput = z
  .object({
    current_password: z.string().min(1).max(1024).meta({ example: 'six bridges at dawn' }),
    password: Password,
  })
  .meta({ id: 'ChangePassword' })
export type ChangePassword = z.output<typeof ChangePasswordInput>

export const ConfirmAddressInput = z.object({ token: LinkToken }).meta({ id: 'ConfirmAddress' })

export const ReauthenticateInput = z
  .object({
    password: z.string().min(1).max(1024).optional().meta({ example: 'seven bridges at noon' }),
    challenge: ChallengeToken.optional().meta({
      description: 'In the second step, in place of the password.',
    }),
    ...proofMembers,
  })
  .refine(({ password, challenge }) => password !== undefined || challenge !== undefined, {
    path: ['password'],
    error: issueMessage('identity.passwordMissing'),
  })
  .refine((input) => input.challenge === undefined || hasOneProof(input), {
    path: ['code'],
    error: ONE_PROOF,
  })
  .meta({
    id: 'Reauthenticate',
    description: 'First `password`; a user with a second factor then sends `challenge` and one proof of it.',
  })
export type Reauthenticate = z.output<typeof ReauthenticateInput>

export const LoginShape = z
  .object({
    access_token: z.string().meta({ example: 'kT9w…' }),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds.', example: 3600 }),
    user: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Ada Lovelace' }),
      email: z.string().meta({ example: 'ada@example.com' }),
    }),
  })
  .meta({ id: 'LoginResult' })
export type LoginRecord = z.infer<typeof LoginShape>

export const MessageShape = z
  .object({ message: z.string().meta({ example: 'Done.' }) })
  .meta({ id: 'Message' })

export const AddressConfirmationShape = MessageShape.extend({
  outcome: z.enum(['changed', 'address_shared', 'confirmed', 'password_shared']).meta({
    description:
      '`changed`: it replaces the old address. `address_shared`: the same, and there is another account with the new address, which the sign-in opens if both have the same password. `password_shared`: it is confirmed, but another account with this address has the same password, which the sign-in opens.',
    example: 'changed',
  }),
}).meta({ id: 'AddressConfirmation' })
export type AddressConfirmation = z.infer<typeof AddressConfirmationShape>

export const UserShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    pending_email: z.string().nullable().meta({
      description:
        'Becomes `email` once the link in the confirmation email is followed. Null again when the link has expired, when the role changes, and when a request with nothing but the present `email` cancels it.',
    }),
    role: z.enum(roles).meta({ example: 'user' }),
    status: z
      .enum(['active', 'invited'])
      .meta({ description: '`invited`: the user has not chosen a password yet.' }),
    locale: z.string().meta({ example: 'en' }),
    notifications: NotificationsShape,
    second_factor: z.boolean().meta({ description: 'Whether the user has a second factor.' }),
    provider_links: z
      .array(
        z.object({
          issuer: z.string().meta({
            description: 'The issuer of the OpenID provider, or the entity id of the SAML provider.',
            example: 'https://login.example.com',
          }),
        }),
      )
      .meta({
        description:
          'The accounts at identity providers with which the user signs in, oldest link first; `DELETE /users/{id}/provider-links` ends them.',
      }),
    last_login_at: Instant.nullable(),
    invitation_expires_at: Instant.nullable().meta({ description: 'Set while an invitation is pending.' }),
    created_at: Instant,
  })
  .meta({ id: 'User' })
export type UserRecord = z.infer<typeof UserShape>

const NewRole = z
  .enum(roles, issueMessage('identity.roleNotKnown', { roles: roles.join(', ') }))
  .meta({ example: 'user' })

const MailLocale = z.enum(dashboardLocales)

export const NewUserInput = z
  .object({
    name: PersonName,
    email: Email,
    role: NewRole,
    password: Password.nullish().meta({
      description: 'May be absent when `send_invitation` is true.',
      example: 'seven bridges at noon',
    }),
    locale: MailLocale.optional().meta({
      description:
        'Language of emails to the user. By default your own; with an API key, that of the request (`Accept-Language`).',
    }),
    send_invitation: z
      .boolean()
      .default(false)
      .meta({ description: 'Sends an email with a link to choose a password, valid for 7 days.' }),
  })
  .refine((user) => user.password || user.send_invitation, {
    path: ['password'],
    error: issueMessage('identity.passwordNeededWithoutInvitation'),
    // Checked even with other errors, so that all are reported at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ id: 'NewUser' })
export type NewUser = z.output<typeof NewUserInput>

export const UserChangeInput = z
  .object({ name: PersonName, email: Email, role: NewRole, locale: MailLocale })
  .partial()
  .meta({ id: 'UserChange', description: 'Absent members stay unchanged.' })
export type UserChange = z.output<typeof UserChangeInput>

export const ProfileChangeInput = z
  .object({ name: PersonName, locale: MailLocale, notifications: NotificationsShape.partial() })
  .partial()
  .meta({ id: 'ProfileChange', description: 'Absent members stay unchanged.' })
export type ProfileChange = z.output<typeof ProfileChangeInput>

export const AccountShape = z
  .object({
    tenant: z
      .object({
        name: z.string().meta({ example: 'Analytical Engines' }),
        subscription_type: z.enum(['free', 'starter', 'business', 'enterprise']),
        retention_years: z
          .int()
          .meta({ description: 'Retention of documents signed from now on.', example: 10 }),
        delete_after_retention: z.boolean().meta({
          description: 'Whether vault documents are deleted by themselves once their retention ends.',
        }),
        end_notice_days: z.int().nullable().meta({
          description:
            'How many days before the retention of vault documents, or a contract, ends an email says so; null: none does.',
          example: 30,
        }),
        email_confirmed: z.boolean().meta({
          description:
            'False after sign-up until the confirmation link is followed. Until then no emails go to other people.',
          example: true,
        }),
        suspended: z.boolean().meta({
          description:
            'True while the operator of the installation has suspended the organisation: it reads, but changes and sends nothing.',
          example: false,
        }),
        refuse_active_content: z
          .boolean()
          .meta({ description: 'Whether uploads with active content are refused.' }),
        ...brandingShape,
        ...embeddingShape,
        ...securityShape,
        consent: consentsShape,
        quotas: z.object({
          documents_limit: z.int().meta({ example: 1000 }),
          documents_used: z.int().meta({ example: 12 }),
          signatures_limit: z.int().meta({ example: 1000 }),
          signatures_used: z.int().meta({ example: 12 }),
        }),
      })
      .meta({ id: 'Tenant' }),
    user: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Ada Lovelace' }),
      email: z.string().meta({ example: 'ada@example.com' }),
      role: z.enum(roles),
    }),
    test_mode: z.boolean().meta({ description: 'Whether this credential is in test mode.' }),
  })
  .meta({ id: 'Account' })
export type AccountRecord = z.infer<typeof AccountShape>

const RETENTION_MAX_YEARS = 100
const retentionError = issueMessage('identity.retentionYears', { max: RETENTION_MAX_YEARS })

export const AccountChangeInput = z
  .object({
    ...brandingInput,
    ...embeddingInput,
    ...securityInput,
    consent: consentInput,
    retention_years: z
      .int(retentionError)
      .min(1, retentionError)
      .max(RETENTION_MAX_YEARS, retentionError)
      .optional()
      .meta({ description: 'Documents already in the vault keep their retention date.', example: 10 }),
    end_notice_days: z.int().min(1).max(365).nullable().optional().meta({
      description:
        'Administrators get an email so many days before the retention of vault documents ends, and senders before the day in `ends_on` of the `metadata` of a completed process; once each, null: never. `delete_after_retention` deletes no vault document before so many days have passed since its email, nor before the day that the email names, also if this is null by then. With it another one is sent after a legal hold is released, or the deletion is switched on.',
      example: 30,
    }),
    delete_after_retention: z.boolean().optional().meta({
      description:
        'Delete vault documents in the night after their retention has ended, those already there included; never under legal hold.',
      example: false,
    }),
    refuse_active_content: z.boolean().optional().meta({
      description: 'Reject uploads with active content, such as scripts or embedded files.',
      example: false,
    }),
  })
  .meta({ id: 'AccountChange', description: 'Absent members stay unchanged.' })
export type AccountChange = z.output<typeof AccountChangeInput>

export const TestModeShape = z.object({ test_mode: z.boolean() }).meta({ id: 'TestMode' })

/** The query of the deletion of a user. */
export const DeleteUserQuery = z.object({
  successor: z.coerce.number().int().positive().optional().meta({
    description:
      'The id of the user, not a viewer, who gets the emails about the processes of the deleted user; by default the administrators do.',
    example: 12,
  }),
})
