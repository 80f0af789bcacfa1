import { z } from 'zod'
import { lineOf } from '#lib/core/text'
import { PageShape } from '#lib/documents/schema'
import { modificationKinds, modificationLevels } from '#lib/pades/modifications'
import { activeContentKinds } from '#lib/pdf/active-content'
import { FieldShape, processStatuses, signerRoles, signerStatuses } from '#lib/processes/schema'

/** The path parameter of every route of the ceremony. */
export const ByToken = z.object({
  token: z
    .string()
    .max(200)
    .meta({ description: 'Of the link; our own pages name the cookie that keeps it instead.' }),
})

export const SigningShape = z
  .object({
    process: z.object({
      id: z.int(),
      name: z.string(),
      message: z.string().nullable(),
      status: z.enum(processStatuses),
      sealing: z
        .boolean()
        .meta({ description: 'Everybody has signed, and the finished document is being made.' }),
      sender: z.object({ name: z.string() }),
      expires_at: z.iso.datetime().nullable(),
      redirect_url: z.string().nullable(),
      test_mode: z.boolean(),
    }),
    signer: z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      role: z.enum(signerRoles),
      status: z.enum(signerStatuses),
      locale: z.string(),
    }),
    documents: z
      .array(z.object({ id: z.int(), name: z.string(), page_count: z.int(), pages: z.array(PageShape) }))
      .meta({ description: 'Empty once the process has ended unsigned.' }),
    fields: z.array(FieldShape).meta({ description: 'This signer’s; their values only after the code.' }),
    consent: z.object({ version: z.string(), text: z.string() }),
    otp: z.object({
      required: z.boolean(),
      verified: z.boolean().meta({ description: 'Confirmed in this browser, within the last 12 hours.' }),
    }),
    tenant: z.object({ name: z.string(), logo_url: z.url().nullable() }),
  })
  .meta({ id: 'Signing' })

export type SigningRecord = z.infer<typeof SigningShape>

/** What `open`, `sign` and `refuse` answer. */
export const SigningStateShape = z
  .object({
    process: z.object({ id: z.int(), status: z.enum(processStatuses) }),
    signer: z.object({
      id: z.int(),
      status: z.enum(signerStatuses),
      viewed_at: z.iso.datetime().nullable(),
      signed_at: z.iso.datetime().nullable(),
      refused_at: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'SigningState' })

export type SigningState = z.infer<typeof SigningStateShape>

export const CodeInput = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'The code has six digits.'),
  })
  .meta({ id: 'SigningCode' })

const MarkInput = z.discriminatedUnion('method', [
  z.object({ method: z.literal('typed'), text: lineOf(100).min(1) }),
  z.object({
    method: z.enum(['drawn', 'uploaded']),
    image: z
      .string()
      .startsWith('data:image/png;base64,', 'Must be a PNG as a data URL.')
      .max(2_000_000, 'The picture is too large.'),
  }),
])
export type MarkInput = z.output<typeof MarkInput>

const ValueInput = z.object({
  field_id: z.int().positive(),
  value: z.union([z.string().max(10_000), z.boolean(), z.number(), z.null()]),
})
export type ValueInput = z.output<typeof ValueInput>

export const SignInput = z
  .object({
    consent: z.object({
      version: z.string().max(50),
      accepted: z.literal(true, { error: 'Consent is needed to sign.' }),
    }),
    signature: MarkInput.optional().meta({
      description: 'Needed from everybody of the role `signer`.',
      example: { method: 'typed', text: 'Ada Lovelace' },
    }),
    initials: MarkInput.optional().meta({ description: 'Needed where a required field asks for them.' }),
    values: z
      .array(ValueInput)
      .max(5000)
      .default([])
      .meta({ description: 'Dates, names and mails that are left out are filled in.' }),
  })
  .meta({ id: 'SignInput' })
export type SignInput = z.output<typeof SignInput>

export const RefuseInput = z
  .object({ reason: z.string().trim().min(1).max(2000) })
  .meta({ id: 'RefuseInput' })

export const DownloadQuery = z.object({
  document_id: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'One of several documents; a ZIP of all if absent.' }),
})

