import { and, eq } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { changedMembers, listChanged } from '#lib/audit/changes'
import { recordInVisit } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { assertVersion } from '#lib/core/precondition'
import type { DocumentReferences } from '#lib/documents/references'
import { authorize } from '#lib/policy'
import { placeAtAnchors } from '#lib/processes/fields/anchors'
import { findPatternErrors } from '#lib/processes/fields/patterns'
import { mergeOptions } from '#lib/processes/options/options'
import { checkVariables, lockDocuments, setDocuments, sortDocuments } from './documents.ts'
import type { UpdateTemplate } from './input.ts'
import { findTemplate, loadWholeTemplate, lockTemplate } from './load.ts'
import { moveTemplate } from './move.ts'
import { getEtag, presentContents, presentVersioned, type VersionedTemplate } from './present.ts'
import { sortRoles } from './rules.ts'
import { keepIfUsed } from './versions/keep.ts'
import { planTemplateFields, remainingFields, withTemplateDocuments } from './zones.ts'

/**
 * Changes a template, if it still has the ETag in `ifMatch`; absent members stay. Existing processes are not affected:
 * the version that they came from is kept, and the change makes a new one. Without a difference nothing is recorded.
 */
export async function updateTemplate(
  ctx: Ctx,
  id: number,
  { folder_id, ...input }: UpdateTemplate,
  ifMatch: string | null,
  references: DocumentReferences[] = [],
): Promise<VersionedTemplate> {
  authorize(ctx, 'template.write')
  const inputErrors = await findPatternErrors(ctx, input.fields ?? [])
  const documentIds = input.documents?.map((document) => document.id) ?? (await findDocumentIds(ctx, id))
  const fieldInputs = withTemplateDocuments(input.fields ?? [], documentIds, inputErrors)
  const placedFields = await placeAtAnchors(ctx, fieldInputs, ({ document_id }) => document_id, inputErrors)
  const change = async (tx: Tx) => {
    const errors = { ...inputErrors }
    const stored = await lockTemplate(tx, ctx, id)
    assertVersion(ifMatch, getEtag(stored))
    const current =
      folder_id === undefined ? stored : await moveTemplate(tx, ctx, stored, folder_id, references)
    const isOnlyMoved = folder_id !== undefined && Object.keys(input).length === 0
    if (isOnlyMoved) return presentVersioned(await loadWholeTemplate(tx, ctx, current))
    const before = await loadWholeTemplate(tx, ctx, current)
    const storedDocuments = before.documents.map(({ documentId, position }) => ({
      id: documentId,
      order: position,
    }))
    const documents = input.documents ?? storedDocuments
    const roles = input.roles ? sortRoles(input.roles) : current.roles
    const documentsById = await lockDocuments(tx, ctx, documents, current.folderId, errors)
    if (input.documents) checkVariables(documentsById, errors)
    const options = mergeOptions(current.options, input.options)
    const context = { documents: documentsById, roles, locale: options.locale }
    const planned = input.fields
      ? await planTemplateFields(ctx, placedFields, current, context, errors)
      : { fields: remainingFields(current.fields, documentsById, roles) }
    throwIfInvalid(errors)
    const { name = current.name, description = current.description } = input
    const after = { name, description, roles, options, ...planned }
    const changed = listChanged(
      { ...presentContents(after, before.documents), documents: sortDocuments(documents) },
      { ...presentContents(current, before.documents), documents: storedDocuments },
    )
    if (changed.length === 0) return presentVersioned(before)
    const versionNumber = await keepIfUsed(tx, ctx, current)
    if (input.documents) await setDocuments(tx, ctx, id, input.documents)
    const [template] = await tx
      .update(templates)
      .set({
        ...after,
        updatedAt: nextUpdate(templates.updatedAt, ctx.now),
        versionNumber,
        changeCount: current.changeCount + 1,
      })
      .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
      .returning()
    await recordInVisit<{ template_id: number; changed: string[]; version: number; test_mode: boolean }>(
      tx,
      ctx,
      {
        type: 'template.updated',
        subject: { template: id },
        combine: (visit) => ({
          template_id: id,
          changed: changedMembers(visit?.changed, changed),
          version: versionNumber,
          test_mode: ctx.testMode,
        }),
      },
    )
    return presentVersioned(await loadWholeTemplate(tx, ctx, template!))
  }
  return write(ctx, change, { deadlockRetries: 5 })
}

/** The documents of a template in their order, which `document_index` counts. */
function findDocumentIds(ctx: Ctx, id: number): Promise<number[]> {
  return read(ctx, async (reader) => {
    const { documents } = await loadWholeTemplate(reader, ctx, await findTemplate(reader, ctx, id))
    return documents.map(({ documentId }) => documentId)
  })
}
