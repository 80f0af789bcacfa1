import { processes } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { firstUpdate } from '#db/updated-at'
import { recordFirst } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid, withPaths } from '#lib/core/errors'
import { findDocuments, findFolderOfDocuments } from '#lib/documents/find'
import { lockChosenFolder } from '#lib/folders/find'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { assertDraft, setDocuments } from './documents/attach.ts'
import { placeAtAnchors } from './fields/anchors.ts'
import { withDocumentIds } from './fields/document-ids.ts'
import { placeFields } from './fields/fields.ts'
import { importFields } from './fields/import.ts'
import type { NewFieldInput, Place } from './fields/input.ts'
import { findPatternErrors } from './fields/patterns.ts'
import { applyPresets, checkPresets } from './fields/presets.ts'
import { toProcessResponse } from './get.ts'
import type { CreateProcess } from './input.ts'
import { type LoadedProcess, loadWholeProcess } from './load.ts'
import { defaultOptions, mergeOptions } from './options/options.ts'
import type { WholeProcess } from './present.ts'
import { findMetadataErrors } from './rules.ts'
import type { ProcessRecord } from './schema.ts'
import { sendOrDiscard, withoutClaim } from './send.ts'
import { type SignerInput, setSigners } from './signers/signers.ts'

/** Creates a draft, and sends it if the input says so. Other drafts may have its documents until it is sent. */
export async function createProcess(ctx: Ctx, input: CreateProcess): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  if (input.send) authorize(ctx, 'process.send')
  const errors = await findPatternErrors(ctx, input.fields)
  const newFields = await listInputFields(ctx, input, errors)
  const locale = input.options?.locale ?? 'en'
  const checks = await checkPresets(ctx, newFields, [input.values], locale)
  const draft = await write(input.send ? withoutClaim(ctx) : ctx, async (tx) => {
    const fullProcess = await insertDraft(tx, ctx, input)
    if (newFields.length === 0 && Object.keys(input.values).length === 0)
      return toProcessResponse(tx, ctx, fullProcess)
    const fields = applyPresets(withSignerIds(newFields, fullProcess, errors), input.values, errors, checks)
    // `withSignerIds` leaves out fields with errors: later errors would have wrong indexes.
    throwIfInvalid(errors)
    const placed = await placeFields(tx, ctx, fullProcess.process.id, fields, errors)
    return toProcessResponse(tx, ctx, { ...fullProcess, fields: placed })
  })
  if (!input.send) return draft
  return withPaths(
    (path) => toRequestPath(draft, input, path),
    () => sendOrDiscard(ctx, draft.id),
  )
}

/** The path in the request of a member of a signer or document, which the draft has in the order of signing. */
function toRequestPath({ signers, documents }: ProcessRecord, input: CreateProcess, path: string): string {
  const requested = {
    // Ids ascend in the order of the request.
    signers: signers.map(({ id }) => id).sort((a, b) => a - b),
    documents: input.documents.map(({ id }) => id),
  }
  const ordered = { signers, documents }
  return path.replace(/^(signers|documents)\.(\d+)/, (all, list: keyof typeof ordered, position) => {
    const index = requested[list].indexOf(ordered[list][position]?.id ?? 0)
    return index < 0 ? all : `${list}.${index}`
  })
}

/** The fields of the input with their places, then those of the files when they are imported. */
async function listInputFields(ctx: Ctx, input: CreateProcess, errors: FieldErrors) {
  const { documents, signers, fields } = input
  const importedFields = input.import_fields
    ? await importFields(
        ctx,
        documents.map(({ id }) => id),
        signers.map(({ role = 'signer', role_name: roleName }) => ({ role, roleName })),
      )
    : []
  const withIds = withDocumentIds(
    [...fields, ...importedFields].map((field) => ({
      ...field,
      document_index: field.document_index ?? (field.document_id === undefined ? 0 : undefined),
    })),
    documents.map(({ id }) => id),
    errors,
  )
  return placeAtAnchors(ctx, withIds, ({ document_id }) => document_id, errors)
}

type PlacedNewField = Omit<NewFieldInput, 'anchor' | 'document_index' | keyof Place> &
  Place & { document_id: number; name?: string }

/** The fields with the ids of their signers; errors under `fields.N.signer_index`. */
function withSignerIds(fields: PlacedNewField[], { signers }: WholeProcess, errors: FieldErrors) {
  // Ids ascend in the order of the request, whatever the order of signing is.
  const signerIds = signers.map(({ id }) => id).sort((a, b) => a - b)
  return fields.flatMap(({ signer_index, ...field }, index) => {
    const signerId = signerIds[signer_index]
    if (signerId === undefined)
      errors[`fields.${index}.signer_index`] = [errorText('api.noSignerAtIndex', { index: signer_index })]
    return signerId === undefined ? [] : [{ ...field, signer_id: signerId }]
  })
}

type DraftInput = Omit<CreateProcess, 'signers' | 'fields' | 'import_fields' | 'values' | 'send'> & {
  signers: SignerInput[]
  template?: ProcessRecord['template']
}

/**
 * Creates a draft without fields, within the transaction of an operation that has authorized it.
 * @throws AppError as `assertDraft`
 */
export async function insertDraft(tx: Tx, ctx: Ctx, input: DraftInput): Promise<LoadedProcess> {
  const options = mergeOptions(await defaultOptions(tx, ctx), input.options)
  const errors: FieldErrors = findMetadataErrors(input.metadata)
  const ids = input.documents.map(({ id }) => id)
  const documents = await findDocuments(tx, ctx, ids)
  const folderId = input.folder_id === undefined ? findFolderOfDocuments(documents, ids) : input.folder_id
  const [process] = await tx
    .insert(processes)
    .values({
      tenantId: ctx.tenantId,
      name: input.name,
      description: input.description ?? null,
      status: 'draft',
      options,
      externalId: input.external_id ?? null,
      metadata: input.metadata ?? {},
      folderId: await lockChosenFolder(tx, ctx, folderId, errors),
      templateId: input.template?.id,
      templateVersion: input.template?.version,
      testMode: ctx.testMode,
      ...createdBy(ctx),
      createdAt: ctx.now,
      updatedAt: firstUpdate(ctx.now),
    })
    .returning()
  const inUse = await setDocuments(tx, ctx, process!, input.documents, errors, { documents, attached: [] })
  await setSigners(tx, ctx, { id: process!.id, locale: options.locale }, input.signers, errors, [])
  // Thrown within the transaction, so that a draft with errors is not created.
  assertDraft(errors, inUse)
  const fullProcess = await loadWholeProcess(tx, ctx, process!)
  await recordFirst(tx, ctx, {
    type: 'process.created',
    subject: { process: process!.id },
    data: {
      process_id: process!.id,
      name: input.name,
      external_id: input.external_id ?? null,
      documents: fullProcess.documents.map((document) => document.documentId),
      signers: fullProcess.signers.map(({ id, name, email, role }) => ({ id, name, email, role })),
      test_mode: ctx.testMode,
    },
  })
  return fullProcess
}
