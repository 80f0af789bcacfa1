import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { processDocuments, processes } from '#db/schema/processes'
import { templateDocuments, templates } from '#db/schema/templates'
import { inScope, read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid, unavailable, withPaths } from '#lib/core/errors'
import { copyDocuments, deleteCopies } from '#lib/documents/copies/copy'
import { storeFiles } from '#lib/documents/store-files'
import { recordDocument } from '#lib/documents/upload/store'
import { lockChosenFolder } from '#lib/folders/find'
import { assertStorageLeft } from '#lib/identity/account/quotas'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { insertDraft } from '#lib/processes/create'
import { deleteDraft } from '#lib/processes/delete'
import { insertFields } from '#lib/processes/fields/fields'
import { applyPresets, checkPresets, type PresetChecks } from '#lib/processes/fields/presets'
import { toProcessResponse } from '#lib/processes/get'
import { findWholeProcess } from '#lib/processes/load'
import { mergeOptions } from '#lib/processes/options/options'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendOrDiscard, withoutClaim } from '#lib/processes/send'
import {
  discardFilling,
  type Filling,
  fillTemplate,
  listFilled,
  listPresets,
  nothingFilled,
  putFilled,
} from './fill.ts'
import type { UseTemplate } from './input.ts'
import { findTemplate, loadWholeTemplate, lockTemplate } from './load.ts'
import type { WholeTemplate } from './present.ts'
import { assignRoles, type PersonOfRole, toSignerPath } from './rules.ts'
import { isFilledIn } from './zones.ts'

/**
 * Creates a draft from a template, with signers for its roles and copies of its documents, in the folder of the
 * template unless the input names another, and sends it if the input says so.
 */
export async function createFromTemplate(ctx: Ctx, id: number, input: UseTemplate): Promise<ProcessRecord> {
  authorize(ctx, 'template.read')
  authorize(ctx, 'process.write')
  if (input.send) authorize(ctx, 'process.send')
  const whole = await read(ctx, async (reader) =>
    loadWholeTemplate(reader, ctx, await findTemplate(reader, ctx, id)),
  )
  const draft = await draftFromTemplate(input.send ? withoutClaim(ctx) : ctx, whole, input)
  if (!input.send) return draft
  const toPath = (path: string) => toSignerPath(whole.template.roles, input.signers, path)
  return withPaths(toPath, () => sendOrDiscard(ctx, draft.id, discardDraft))
}

/**
 * Deletes a draft, which is then no use of the template that it came from; its documents stay.
 * @throws AppError `invalid_state`, `precondition_failed` if it no longer has the version `ifMatch`
 */
export function deleteProcess(ctx: Ctx, id: number, ifMatch: string | null = null): Promise<void> {
  authorize(ctx, 'process.write')
  const remove = async (tx: Tx) => {
    await uncountUse(tx, ctx, id)
    await deleteDraft(tx, ctx, id, ifMatch)
  }
  return write(ctx, remove, { deadlockRetries: 5 })
}

/** Deletes a draft that was created from a template, with the copies that were made for it. */
export function discardDraft(ctx: Ctx, processId: number): Promise<void> {
  return write(ctx, (tx) => deleteUse(tx, ctx, processId), { deadlockRetries: 5 })
}

/** As `discardDraft`, within a transaction. */
export async function deleteUse(tx: Tx, ctx: Ctx, processId: number): Promise<void> {
  await uncountUse(tx, ctx, processId)
  const copyIds = await findCopies(tx, ctx, processId)
  await deleteDraft(tx, ctx, processId)
  await deleteCopies(tx, ctx, await lockUnused(tx, ctx, copyIds))
}

/**
 * Takes a draft off the uses of its template, in whichever folder that is. This locks the template before its process, as
 * the deletion of the template does.
 */
async function uncountUse(tx: Tx, ctx: Ctx, processId: number): Promise<void> {
  await inScope(tx, { own: ctx, other: { tenantId: ctx.tenantId } }, (tx) =>
    tx
      .update(templates)
      .set({ usageCount: sql`${templates.usageCount} - 1` })
      .from(processes)
      .where(
        and(
          eq(templates.tenantId, ctx.tenantId),
          eq(templates.id, processes.templateId),
          eq(processes.tenantId, ctx.tenantId),
          eq(processes.id, processId),
        ),
      ),
  )
}

/** The documents that were created with a draft, not those that a user has added to it since. */
async function findCopies(tx: Tx, ctx: Ctx, processId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(processDocuments)
    .innerJoin(processes, eq(processes.id, processDocuments.processId))
    .innerJoin(documents, eq(documents.id, processDocuments.documentId))
    .where(
      and(
        eq(processDocuments.tenantId, ctx.tenantId),
        eq(processDocuments.processId, processId),
        eq(documents.createdAt, processes.createdAt),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Locks documents, so that nothing begins to use them, and returns those that no process and no template has. */
async function lockUnused(tx: Tx, ctx: Ctx, ids: number[]): Promise<number[]> {
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.tenantId, ctx.tenantId), inArray(documents.id, ids)))
    .orderBy(asc(documents.id))
    .for('update')
  const used = new Set<number>()
  for (const table of [processDocuments, templateDocuments]) {
    const rows = await tx
      .select({ id: table.documentId })
      .from(table)
      .where(and(eq(table.tenantId, ctx.tenantId), inArray(table.documentId, ids)))
    for (const { id } of rows) used.add(id)
  }
  return ids.filter((id) => !used.has(id))
}

