import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { changedMembers, listChanged } from '#lib/audit/changes'
import { recordInVisit } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { assertVersion } from '#lib/core/precondition'
import { findDocuments } from '#lib/documents/find'
import type { DocumentReferences } from '#lib/documents/references'
import { authorize } from '#lib/policy'
import { assertDraft, setDocuments } from './documents/attach.ts'
import { lockForMove } from './documents/references.ts'
import { readReplacedFiles } from './documents/replace.ts'
import { isLive } from './facts.ts'
import { getProcessVersion, toProcessResponse } from './get.ts'
import type { UpdateProcess } from './input.ts'
import { findWholeProcess, loadWholeProcess, lockProcess, nextUpdatedAt } from './load.ts'
import { moveProcess } from './move.ts'
import { extendExpired } from './options/extend.ts'
import { correctOptions, listDifferences, membersFixed, mergeOptions } from './options/options.ts'
import { getDraftVersion, type ProcessRow, presentProcess } from './present.ts'
import { findMetadataErrors, processStates } from './rules.ts'
import type { ProcessRecord } from './schema.ts'
import { changeSignersLocale, setSigners } from './signers/signers.ts'

/**
 * Changes a draft; of a process that was sent only the message, the expiry and the reminders; an expired one is open
 * again with `expires_in_days`. A process of any status can be moved to a folder. Absent members stay unchanged; without
 * a difference, as of a record that is sent back, nothing is recorded.
 * @throws AppError `validation_error`, `invalid_state`, `precondition_failed` if the process no longer has the
 * version `ifMatch`
 */
export async function updateProcess(
  ctx: Ctx,
  id: number,
  { folder_id, ...input }: UpdateProcess,
  references: DocumentReferences[] = [],
  ifMatch: string | null = null,
): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  const replaced = await readReplacedFiles(ctx, input.documents ?? [])
  const change = async (tx: Tx) => {
    if (folder_id !== undefined) await lockForMove(tx, ctx, id, folder_id)
    const locked = await lockProcess(tx, ctx, id)
    await assertProcessVersion(tx, ctx, locked, ifMatch)
    throwIfInvalid(findMetadataErrors(input.metadata, locked.metadata))
    const process =
      folder_id === undefined ? locked : await moveProcess(tx, ctx, locked, folder_id, references)
    const isOnlyMoved = folder_id !== undefined && Object.keys(input).length === 0
    if (isOnlyMoved) return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, process))
    if (isLive(process)) {
      authorize(ctx, 'process.send')
      await correctOptions(tx, ctx, process, input)
      return toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, id))
    }
    if (isExtended(process, input)) {
      authorize(ctx, 'process.send')
      await extendExpired(tx, ctx, process, input)
      return toProcessResponse(tx, ctx, await findWholeProcess(tx, ctx, id))
    }
    if (process.status !== 'draft') {
      const differences = await listDifferences(tx, ctx, process, input)
      if (differences.length > 0) throw membersFixed(process, differences, processStates.edit.refusal)
      return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, process))
    }
    const options = mergeOptions(process.options, input.options)
    if (options.locale !== process.options.locale)
      await changeSignersLocale(tx, ctx, id, process.options.locale, options.locale)
    const before = await loadWholeProcess(tx, ctx, process)
    const errors: FieldErrors = {}
    const ids = input.documents?.map((document) => document.id)
    const inUse =
      ids &&
      (await setDocuments(tx, ctx, process, input.documents!, errors, {
        documents: await findDocuments(tx, ctx, ids),
        attached: before.documents.map(({ documentId }) => documentId),
        replaced,
      }))
    if (input.signers)
      await setSigners(tx, ctx, { id, locale: options.locale }, input.signers, errors, before.signers)
    assertDraft(errors, inUse)
    const after = await loadWholeProcess(tx, ctx, process)
    const changed = listChanged(
      { ...input, options, documents: after.documents, signers: after.signers },
      { ...presentProcess(before), documents: before.documents, signers: before.signers },
    )
    if (changed.length === 0) return toProcessResponse(tx, ctx, after)
    const [updatedRow] = await tx
      .update(processes)
      .set({
        name: input.name,
        description: input.description,
        externalId: input.external_id,
        metadata: input.metadata,
        options,
        updatedAt: nextUpdatedAt(ctx),
      })
      .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, id)))
      .returning()
    await recordInVisit<{ process_id: number; changed: string[]; test_mode: boolean }>(tx, ctx, {
      type: 'process.updated',
      subject: { process: id },
      combine: (visit) => ({
        process_id: id,
        changed: changedMembers(visit?.changed, changed),
        test_mode: process.testMode,
      }),
    })
    return toProcessResponse(tx, ctx, { ...after, process: updatedRow! })
  }
  return write(ctx, change, { deadlockRetries: 5 })
}

/** @throws AppError `precondition_failed` unless `ifMatch` names its version, or its `updated_at` */
async function assertProcessVersion(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  ifMatch: string | null,
): Promise<void> {
  if (ifMatch === null) return
  if (process.status === 'draft') return assertVersion(ifMatch, getDraftVersion(process))
  const record = presentProcess(await loadWholeProcess(tx, ctx, process))
  assertVersion(ifMatch, getProcessVersion(record), record.updated_at)
}

/**
 * Whether an expired process is to be open again: it gets another number of days, or the same by a request for its options
 * alone. A record that is sent back has them too.
 */
function isExtended({ status, options }: ProcessRow, input: Omit<UpdateProcess, 'folder_id'>): boolean {
  const days = input.options?.expires_in_days
  if (status !== 'expired' || days === undefined) return false
  return days !== options.expires_in_days || Object.keys(input).every((name) => name === 'options')
}
