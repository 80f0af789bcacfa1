import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { processStatuses, signerStatuses } from '#lib/core/enumerations'
import { signerLocales } from '#lib/core/locales'
import { Instant, RecordId, SignatureKinds } from '#lib/core/shapes'
import { requiredText, singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { PageShape } from '#lib/documents/schema'
import { ShownConsentShape } from '#lib/identity/consent/schema'
import { MessageShape } from '#lib/identity/schema'
import { limits } from '#lib/processes/facts'
import { SigningAttachment } from '#lib/processes/fields/attachment-schema'
import { FieldShape, SignerShape } from '#lib/processes/schema'
import { AppearanceInput } from './appearance-schema.ts'
import { ConfirmationShape } from './confirmation/schema.ts'
import { DraftShape } from './draft/schema.ts'
import { MAX_VALUES, ValueInput } from './values/schema.ts'

/** The path parameter of every signing route. */
export const ByToken = z.object({
  token: z.string().max(4096).meta({
    description:
      'The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.)',
    example: 'q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA',
  }),
})

const SigningFieldShape = FieldShape.extend({ attachment: SigningAttachment }).meta({
  id: 'SigningField',
  description: 'A field of the signer, as the signing page shows it.',
})

const tenant = z.object({
  name: z.string().meta({ example: 'Analytical Engines' }),
  logo_url: z.string().nullable().meta({ description: 'A data URL.', example: null }),
  color: z.string().nullable().meta({ example: '#1f5f4a' }),
})

export const SigningShape = z
  .object({
    process: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Lease' }),
      message: z.string().nullable().meta({ example: 'Please sign by Friday.' }),
      status: z.enum(processStatuses).meta({ example: 'in_progress' }),
      sealing: z
        .boolean()
        .meta({ description: 'All signers have signed, and the sealed document is being created.' }),
      seal_blocked: z.boolean().meta({ description: 'Cannot be completed; the sender was notified.' }),
      preparation: z.int().meta({ example: 0 }),
      sender: z.object({
        name: z.string().meta({ example: 'Charles Babbage' }),
        email: z.string().meta({
          description: '`reply_to` of the account, else the address of the sender.',
          example: 'legal@example.com',
        }),
      }),
      expires_at: Instant.nullable(),
      redirect_url: z.string().nullable(),
      locale: z
        .string()
        .meta({ description: 'Language of dates and numbers in the document.', example: 'en' }),
      signature_kinds: SignatureKinds.meta({
        description: 'How the signature and initials may be made; others are rejected by `sign`.',
      }),
      test_mode: z.boolean(),
      allow_delegation: z.boolean().meta({ description: 'Whether `delegate` is allowed now.' }),
      allow_download_first: z
        .boolean()
        .meta({ description: 'Whether the page offers the documents for download before the signature.' }),
      enable_notifications: z
        .boolean()
        .meta({ description: 'Whether the signers of the process get emails about it.' }),
    }),
    signer: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Ada Lovelace' }),
      email: z.string().meta({ example: 'ada@example.com' }),
      role: SignerShape.shape.role,
      status: z.enum(signerStatuses).meta({ example: 'viewed' }),
      locale: z.string().meta({ example: 'en' }),
    }),
    signers: z
      .array(
        z.object({
          id: RecordId,
          name: z.string().meta({ example: 'Ada Lovelace' }),
          role: SignerShape.shape.role,
          status: z.enum(signerStatuses).meta({ example: 'viewed' }),
        }),
      )
      .meta({
        description:
          'All signers of this link, `signer` first: those with the same address whose turn it is at the same time. One `sign` gives each of them a signature.',
      }),
    documents: z
      .array(
        z.object({
          id: RecordId,
          name: z.string().meta({ example: 'Lease' }),
          page_count: z.int().meta({ example: 3 }),
          pages: z.array(PageShape),
          deleted_at: Instant.nullable().meta({
            description: 'When the signed file was deleted from the vault.',
            example: null,
          }),
        }),
      )
      .meta({ description: 'Empty once the process has ended unsigned.' }),
    fields: z
      .array(SigningFieldShape)
      .meta({ description: 'Fields of these signers; values and files only after the one-time code.' }),
    consent: ShownConsentShape,
    draft: DraftShape.nullable().meta({
      description:
        'What was filled in and not signed yet, also on another device; only after the one-time code.',
      example: null,
    }),
    confirmation: ConfirmationShape.nullable().meta({
      description: 'After `sign`, until a signature of a remote signing service is embedded.',
      example: null,
    }),
    otp: z.object({
      required: z.boolean(),
      verified: z.boolean().meta({ description: 'Confirmed in this browser, within the last 12 hours.' }),
      method: z.enum(['email', 'sms', 'access_code']).nullable().meta({
        description: '`access_code`: agreed with the sender, nothing is sent. Null: no code is required.',
        example: 'sms',
      }),
      destination: z.string().nullable().meta({
        description: 'Where codes are sent; a phone number is masked.',
        example: '+49 … 89',
      }),
      code_sent: z.boolean().meta({ description: 'A code was sent, and is still valid.' }),
      attempts_left: z.int().nullable().meta({
        description: 'How often an incorrect code can still be entered; null before a code was sent.',
        example: 5,
      }),
      next_code_seconds: z.int().meta({ description: 'Seconds until another code can be sent.', example: 0 }),
      locked: z.boolean().meta({
        description: 'After five incorrect access codes: until the sender sets a new one.',
      }),
    }),
    tenant,
    server_time: Instant,
  })
  .meta({ id: 'Signing' })

