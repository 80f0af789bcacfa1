import { z } from 'zod'
import { Instant, RecordId } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text'
import { PageShape } from '#lib/documents/schema'
import { ShownConsentShape } from '#lib/identity/consent/schema'
import { modificationKinds, modificationLevels } from '#lib/pades/changes/modifications'
import { activeContentKinds } from '#lib/pdf/check/active-content'
import { FieldShape, processStatuses, SignerShape, signerStatuses } from '#lib/processes/schema'

/** The path parameter of every signing route. */
export const ByToken = z.object({
  token: z.string().max(200).meta({
    description:
      'The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie.)',
    example: 'q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA',
  }),
})

export const SigningShape = z
  .object({
    process: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Lease' }),
      message: z.string().nullable().meta({ example: 'Please sign by Friday.' }),
      status: z.enum(processStatuses),
      sealing: z
        .boolean()
        .meta({ description: 'All signers have signed, and the sealed document is being created.' }),
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
      test_mode: z.boolean(),
    }),
    signer: z.object({
      id: RecordId,
      name: z.string().meta({ example: 'Ada Lovelace' }),
      email: z.string().meta({ example: 'ada@example.com' }),
      role: SignerShape.shape.role,
      status: z.enum(signerStatuses),
      locale: z.string().meta({ example: 'en' }),
    }),
    documents: z
      .array(
        z.object({
          id: RecordId,
          name: z.string().meta({ example: 'Lease' }),
          page_count: z.int().meta({ example: 3 }),
          pages: z.array(PageShape),
        }),
      )
      .meta({ description: 'Empty once the process has ended unsigned.' }),
    fields: z
      .array(FieldShape)
      .meta({ description: 'Fields of this signer; values only after the one-time code.' }),
    consent: ShownConsentShape,
    otp: z.object({
      required: z.boolean(),
      verified: z.boolean().meta({ description: 'Confirmed in this browser, within the last 12 hours.' }),
    }),
    tenant: z.object({
      name: z.string().meta({ example: 'Analytical Engines' }),
      logo_url: z.string().nullable().meta({ description: 'A data URL.', example: null }),
      color: z.string().nullable().meta({ example: '#1f5f4a' }),
    }),
  })
  .meta({ id: 'Signing' })

export type SigningRecord = z.infer<typeof SigningShape>

/** The response of `open`, `sign` and `refuse`. */
export const SigningStateShape = z
  .object({
    process: z.object({ id: RecordId, status: z.enum(processStatuses) }),
    signer: z.object({
      id: RecordId,
      status: z.enum(signerStatuses),
      viewed_at: Instant.nullable(),
      signed_at: Instant.nullable(),
      refused_at: Instant.nullable(),
    }),
  })
  .meta({ id: 'SigningState' })

export type SigningState = z.infer<typeof SigningStateShape>

export const CodeInput = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'The code has six digits.')
      .meta({ example: '493027' }),
  })
  .meta({ id: 'SigningCode' })

const MarkInput = z.discriminatedUnion('method', [
  z.object({ method: z.literal('typed'), text: singleLine(100).min(1) }),
  z.object({
    method: z.enum(['drawn', 'uploaded']),
    image: z
      .string()
      .startsWith('data:image/png;base64,', 'Must be a PNG as a data URL.')
      .max(2_000_000, 'The picture is too large.')
      .meta({ example: 'data:image/png;base64,iVBORw0KGgo…' }),
  }),
])
export type MarkInput = z.output<typeof MarkInput>

const ValueInput = z.object({
  field_id: z.int().positive().meta({ example: 7 }),
  value: z
    .union([z.string().max(10_000), z.boolean(), z.number(), z.null()])
    .meta({ example: 'Ada Lovelace' }),
})
export type ValueInput = z.output<typeof ValueInput>

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const SignInput = z
  .object({
    consent: z.object({
      version: z
        .string()
        .max(50)
        .meta({ description: 'The version that was shown; only the current one.', example: '2026-11-en' }),
      accepted: z.literal(true, { error: 'Consent is needed to sign.' }),
    }),
    signature: MarkInput.optional().meta({
      description: 'Required for recipients with the role `signer`.',
      example: { method: 'typed', text: 'Ada Lovelace' },
    }),
    initials: MarkInput.optional().meta({
      description: 'Required if the signer has a required initials field.',
    }),
    values: z
      .array(ValueInput)
      .max(5000)
      .default([])
      .meta({ description: 'Omitted dates, names and email addresses are filled in automatically.' }),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Must be a time zone such as "Europe/Paris".')
      .default('UTC')
      .meta({
        description: 'The signer’s time zone, which gives the day of signing.',
        example: 'Europe/Paris',
      }),
  })
  .meta({ id: 'SignInput' })
export type SignInput = z.output<typeof SignInput>

export const RefuseInput = z
  .object({ reason: z.string().trim().min(1).max(2000).meta({ example: 'The rent is not what we agreed.' }) })
  .meta({ id: 'RefuseInput' })

export const DownloadQuery = z.object({
  document_id: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Selects one of several documents; by default all of them as a ZIP.' }),
})

