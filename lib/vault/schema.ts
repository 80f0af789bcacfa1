import { z } from 'zod'
import { emailSearchParameter, searchParameter } from '#lib/core/query'
import { DayOrInstant, Instant, RecordId } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { PageShape, PersonShape } from '#lib/documents/schema'
import { FolderIdShape, FolderParameter } from '#lib/folders/schema'
import { TAG_MAX_CHARACTERS, tagKey, vaultStatuses } from './rules.ts'

export const VaultDocumentShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Lease' }),
    document_id: RecordId,
    process_id: RecordId,
    process_name: z.string().meta({ description: 'The name of the process.', example: 'Lease' }),
    status: z.enum(vaultStatuses),
    folder_id: FolderIdShape.meta({ description: 'That of the process. Null: in no folder.', example: 7 }),
    tags: z.array(z.string()).meta({ example: ['lease', '2026'] }),
    size: z.int().meta({ description: 'Bytes of the signed PDF.', example: 48213 }),
    size_formatted: z.string().meta({ example: '47.1 KB' }),
    sha256: z.string().meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
    page_count: z.int().meta({ example: 3 }),
    signers: z.array(
      z.object({
        name: z.string().meta({ example: 'Ada Lovelace' }),
        email: z.string().meta({ example: 'ada@example.com' }),
        signed_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
      }),
    ),
    signed_at: Instant,
    archived_at: Instant.nullable(),
    expires_at: Instant.meta({
      description: 'When retention ends; the document stays readable until it is deleted.',
      example: '2036-11-21T09:30:00Z',
    }),
    voided_at: Instant.nullable().meta({
      description: 'When the process was declared void; null otherwise. The signatures stay valid.',
      example: null,
    }),
    void_reason: z.string().nullable().meta({ example: null }),
    legal_hold: z
      .object({
        on: z.boolean().meta({ description: 'Under legal hold the document cannot be deleted.' }),
        reason: z.string().nullable().meta({ example: null }),
        set_by: PersonShape.nullable().meta({ example: null }),
        set_at: Instant.nullable().meta({ example: null }),
      })
      .meta({ description: 'The other members are null while it is off.' }),
    seal: z.object({
      level: z
        .string()
        .meta({ description: 'PAdES baseline level: B-B, B-T, B-LT or B-LTA.', example: 'B-B' }),
      issuer: z.string().meta({ example: 'Paraph authority for Analytical Engines' }),
      serial: z.string().meta({ example: '5f3a91c2' }),
      timestamped_at: Instant.nullable(),
    }),
    test_mode: z.boolean(),
    created_at: Instant,
    download_url: z.url().meta({ example: 'https://paraph.example/api/v1/vault/documents/7/download' }),
    package_url: z.url().meta({ example: 'https://paraph.example/api/v1/vault/documents/7/package' }),
  })
  .meta({ id: 'VaultDocument' })

export type VaultRecord = z.infer<typeof VaultDocumentShape>

/** The record of a single document; it also has the pages. */
export const VaultDocumentDetailShape = VaultDocumentShape.extend({
  pages: z.array(PageShape).meta({ description: 'Pages of the signed PDF, as displayed.' }),
}).meta({ id: 'VaultDocumentDetail' })

export type VaultDetailRecord = z.infer<typeof VaultDocumentDetailShape>

export const VaultStatisticsShape = z
  .object({
    total_documents: z.int().meta({ example: 12 }),
    active_documents: z.int().meta({ example: 10 }),
    archived_documents: z.int().meta({ description: 'Void ones, too.', example: 1 }),
    expiring_soon: z.int().meta({ example: 0 }),
    expired_documents: z
      .int()
      .meta({ description: 'Their retention has ended, and they are not deleted yet.', example: 0 }),
    voided_documents: z.int().meta({
      description:
        'Not archived, and of a process that was declared void; not counted as active, expiring or expired.',
      example: 1,
    }),
    total_size: z.int().meta({ description: 'Bytes.', example: 578556 }),
    total_size_formatted: z.string().meta({ example: '565 KB' }),
    documents_by_month: z.array(
      z.object({
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .meta({ example: '2026-11' }),
        count: z.int().meta({ example: 12 }),
        size: z.int().meta({ description: 'Bytes.', example: 578556 }),
      }),
    ),
    top_tags: z
      .array(z.object({ tag: z.string().meta({ example: 'lease' }), count: z.int().meta({ example: 12 }) }))
      .meta({
        description:
          'The most frequent tags, up to 100. Spellings that differ in case or accents are one tag; a document with two of them counts for each.',
      }),
  })
  .meta({ id: 'VaultStatistics' })

export type VaultStatistics = z.infer<typeof VaultStatisticsShape>

const MAX_TAGS = 50

