import type { templates } from '#db/schema/templates'
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

/** A template with the version that is its `ETag`. */
export type VersionedTemplate = TemplateRecord & Pick<TemplateRow, 'version'>

export function presentVersioned(whole: WholeTemplate): VersionedTemplate {
  return { ...presentTemplate(whole), version: whole.template.version }
}

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
    roles: template.roles.map(({ name, order, type, role, otp = null, signatureLevel = 'simple' }) => ({
      ...{ name, order, type, role, otp, signature_level: signatureLevel },
    })),
    fields: template.fields.map((field) => ({
      id: field.id,
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
