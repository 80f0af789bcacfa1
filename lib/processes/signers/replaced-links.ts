import { eq } from 'drizzle-orm'
import { attachments, replacedLinks } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { ProcessRow, SignerRow } from '../present.ts'
import { isSigning } from '../rules.ts'
import { attachmentData, deleteAttachments } from './attachments.ts'
import { passMessages, withdrawCodes, withdrawMessages } from './delivery.ts'
import { findSharers } from './shared-links.ts'
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
  if (next && isSameAddress(signer, next)) {
    // Another name may be that of someone else with the same mailbox, and a typed signature has the old one.
    await keepDraft(tx, ctx, signer, { withSignature: next.name === signer.name })
  } else {
    await deleteKeptDraft(tx, ctx, signerId)
    const removed = await deleteAttachments(tx, ctx, eq(attachments.signerId, signerId))
    const events = removed.map((attachment) => ({
      type: 'signature.attachment_removed' as const,
      data: attachmentData(process, signer, attachment),
    }))
    await recordAll(tx, ctx, { process: process.id }, events)
  }
  if (tokenHash === null) return
  const others = (await findSharers(tx, ctx, tokenHash)).filter(({ id }) => id !== signerId)
  if (!others.some(isSigning)) await deleteDrafts(tx, ctx, { tokenHash })
  const [other] = others
  if (other) {
    await withdrawCodes(tx, ctx, signerId)
    return passMessages(tx, ctx, signerId, other.id)
  }
  await withdrawMessages(tx, ctx, [signer])
  const link = { tenantId: ctx.tenantId, processId: process.id, signerId, tokenHash, replacedAt: ctx.now }
  await tx.insert(replacedLinks).values(link)
}

function isSameAddress(a: Pick<SignerRow, 'email'>, b: Pick<SignerRow, 'email'>): boolean {
  return a.email.toLowerCase() === b.email.toLowerCase()
}
