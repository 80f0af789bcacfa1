import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOf, rowsOfTable } from '#db/lists/rows'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, processes, signers } from '#db/schema/processes'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { recordInVisit } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid, validationError } from '#lib/core/errors'
import { assertVersion } from '#lib/core/precondition'
import { assertAllowed } from '#lib/core/transition-guards'
import { whereVisibleDocument } from '#lib/documents/find'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { limits } from '../facts.ts'
import { findProcess, findWholeProcess, lockProcess } from '../load.ts'
import { type FieldRow, type ProcessRow, presentField, presentProcess } from '../present.ts'
import { processCan } from '../rules.ts'
import type { FieldRecord } from '../schema.ts'
import { placeAtAnchors } from './anchors.ts'
import {
  type ChangedField,
  combineVisits,
  type FieldChanges,
  planFieldChanges,
  type VisitedFields,
} from './field-changes.ts'
import type { FieldInput, PlacedField } from './input.ts'
import { formatLogicErrors } from './logic-errors.ts'
import { findPatternErrors, findPatternTotalErrors } from './patterns.ts'
import { findEnteredOverflowErrors } from './text-fits.ts'
import { type NewField, validateFields } from './zones.ts'

const ROWS_PER_INSERT = 1000

/** The fields of a process, and the version of a draft's; after sending, values change without a version. */
export interface VersionedFields {
  data: FieldRecord[]
  version: string | null
}

/** The fields of a process. */
export async function listFields(ctx: Ctx, processId: number): Promise<VersionedFields> {
  authorize(ctx, 'process.read')
  return read(ctx, async (reader) => {
    const whole = await findWholeProcess(reader, ctx, processId)
    return { data: presentProcess(whole).fields, version: fieldsVersion(whole.process) }
  })
}

const fieldsVersion = (process: ProcessRow) =>
  processCan.edit(process).allowed ? String(process.fieldsVersion) : null

/** Adds fields to a draft; a field that equals an existing one in every member is not added again. */
export function addFields(
  ctx: Ctx,
  processId: number,
  inputs: FieldInput[],
  ifMatch: string | null = null,
): Promise<VersionedFields> {
  authorize(ctx, 'process.write')
  return changeFields(ctx, processId, inputs, 'add', ifMatch)
}

/** Replaces the fields of a draft, if they still have the version in `ifMatch`. An entry with an `id` changes it. */
export function replaceFields(
  ctx: Ctx,
  processId: number,
  inputs: FieldInput[],
  ifMatch: string | null,
): Promise<VersionedFields> {
  authorize(ctx, 'process.write')
  return changeFields(ctx, processId, inputs, 'replace', ifMatch)
}

async function changeFields(
  ctx: Ctx,
  processId: number,
  inputs: FieldInput[],
  mode: 'add' | 'replace',
  ifMatch: string | null,
): Promise<VersionedFields> {
  const errors = await findPatternErrors(ctx, inputs)
  const placedFields = await placeAtAnchors(ctx, inputs, ({ document_id }) => document_id, errors)
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    assertAllowed(processCan.edit(process), process)
    assertVersion(ifMatch, String(process.fieldsVersion))
    const rows = await placeFields(tx, ctx, processId, placedFields, errors, mode)
    const version = fieldsVersion(await findProcess(tx, ctx, processId))
    return { data: rows.map(presentField), version }
  })
}

/**
 * Validates and inserts fields, in the transaction of an operation that has locked the process. `errors` are those
 * found before, such as those of `findPatternErrors`.
 * @returns all fields of the process
 * @throws AppError `validation_error`
 */
export async function placeFields(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  inputs: PlacedField[],
  errors: FieldErrors,
  mode: 'add' | 'replace' = 'add',
): Promise<FieldRow[]> {
  const { existing, locale, ...context } = await findContext(tx, ctx, processId)
  const validFields = validateFields(inputs, context, errors)
  throwIfInvalid(errors)
  const ids = inputs.map(({ id }) => id)
  throwIfInvalid(await findEnteredOverflowErrors(ctx, validFields, ids, existing, locale))
  const entries = validFields.map((field, index) => ({
    field,
    id: inputs[index]!.id,
    place: `fields.${index}`,
  }))
  const { moved, changed, added, removedIds, result } = planFieldChanges(existing, entries, mode, errors)
  throwIfInvalid(errors)
  if (result.length > limits.fields) {
    throw validationError({ fields: [errorText('processes.tooManyFields', { limit: limits.fields })] })
  }
  throwIfInvalid(
    formatLogicErrors(
      result.map(({ field }) => field),
      result.map(({ place }) => place),
    ),
  )
  const rows = await writeChanges(tx, ctx, processId, { moved, changed, added, removedIds })
  if (added.length < rows.length) throwIfInvalid(findPatternTotalErrors(rows))
  return rows
}

