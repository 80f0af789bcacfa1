import { and, asc, eq, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, processes } from '#db/schema/processes'
import { templateDocuments, templates } from '#db/schema/templates'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import type { DocumentRow } from './present.ts'
import { enqueuePurge } from './purge.ts'
import { documentCan } from './rules.ts'

/** Deletes a document that no sent process and no template has; its bytes go with it. Drafts that name it lose it. */
export function deleteDocument(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    const drafts = await lockDrafts(tx, ctx, id)
    const [row] = await tx
      .select()
      .from(documents)
      .where(and(visibleDocuments(ctx), eq(documents.id, id)))
      .for('update')
    if (!row) throw notFound()
    assertAllowed(documentCan.delete(row), row)
    await refuseKept(tx, ctx, row)
    await tx
      .update(documents)
      .set({ deletedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
    await leaveDrafts(tx, ctx, id, drafts)
    await enqueuePurge(tx, ctx, [row.sha256, row.workingSha256])
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name: row.name, sha256: row.sha256, test_mode: row.testMode },
    })
  })
}

/** Before the document itself, as a process that is sent locks in this order too. */
async function lockDrafts(tx: Tx, ctx: Ctx, documentId: number): Promise<number[]> {
  const named = tx
    .select({ id: processDocuments.processId })
    .from(processDocuments)
    .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.documentId, documentId)))
  const rows = await tx
    .select({ id: processes.id })
    .from(processes)
    .where(
      and(eq(processes.tenantId, ctx.tenantId), eq(processes.status, 'draft'), inArray(processes.id, named)),
    )
    .orderBy(asc(processes.id))
    .for('update')
  return rows.map((row) => row.id)
}

async function leaveDrafts(tx: Tx, ctx: Ctx, documentId: number, drafts: number[]): Promise<void> {
  if (drafts.length === 0) return
  await tx.delete(fields).where(and(inArray(fields.processId, drafts), eq(fields.documentId, documentId)))
  await tx
    .delete(processDocuments)
    .where(and(inArray(processDocuments.processId, drafts), eq(processDocuments.documentId, documentId)))
  for (const id of drafts) {
    const data = { process_id: id, changed: ['documents'] }
    await record(tx, ctx, { type: 'process.updated', subject: { process: id }, data })
  }
}

/** Not a state of the document: a template needs it for as long as it names it. */
async function refuseKept(tx: Tx, ctx: Ctx, { id, status }: DocumentRow): Promise<void> {
  const [template] = await tx
    .select({ name: templates.name })
    .from(templateDocuments)
    .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
    .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, id)))
    .limit(1)
  if (template) throw invalidState(`The template “${template.name}” keeps this document.`, status)
}
