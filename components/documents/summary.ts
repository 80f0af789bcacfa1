import { pick } from '#components/api/narrow.ts'
import type { DocumentRecord } from '#lib/documents/schema'

/** What lists show of a document; its pages may be thousands. */
const members = [
  'id',
  'name',
  'size',
  'page_count',
  'status',
  'folder_id',
  'test_mode',
  'created_by',
  'created_at',
] as const satisfies (keyof DocumentRecord)[]

export type DocumentSummary = Pick<DocumentRecord, (typeof members)[number]>

export const summarizeDocument = (document: DocumentRecord): DocumentSummary => pick(document, members)
