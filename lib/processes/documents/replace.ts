import { read, type Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, validationError } from '#lib/core/errors'
import { readFileFields } from '#lib/documents/file-fields'
import { findDocuments } from '#lib/documents/find'
import { errorText } from '#lib/messages/errors'
import { limits } from '../facts.ts'
import { findFields, writeChanges } from '../fields/fields.ts'
import type { DocumentPatch } from '../input.ts'
import { planReplacedFields, type ReplacedFile } from './replaced-fields.ts'

/**
 * Errors of the documents that others replace, under `documents.N.replaces`. A request may be repeated: then the new
 * document is attached, and the replaced one is not.
 */
export function findReplacementErrors(inputs: DocumentPatch[], attached: ReadonlySet<number>): FieldErrors {
  const errors: FieldErrors = {}
  const remainingIds = new Set(inputs.map(({ id }) => id))
  const replacedIds = new Set<number>()
  for (const [index, { id, replaces }] of inputs.entries()) {
    if (replaces === undefined) continue
    const field = `documents.${index}.replaces`
    if (!attached.has(replaces) && !attached.has(id))
      errors[field] = [errorText('processes.documentNotInProcess', { id: replaces })]
    else if (remainingIds.has(replaces))
      errors[field] = [errorText('processes.documentStaysInProcess', { id: replaces })]
    else if (replacedIds.has(replaces))
      errors[field] = [errorText('processes.documentReplacedTwice', { id: replaces })]
    replacedIds.add(replaces)
  }
  return errors
}

/** The files of documents that others replace, by the ids of the new ones; read before anything is locked. */
export async function readReplacedFiles(
  ctx: Ctx,
  inputs: DocumentPatch[],
): Promise<Map<number, ReplacedFile>> {
  const replacing = inputs.filter(({ replaces }) => replaces !== undefined)
  const ids = replacing.flatMap(({ id, replaces }) => [id, replaces!])
  const documents = await read(ctx, (reader) => findDocuments(reader, ctx, ids))
  const files = new Map<number, ReplacedFile>()
  for (const { id, replaces } of replacing) {
    const [replaced, document] = [documents.get(replaces!), documents.get(id)]
    if (!replaced || !document) continue
    const before = { pages: replaced.pages, found: await readFileFields(ctx, replaced.workingSha256) }
    const after = { pages: document.pages, found: await readFileFields(ctx, document.workingSha256) }
    files.set(id, { replacedId: replaced.id, documentId: id, before, after })
  }
  return files
}

/**
 * Moves the fields of a replaced document to the new one, as `planReplacedFields` says. Errors are added under
 * `documents.N.replaces`.
 */
export async function moveFields(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  file: ReplacedFile,
  index: number,
  errors: FieldErrors,
): Promise<void> {
  const stored = (await findFields(tx, ctx, processId)).filter(
    ({ documentId }) => documentId === file.replacedId,
  )
  const { errors: found, ...changes } = planReplacedFields(stored, file)
  if (found.length > 0) {
    errors[`documents.${index}.replaces`] = found
    return
  }
  const rows = await writeChanges(tx, ctx, processId, changes)
  if (rows.length > limits.fields)
    throw validationError({ fields: [errorText('processes.tooManyFields', { limit: limits.fields })] })
}
