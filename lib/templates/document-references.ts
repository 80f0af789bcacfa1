import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type TemplateField, templateDocuments, templates, templateVersions } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { DocumentReferences, Owner } from '#lib/documents/references'
import { errorText } from '#lib/messages/errors'

/** A document cannot be deleted while a template contains it. */
export const templateReferences: DocumentReferences = {
  async neededFor(tx, ctx, documentId) {
    const [template] = await tx
      .select({ name: templates.name, version: templateVersions.number })
      .from(templateDocuments)
      .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
      .leftJoin(templateVersions, eq(templateVersions.id, templateDocuments.versionId))
      .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, documentId)))
      .orderBy(sql`${templateVersions.number} desc nulls first`)
      .limit(1)
    if (!template) return null
    const { name, version } = template
    return version === null
      ? errorText('refusals.templateUsesDocument', { name })
      : errorText('refusals.templateVersionUsesDocument', { name, version })
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
      await tx
        .update(templates)
        .set({
          fields: onCopies(fields, copies),
          updatedAt: nextUpdate(templates.updatedAt, ctx.now),
          changeCount: sql`${templates.changeCount} + 1`,
        })
        .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
      await replaceInVersions(tx, ctx, id, copies)
      const data = { template_id: id, changed: ['documents'], test_mode: ctx.testMode }
      await record(tx, ctx, { type: 'template.updated', subject: { template: id }, data })
    }
  },
}

function onCopies(fields: TemplateField[], copies: ReadonlyMap<number, number>): TemplateField[] {
  return fields.map((field) => ({ ...field, documentId: copies.get(field.documentId) ?? field.documentId }))
}

async function replaceInVersions(tx: Tx, ctx: Ctx, templateId: number, copies: ReadonlyMap<number, number>) {
  const whereOfTemplate = and(
    eq(templateVersions.tenantId, ctx.tenantId),
    eq(templateVersions.templateId, templateId),
  )
  const versions = await tx.select().from(templateVersions).where(whereOfTemplate)
  for (const { id, fields } of versions)
    await tx
      .update(templateVersions)
      .set({ fields: onCopies(fields, copies) })
      .where(and(whereOfTemplate, eq(templateVersions.id, id)))
}

/** Locks the templates other than `owner` that contain these documents; one row per document of each version. */
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
