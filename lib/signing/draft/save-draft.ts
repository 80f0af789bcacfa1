import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { selectDraft, storeDraft } from '#lib/processes/signers/signing-drafts'
import { getActingSigner, lockSigningSessionWith, selectSignerFields } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import { findInputErrors } from '../values/values.ts'
import { parseDraft } from './draft.ts'
import type { DraftInput, SavedDraft } from './schema.ts'

/**
 * Saves what a signer has filled in, so that another device goes on. The values may be unfinished; the last one saved
 * counts. The lock orders it after a signature, which deletes the draft.
 */
export function saveDraft(
  ctx: Ctx,
  { values, signature, initials, device }: DraftInput,
): Promise<SavedDraft> {
  return write(ctx, async (tx) => {
    const { processId, tokenHash } = getActingSigner(ctx)
    const { session, found } = await lockSigningSessionWith(tx, ctx, {
      fields: selectSignerFields(ctx),
      drafts: selectDraft(ctx, tokenHash),
    })
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    throwIfInvalid(findInputErrors(found.fields, values))
    const before = parseDraft(found.drafts[0])
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