export const TagsInput = z
  .object({
    tags: z
      .array(singleLine(TAG_MAX_CHARACTERS).min(1))
      .max(1000)
      .transform(withoutRepeats)
      .pipe(z.array(z.string()).max(MAX_TAGS))
      .meta({ example: ['lease', '2026'] }),
  })
  .meta({ id: 'Tags' })

const REASON_MAX_CHARACTERS = 500

export const LegalHoldInput = z
  .object({
    on: z.boolean().meta({ example: true }),
    reason: singleLine(REASON_MAX_CHARACTERS)
      .nullish()
      .meta({ description: 'Absent: unchanged.', example: 'Lawsuit 4 O 123/26' }),
  })
  .meta({ id: 'LegalHold' })
export type LegalHoldInput = z.output<typeof LegalHoldInput>

/** Removes tags that differ only in case; the first spelling stays. */
function withoutRepeats(tags: string[]): string[] {
  const spellingByKey = new Map<string, string>()
  for (const tag of tags) {
    const key = tagKey(tag)
    if (!spellingByKey.has(key)) spellingByKey.set(key, tag)
  }
  return [...spellingByKey.values()]
}

/** Splits a comma-separated list in which `\,` and `\\` are escapes. */
function parseTags(list: string): string[] {
  const items = list.match(/(?:\\[\\,]|[^,])+/g) ?? []
  return items.map((tag) => tag.replaceAll(/\\([\\,])/g, '$1').trim()).filter(Boolean)
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

const BooleanParameter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
const SizeParameter = z.coerce.number().int().positive().optional()

/** The query of the list, without paging. */
export const VaultFilters = z.object({
  search: searchParameter('names and tags'),
  folder_id: FolderParameter,
  status: z
    .enum(vaultStatuses)
    .optional()
    .meta({ description: 'Only this status; by default all but `archived`.' }),
  date_from: DayOrInstant.optional().meta({ description: 'Signed from this day (UTC) or instant on.' }),
  date_to: DayOrInstant.optional().meta({
    description: 'Signed until the end of this day (UTC), or until this instant.',
  }),
  tags: z.string().max(3000).transform(parseTags).optional().meta({
    description:
      'Comma-separated; returns documents that have all of them. Within a tag a comma is written `\\,` and a backslash `\\\\`.',
  }),
  signer: emailSearchParameter('the name or email of a person who signed'),
  min_size: SizeParameter.meta({ description: 'Bytes of the signed PDF, at least.', example: 1048576 }),
  max_size: SizeParameter.meta({ description: 'Bytes of the signed PDF, at most.', example: 10485760 }),
  legal_hold: BooleanParameter.meta({ description: 'Only documents under legal hold, or only the others.' }),
  voided: BooleanParameter.meta({
    description: 'Only documents of processes that were declared void, or only the others.',
  }),
  sort: z.enum(vaultSorts).default('-signed_at'),
})

export type VaultQuery = z.output<typeof VaultFilters> & { page: number; per_page: number }

/** The query of the download of several packages. */
export const PackagesQuery = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, issueMessage('documents.mustBeVaultDocumentIds'))
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .meta({ description: 'Comma-separated ids of up to 100 vault documents.', example: '7,8' }),
})

export const ArchiveShape = z
  .object({
    id: RecordId.meta({ description: 'The process’s id.' }),
    process_id: RecordId,
    name: z.string().meta({ example: 'Lease' }),
    status: z.enum(['completed', 'voided']),
    folder_id: FolderIdShape,
    documents_count: z.int().meta({ example: 1 }),
    signers_count: z.int().meta({ example: 1 }),
    size: z.int().meta({ description: 'Bytes of its signed documents.', example: 48213 }),
    completed_at: Instant,
    voided_at: Instant.nullable().meta({
      description: 'When the process was declared void; null otherwise.',
      example: null,
    }),
    test_mode: z.boolean(),
    download_url: z.url().meta({ example: 'https://paraph.example/api/v1/archives/7/download' }),
  })
  .meta({ id: 'Archive' })

export type ArchiveRecord = z.infer<typeof ArchiveShape>

const archiveSorts = ['created_at', '-created_at', 'completed_at', '-completed_at', 'name', '-name'] as const

/** The query of the archives, beside paging. */
export const ArchiveFilters = z.object({
  search: searchParameter('the name'),
  folder_id: FolderParameter,
  date_from: DayOrInstant.optional().meta({ description: 'Completed from this day (UTC) or instant on.' }),
  date_to: DayOrInstant.optional().meta({
    description: 'Completed until the end of this day (UTC), or until this instant.',
  }),
  sort: z.enum(archiveSorts).default('-completed_at'),
})

export type ArchiveQuery = z.output<typeof ArchiveFilters> & { page: number; per_page: number }
