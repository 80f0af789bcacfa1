import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { templateDocuments, templates } from '#db/schema/templates'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound } from '#lib/core/errors'
import { insist } from '#lib/core/verdict'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import type { DocumentRow } from './present.ts'
import { purgeLater } from './purge.ts'
import { documentCan } from './rules.ts'

/** Deletes a document that no process and no template holds; its bytes go with it. */
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
    await refuseKept(tx, ctx, row)
    await tx
      .update(documents)
      .set({ deletedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
    await purgeLater(tx, ctx, [row.sha256, row.workingSha256])
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name: row.name, sha256: row.sha256, test_mode: row.testMode },
    })
  })
}

/** Not a state of the document: a template needs it for as long as it names it, and a process may still take it. */
async function refuseKept(tx: Tx, ctx: Ctx, { id, status }: DocumentRow): Promise<void> {
  const [template] = await tx
    .select({ name: templates.name })
    .from(templateDocuments)
    .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
    .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, id)))
    .limit(1)
  if (template) throw invalidState(`The template “${template.name}” keeps this document.`, status)
}
