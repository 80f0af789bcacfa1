import { and, eq } from 'drizzle-orm'
import { folders } from '#db/schema/folders'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, notFound } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

export type FolderRow = typeof folders.$inferSelect

/** The folders a credential may see: of its tenant and mode. Row-level security hides those without access. */
export function whereVisibleFolder(ctx: Ctx) {
  return and(eq(folders.tenantId, ctx.tenantId), eq(folders.testMode, ctx.testMode))
}

/** One folder of the tenant. @throws AppError `not_found` */
export async function findFolder(reader: Reader, ctx: Ctx, id: number): Promise<FolderRow> {
  const [row] = await reader
    .select()
    .from(folders)
    .where(and(whereVisibleFolder(ctx), eq(folders.id, id)))
  if (!row) throw notFound()
  return row
}

/** Finds a folder like `findFolder` and locks it until the transaction ends: no record can be added meanwhile. */
export async function lockFolder(tx: Tx, ctx: Ctx, id: number): Promise<FolderRow> {
  const [row] = await tx
    .select()
    .from(folders)
    .where(and(whereVisibleFolder(ctx), eq(folders.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/**
 * The folder for a record, locked against deletion until the transaction ends. An unknown one is an error under
 * `folder_id`.
 * @returns its id; null for no folder, and for an unknown one
 */
export async function lockChosenFolder(
  tx: Tx,
  ctx: Ctx,
  id: number | null,
  errors: FieldErrors,
): Promise<number | null> {
  if (id === null) return null
  const [row] = await tx
    .select({ id: folders.id })
    .from(folders)
    .where(and(whereVisibleFolder(ctx), eq(folders.id, id)))
    .for('key share')
  if (!row) errors.folder_id = [errorText('documents.folderDoesNotExist', { id })]
  return row?.id ?? null
}