/**
 * Writes changes that were validated, and records them.
 * @returns all fields of the process
 */
export async function writeChanges(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  { moved, changed, added, removedIds }: Omit<FieldChanges, 'result'>,
): Promise<FieldRow[]> {
  if (removedIds.length > 0)
    await tx.delete(fields).where(and(isOfProcess(ctx, processId), inArray(fields.id, removedIds)))
  await update(tx, ctx, processId, [...moved, ...changed])
  const addedIds = await insert(tx, ctx, processId, added)
  const rows = await findFields(tx, ctx, processId)
  const change = { added: addedIds, moved: getIds(moved), changed: getIds(changed), removed: removedIds }
  const isChanged = Object.values(change).some((ids) => ids.length > 0)
  if (isChanged) await recordChange(tx, ctx, processId, rows.length, change)
  return rows
}

/** Inserts validated fields into a new draft, within its transaction. */
export async function insertFields(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  newFields: NewField[],
): Promise<void> {
  if (newFields.length === 0) return
  const added = await insert(tx, ctx, processId, newFields)
  await recordChange(tx, ctx, processId, newFields.length, { added, moved: [], changed: [], removed: [] })
}

const getIds = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** @returns the ids of the new fields, in their order */
async function insert(tx: Tx, ctx: Ctx, processId: number, newFields: NewField[]): Promise<number[]> {
  const ids: number[] = []
  for (const batch of splitIntoBatches(newFields)) {
    const rows = await tx
      .insert(fields)
      .values(batch.map((field) => ({ ...field, tenantId: ctx.tenantId, processId })))
      .returning({ id: fields.id })
    ids.push(...getIds(rows))
  }
  return ids
}

/** Each column of an existing row gets the value of the row that was to be inserted. */
const { id: _id, ...columns } = getTableColumns(fields)
const newValues = Object.fromEntries(
  Object.keys(columns).map((member) => [
    member,
    sql.raw(`excluded.${member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
  ]),
)

/** Writes existing fields, many in one statement. */
async function update(tx: Tx, ctx: Ctx, processId: number, changed: ChangedField[]): Promise<void> {
  for (const batch of splitIntoBatches(changed))
    await tx
      .insert(fields)
      .overridingSystemValue()
      .values(batch.map(({ id, field }) => ({ ...field, id, tenantId: ctx.tenantId, processId })))
      .onConflictDoUpdate({ target: fields.id, set: newValues })
}

function splitIntoBatches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  )
}

/** The event has the changes of a visit of the editor, and the number of fields after it. */
function recordChange(tx: Tx, ctx: Ctx, processId: number, count: number, change: VisitedFields) {
  return recordInVisit<VisitedFields & { process_id: number; fields: number; test_mode: boolean }>(tx, ctx, {
    type: 'process.fields_changed',
    subject: { process: processId },
    combine: (before) => ({
      process_id: processId,
      fields: count,
      test_mode: ctx.testMode,
      ...(before ? combineVisits(before, change) : change),
    }),
  })
}

/** The documents and signers that fields are checked against, and the fields that there are. */
async function findContext(reader: Reader, ctx: Ctx, processId: number) {
  const found = await readTogether(reader, {
    existing: selectFields(ctx, processId),
    process: rowsOf({ options: processes.options }, (select) =>
      select.from(processes).where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, processId))),
    ),
    signers: rowsOf({ id: signers.id, role: signers.role }, (select) =>
      select.from(signers).where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId))),
    ),
    documents: rowsOf({ id: documents.id, pages: documents.pages }, (select) =>
      select
        .from(processDocuments)
        .innerJoin(documents, eq(documents.id, processDocuments.documentId))
        .where(and(whereVisibleDocument(ctx), eq(processDocuments.processId, processId))),
    ),
  })
  return {
    existing: found.existing,
    locale: found.process[0]!.options.locale,
    documents: new Map(found.documents.map((document) => [document.id, document])),
    signers: new Map(found.signers.map((signer) => [signer.id, signer])),
  }
}

function isOfProcess(ctx: Pick<Ctx, 'tenantId'>, processId: number) {
  return and(eq(fields.tenantId, ctx.tenantId), eq(fields.processId, processId))
}

/** The fields of a process, in the order they were placed, for `readTogether`. */
export function selectFields(ctx: Pick<Ctx, 'tenantId'>, processId: number): RowsQuery<FieldRow> {
  return rowsOfTable(fields, isOfProcess(ctx, processId), asc(fields.id))
}

/** The fields of a process, in the order they were placed. */
export async function findFields(reader: Reader, ctx: Ctx, processId: number): Promise<FieldRow[]> {
  return (await readTogether(reader, { fields: selectFields(ctx, processId) })).fields
}
