import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { type Tx, write } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import type { ErrorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { whereVisibleDocument } from './find.ts'
import type { DocumentRow } from './present.ts'
import { enqueuePurge, listFileHashes } from './purge.ts'
import type { DocumentReferences } from './references.ts'
import { documentCan } from './rules.ts'

/** Deletes a document that no sent process and no template uses, with its files. Drafts that contain it lose it. */
export function deleteDocument(ctx: Ctx, id: number, references: DocumentReferences[]): Promise<void> {
  authorize(ctx, 'document.write')
  const remove = async (tx: Tx) => {
    const row = await lockWithReferences(tx, ctx, id, references)
    if (!row) throw notFound()
    assertAllowed(documentCan.delete(row), row)
    const reason = await reasonToKeep(tx, ctx, id, references)
    if (reason) throw invalidState(reason, row.status)
    await deleteLocked(tx, ctx, row, references)
  }
  return write(ctx, remove, { deadlockRetries: 5 })
}

/**
 * Deletes the upload of a signed document that was deleted from the vault. One that a template uses belongs to no process
 * any more instead, so that it can be deleted later.
 */
export async function deleteSignedUpload(
  tx: Tx,
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
): Promise<void> {
  const row = await lockWithReferences(tx, ctx, id, references)
  if (!row) return
  if (!(await reasonToKeep(tx, ctx, id, references))) return deleteLocked(tx, ctx, row, references)
  await tx
    .update(documents)
    .set({ status: 'uploaded', updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
    .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
}

async function lockWithReferences(
  tx: Tx,
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
): Promise<DocumentRow | null> {
  for (const reference of references) await reference.lock?.(tx, ctx, id)
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(whereVisibleDocument(ctx), eq(documents.id, id)))
    .for('update')
  return row ?? null
}

async function reasonToKeep(
  tx: Tx,
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
): Promise<ErrorText | null> {
  for (const reference of references) {
    const reason = await reference.neededFor?.(tx, ctx, id)
    if (reason) return reason
  }
  return null
}

async function deleteLocked(
  tx: Tx,
  ctx: Ctx,
  row: DocumentRow,
  references: DocumentReferences[],
): Promise<void> {
  const { id, name, sha256, testMode } = row
  await tx
    .update(documents)
    .set({ deletedAt: ctx.now, updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
    .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
  for (const reference of references) await reference.remove?.(tx, ctx, id)
  await enqueuePurge(tx, ctx, listFileHashes(row))
  await record(tx, ctx, {
    type: 'document.deleted',
    subject: { document: id },
    data: { document_id: id, name, sha256, test_mode: testMode },
  })
}
