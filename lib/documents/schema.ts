import { z } from 'zod'
import { documentStatuses } from '#lib/core/enumerations'
import { listSchema, searchParameter } from '#lib/core/query'
import { ErrorDetailShape, Instant, RecordId } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { FolderIdInput, FolderIdShape, FolderParameter } from '#lib/folders/schema'
import { activeContentKinds } from '#lib/pdf/check/active-content'
import { fieldTypes } from '#lib/pdf/zones'
import { decimals, Layout } from './field-layout.ts'

/** The most pages a document may have. */
export const MAX_PAGES = 2000

export const PersonShape = z
  .object({ id: RecordId, name: z.string().meta({ example: 'Ada Lovelace' }) })
  .meta({ id: 'Person', description: 'A user of the tenant.' })

export const PageShape = z
  .object({
    number: z.int().meta({ description: 'From 1.', example: 1 }),
    width: z.number().meta({ description: 'Points (1/72 inch), as displayed.', example: 595 }),
    height: z.number().meta({ description: 'Points (1/72 inch), as displayed.', example: 842 }),
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  })
  .meta({ id: 'Page' })

export const DocumentShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Lease' }),
    original_filename: z.string().meta({
      description:
        'The file name of the upload; with `.pdf` in place of its extension where a PDF was made of it.',
      example: 'lease.pdf',
    }),
    mime_type: z.string().meta({ example: 'application/pdf' }),
    size: z.int().meta({ description: 'Bytes.', example: 48213 }),
    size_formatted: z.string().meta({ example: '47.1 KB' }),
    page_count: z.int().meta({ example: 3 }),
    pages: z.array(PageShape),
    sha256: z.string().meta({
      description:
        'SHA-256 of the uploaded bytes, or of the PDF that was made of an upload in another format, or of a template with variables.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    status: z.enum(documentStatuses),
    folder_id: FolderIdShape,
    repaired: z.boolean().meta({ description: 'The file was damaged; a repaired copy will be signed.' }),
    certified: z.boolean().meta({
      description:
        'The author has certified the file (DocMDP) and permits signatures: only its own form fields can be filled in and signed (`import_fields`), and other signers sign invisibly.',
    }),
    decrypted: z.boolean().meta({
      description:
        'The file was encrypted without a password, and permits form fields to be added; a copy without encryption, and without restrictions on printing and copying, will be signed.',
    }),
    standards: z.array(z.string()).meta({
      description: 'The standards that the file claims in its metadata; the signed file keeps them.',
      example: ['PDF/A-2b'],
    }),
    lost_standards: z.array(z.string()).meta({
      description:
        'Those of `standards` that the signed file does not keep: PDF/UA where the file was signed before or has no structure. It does not foresee an import of form fields: the elements of removed fields stay in the structure, and those of the new fields are at its end, which a validator of PDF/UA may refuse.',
      example: [],
    }),
    active_content: z.array(z.enum(activeContentKinds)).meta({
      description: 'Active content found in the file, such as scripts. A tenant can reject such files.',
      example: [],
    }),
    usage_rights: z.boolean().meta({
      description:
        'The file has a usage rights signature (UR3), which extends what Adobe Reader can do with it. Any signature invalidates it.',
    }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: Instant,
    updated_at: Instant,
    download_url: z.url().meta({ example: 'https://paraph.example/api/v1/documents/7/download' }),
  })
  .meta({ id: 'Document' })

export type DocumentRecord = z.infer<typeof DocumentShape>

const FileFieldShape = z
  .object({
    source: z.enum(['form', 'tag']).meta({ description: 'A form field of the file, or a text tag.' }),
    name: z.string().meta({ description: 'The name in the file.', example: 'tenant_name' }),
    label: z.string().meta({ example: 'Name of the tenant' }),
    type: z.enum(fieldTypes).meta({ example: 'text' }),
    page: z.int().meta({ example: 1 }),
    x: z.number().meta({ example: 72 }),
    y: z.number().meta({ example: 640 }),
    width: z.number().meta({ example: 160 }),
    height: z.number().meta({ example: 40 }),
    role: z.string().nullable().meta({ description: 'The role in the text tag.', example: 'Tenant' }),
    required: z.boolean(),
    read_only: z.boolean(),
    auto: z.boolean().meta({
      description:
        'A date that gets the day of signing. Another one that is not `read_only` is imported with `min_date` 1900-01-01, or its own value where that is earlier: the signer chooses the day.',
      example: false,
    }),
    value: z.string().nullable(),
    options: z.array(z.string()).meta({ example: [] }),
    placeholder: z.string().nullable(),
    max_length: z.int().nullable(),
    editable: z.boolean().meta({ description: 'A list that takes a text of the signer’s own.' }),
    formula: z.string().nullable().meta({ description: 'The calculation of the form field.', example: null }),
    decimals: z
      .object(decimals)
      .optional()
      .meta({ description: 'Of a calculation: members of `validation` of the imported field.' }),
    layout: Layout.meta({ example: {} }),
  })
  .meta({ id: 'FileField', description: 'A field in a file, in points from the top left of the page.' })

export const FileFieldsShape = z
  .object({
    fields: z.array(FileFieldShape),
    problems: z
      .array(
        z.object({
          source: z.enum(['form', 'tag', 'file']),
          page: z.int(),
          text: z.string().meta({ description: 'The name of the form field, or the text of the tag.' }),
          message: z.string(),
          message_detail: ErrorDetailShape.meta({
            description: 'What `message` is made of, for translations.',
          }),
          warning: z.boolean().optional().meta({
            description:
              'True for a text tag that does not prevent an import: a part of it, or all, is left out.',
            example: true,
          }),
        }),
      )
      .meta({
        description:
          'What is not imported, or not kept of an imported field, and why. With `import_fields`, a problem of a text tag or of the file is a validation error, unless it is a `warning`; form fields that are not imported stay in the file as they are.',
        example: [],
      }),
  })
  .meta({ id: 'FileFields' })

export type FileFieldsRecord = z.infer<typeof FileFieldsShape>

/** The form fields other than `file`. */
export const UploadFields = z.object({
  name: singleLine(255)
    .optional()
    .meta({ description: 'Display name; by default the file name without its extension.', example: 'Lease' }),
  folder_id: z
    .string()
    .regex(/^([1-9]\d{0,14})?$/, issueMessage('documents.mustBeFolderId'))
    .transform((text) => (text === '' ? null : Number(text)))
    .optional()
    .meta({ description: 'The folder of the document; by default none.' }),
})

export const UpdateDocument = z
  .object({
    name: singleLine(255).min(1).optional().meta({ example: 'Lease' }),
    folder_id: FolderIdInput,
  })
  .meta({ id: 'UpdateDocument', description: 'Absent members stay unchanged.' })
export type UpdateDocument = z.output<typeof UpdateDocument>

const documentSorts = ['created_at', '-created_at', 'name', '-name', 'size', '-size'] as const

/** The query of the list, without paging. */
export const DocumentFilters = z.object({
  search: searchParameter('the name or the file name'),
  status: listSchema(documentStatuses).optional().meta({ description: 'One or more, comma-separated.' }),
  folder_id: FolderParameter,
  sort: z.enum(documentSorts).default('-created_at'),
})

export type DocumentQuery = z.output<typeof DocumentFilters> & { page: number; per_page: number }
