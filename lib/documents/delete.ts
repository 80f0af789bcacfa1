import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import { enqueuePurge } from './purge.ts'
import type { DocumentReferences } from './references.ts'
import { documentCan } from './rules.ts'

/** Deletes a document that no sent process and no template uses, with its files. Drafts that name it lose it. */
export function deleteDocument(ctx: Ctx, id: number, references: DocumentReferences[]): Promise<void> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    for (const reference of references) await reference.lock?.(tx, ctx, id)
    const [row] = await tx
      .select()
      .from(documents)
      .where(and(visibleDocuments(ctx), eq(documents.id, id)))
      .for('update')
    if (!row) throw notFound()
    assertAllowed(documentCan.delete(row), row)
    for (const reference of references) await reference.assertDeletable?.(tx, ctx, row)
    await tx
      .update(documents)
      .set({ deletedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
    for (const reference of references) await reference.remove?.(tx, ctx, id)
    await enqueuePurge(tx, ctx, [row.sha256, row.workingSha256])
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name: row.name, sha256: row.sha256, test_mode: row.testMode },
    })
  })
}
