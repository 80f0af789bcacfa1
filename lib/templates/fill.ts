import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { settleAll } from '#lib/core/runtime/promises'
import { readFileFields } from '#lib/documents/file-fields'
import { findDocuments } from '#lib/documents/find'
import type { DocumentRow } from '#lib/documents/present'
import { MAX_PAGES } from '#lib/documents/schema'
import { type StagedUpload, textDocumentToPdf } from '#lib/documents/upload/convert'
import { type CheckedUpload, listHashes, putDocument } from '#lib/documents/upload/store'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import { checkFillValues, listVariables } from '#lib/office/fill/check-values'
import { type FillValues, normalizeName, normalizeNames } from '#lib/office/fill/placeholders'
import type { FileFields } from '#lib/pdf/import/file-field'
import { placeAtAnchors } from '#lib/processes/fields/anchors'
import { assignFileFields } from '#lib/processes/fields/import'
import { findWordForFalse } from '#lib/processes/fields/spreadsheet-words'
import { stageStream } from '#lib/storage/stage'
import { inThread } from '#lib/workers/pdf-pool'
import { listParts, type TemplateDocument, type TemplateRow, type WholeTemplate } from './present.ts'
import {
  isFilledIn,
  planTemplateFields,
  toRecipients,
  withRoleNames,
  withTemplateDocuments,
} from './zones.ts'

/** A document that was filled in, in staging. */
interface FilledDocument {
  file: StagedUpload
  checked: CheckedUpload
}

/** What one use of a template makes of its documents with variables, under the ids of those documents. */
export interface Filling {
  /** The state of the template that was filled in. */
  changeCount: number | null
  documents: ReadonlyMap<number, FilledDocument>
  /** The text tags of the filled documents. */
  fields: TemplateRow['fields']
}

/** For a template without variables, or before there are values for them. */
export const nothingFilled: Filling = { changeCount: null, documents: new Map(), fields: [] }

/** The values that are not for variables but for fields; errors under `values.NAME`. */
export function listPresets(
  documents: TemplateDocument[],
  values: FillValues,
  errors: FieldErrors,
): Record<string, string> {
  const variables = new Set(listVariables(documents.flatMap(listParts)).map(({ name }) => name))
  const presets: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (variables.has(normalizeName(name))) continue
    if (typeof value === 'string') presets[name] = value
    else errors[`values.${name}`] = [errorText('documents.noVariable')]
  }
  return presets
}

/**
 * Fills in the documents of a template that have variables and converts them, outside of a transaction; `discardFilling`
 * removes what is not used.
 * @param locale the language of the process
 * @throws AppError `validation_error` under `values.…` or `documents.N`
 */
export async function fillTemplate(
  ctx: Ctx,
  { template, documents }: WholeTemplate,
  input: FillValues,
  locale: string,
): Promise<Filling> {
  if (!documents.some(isFilledIn)) return nothingFilled
  const errors: FieldErrors = {}
  const parts = documents.flatMap(listParts)
  const values = normalizeNames(input)
  const wordsForFalse = [template.options.locale, locale].map(findWordForFalse)
  checkFillValues(parts, values, errors, wordsForFalse)
  throwIfInvalid(errors)
  const ids = documents.map(({ documentId }) => documentId)
  const rows = await read(ctx, (reader) => findDocuments(reader, ctx, ids))
  const filled = new Map<number, FilledDocument>()
  try {
    const fieldsOfDocuments: (FileFields | null)[] = []
    for (const [index, document] of documents.entries()) {
      const row = isFilledIn(document) ? rows.get(document.documentId) : undefined
      if (!row) {
        fieldsOfDocuments.push(null)
        continue
      }
      const made = await fillDocument(ctx, row, { values, wordsForFalse })
      if ('key' in made) throwIfInvalid({ [`documents.${index}`]: [made] })
      else {
        filled.set(row.id, made)
        fieldsOfDocuments.push(await readFileFields(ctx, made.file.file))
        rows.set(row.id, { ...row, ...toRuleInput(made.checked), sourceSha256: null })
      }
    }
    const tags = withRoleNames(
      assignFileFields(fieldsOfDocuments, toRecipients(template.roles)),
      template.roles,
    )
    const inputs = withTemplateDocuments(tags, ids, errors)
    const placed = await placeAtAnchors(ctx, inputs, ({ document_id }) => document_id, errors)
    const context = { documents: rows, roles: template.roles, locale }
    const { fields } = await planTemplateFields(ctx, placed, null, context, errors)
    throwIfInvalid(errors)
    return { changeCount: template.changeCount, documents: filled, fields }
  } catch (error) {
    await discardFilling({ documents: filled })
    throw error
  }
}

/** What the rules for fields need to know of the new file. */
function toRuleInput({ pages, certified, signed }: CheckedUpload): Partial<DocumentRow> {
  return { pages, pageCount: pages.length, certified, signedBefore: signed }
}

async function fillDocument(
  ctx: Ctx,
  row: DocumentRow,
  filling: { values: FillValues; wordsForFalse: string[] },
): Promise<FilledDocument | ErrorText> {
  const { name, originalFilename } = row
  const sha256 = row.sourceSha256!
  const stored = { tenantId: ctx.tenantId, sha256 }
  const docx = await inThread.fillDocx({ stored, parts: listParts(row), ...filling }, ctx)
  if (!docx.ok) return docx.error
  const { bytes, isLarge, hasEquations } = docx
  const checked = { type: 'docx', isLarge, hasEquations, filename: originalFilename } as const
  const made = await textDocumentToPdf(ctx, bytes, checked)
  if (!made.ok) return asErrorText(made.reason, made.message)
  const staged = await stageStream(ctx.tenantId, [made.pdf], { maxBytes: env().maxUploadBytes })
  const convertedFrom = { filename: originalFilename.replace(/\.pdf$/i, '.docx'), sha256 }
  const file = { ...staged, filename: originalFilename, convertedFrom }
  const check = await inThread.check(file.file, { maxPages: MAX_PAGES }, ctx)
  if (!check.ok) {
    await staged.discard()
    return asErrorText(check.reason, check.message)
  }
  const { ok: _, ...accepted } = check
  return { file, checked: { ...accepted, name, folderId: null } }
}

/** The files of the documents that were filled in, by their hashes. */
export function listFilled({ documents }: Filling): string[] {
  return [...new Set([...documents.values()].flatMap(({ file, checked }) => listHashes(file, checked)))]
}

/** Stores the documents that were filled in, as `storeFiles` wants it. */
export async function putFilled(ctx: Ctx, { documents }: Filling): Promise<void> {
  await settleAll([...documents.values()].map(({ file, checked }) => putDocument(ctx, file, checked)))
}

/** Removes the staged files of a use that did not come about. */
export async function discardFilling({ documents }: Pick<Filling, 'documents'>): Promise<void> {
  for (const { file } of documents.values()) await file.discard()
}
