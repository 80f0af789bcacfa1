import { and, eq } from 'drizzle-orm'
import { templateDocuments, templates } from '#db/schema/templates'
import type { DocumentReferences } from '#lib/documents/references'

/** A template needs its documents for as long as it names them. */
export const templateReferences: DocumentReferences = {
  async neededFor(tx, ctx, documentId) {
    const [template] = await tx
      .select({ name: templates.name })
      .from(templateDocuments)
      .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
      .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.documentId, documentId)))
      .limit(1)
    return template ? `The template “${template.name}” uses this document.` : null
  },
}
