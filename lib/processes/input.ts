import { z } from 'zod'
import type { Json } from '#lib/core/json'
import { locales } from '#lib/core/locales'
import { singleLine } from '#lib/core/text'
import { fieldTypes } from '#lib/pdf/zones'
import { JsonValue, signerRoles, signerTypes } from './schema.ts'

/** The limits of one process. */
export const limits = {
  documents: 50,
  signers: 1000,
  fields: 5000,
  patterns: 500,
  /** In instructions of RE2: the largest takes some 30 ms for a text of 2,000 characters. */
  patternSize: 500,
} as const

const METADATA_MAX_BYTES = 16_384
const recordId = z.int().positive().meta({ example: 7 })
const name = singleLine(255).min(1).meta({ example: 'Lease' })
const locale = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag such as "fr".')
  .meta({
    description: `${locales.join(', ')} are supported. For any other, a signer gets the language of the process, and a process gets en.`,
  })

const webAddress = z
  .string()
  .max(2000)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'Must be an http(s) address.',
  )

const message = z.string().trim().max(5000).nullable().optional().meta({ example: 'Please sign by Friday.' })

export const OptionsInput = z.strictObject({
  enable_otp: z.boolean().optional(),
  enable_notifications: z.boolean().optional(),
  expires_in_days: z.int().min(1).max(365).optional().meta({ example: 90 }),
  reminder_days: z.int().min(1).max(90).nullable().optional(),
  locale: locale.optional().meta({ example: 'en' }),
  message,
  redirect_url: webAddress.nullable().optional(),
})

export const DocumentInput = z.object({
  id: recordId,
  order: z.int().min(0).max(100_000).optional().meta({ example: 1 }),
})

const signer = {
  name: name.meta({ example: 'Ada Lovelace' }),
  email: z.string().trim().max(254).pipe(z.email()).meta({ example: 'ada@example.com' }),
  phone: singleLine(40).nullable().optional(),
  order: z.int().min(0).max(100_000).optional().meta({ example: 1 }),
  type: z.enum(signerTypes).optional(),
  role: z.enum(signerRoles).optional(),
  locale: locale.optional().meta({ example: 'en' }),
  subject: singleLine(150)
    .nullable()
    .optional()
    .meta({ description: 'Subject of the invitation and of reminders.', example: 'Your lease' }),
  message: message.meta({ description: 'Message to this signer, in place of `options.message`.' }),
}

export const SignerInput = z.object(signer)
export const SignerPatch = z.object({
  ...signer,
  id: recordId.optional().meta({ description: 'Id of an existing signer, who then keeps their fields.' }),
})

const metadata = z
  .record(z.string().min(1).max(100), JsonValue)
  .refine((value) => Object.keys(value).length <= 50, 'At most 50 members.')
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_MAX_BYTES,
    `At most ${METADATA_MAX_BYTES} bytes of JSON.`,
  )
  .transform((value) => value as Record<string, Json>)

const texts = {
  description: z.string().trim().max(5000).nullable().optional().meta({ example: 'Flat 4, twelve months' }),
  options: OptionsInput.optional(),
  external_id: singleLine(255).nullable().optional().meta({ example: 'crm-2048' }),
  metadata: metadata.optional().meta({ example: { deal: 2048 } }),
}

export const UpdateProcess = z
  .object({
    name: name.optional(),
    ...texts,
    documents: z
      .array(DocumentInput)
      .max(limits.documents)
      .optional()
      .meta({ description: 'Replaces the documents. The fields of a removed document are removed too.' }),
    signers: z.array(SignerPatch).max(limits.signers).optional().meta({
      description: 'Replaces the signers. Entries without `id` are created, without fields.',
    }),
  })
  .meta({
    id: 'UpdateSignatureProcess',
    description: 'Absent members stay unchanged; `documents` and `signers` replace the existing ones.',
  })

const optionText = singleLine(255).min(1)

/** Numbers and booleans are converted to text. */
const presetValue = z.union([z.string().max(10_000), z.number(), z.boolean()]).transform(String)

/** Rules for a signer's value beyond its type; unknown members are ignored. */
const Validation = z.object({
  min: z.number().optional().meta({ description: 'For a number.' }),
  max: z.number().optional().meta({ description: 'For a number.' }),
  min_date: z.iso.date().optional().meta({
    description:
      'For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.',
  }),
  max_date: z.iso.date().optional().meta({ description: 'For a date.' }),
  min_length: z.int().min(0).max(10_000).optional(),
  max_length: z.int().min(1).max(10_000).optional(),
  pattern: z
    .string()
    .max(500)
    .optional()
    .meta({
      description: `Must match the whole text. RE2 syntax (no look-around, no back references); at most ${limits.patterns} different patterns per process.`,
    }),
})

