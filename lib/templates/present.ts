import type { templates } from '#db/schema/templates'
import { listVariables } from '#lib/office/fill/check-values'
import { normalizeParts, type Placeholder, type Placeholders } from '#lib/office/fill/placeholders'
import { presentProperties } from '#lib/processes/present'
import type { TemplateRecord } from './schema.ts'

export type TemplateRow = typeof templates.$inferSelect

export interface TemplateDocument {
  documentId: number
  position: number
  name: string
  pageCount: number
  placeholders: Placeholders | null
  sourceSha256: string | null
}

/** A template with its documents. */
export interface WholeTemplate {
  template: TemplateRow
  documents: TemplateDocument[]
}

/** A template with its `ETag`. */
export type VersionedTemplate = TemplateRecord & { etag: string }

export function presentVersioned(whole: WholeTemplate): VersionedTemplate {
  return { ...presentTemplate(whole), etag: getEtag(whole.template) }
}

/** What `If-Match` names: every change counts, also one within a version. */
export function getEtag({ changeCount }: Pick<TemplateRow, 'changeCount'>): string {
  return String(changeCount)
}

/** The API record of a template. */
export function presentTemplate({ template, documents }: WholeTemplate): TemplateRecord {
  return {
    id: template.id,
    version: template.versionNumber,
    folder_id: template.folderId,
    ...presentContents(template, documents),
    usage_count: template.usageCount,
    test_mode: template.testMode,
    created_by:
      template.createdById === null ? null : { id: template.createdById, name: template.createdByName },
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  }
}

/** What an earlier version keeps of a template. */
type TemplateContents = Pick<TemplateRow, 'name' | 'description' | 'roles' | 'fields' | 'options'>

export function presentContents(
  { name, description, roles, fields, options }: TemplateContents,
  documents: TemplateDocument[],
) {
  return {
    name,
    description,
    documents: documents.map((document) => ({
      id: document.documentId,
      name: document.name,
      order: document.position,
      page_count: document.pageCount,
    })),
    roles: roles.map(({ name, order, type, role, otp = null, signatureLevel = 'simple' }) => ({
      ...{ name, order, type, role, otp, signature_level: signatureLevel },
    })),
    fields: fields.map((field) => ({
      id: field.id,
      document_id: field.documentId,
      role: field.role,
      ...presentProperties(field),
    })),
    variables: listVariables(documents.flatMap(listParts)),
    options: { ...options },
  }
}

/** What a document says to fill in at each use. */
export function listParts({ placeholders }: Pick<TemplateDocument, 'placeholders'>): Placeholder[] {
  return placeholders && 'parts' in placeholders ? normalizeParts(placeholders.parts) : []
}