const ChangeShape = z
  .object({
    kind: z.enum(modificationKinds).meta({
      description:
        '`content` is everything that has no name of its own: pages, fonts, new fields, what was taken away.',
    }),
    level: z.enum(modificationLevels),
    field: z.string().nullable().meta({ description: 'The form field, by its full name.' }),
    before: z
      .string()
      .nullable()
      .meta({ description: 'Of a field that was filled in: the value as signed.' }),
    after: z.string().nullable().meta({ description: 'Of a field that was filled in: the value now.' }),
    permitted: z.boolean().meta({
      description: 'Neither the signature (FieldMDP) nor the certification (DocMDP) forbids it.',
    }),
    signed_by: z.string().nullable().meta({
      description: 'The field of the first later signature that covers the change; null when none does.',
    }),
    message: z.string(),
  })
  .meta({ id: 'ChangeAfterSigning' })

const SignatureShape = z.object({
  field: z.string(),
  field_name: z.string().meta({ description: 'The same as `field`.' }),
  signer: z.string(),
  issuer: z.string(),
  serial_number: z.string(),
  sub_filter: z.string(),
  level: z
    .enum(['PAdES-BASELINE-B', 'PAdES-BASELINE-T', 'PAdES-BASELINE-LT', 'PAdES-BASELINE-LTA'])
    .nullable()
    .meta({ description: 'Null for time stamps and signatures that are not PAdES.' }),
  certification: z.boolean(),
  signed_at: z.string().nullable(),
  timestamped_at: z.string().nullable().meta({
    description:
      'When an authority for time stamps saw the signature. Who vouches for the authority is not judged.',
  }),
  reason: z.string().nullable(),
  byte_range: z.array(z.number()),
  valid: z.boolean().meta({
    description: 'Intact, and everything that came later is permitted. Says nothing about who signed.',
  }),
  intact: z.boolean().meta({
    description: 'The signed bytes are unchanged, and the signature is that of the certificate.',
  }),
  indication: z.enum(['TOTAL_PASSED', 'TOTAL_FAILED', 'INDETERMINATE']).meta({
    description:
      'As in ETSI EN 319 102-1: passed when valid, trusted, in the validity of its certificates and of strong algorithms; failed when not valid.',
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
    .meta({ description: 'Why it did not pass.' }),
  trusted: z
    .boolean()
    .meta({ description: 'Leads up to a root of this installation, not that of test mode.' }),
  covers_whole_file: z.boolean(),
  changed_after_signing: z.boolean().meta({
    description:
      "The signed bytes were changed, or something came later that is more than the next person's signature and the fields set aside for that person, permitted or not.",
  }),
  modification_level: z.enum(modificationLevels).meta({
    description: 'How far later revisions went, those of later signers included.',
  }),
  changes: z.array(ChangeShape).meta({ description: 'What later revisions did, signatures included.' }),
  issued_here: z.boolean(),
  test_mode: z.boolean(),
  faults: z.array(z.string()),
})

export const VerificationShape = z
  .object({
    filename: z.string(),
    size: z.int(),
    sha256: z.string(),
    signed: z.boolean(),
    valid: z.boolean().meta({
      description:
        'There are signatures, and every one is valid. Read it with `changed_after_signing`: filling in a form is permitted and yet a change.',
    }),
    changed_after_signing: z.boolean().meta({ description: 'True when it is for any signature.' }),
    covers_whole_file: z.boolean().meta({ description: 'Nothing follows the last signature.' }),
    issued_here: z.boolean().meta({ description: 'This installation vouches for every signer.' }),
    test_mode: z.boolean().meta({ description: 'Signed in test mode, without legal effect.' }),
    faults: z.array(z.string()).meta({ description: 'What is wrong with the file as a whole.' }),
    active_content: z
      .array(z.enum(activeContentKinds))
      .meta({ description: 'What the file can do beside showing its pages.' }),
    signatures: z.array(SignatureShape),
  })
  .meta({ id: 'Verification' })

export type VerificationRecord = z.infer<typeof VerificationShape>
