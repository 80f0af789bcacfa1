import { type TemplateRole, templates } from '#db/schema/templates'
import { read, write } from '#db/tenancy/tenant'
import { firstUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { findDocuments, findFolderOfDocuments } from '#lib/documents/find'
import { lockChosenFolder } from '#lib/folders/find'
import { authorize } from '#lib/policy'
import { placeAtAnchors } from '#lib/processes/fields/anchors'
import { importFields } from '#lib/processes/fields/import'
import { findPatternErrors } from '#lib/processes/fields/patterns'
import { defaultOptions, mergeOptions } from '#lib/processes/options/options'
import { checkVariables, lockDocuments, setDocuments } from './documents.ts'
import type { CreateTemplate } from './input.ts'
import { loadWholeTemplate } from './load.ts'
import { presentTemplate } from './present.ts'
import { sortRoles } from './rules.ts'
import type { TemplateRecord } from './schema.ts'
import {
  isFilledIn,
  planTemplateFields,
  toRecipients,
  withRoleNames,
  withTemplateDocuments,
} from './zones.ts'

/** Creates a template from uploaded documents, which can still be used elsewhere. */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<TemplateRecord> {
  authorize(ctx, 'template.write')
  const roles = sortRoles(input.roles)
  const errors = await findPatternErrors(ctx, input.fields)
  const fieldInputs = withTemplateDocuments(
    [...input.fields, ...(await importedFields(ctx, input, roles))],
    input.documents.map(({ id }) => id),
    errors,
  )
  const placedFields = await placeAtAnchors(ctx, fieldInputs, ({ document_id }) => document_id, errors)
  return write(ctx, async (tx) => {
    const ids = input.documents.map(({ id }) => id)
    const folder =
      input.folder_id === undefined
        ? findFolderOfDocuments(await findDocuments(tx, ctx, ids), ids)
        : input.folder_id
    const folderId = await lockChosenFolder(tx, ctx, folder, errors)
    const documents = await lockDocuments(tx, ctx, input.documents, folderId, errors)
    checkVariables(documents, errors)
    const options = mergeOptions(await defaultOptions(tx, ctx), input.options)
    const { locale } = options
    const fields = await planTemplateFields(ctx, placedFields, null, { documents, roles, locale }, errors)
    throwIfInvalid(errors)
    const [template] = await tx
      .insert(templates)
      .values({
        tenantId: ctx.tenantId,
        name: input.name,
        description: input.description ?? null,
        roles,
        ...fields,
        options,
        folderId,
        testMode: ctx.testMode,
        ...createdBy(ctx),
        createdAt: ctx.now,
        updatedAt: firstUpdate(ctx.now),
      })
      .returning()
    const { id, name } = template!
    await setDocuments(tx, ctx, id, input.documents)
    await record(tx, ctx, {
      type: 'template.created',
      subject: { template: id },
      data: { template_id: id, name, test_mode: ctx.testMode },
    })
    return presentTemplate(await loadWholeTemplate(tx, ctx, template!))
  })
}

async function importedFields(ctx: Ctx, { import_fields, documents }: CreateTemplate, roles: TemplateRole[]) {
  if (!import_fields) return []
  const ids = documents.map(({ id }) => id)
  const rows = await read(ctx, (reader) => findDocuments(reader, ctx, ids))
  // The index of a document among all of them counts.
  const importedIds = ids.map((id) => (isFilledIn(rows.get(id)) ? 0 : id))
  const importedFields = await importFields(ctx, importedIds, toRecipients(roles))
  return withRoleNames(importedFields, roles)
}
