import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { findDraft, storeDraft } from '#lib/processes/signers/signing-drafts'
import { findSignerFields, getActingSigner, lockSigningSession } from '../load.ts'
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
    const session = await lockSigningSession(tx, ctx)
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    throwIfInvalid(findInputErrors(await findSignerFields(tx, ctx, session), values))
    const { tokenHash } = getActingSigner(ctx)
    const stored = await findDraft(tx, ctx, tokenHash)
    const before = stored && parseDraft(stored)
    await storeDraft(
      tx,
      ctx,
      { processId: session.process.id, tokenHash },
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
