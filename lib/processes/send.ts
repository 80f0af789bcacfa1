import { isDeepStrictEqual } from 'node:util'
import { logFailure } from '#db/connection/unavailable'
import { read, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, throwIfInvalid } from '#lib/core/errors'
import { assertVersion } from '#lib/core/precondition'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { deleteDraft } from './delete.ts'
import { attachOrRefuse } from './documents/attach.ts'
import { assertSendable, type SendableDraft } from './documents/sendable.ts'
import { assertSealable } from './documents/trial-sealing.ts'
import { findStoredPresetErrors } from './fields/presets.ts'
import { toProcessResponse } from './get.ts'
import type { SendInput } from './input.ts'
import { findWholeProcess, loadWholeProcess, lockProcess } from './load.ts'
import { getDraftVersion, type WholeProcess } from './present.ts'
import { enqueueRevisions } from './revision-queue.ts'
import { isSigning } from './rules.ts'
import type { ProcessRecord } from './schema.ts'
import { reserveSignatures } from './signers/signature-quota.ts'
import { markSent } from './transitions.ts'

const MAX_ATTEMPTS = 3

/**
 * Sends a draft: its documents are signed for trial, the first signers are invited, and a job prepares the documents.
 * The trial runs without a lock: if the draft changes meanwhile, it is repeated, unless it has lost a person: the others
 * would sign without them.
 * @throws AppError `precondition_failed` when the draft or its fields no longer are what the sender has seen
 */
export async function sendProcess(
  ctx: Ctx,
  id: number,
  { shown }: SendInput = {},
  ifMatch: string | null = null,
): Promise<ProcessRecord> {
  authorize(ctx, 'process.send')
  let first: WholeProcess | null = null
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const checked = await read(ctx, async (reader) =>
      assertSendable(reader, ctx, await findWholeProcess(reader, ctx, id)),
    )
    first ??= checked.whole
    assertLacksNobody(checked.whole, first)
    throwIfInvalid(await findStoredPresetErrors(ctx, checked.whole.fields))
    await assertSealable(ctx, checked.trialDocuments)
    const sentProcess = await sendIfUnchanged(ctx, id, checked, { shown, ifMatch })
    if (sentProcess) return sentProcess
  }
  throw draftChangedMeanwhile()
}

function assertLacksNobody(process: WholeProcess, before: WholeProcess): void {
  const isThere = ({ id }: { id: number }) => process.signers.some((signer) => signer.id === id)
  if (!before.signers.every(isThere)) throw draftChangedMeanwhile()
}

const draftChangedMeanwhile = () => invalidState(errorText('refusals.draftChangedMeanwhile'), 'draft')

/** The context in which a request creates what it then sends: until it is sent, a repeated request is carried out. */
export const withoutClaim = (ctx: Ctx): Ctx => ({ ...ctx, claim: undefined })

/**
 * Sends a draft that this request has created `withoutClaim`; if that fails, the draft is discarded and the error is
 * thrown.
 */
export async function sendOrDiscard(
  ctx: Ctx,
  id: number,
  discard = (ctx: Ctx, id: number) => write(ctx, (tx) => deleteDraft(tx, ctx, id)),
): Promise<ProcessRecord> {
  try {
    return await sendProcess(ctx, id)
  } catch (error) {
    await discard(withoutClaim(ctx), id).catch((failure: unknown) =>
      logFailure(failure, 'a draft could not be discarded'),
    )
    throw error
  }
}

/** The draft has changed since it was checked. */
class ChangedError extends Error {}

/** @returns null when the draft has changed since it was checked; the request then counts as not carried out. */
function sendIfUnchanged(
  ctx: Ctx,
  id: number,
  checked: SendableDraft,
  { shown, ifMatch }: SendInput & { ifMatch: string | null },
): Promise<ProcessRecord | null> {
  return write(ctx, async (tx) => {
    const draft = await lockProcess(tx, ctx, id)
    const whole = await loadWholeProcess(tx, ctx, draft)
    assertLacksNobody(whole, checked.whole)
    const { trialDocuments } = await assertSendable(tx, ctx, whole)
    const version = getDraftVersion(draft)
    assertVersion(ifMatch, version)
    if (shown) {
      assertVersion(shown.process, version)
      assertVersion(shown.fields, String(draft.fieldsVersion))
    }
    const current = [whole.fields, trialDocuments]
    if (!isDeepStrictEqual(current, [checked.whole.fields, checked.trialDocuments])) throw new ChangedError()
    await attachOrRefuse(
      tx,
      ctx,
      whole.documents.map((document) => document.documentId),
    )
    const awaitedSigners = whole.signers.filter(isSigning)
    const created = awaitedSigners.map(({ id: signerId, name, email, order }) => ({
      type: 'signature.created' as const,
      data: { process_id: id, signer_id: signerId, name, email, order, test_mode: draft.testMode },
    }))
    const process = await markSent(tx, ctx, draft, created)
    await enqueueRevisions(tx, ctx, id)
    await reserveSignatures(tx, ctx, awaitedSigners)
    return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, process))
  }).catch((error: unknown) => {
    if (error instanceof ChangedError) return null
    throw error
  })
}
