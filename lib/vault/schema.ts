import { z } from 'zod'
import { searchIn } from '#lib/core/query'
import { lineOf } from '#lib/core/text'

export const vaultStatuses = ['active', 'archived', 'expiring', 'expired'] as const

const when = z.iso.datetime()

export const VaultDocumentShape = z
  .object({
    id: z.int(),
    name: z.string(),
    document_id: z.int(),
    process_id: z.int(),
    status: z.enum(vaultStatuses),
    tags: z.array(z.string()),
    size: z.int().meta({ description: 'Bytes of the signed PDF.' }),
    size_formatted: z.string(),
    sha256: z.string(),
    page_count: z.int(),
    signers: z.array(z.object({ name: z.string(), email: z.string(), signed_at: when.nullable() })),
    signed_at: when,
    archived_at: when.nullable(),
    expires_at: when.meta({ description: 'When retention ends; the document stays readable.' }),
    seal: z.object({
      level: z.string().meta({ description: 'PAdES baseline level: B-B, B-T, B-LT or B-LTA.' }),
      issuer: z.string(),
      serial: z.string(),
      timestamped_at: when.nullable(),
    }),
    test_mode: z.boolean(),
    created_at: when,
    download_url: z.url(),
    package_url: z.url(),
  })
  .meta({ id: 'VaultDocument' })

export type VaultRecord = z.infer<typeof VaultDocumentShape>

export const VaultStatisticsShape = z
  .object({
    total_documents: z.int(),
    active_documents: z.int(),
    archived_documents: z.int(),
    expiring_soon: z.int(),
    total_size: z.int().meta({ description: 'Bytes.' }),
    total_size_formatted: z.string(),
    documents_by_month: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), count: z.int() })),
    top_tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  })
  .meta({ id: 'VaultStatistics' })

export type VaultStatistics = z.infer<typeof VaultStatisticsShape>

const TAG_MAX_CHARACTERS = 50
const MAX_TAGS = 50

export const TagsInput = z
  .object({
    tags: z
      .array(lineOf(TAG_MAX_CHARACTERS).min(1))
      .max(1000)
      .transform(withoutRepeats)
      .pipe(z.array(z.string()).max(MAX_TAGS)),
  })
  .meta({ id: 'Tags' })

/** Tags are compared without case; the first spelling stays. */
function withoutRepeats(tags: string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) {
    const key = tag.toLowerCase()
    if (!seen.has(key)) seen.set(key, tag)
  }
  return [...seen.values()]
}

function tagsIn(list: string): string[] {
  const written = list.match(/(?:\\[\\,]|[^,])+/g) ?? []
  return written.map((tag) => tag.replaceAll(/\\([\\,])/g, '$1').trim()).filter(Boolean)
}

export const vaultSorts = [
  'created_at',
  '-created_at',
  'signed_at',
  '-signed_at',
  'name',
  '-name',
  'size',
  '-size',
] as const

/** The query of the list, beside paging. */
export const VaultFilters = z.object({
  search: searchIn('names and tags'),
  status: z.enum(vaultStatuses).optional().meta({ description: 'Exactly this; all but archived if absent.' }),
  date_from: z.iso.date().optional().meta({ description: 'Signed on this day (UTC) or later.' }),
  date_to: z.iso.date().optional().meta({ description: 'Signed on this day (UTC) or earlier.' }),
  tags: z.string().max(3000).transform(tagsIn).optional().meta({
    description:
      'Comma-separated; documents that have all of them. Within a tag a comma is written `\\,` and a backslash `\\\\`.',
  }),
  sort: z.enum(vaultSorts).default('-signed_at'),
})

export type VaultQuery = z.output<typeof VaultFilters> & { page: number; per_page: number }

export const ArchiveShape = z
  .object({
    id: z.int().meta({ description: 'The process’s id.' }),
    process_id: z.int(),
    name: z.string(),
    status: z.literal('completed'),
    documents_count: z.int(),
    signers_count: z.int(),
    size: z.int().meta({ description: 'Bytes of its signed documents.' }),
    completed_at: when,
    test_mode: z.boolean(),
    download_url: z.url(),
  })
  .meta({ id: 'Archive' })

export type ArchiveRecord = z.infer<typeof ArchiveShape>

export const archiveSorts = [
  'created_at',
  '-created_at',
  'completed_at',
  '-completed_at',
  'name',
  '-name',
] as const

/** The query of the archives, beside paging. */
export const ArchiveFilters = z.object({
  search: searchIn('the name'),
  date_from: z.iso.date().optional().meta({ description: 'Completed on this day (UTC) or later.' }),
  date_to: z.iso.date().optional().meta({ description: 'Completed on this day (UTC) or earlier.' }),
  sort: z.enum(archiveSorts).default('-completed_at'),
})

export type ArchiveQuery = z.output<typeof ArchiveFilters> & { page: number; per_page: number }
