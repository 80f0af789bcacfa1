import { and, eq } from 'drizzle-orm'
import { templateDocuments, templates } from '#db/schema/templates'
import { invalidState } from '#lib/core/errors'
import type { DocumentReferences } from '#lib/documents/references'

/** A template needs its documents for as long as it names them. */
export const templateReferences: DocumentReferences = {
  async assertDeletable(tx, ctx, { id, status }) {
    const [template] = await tx
      .select({ name: templates.name })
      .from(templateDocuments)
      .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
      .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, id)))
      .limit(1)
    if (template) throw invalidState(`The template “${template.name}” uses this document.`, status)
  },
}
