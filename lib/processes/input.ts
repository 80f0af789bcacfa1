import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { otpKinds, signatureLevels, signerRoles, signerTypes } from '#lib/core/enumerations'
import type { Json } from '#lib/core/json'
import { signerLocales } from '#lib/core/locales'
import { JsonValue, RecordIdInput, SignatureKinds } from '#lib/core/shapes'
import { trimText } from '#lib/core/text/clean'
import { requiredText, singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { FolderIdInput } from '#lib/folders/schema'
import { limits } from './facts.ts'
import { fieldMembers, NewFieldInput, needsPlace, Values } from './fields/input.ts'
import { normalizeAccessCode } from './signers/access-code.ts'

const METADATA_MAX_BYTES = 16_384
/** RFC 5646 (4.4.1) asks for at least 35, and extensions may follow. */
const MAX_TAG_CHARACTERS = 255
const name = singleLine(limits.nameCharacters).min(1).meta({ example: 'Lease' })
/** Extensions of a language tag begin with one character (RFC 5646, 2.1). */
const hasExtension = (tag: string) => /-[A-Za-z0-9](-|$)/.test(tag)
/** A language tag (BCP 47), in whose format `Intl` can write numbers and dates. */
export const languageTag = z
  .string()
  .max(MAX_TAG_CHARACTERS)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, issueMessage('values.mustBeLanguageTag'))
  .refine((tag) => !hasExtension(tag) || isKnownToIntl(tag), issueMessage('values.mustBeLanguageTag'))
  // Case has no meaning in a tag (RFC 5646, 2.1.1).
  .overwrite((tag) => tag.replace(/^[A-Z]+/i, (language) => language.toLowerCase()))
const locale = languageTag.meta({
  description: `${signerLocales.join(', ')} are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (\`th-u-nu-thai\`, \`ar-EG-u-nu-latn\`).`,
})

/** Whether numbers and dates can be written in the format of a language tag. */
function isKnownToIntl(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const webAddress = z
  .string()
  .max(2000)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    issueMessage('values.mustBeHttpAddress'),
  )

const message = z
  .string()
  .overwrite(trimText)
  .max(limits.messageCharacters)
  .nullable()
  .optional()
  .meta({ example: 'Please sign by Friday.' })

export const OptionsInput = z.strictObject({
  enable_otp: z.boolean().optional(),
  enable_notifications: z.boolean().optional(),
  expires_in_days: z.int().min(1).max(limits.expiryDays).optional().meta({ example: 90 }),
  reminder_days: z.int().min(1).max(limits.reminderDays).nullable().optional(),
  locale: locale.optional().meta({ example: 'en' }),
  message,
  redirect_url: webAddress.nullable().optional(),
  signature_kinds: SignatureKinds.optional(),
  allow_delegation: z.boolean().optional(),
  allow_download_first: z.boolean().optional(),
  embed_evidence: z.boolean().optional(),
})

export const DocumentInput = z.object({
  id: RecordIdInput,
  order: z.int().min(0).max(100_000).optional().meta({ example: 1 }),
})

const DocumentPatch = DocumentInput.extend({
  replaces: RecordIdInput.optional().meta({
    description:
      'Id of a document of this draft in whose place this one comes: its fields stay, on the pages that this document has. Fields imported from the file get what the new file says, without what was changed since the import; a value that is another in the new file always. Those that it lacks are removed, or are ordinary fields if they were changed, and its further ones are imported. Leave the replaced one out of `documents`.',
  }),
})

const signer = {
  name: name.meta({ example: 'Ada Lovelace' }),
  email: emailAddress(),
  phone: singleLine(limits.phoneCharacters).nullable().optional().meta({
    description:
      'With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.',
    example: '+491701234589',
  }),
  order: z.int().min(0).max(100_000).optional().meta({ example: 1 }),
  type: z.enum(signerTypes).optional(),
  role: z.enum(signerRoles).optional(),
  locale: locale.optional().meta({ example: 'en' }),
  otp: z.enum(otpKinds).nullable().optional().meta({
    description:
      '`email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.',
    example: 'access_code',
  }),
  signature_level: z.enum(signatureLevels).optional().meta({
    description:
      'Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.',
    example: 'simple',
  }),
  access_code: singleLine(limits.accessCodeCharacters)
    .refine(
      (code) => normalizeAccessCode(code).length >= limits.accessCodeMinCharacters,
      issueMessage('processes.accessCodeTooShort', { limit: limits.accessCodeMinCharacters }),
    )
    .optional()
    .meta({
      description:
        'Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.',
      example: 'blue heron 1848',
      writeOnly: true,
    }),
  subject: singleLine(150)
    .nullable()
    .optional()
    .meta({ description: 'Subject of the invitation and of reminders.', example: 'Your lease' }),
  message: message.meta({
    description:
      'Message to this signer, in place of `options.message`, in the emails and on the signing page.',
  }),
}

export const SignerInput = z.object(signer)
export const SignerPatch = z.object({
  ...signer,
  id: RecordIdInput.optional().meta({
    description: 'Id of an existing signer, who then keeps their fields, and all members that are absent.',
  }),
})

const metadata = z
  .record(z.string().min(1).max(100), JsonValue)
  .refine((value) => Object.keys(value).length <= 50, issueMessage('values.atMost50Members'))
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_MAX_BYTES,
    issueMessage('values.atMostBytesOfJson', { limit: METADATA_MAX_BYTES }),
  )
  .transform((value) => value as Record<string, Json>)