/** Where a field is, by a text of the document. */
const Anchor = z
  .object({
    text: singleLine(255).min(1).meta({ example: 'Signature:' }),
    occurrence: z
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: 'Which occurrence of the text in the document, from 1.' }),
    dx: z.number().default(0).meta({ description: 'Points to the right.', example: 60 }),
    dy: z.number().default(0).meta({ description: 'Points down.', example: -10 }),
  })
  .meta({
    id: 'Anchor',
    description:
      'The field’s top left corner is that of the text, moved by `dx` and `dy` points. Case counts.',
  })

export const FieldInput = z
  .object({
    document_id: recordId,
    signer_id: recordId,
    type: z.enum(fieldTypes),
    page: z.int().positive().optional().meta({ example: 1 }),
    x: z.number().optional().meta({ example: 72 }),
    y: z.number().optional().meta({ example: 640 }),
    anchor: Anchor.optional().meta({ description: 'In place of `page`, `x` and `y`.' }),
    width: z.number().positive().meta({ example: 160 }),
    height: z.number().positive().meta({ example: 40 }),
    unit: z.enum(['pt', 'percent']).default('pt').meta({
      description: 'Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.',
    }),
    required: z.boolean().default(true),
    label: singleLine(255).nullable().default(null),
    placeholder: singleLine(255).nullable().default(null),
    value: presetValue.nullable().default(null),
    options: z.array(optionText).max(200).default([]),
    read_only: z.boolean().default(false),
    auto: z
      .boolean()
      .default(false)
      .meta({ description: 'Only for a date: gets the day of signing, in the signer’s time zone.' }),
    imported: z.boolean().default(false).meta({
      description:
        'The field replaces a form field or text tag of the document: with any such field, all form fields of the document are removed and its text tags are covered when it is sent.',
    }),
    validation: Validation.default({}),
  })
  .meta({ id: 'FieldInput' })

export const FieldsInput = z.object({ fields: z.array(FieldInput).max(limits.fields) }).meta({ id: 'Fields' })

const newFieldExample = { type: 'signature', page: 1, x: 72, y: 640, width: 160, height: 40 }
const index = z.int().min(0).default(0)

/** A field of a process that is being created: its document and signer are named by their position in the request. */
export const NewFieldInput = FieldInput.omit({ document_id: true, signer_id: true })
  .extend({
    document_index: index.meta({ description: 'Position of the document in `documents`, from 0.' }),
    signer_index: index.meta({ description: 'Position of the signer in `signers`, from 0.' }),
  })
  .meta({ id: 'NewField' })

/** Preset values by the label of their fields. */
export const Values = z.record(z.string().min(1).max(255), presetValue).default({}).meta({
  description:
    'Preset values by the `label` of their field, or the name that an imported field has in the file; a value is set in every such field.',
  example: {},
})

export const send = z
  .boolean()
  .default(false)
  .meta({ description: 'Also sends the process. If it cannot be sent, nothing is created.' })

export const importFields = z.boolean().default(false).meta({
  description:
    'Also adds the form fields and text tags of the documents as fields, which replace them; see `GET /documents/{id}/fields`. The fields of a role in text tags go to the person with that `role_name`, other roles to the remaining signers in order, and fields without a role to the first signer.',
})

export const CreateProcess = z
  .object({
    name,
    ...texts,
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
    .array(FieldInput.omit({ signer_id: true }))
    .max(limits.fields)
    .default([])
    .meta({ description: 'Fields of this signer. Without a signature field they sign on an appended page.' }),
}).meta({ id: 'AddSigner' })

export const ChangeSigner = SignerInput.omit({ type: true, role: true }).partial().meta({
  id: 'ChangeSigner',
  description: 'Absent members stay unchanged.',
})

export const CancelInput = z.object({
  reason: z
    .string()
    .trim()
    .max(2000)
    .nullable()
    .optional()
    .meta({ example: 'The rent is not what we agreed.' }),
})
export const RemindInput = z.object({
  signer_id: recordId
    .optional()
    .meta({ description: 'Only this signer; by default all signers whose turn it is.', example: 7 }),
})

export type OptionsInput = z.output<typeof OptionsInput>
export type DocumentInput = z.output<typeof DocumentInput>
export type CreateProcess = z.output<typeof CreateProcess>
export type UpdateProcess = z.output<typeof UpdateProcess>
export type SignerPatch = z.output<typeof SignerPatch>
export type FieldInput = z.output<typeof FieldInput>
export type NewFieldInput = z.output<typeof NewFieldInput>
/** A field whose place is known: `placeAtAnchors` finds that of an anchor. */
export type PlacedField = Omit<FieldInput, 'anchor'> & Place
export interface Place {
  page: number
  x: number
  y: number
}
export type AddSigner = z.output<typeof AddSigner>
export type ChangeSigner = z.output<typeof ChangeSigner>
export type FieldsInput = z.output<typeof FieldsInput>
