import { and, eq } from 'drizzle-orm'
import { replacedLinks } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { ProcessRow, SignerRow } from '../present.ts'
import { isSigning } from '../rules.ts'
import { removeAttachments } from './attachments.ts'
import { passMessages, withdrawCodes, withdrawRequests } from './delivery.ts'
import { findSharers, isSameAddress, isSamePerson } from './shared-links.ts'
import { deleteDrafts, deleteKeptDraft, keepDraft } from './signing-drafts.ts'

/**
 * Stores that the link of a signer, if there is one, is about to be replaced or removed, and withdraws emails with it
 * that were not sent yet. A link that others share goes on working for them, and its draft stays if one of them signs.
 * What the signer has filled in and added is kept for the same person, and deleted for another.
 * @param signer as before the correction
 * @param next who is in the place of the signer from now on; null: nobody
 */
export async function recordReplacedLink(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signer: SignerRow,
  next: Pick<SignerRow, 'name' | 'email'> | null,
): Promise<void> {
  const { id: signerId, tokenHash } = signer
  const isSame = next !== null && isSamePerson(signer, next)
  // The holder of a link may have the next one sent only to themselves, also where they are replaced later.
  if (!isSame)
    await tx
      .update(replacedLinks)
      .set({ signerId: null })
      .where(and(eq(replacedLinks.tenantId, ctx.tenantId), eq(replacedLinks.signerId, signerId)))
  if (next && isSameAddress(signer, next)) {
    await keepDraft(tx, ctx, signer)
  } else {
    await deleteKeptDraft(tx, ctx, signerId)
    await removeAttachments(tx, ctx, process, signer)
  }
  if (tokenHash === null) return
  const others = (await findSharers(tx, ctx, tokenHash)).filter(({ id }) => id !== signerId)
  if (!others.some(isSigning)) await deleteDrafts(tx, ctx, { tokenHash })
  const [other] = others
  await withdrawCodes(tx, ctx, signerId)
  if (other) return passMessages(tx, ctx, signerId, other.id)
  await withdrawRequests(tx, ctx, [signer])
  await tx.insert(replacedLinks).values({
    tenantId: ctx.tenantId,
    processId: process.id,
    signerId: isSame ? signerId : null,
    tokenHash,
    replacedAt: ctx.now,
  })
}