const texts = {
  description: z
    .string()
    .overwrite(trimText)
    .max(limits.messageCharacters)
    .nullable()
    .optional()
    .meta({ example: 'Flat 4, twelve months' }),
  options: OptionsInput.optional(),
  external_id: singleLine(255).nullable().optional().meta({ example: 'crm-2048' }),
  metadata: metadata.optional().meta({
    description:
      'Anything. Send a whole number beyond 2^53 as text: JSON may round it, so a new one is refused. `ends_on`, a day such as `2027-12-31`, is when the contract ends: `end_notice_days` of the account.',
    example: { deal: 2048, ends_on: '2027-12-31' },
  }),
}

/** `folder_id` of a new process or template. */
export const newFolderId = FolderIdInput.meta({
  description:
    'The folder; its documents come into it. Absent: the folder of its documents, if they are in one. Null for no folder.',
  example: null,
})

export const UpdateProcess = z
  .object({
    name: name.optional(),
    ...texts,
    folder_id: FolderIdInput.meta({
      description: 'Moves the process with its documents, in any status. Null for no folder.',
      example: null,
    }),
    documents: z.array(DocumentPatch).max(limits.documents).optional().meta({
      description:
        'Replaces the documents. The fields of a removed document are removed too, unless another one has its id in `replaces`.',
    }),
    signers: z.array(SignerPatch).max(limits.signers).optional().meta({
      description: 'Replaces the signers. Entries without `id` are created, without fields.',
    }),
  })
  .meta({
    id: 'UpdateSignatureProcess',
    description: 'Absent members stay unchanged; `documents` and `signers` replace the existing ones.',
  })

export const send = z.boolean().default(false).meta({
  description:
    'Also sends the process. If it cannot be sent, nothing is created; a draft may stay where the service is interrupted.',
})

export const importFields = z.boolean().default(false).meta({
  description:
    'Also adds the form fields and text tags of the documents as fields, which replace them; see `GET /documents/{id}/fields`. The fields of a role in text tags go to the person with that `role_name`, other roles to the remaining signers in order, and fields without a role to the first signer.',
})

const newFieldExample = { type: 'signature', page: 1, x: 72, y: 640, width: 160, height: 40 }

export const CreateProcess = z
  .object({
    name,
    ...texts,
    folder_id: newFolderId,
    documents: z
      .array(DocumentInput)
      .max(limits.documents)
      .default([])
      .meta({ example: [{ id: 7, order: 1 }] }),
    signers: z
      .array(
        SignerInput.extend({
          role_name: singleLine(255).optional().meta({
            description: 'With `import_fields`: the role in text tags whose fields this person fills in.',
          }),
        }),
      )
      .max(limits.signers)
      .default([])
      .meta({ example: [{ name: 'Ada Lovelace', email: 'ada@example.com', order: 1 }] }),
    fields: z
      .array(NewFieldInput)
      .max(limits.fields)
      .default([])
      .meta({ example: [newFieldExample] }),
    import_fields: importFields,
    values: Values,
    send,
  })
  .meta({ id: 'CreateSignatureProcess' })

export const AddSigner = SignerInput.extend({
  fields: z
    .array(needsPlace(fieldMembers.omit({ signer_id: true })))
    .max(limits.fields)
    .default([])
    .meta({ description: 'Fields of this signer. Without a signature field they sign on an appended page.' }),
}).meta({ id: 'AddSigner' })

export const ChangeSigner = SignerInput.omit({ type: true, role: true }).partial().meta({
  id: 'ChangeSigner',
  description: 'Absent members stay unchanged.',
})

/** The ETags of a draft and of its fields. */
export const SendInput = z
  .object({
    shown: z
      .object({
        process: z
          .string()
          .max(100)
          .meta({ description: 'The ETag of the process.', example: '"2026-11-21T09:30:00.000Z"' }),
        fields: z
          .string()
          .max(100)
          .meta({ description: 'The ETag of its fields.', example: '"9f86d081884c7d65"' }),
      })
      .optional()
      .meta({
        description:
          'The versions that the sender has seen: if the draft or its fields have changed since, it is not sent (412).',
      }),
  })
  .meta({ id: 'Send' })
export type SendInput = z.output<typeof SendInput>

export const CancelInput = z.object({
  reason: z.string().overwrite(trimText).max(2000).nullable().optional().meta({
    description:
      'Why; recorded as `cancel_reason` and in the audit trail, and in the event `process.cancelled`. Signers do not get it.',
    example: 'The rent is not what we agreed.',
  }),
})
export const VoidInput = z.object({
  reason: requiredText(2000).meta({
    description:
      'Why; recorded as `void_reason` and in the audit trail, and in the emails to those who have the signed documents.',
    example: 'The flat was sold before the lease began.',
  }),
})
export const RemindInput = z.object({
  signer_id: RecordIdInput.optional().meta({
    description: 'Only this signer; by default all signers whose turn it is.',
    example: 7,
  }),
})

export type OptionsInput = z.output<typeof OptionsInput>
export type DocumentInput = z.output<typeof DocumentInput>
export type DocumentPatch = z.output<typeof DocumentPatch>
export type CreateProcess = z.output<typeof CreateProcess>
export type UpdateProcess = z.output<typeof UpdateProcess>
export type SignerPatch = z.output<typeof SignerPatch>
export type AddSigner = z.output<typeof AddSigner>
export type ChangeSigner = z.output<typeof ChangeSigner>
