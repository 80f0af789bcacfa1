import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { templateDocuments, templates } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { DocumentReferences, Owner } from '#lib/documents/references'
import { errorText } from '#lib/messages/errors'

/** A document cannot be deleted while a template contains it. */
export const templateReferences: DocumentReferences = {
  async neededFor(tx, ctx, documentId) {
    const [template] = await tx
      .select({ name: templates.name })
      .from(templateDocuments)
      .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
      .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, documentId)))
      .limit(1)
    return template ? errorText('refusals.templateUsesDocument', { name: template.name }) : null
  },

  async replaceable(tx, ctx, documentIds, owner) {
    const rows = await lockOthers(tx, ctx, documentIds, owner)
    return rows.map(({ documentId }) => documentId)
  },

  async replace(tx, ctx, copies, owner) {
    const rows = await lockOthers(tx, ctx, [...copies.keys()], owner)
    for (const { templateId, documentId } of rows)
      await tx
        .update(templateDocuments)
        .set({ documentId: copies.get(documentId)! })
        .where(
          and(eq(templateDocuments.templateId, templateId), eq(templateDocuments.documentId, documentId)),
        )
    for (const [id, { fields }] of new Map(rows.map((row) => [row.templateId, row]))) {
      const updatedFields = fields.map((field) => ({
        ...field,
        documentId: copies.get(field.documentId) ?? field.documentId,
      }))
      await tx
        .update(templates)
        .set({ fields: updatedFields, version: sql`${templates.version} + 1` })
        .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
      const data = { template_id: id, changed: ['documents'] }
      await record(tx, ctx, { type: 'template.updated', subject: { template: id }, data })
    }
  },
}

/** Locks the templates other than `owner` that contain these documents; one row per template and document. */
function lockOthers(tx: Tx, ctx: Ctx, documentIds: number[], owner: Owner) {
  if (documentIds.length === 0) return []
  const ownId = 'template' in owner ? owner.template : 0
  return tx
    .select({
      templateId: templates.id,
      documentId: templateDocuments.documentId,
      fields: templates.fields,
    })
    .from(templates)
    .innerJoin(templateDocuments, eq(templateDocuments.templateId, templates.id))
    .where(
      and(
        eq(templateDocuments.tenantId, ctx.tenantId),
        inArray(templateDocuments.documentId, documentIds),
        ne(templates.id, ownId),
      ),
    )
    .orderBy(asc(templates.id), asc(templateDocuments.documentId))
    .for('update', { of: templates })
}
