import { and, asc, eq, inArray } from 'drizzle-orm'
import { fields, signers } from '#db/schema/processes'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid, validationError } from '#lib/core/errors'
import { assertVersion, versionOf } from '#lib/core/precondition'
import { assertAllowed } from '#lib/core/transition-guards'
import { findDocuments } from '#lib/documents/find'
import { authorize } from '#lib/policy'
import { documentsOf } from '../documents/attach.ts'
import { limits } from '../facts.ts'
import { findProcess, lockProcess } from '../load.ts'
import { type FieldRow, presentField } from '../present.ts'
import { processCan } from '../rules.ts'
import type { FieldRecord } from '../schema.ts'
import { placeAtAnchors } from './anchors.ts'
import { planFieldChanges } from './field-changes.ts'
import type { FieldInput, PlacedField } from './input.ts'
import { logicErrors } from './logic-errors.ts'
import { patternErrors, patternTotalErrors } from './patterns.ts'
import { type NewField, validateFields } from './zones.ts'

const ROWS_PER_INSERT = 1000

/** The fields of a process. */
export async function listFields(ctx: Ctx, processId: number): Promise<FieldRecord[]> {
  authorize(ctx, 'process.read')
  return read(ctx, async (reader) => {
    await findProcess(reader, ctx, processId)
    return (await fieldsOf(reader, ctx, processId)).map(presentField)
  })
}

/** Adds fields to a draft; a field that equals an existing one in every member is not added again. */
export function addFields(ctx: Ctx, processId: number, inputs: FieldInput[]): Promise<FieldRecord[]> {
  authorize(ctx, 'process.write')
  return changeFields(ctx, processId, inputs, 'add')
}

/**
 * Replaces the fields of a draft, if they still have the version in `ifMatch`. An entry with an `id` changes that field.
 */
export function replaceFields(
  ctx: Ctx,
  processId: number,
  inputs: FieldInput[],
  ifMatch: string | null,
): Promise<FieldRecord[]> {
  authorize(ctx, 'process.write')
  return changeFields(ctx, processId, inputs, 'replace', ifMatch)
}

/** The version of the fields of a process. */
export const fieldsVersion = (records: FieldRecord[]): string => versionOf(records)

async function changeFields(
  ctx: Ctx,
  processId: number,
  inputs: FieldInput[],
  mode: 'add' | 'replace',
  ifMatch: string | null = null,
) {
  const errors = await patternErrors(inputs)
  const placedFields = await placeAtAnchors(ctx, inputs, ({ document_id }) => document_id, errors)
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    assertAllowed(processCan.edit(process), process)
    if (ifMatch) assertVersion(ifMatch, fieldsVersion((await fieldsOf(tx, ctx, processId)).map(presentField)))
    return (await placeFields(tx, ctx, processId, placedFields, errors, mode)).map(presentField)
  })
}

/**
 * Validates and inserts fields, in the transaction of an operation that has locked the process. `errors` are those
 * found before, such as those of `patternErrors`.
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
  const validFields = validateFields(inputs, await validationContext(tx, ctx, processId), errors)
  throwIfInvalid(errors)
  const entries = validFields.map((field, index) => ({
    field,
    id: inputs[index]!.id,
    place: `fields.${index}`,
  }))
  const { changed, added, removedIds, result } = planFieldChanges(
    await fieldsOf(tx, ctx, processId),
    entries,
    mode,
    errors,
  )
  throwIfInvalid(errors)
  if (result.length > limits.fields) {
    throw validationError({ fields: [`A process has at most ${limits.fields} fields.`] })
  }
  throwIfInvalid(
    logicErrors(
      result.map(({ field }) => field),
      result.map(({ place }) => place),
    ),
  )
  if (removedIds.length > 0)
    await tx.delete(fields).where(and(isOfProcess(ctx, processId), inArray(fields.id, removedIds)))
  for (const { id, field } of changed)
    await tx
      .update(fields)
      .set(field)
      .where(and(isOfProcess(ctx, processId), eq(fields.id, id)))
  await insert(tx, ctx, processId, added)
  const rows = await fieldsOf(tx, ctx, processId)
  if (added.length < rows.length) throwIfInvalid(patternTotalErrors(rows))
  const isChanged = changed.length + added.length + removedIds.length > 0
  if (isChanged) await recordChange(tx, ctx, processId, rows.length)
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
  await insert(tx, ctx, processId, newFields)
  await recordChange(tx, ctx, processId, newFields.length)
}

async function insert(tx: Tx, ctx: Ctx, processId: number, newFields: NewField[]): Promise<void> {
  for (let start = 0; start < newFields.length; start += ROWS_PER_INSERT) {
    const batch = newFields.slice(start, start + ROWS_PER_INSERT)
    await tx.insert(fields).values(batch.map((field) => ({ ...field, tenantId: ctx.tenantId, processId })))
  }
}

function recordChange(tx: Tx, ctx: Ctx, processId: number, count: number): Promise<void> {
  return record(tx, ctx, {
    type: 'process.fields_changed',
    subject: { process: processId },
    data: { process_id: processId, fields: count },
  })
}

/** The documents and signers that fields are checked against. */
async function validationContext(reader: Reader, ctx: Ctx, processId: number) {
  const rows = await reader
    .select({ id: signers.id, role: signers.role })
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId)))
  return {
    documents: await findDocuments(reader, ctx, await documentsOf(reader, ctx, processId)),
    signers: new Map(rows.map((signer) => [signer.id, signer])),
  }
}

function isOfProcess(ctx: Ctx, processId: number) {
  return and(eq(fields.tenantId, ctx.tenantId), eq(fields.processId, processId))
}

function fieldsOf(reader: Reader, ctx: Ctx, processId: number): Promise<FieldRow[]> {
  return reader.select().from(fields).where(isOfProcess(ctx, processId)).orderBy(asc(fields.id))
}