export type SigningRecord = z.infer<typeof SigningShape>

/** The members of the error for a link that was replaced or handed over. */
export const endedLinkMembers = {
  delegated_to: z
    .object({ name: z.string() })
    .optional()
    .meta({ description: 'With the reason `link_delegated`: who signs instead.' }),
  sender: z
    .object({ name: z.string(), email: z.string() })
    .optional()
    .meta({ description: 'With `link_replaced` and `link_delegated`: whom the holder of the link may ask.' }),
  tenant: tenant
    .optional()
    .meta({ description: 'With `link_replaced` and `link_delegated`: as in `Signing`.' }),
  enable_notifications: z
    .boolean()
    .optional()
    .meta({ description: 'With `link_replaced` and `link_delegated`: whether signers get emails.' }),
}

/** The response of `open`, `sign` and `refuse`. */
export const SigningStateShape = z
  .object({
    process: z.object({ id: RecordId, status: z.enum(processStatuses).meta({ example: 'in_progress' }) }),
    signer: z.object({
      id: RecordId,
      status: z.enum(signerStatuses).meta({ example: 'viewed' }),
      viewed_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
      signed_at: Instant.nullable(),
      refused_at: Instant.nullable(),
      awaits_provider: z.boolean().meta({
        description:
          'A remote signing service has yet to make the signature of a signer of this link, who has signed.',
        example: false,
      }),
    }),
  })
  .meta({ id: 'SigningState' })

export type SigningState = z.infer<typeof SigningStateShape>

export const CodeInput = z
  .object({
    code: singleLine(limits.accessCodeCharacters).min(1).meta({
      description: 'The six digits of a code that was sent, or the access code.',
      example: '493027',
    }),
  })
  .meta({ id: 'SigningCode' })

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const OpenInput = z
  .object({ preparation: z.int().optional().meta({ example: 0 }) })
  .meta({ id: 'OpenInput' })

export const SignInput = z
  .object({
    consent: z.object({
      version: z
        .string()
        .max(50)
        .meta({ description: 'The version that was shown; only the current one.', example: '2026-11-30-en' }),
      accepted: z.literal(true, { error: issueMessage('signing.consentNeeded') }),
    }),
    signature: AppearanceInput.optional().meta({
      description: 'Required for recipients with the role `signer`.',
      example: { method: 'typed', text: 'Ada Lovelace' },
    }),
    initials: AppearanceInput.optional().meta({
      description: 'Required if the signer has a required initials field.',
    }),
    preparation: z.int().optional().meta({ example: 0 }),
    values: z
      .array(ValueInput)
      .max(MAX_VALUES)
      .default([])
      .meta({ description: 'Omitted dates, names and email addresses are filled in automatically.' }),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, issueMessage('values.mustBeTimeZone'))
      .default('UTC')
      .meta({
        description: 'The signer’s time zone, or its offset such as `-03:00`: the day of signing is by it.',
        example: 'Europe/Paris',
      }),
  })
  .meta({ id: 'SignInput' })
export type SignInput = z.output<typeof SignInput>

export const RefuseInput = z
  .object({ reason: requiredText(2000).meta({ example: 'The rent is not what we agreed.' }) })
  .meta({ id: 'RefuseInput' })

export const DelegateInput = z
  .object({
    name: singleLine(limits.nameCharacters).min(1).meta({ example: 'Grace Hopper' }),
    email: emailAddress(),
    reason: requiredText(2000).meta({ example: 'She signs contracts for our office.' }),
  })
  .meta({ id: 'DelegateInput' })

export const QuestionInput = z
  .object({ text: requiredText(2000).meta({ example: 'Which flat is meant?' }) })
  .meta({ id: 'QuestionInput' })

export const ReportInput = z
  .object({ reason: requiredText(2000).meta({ example: 'I do not know this sender.' }) })
  .meta({ id: 'ReportInput' })

export const SigningQuery = z.object({
  locale: z.enum(signerLocales).optional().meta({
    description: 'The language of the consent text, for a signer who chose one; by default the signer’s.',
    example: 'it',
  }),
})
export type SigningQuery = z.output<typeof SigningQuery>

export const PhoneLinkShape = z
  .object({
    url: z.string().meta({
      description: 'For a QR code; it works once.',
      example: 'https://sign.example.com/sign/phone/q8ZrX2mVb7nKc5Tg',
    }),
    expires_at: Instant,
  })
  .meta({ id: 'PhoneLink', description: 'A link that opens the signing session on a phone.' })
export type PhoneLinkRecord = z.infer<typeof PhoneLinkShape>

export const CodeVerifiedShape = MessageShape.extend({
  token: z.string().optional().meta({
    description:
      'Only in a frame: the token of the session for which the code counts, in place of the one before.',
  }),
}).meta({ id: 'CodeVerified', description: 'A code was correct.' })

export const DownloadQuery = z.object({
  document_id: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Selects one of several documents; by default all of them as a ZIP.' }),
})
