import type { templates } from '#db/schema/templates'
import { versionOf } from '#lib/core/precondition'
import { presentProperties } from '#lib/processes/present'
import type { TemplateRecord } from './schema.ts'

export type TemplateRow = typeof templates.$inferSelect

interface TemplateDocument {
  templateId: number
  documentId: number
  position: number
  name: string
  pageCount: number
}

/** A template with its documents. */
export interface WholeTemplate {
  template: TemplateRow
  documents: TemplateDocument[]
}

/** The version of a template, without `usage_count`: using a template does not change its version. */
export const templateVersion = (record: TemplateRecord): string => versionOf({ ...record, usage_count: null })

/** The API record of a template. */
export function presentTemplate({ template, documents }: WholeTemplate): TemplateRecord {
  return {
    id: template.id,
    name: template.name,
    description: template.description,
    folder_id: template.folderId,
    documents: documents.map((document) => ({
      id: document.documentId,
      name: document.name,
      order: document.position,
      page_count: document.pageCount,
    })),
    roles: template.roles.map(({ name, order, type, role }) => ({ name, order, type, role })),
    fields: template.fields.map((field) => ({
      document_id: field.documentId,
      role: field.role,
      ...presentProperties(field),
    })),
    options: { ...template.options },
    usage_count: template.usageCount,
    test_mode: template.testMode,
    created_by:
      template.createdById === null ? null : { id: template.createdById, name: template.createdByName },
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  }
}
