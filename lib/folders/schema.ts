import { z } from 'zod'
import { Instant, RecordId, RecordIdInput } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'

const MAX_USERS = 1000

const accessDescription =
  '`everyone`: all users of the tenant, by their role; or the ids of the users who have access. Administrators always have access.'

export const FolderShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Human resources' }),
    access: z
      .union([z.literal('everyone'), z.array(RecordId)])
      .meta({ description: accessDescription, example: [7, 12] }),
    documents_count: z.int().meta({ description: 'With the documents of its processes.', example: 4 }),
    processes_count: z.int().meta({ example: 3 }),
    templates_count: z.int().meta({ example: 1 }),
    test_mode: z.boolean(),
    created_by: z
      .object({ id: RecordId, name: z.string().meta({ example: 'Ada Lovelace' }) })
      .nullable()
      .meta({ description: 'A user of the tenant.' }),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Folder', description: 'A folder of documents, processes and templates.' })

export type FolderRecord = z.infer<typeof FolderShape>

const name = singleLine(100)
  .min(1)
  .meta({ description: 'Unique in the tenant, ignoring case.', example: 'Human resources' })
const access = z
  .union([z.literal('everyone'), z.array(RecordIdInput).max(MAX_USERS)], {
    error: issueMessage('documents.mustBeEveryoneOrUserIds', { limit: MAX_USERS }),
  })
  .meta({ description: accessDescription, example: 'everyone' })

export const CreateFolder = z
  .object({ name, access: access.default('everyone') })
  .meta({ id: 'CreateFolder' })
export const UpdateFolder = z
  .object({ name: name.optional(), access: access.optional() })
  .meta({ id: 'UpdateFolder', description: 'Absent members stay unchanged; `access` is replaced.' })

export type CreateFolder = z.output<typeof CreateFolder>
export type UpdateFolder = z.output<typeof UpdateFolder>

const folderSorts = ['created_at', '-created_at', 'name', '-name'] as const

/** The query of the list, without paging. */
export const FolderFilters = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Text in the name. Ignores case and accents.', example: 'resources' }),
  sort: z.enum(folderSorts).default('-created_at'),
})

export type FolderQuery = z.output<typeof FolderFilters> & { page: number; per_page: number }

/** `folder_id` of a record. */
export const FolderIdShape = RecordId.nullable().meta({ description: 'Null: in no folder.', example: 7 })

/** `folder_id` in the body of a request. */
export const FolderIdInput = RecordIdInput.nullable()
  .optional()
  .meta({ description: 'Null for no folder.', example: null })

/** `folder_id` in the query of a list. */
export const FolderParameter = z
  .string()
  .regex(/^(none|[1-9]\d{0,14})$/, issueMessage('documents.mustBeFolderIdOrNone'))
  .transform((text) => (text === 'none' ? text : Number(text)))
  .optional()
  .meta({ description: 'The id of a folder; `none` for records in no folder.', example: 'none' })
