import { and, eq, isNotNull } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { attachments, replacedLinks } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { isSigning } from '../rules.ts'
import { deleteAttachments } from './attachments.ts'
import { passMessages, withdrawCodes, withdrawMessages } from './delivery.ts'
import { findSharers } from './shared-links.ts'
import { deleteDrafts } from './signing-drafts.ts'

/**
 * Stores that the link of a signer, if there is one, is about to be replaced or removed. A link that others share goes
 * on working for them. Its draft is deleted, unless one of them signs.
 * The signer's attachments are deleted, and emails with the link that were not sent yet.
 */
export async function recordReplacedLink(tx: Tx, ctx: Ctx, signerId: number): Promise<void> {
  const [signer] = await tx
    .select({ processId: signers.processId, tokenHash: signers.tokenHash })
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signerId), isNotNull(signers.tokenHash)))
  if (!signer) return
  await deleteAttachments(tx, ctx, eq(attachments.signerId, signerId))
  const { processId } = signer
  const tokenHash = signer.tokenHash!
  const others = (await findSharers(tx, ctx, tokenHash)).filter(({ id }) => id !== signerId)
  if (!others.some(isSigning)) await deleteDrafts(tx, ctx, { tokenHash })
  const [other] = others
  if (other) {
    await withdrawCodes(tx, ctx, signerId)
    return passMessages(tx, ctx, signerId, other.id)
  }
  await withdrawMessages(tx, ctx, [{ id: signerId }])
  const link = { tenantId: ctx.tenantId, processId, signerId, tokenHash, replacedAt: ctx.now }
  await tx.insert(replacedLinks).values(link)
}
