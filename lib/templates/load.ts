import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { templateDocuments, templates } from '#db/schema/templates'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import type { TemplateRow, WholeTemplate } from './present.ts'

/** The templates a credential may see: of its tenant and mode. */
function whereVisible(ctx: Ctx) {
  return and(eq(templates.tenantId, ctx.tenantId), eq(templates.testMode, ctx.testMode))
}

/** One template of the tenant. @throws AppError `not_found`. */
export async function findTemplate(reader: Reader, ctx: Ctx, id: number): Promise<TemplateRow> {
  const [row] = await reader
    .select()
    .from(templates)
    .where(and(whereVisible(ctx), eq(templates.id, id)))
  if (!row) throw notFound()
  return row
}

/**
 * Finds a template like `findTemplate` and locks it until the transaction ends; its documents cannot be deleted
 * meanwhile. @throws AppError `not_found`
 */
export async function lockTemplate(tx: Tx, ctx: Ctx, id: number): Promise<TemplateRow> {
  const [row] = await tx
    .select()
    .from(templates)
    .where(and(whereVisible(ctx), eq(templates.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** Templates with their documents: one query, however many templates. */
export async function loadWholeTemplates(
  reader: Reader,
  ctx: Ctx,
  rows: TemplateRow[],
): Promise<WholeTemplate[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const whereCurrent = and(inArray(templateDocuments.templateId, ids), isNull(templateDocuments.versionId))
  const documentRows = await selectDocuments(reader, ctx, whereCurrent)
  const documentsByTemplate = Map.groupBy(documentRows, (document) => document.templateId)
  return rows.map((template) => ({ template, documents: documentsByTemplate.get(template.id) ?? [] }))
}

/** One template with its documents. */
export async function loadWholeTemplate(reader: Reader, ctx: Ctx, row: TemplateRow): Promise<WholeTemplate> {
  const [whole] = await loadWholeTemplates(reader, ctx, [row])
  return whole!
}

/** The documents of templates or of versions that meet the condition, in their order. */
export function selectDocuments(reader: Reader, { tenantId }: Ctx, condition: SQL | undefined) {
  return reader
    .select({
      templateId: templateDocuments.templateId,
      versionId: templateDocuments.versionId,
      documentId: templateDocuments.documentId,
      position: templateDocuments.position,
      name: documents.name,
      pageCount: documents.pageCount,
      placeholders: documents.placeholders,
      sourceSha256: documents.sourceSha256,
    })
    .from(templateDocuments)
    .innerJoin(documents, eq(documents.id, templateDocuments.documentId))
    .where(and(eq(templateDocuments.tenantId, tenantId), condition))
    .orderBy(asc(templateDocuments.position), asc(templateDocuments.id))
}
