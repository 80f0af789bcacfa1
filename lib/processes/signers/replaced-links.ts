import { and, eq, isNotNull } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { replacedLinks } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { findSharers } from './shared-links.ts'
import { deleteDrafts } from './signing-drafts.ts'

/**
 * Stores that the link of a signer, if there is one, is about to be replaced or removed; its draft is deleted. A link
 * that others share goes on working for them.
 */
export async function recordReplacedLink(tx: Tx, ctx: Ctx, signerId: number): Promise<void> {
  const [signer] = await tx
    .select({ processId: signers.processId, tokenHash: signers.tokenHash })
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signerId), isNotNull(signers.tokenHash)))
  if (!signer) return
  const { processId } = signer
  const tokenHash = signer.tokenHash!
  if ((await findSharers(tx, ctx, tokenHash)).length > 1) return
  await deleteDrafts(tx, ctx, { tokenHash })
  const link = { tenantId: ctx.tenantId, processId, signerId, tokenHash, replacedAt: ctx.now }
  await tx.insert(replacedLinks).values(link)
}
