import { and, eq } from 'drizzle-orm'
import { templateDocuments, templates } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { unshareDocuments } from '#lib/documents/copies/unshare'
import type { DocumentReferences } from '#lib/documents/references'
import { lockChosenFolder } from '#lib/folders/find'
import type { TemplateRow } from './present.ts'

/**
 * Moves a locked template to a folder; a trigger moves the documents of all its versions and its bulk
 * sends that have not ended (db/functions/folders.sql). Other records with these documents get copies.
 * @throws AppError `validation_error` under `folder_id`
 */
export async function moveTemplate(
  tx: Tx,
  ctx: Ctx,
  template: TemplateRow,
  targetFolderId: number | null,
  references: DocumentReferences[],
): Promise<TemplateRow> {
  if (targetFolderId === template.folderId) return template
  const errors: FieldErrors = {}
  const folderId = await lockChosenFolder(tx, ctx, targetFolderId, errors)
  throwIfInvalid(errors)
  const documentRows = await tx
    .selectDistinct({ id: templateDocuments.documentId })
    .from(templateDocuments)
    .where(and(eq(templateDocuments.tenantId, ctx.tenantId), eq(templateDocuments.templateId, template.id)))
  const documentIds = documentRows.map(({ id }) => id)
  await unshareDocuments(tx, ctx, documentIds, template.folderId, { template: template.id }, references)
  const [movedTemplate] = await tx
    .update(templates)
    .set({
      folderId,
      updatedAt: nextUpdate(templates.updatedAt, ctx.now),
      changeCount: template.changeCount + 1,
    })
    .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, template.id)))
    .returning()
  await record(tx, ctx, {
    type: 'template.moved',
    subject: { template: template.id },
    data: {
      template_id: template.id,
      folder_id: folderId,
      previous_folder_id: template.folderId,
      test_mode: template.testMode,
    },
  })
  return movedTemplate!
}
