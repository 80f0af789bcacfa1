import { z } from 'zod'
import { searchIn, wordsOf } from '#lib/core/query'
import { lineOf } from '#lib/core/text'
import { activeContentKinds } from '#lib/pdf/active-content'

export const documentStatuses = ['uploaded', 'in_process', 'completed'] as const

/** The most pages a document may have. */
export const MAX_PAGES = 2000

export const PersonShape = z
  .object({ id: z.int(), name: z.string() })
  .meta({ id: 'Person', description: 'A user of the tenant.' })

export const PageShape = z
  .object({
    number: z.int().meta({ description: 'From 1.' }),
    width: z.number().meta({ description: 'Points (1/72 inch), as displayed.' }),
    height: z.number().meta({ description: 'Points (1/72 inch), as displayed.' }),
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  })
  .meta({ id: 'Page' })

export const DocumentShape = z
  .object({
    id: z.int(),
    name: z.string(),
    original_filename: z.string(),
    mime_type: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    size_formatted: z.string(),
    page_count: z.int(),
    pages: z.array(PageShape),
    sha256: z.string().meta({ description: 'SHA-256 of the bytes exactly as they came.' }),
    status: z.enum(documentStatuses),
    repaired: z.boolean().meta({ description: 'The file was damaged; a repaired copy is signed.' }),
    active_content: z.array(z.enum(activeContentKinds)).meta({
      description: 'What the file can do beside showing its pages. A tenant may refuse such files.',
    }),
    usage_rights: z.boolean().meta({
      description:
        'The file has usage rights (UR3: what Adobe Reader may save in it). Any signature voids them.',
    }),
    test_mode: z.boolean(),
    created_by: PersonShape.nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    download_url: z.url(),
  })
  .meta({ id: 'Document' })

export type DocumentRecord = z.infer<typeof DocumentShape>

/** The form fields beside `file`. */
export const UploadFields = z.object({
  name: lineOf(255)
    .optional()
    .meta({ description: 'What to call it; the file name without its ending if absent.' }),
})

export const documentSorts = ['created_at', '-created_at', 'name', '-name', 'size', '-size'] as const

/** The query of the list, beside paging. */
export const DocumentFilters = z.object({
  search: searchIn('the name or the file name'),
  status: wordsOf(documentStatuses).optional().meta({ description: 'One or several, comma-separated.' }),
  sort: z.enum(documentSorts).default('-created_at'),
})

export type DocumentQuery = z.output<typeof DocumentFilters> & { page: number; per_page: number }