const ChangeShape = z
  .object({
    kind: z.enum(modificationKinds).meta({
      description: '`content` is any change without a kind of its own: pages, fonts, new fields, removals.',
    }),
    level: z.enum(modificationLevels),
    field: z.string().nullable().meta({ description: 'Fully qualified name of the form field.' }),
    before: z
      .string()
      .nullable()
      .meta({ description: 'For a field that was filled in: the value as signed.' }),
    after: z.string().nullable().meta({ description: 'For a field that was filled in: the value now.' }),
    permitted: z.boolean().meta({
      description: 'Whether both the signature (FieldMDP) and the certification (DocMDP) permit the change.',
      example: true,
    }),
    signed_by: z.string().nullable().meta({
      description: 'The field of the first later signature that covers the change; null when none does.',
    }),
    message: z.string().meta({ example: 'The field “Signature2” was signed.' }),
  })
  .meta({ id: 'ChangeAfterSigning' })

const SignatureShape = z.object({
  field: z.string().meta({ example: 'Signature1' }),
  field_name: z.string().meta({ description: 'The same as `field`.', example: 'Signature1' }),
  signer: z.string().meta({ example: 'Ada Lovelace' }),
  issuer: z.string().meta({ example: 'Paraph authority for Analytical Engines' }),
  serial_number: z.string().meta({ example: '5f3a91c2' }),
  sub_filter: z.string().meta({ example: 'ETSI.CAdES.detached' }),
  level: z
    .enum(['PAdES-BASELINE-B', 'PAdES-BASELINE-T', 'PAdES-BASELINE-LT', 'PAdES-BASELINE-LTA'])
    .nullable()
    .meta({
      description: 'Null for time stamps and signatures that are not PAdES.',
      example: 'PAdES-BASELINE-B',
    }),
  certification: z.boolean(),
  signed_at: z.string().nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  timestamped_at: z.string().nullable().meta({
    description:
      'When a time-stamp authority time-stamped the signature. Trust in the authority is not checked.',
  }),
  reason: z.string().nullable().meta({ example: 'I agree to the lease.' }),
  byte_range: z.array(z.number()).meta({ example: [0, 21044, 37430, 10783] }),
  valid: z.boolean().meta({
    description: 'Intact, and all later changes are permitted. Says nothing about the signer’s identity.',
    example: true,
  }),
  intact: z.boolean().meta({
    description: 'The signed bytes are unchanged, and the signature matches the certificate.',
    example: true,
  }),
  indication: z.enum(['TOTAL_PASSED', 'TOTAL_FAILED', 'INDETERMINATE']).meta({
    description:
      'As in ETSI EN 319 102-1: passed if valid, trusted, within the validity of its certificates and made with strong algorithms; failed if not valid.',
  }),
  sub_indication: z
    .enum([
      'FORMAT_FAILURE',
      'HASH_FAILURE',
      'SIG_CRYPTO_FAILURE',
      'NO_CERTIFICATE_CHAIN_FOUND',
      'OUT_OF_BOUNDS_NO_POE',
      'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    ])
    .nullable()
    .meta({ description: 'Why it did not pass.', example: null }),
  trusted: z.boolean().meta({
    description: 'The certificate chains to a root of this installation, other than that of test mode.',
    example: true,
  }),
  covers_whole_file: z.boolean().meta({ example: true }),
  changed_after_signing: z.boolean().meta({
    description:
      "The signed bytes were changed, or a later revision did more than add the next person's signature and fill in that person's fields, whether permitted or not.",
  }),
  modification_level: z.enum(modificationLevels).meta({
    description: 'Extent of the changes in later revisions, those of later signers included.',
  }),
  changes: z
    .array(ChangeShape)
    .meta({ description: 'Changes made by later revisions, signatures included.', example: [] }),
  issued_here: z.boolean().meta({ example: true }),
  test_mode: z.boolean(),
  faults: z.array(z.string()).meta({ example: [] }),
})

export const VerificationShape = z
  .object({
    filename: z.string().meta({ example: 'lease.pdf' }),
    size: z.int().meta({ example: 48213 }),
    sha256: z.string().meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
    signed: z.boolean().meta({ example: true }),
    valid: z.boolean().meta({
      description:
        'There is at least one signature, and every one is valid. Read it together with `changed_after_signing`: filling in a form can be permitted, but is still a change.',
      example: true,
    }),
    changed_after_signing: z.boolean().meta({ description: 'True if it is true for any signature.' }),
    covers_whole_file: z
      .boolean()
      .meta({ description: 'Nothing follows the last signature.', example: true }),
    issued_here: z
      .boolean()
      .meta({ description: 'Every signer’s certificate was issued by this installation.', example: true }),
    test_mode: z.boolean().meta({ description: 'Signed in test mode, without legal effect.' }),
    voided_at: Instant.nullable().meta({
      description: 'When the sender declared the process void; null otherwise. The signatures stay valid.',
      example: null,
    }),
    faults: z.array(z.string()).meta({ description: 'What is wrong with the file as a whole.', example: [] }),
    active_content: z
      .array(z.enum(activeContentKinds))
      .meta({ description: 'Active content found in the file, such as scripts.', example: [] }),
    signatures: z.array(SignatureShape),
  })
  .meta({ id: 'Verification' })

export type VerificationRecord = z.infer<typeof VerificationShape>
