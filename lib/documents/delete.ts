import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { insist } from '#lib/core/verdict'
import { enqueue } from '#lib/jobs/enqueue'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import { documentCan } from './rules.ts'

/** Deletes a document that no process holds; its bytes go with it. */
export function deleteDocument(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    const [row] = await tx
      .select()
      .from(documents)
      .where(and(visibleDocuments(ctx), eq(documents.id, id)))
      .for('update')
    if (!row) throw notFound()
    insist(documentCan.delete(row), row)
    await tx
      .update(documents)
      .set({ deletedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
    for (const sha256 of new Set([row.sha256, row.workingSha256])) {
      await enqueue(tx, 'documents.purge', { tenantId: ctx.tenantId, sha256 })
    }
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name: row.name, sha256: row.sha256, test_mode: row.testMode },
    })
  })
}
