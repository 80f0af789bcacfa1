import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { selectDraft, storeDraft } from '#lib/processes/signers/signing-drafts'
import { getActingSigner, lockSigningSessionWith, selectSignerFields } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import { findInputErrors } from '../values/values.ts'
import { presentDraft } from './draft.ts'
import { type DraftInput, type DraftValue, isDraftTooLarge, type SavedDraft } from './schema.ts'

/**
 * Saves what a signer has filled in, so that another device goes on. The values may be unfinished; of each field the last
 * one saved counts. The lock orders it after a signature, which deletes the draft.
 */
export function saveDraft(
  ctx: Ctx,
  { values: given, changed, signature, initials, device }: DraftInput,
): Promise<SavedDraft> {
  return write(ctx, async (tx) => {
    const { processId, tokenHash } = getActingSigner(ctx)
    const { session, found } = await lockSigningSessionWith(tx, ctx, {
      fields: selectSignerFields(ctx),
      drafts: selectDraft(ctx, tokenHash),
    })
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    throwIfInvalid(findInputErrors(found.fields, given))
    const before = presentDraft(found.drafts[0], found.fields)
    const values = changed ? mergeValues(before?.values ?? [], given, changed) : given
    throwIfInvalid(isDraftTooLarge(values) ? { values: [errorText('signing.draftTooLarge')] } : {})
    await storeDraft(
      tx,
      ctx,
      { processId, tokenHash },
      {
        values,
        signature: signature === undefined ? (before?.signature ?? null) : signature,
        initials: initials === undefined ? (before?.initials ?? null) : initials,
        device: device ?? null,
      },
    )
    return {
      saved_at: ctx.now.toISOString(),
      previous_saved_at: before?.saved_at ?? null,
      previous_device: before?.device ?? null,
    }
  })
}

/** The saved values, with those given of fields that were changed, or have none saved. */
function mergeValues(saved: DraftValue[], given: DraftValue[], changed: number[]): DraftValue[] {
  const changedIds = new Set(changed)
  const kept = saved.filter(({ field_id }) => !changedIds.has(field_id))
  const keptIds = new Set(kept.map(({ field_id }) => field_id))
  return [...kept, ...given.filter(({ field_id }) => !keptIds.has(field_id))]
}
