import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { findRow, preparedSql } from '#db/lists/rows'
import { documents } from '#db/schema/documents'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, notFound } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { readSize } from '#lib/storage/files'
import type { DocumentRow } from './present.ts'

const isVisible = and(
  eq(documents.tenantId, sql.placeholder('tenantId')),
  eq(documents.testMode, sql.placeholder('testMode')),
  isNull(documents.deletedAt),
)!
const whereVisible = preparedSql<{ tenantId: number; testMode: boolean }>(isVisible)
const whereVisibleId = preparedSql<{ tenantId: number; testMode: boolean; id: number }>(
  and(isVisible, eq(documents.id, sql.placeholder('id')))!,
)

/** The documents a credential may see: of its tenant and mode, not deleted. */
export function whereVisibleDocument({ tenantId, testMode }: Ctx): SQL {
  return whereVisible({ tenantId, testMode })
}

/** One document of the tenant. @throws AppError `not_found`. */
export async function findDocument(reader: Reader, ctx: Ctx, id: number): Promise<DocumentRow> {
  const { tenantId, testMode } = ctx
  const found = await findRow(reader, documents, whereVisibleId({ tenantId, testMode, id }))
  if (!found) throw notFound()
  return found.row
}

/** The tenant's documents with these ids, by id. */
export async function findDocuments(
  reader: Reader,
  ctx: Ctx,
  ids: number[],
): Promise<Map<number, DocumentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .select()
    .from(documents)
    .where(and(whereVisibleDocument(ctx), inArray(documents.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The default folder of a new process or template: that of its first document which is in a folder. */
export function findFolderOfDocuments(
  documentsById: ReadonlyMap<number, DocumentRow>,
  ids: number[],
): number | null {
  return (
    ids.map((id) => documentsById.get(id)?.folderId ?? null).find((folderId) => folderId !== null) ?? null
  )
}

/** Errors under `documents.N.id` for documents in a folder other than `folderId`; being in no folder is no error. */
export function checkFolders(
  inputs: { id: number }[],
  documentsById: ReadonlyMap<number, DocumentRow>,
  folderId: number | null,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, { id }] of inputs.entries()) {
    const ownFolderId = documentsById.get(id)?.folderId ?? null
    if (ownFolderId !== null && ownFolderId !== folderId)
      errors[`documents.${index}.id`] = [errorText('documents.documentInAnotherFolder', { id })]
  }
  return errors
}

/** The size in bytes of the file that is signed: the uploaded one, or its repaired copy. */
export async function findWorkingSize(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  document: DocumentRow,
): Promise<number> {
  if (document.workingSize !== null) return document.workingSize
  const size = document.repaired ? await readSize(tenantId, document.workingSha256) : null
  return size ?? document.size
}