async function draftFromTemplate(ctx: Ctx, whole: WholeTemplate, input: UseTemplate): Promise<ProcessRecord> {
  const { locale } = mergeOptions(whole.template.options, input.options)
  const filling = await fillTemplate(ctx, whole, input.values, locale)
  try {
    const fields = [...whole.template.fields, ...filling.fields]
    const values = listPresets(whole.documents, input.values, {})
    const checks = await checkPresets(ctx, fields, [values], locale)
    return await storeFiles(ctx, {
      hashes: listFilled(filling),
      put: () => putFilled(ctx, filling),
      async record(tx) {
        const processId = await createDraft(tx, ctx, whole.template.id, input, checks, filling)
        return toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, processId))
      },
    })
  } catch (error) {
    await discardFilling(filling)
    throw error
  }
}

/** The use of a template by a list, which stores access codes by their hashes only. */
type StoredUse = Omit<UseTemplate, 'signers'> & { signers: PersonOfRole[] }

/**
 * Creates a draft from a template, within the transaction of an operation that has authorized it.
 * @param checks of the preset values, by `checkPresets`; sending matches their patterns again
 * @param filling the documents with variables, by `fillTemplate`; their files are stored
 * @returns the id of the draft
 */
export async function createDraft(
  tx: Tx,
  ctx: Ctx,
  id: number,
  input: StoredUse,
  checks: PresetChecks,
  filling = nothingFilled,
): Promise<number> {
  const fullTemplate = await loadWholeTemplate(tx, ctx, await lockTemplate(tx, ctx, id))
  const { template, documents } = fullTemplate
  if (filling.changeCount !== null && filling.changeCount !== template.changeCount)
    throw unavailable(1, errorText('documents.templateChangedMeanwhile'))
  if (documents.some((document) => isFilledIn(document) && !filling.documents.has(document.documentId)))
    throwIfInvalid({ values: [errorText('documents.templateNeedsValues')] })
  const draft = await insertFromTemplate(tx, ctx, fullTemplate, input, checks, filling)
  await countUse(tx, ctx, id)
  await record(tx, ctx, {
    type: 'template.used',
    subject: { template: id },
    data: {
      template_id: id,
      version: template.versionNumber,
      process_id: draft.id,
      test_mode: ctx.testMode,
    },
  })
  return draft.id
}

async function countUse(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await tx
    .update(templates)
    .set({ usageCount: sql`${templates.usageCount} + 1` })
    .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
}

async function insertFromTemplate(
  tx: Tx,
  ctx: Ctx,
  { template, documents }: WholeTemplate,
  input: StoredUse,
  checks: PresetChecks,
  filling: Filling,
) {
  const errors: FieldErrors = {}
  const requestedFolder = input.folder_id === undefined ? template.folderId : input.folder_id
  const folderId = await lockChosenFolder(tx, ctx, requestedFolder, errors)
  const people = assignRoles(template.roles, input.signers, errors)
  const presets = listPresets(documents, input.values, errors)
  const fields = applyPresets([...template.fields, ...filling.fields], presets, errors, checks)
  throwIfInvalid(errors)
  const copies = await copyDocuments(
    tx,
    ctx,
    documents.filter((document) => !isFilledIn(document)).map((document) => document.documentId),
    folderId,
  )
  for (const [documentId, { file, checked }] of filling.documents)
    copies.set(documentId, (await recordDocument(tx, ctx, file, { ...checked, folderId })).id)
  if (filling.documents.size > 0) await assertStorageLeft(tx, ctx)
  const draft: Parameters<typeof insertDraft>[2] = {
    name: input.name ?? template.name,
    description: input.description === undefined ? template.description : input.description,
    documents: documents.map(({ documentId, position }) => ({
      id: copies.get(documentId)!,
      order: position,
    })),
    signers: people,
    options: mergeOptions(template.options, input.options),
    external_id: input.external_id,
    metadata: input.metadata,
    folder_id: folderId,
    template: { id: template.id, version: template.versionNumber },
  }
  const toPath = (path: string) => toSignerPath(template.roles, input.signers, path)
  const { process, signers } = await withPaths(toPath, () => insertDraft(tx, ctx, draft))
  // Roles and signers have the same order.
  const signerIdByRole = new Map(template.roles.map((role, index) => [role.name, signers[index]!.id]))
  const draftFields = fields.map(({ id: _id, role, documentId, ...field }) => ({
    ...field,
    documentId: copies.get(documentId)!,
    signerId: signerIdByRole.get(role)!,
  }))
  await insertFields(tx, ctx, process.id, draftFields)
  return process
}
