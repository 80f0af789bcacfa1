import { type signers, signingSessions } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { randomToken, sha256Hex } from '#lib/core/ids'
import type { ProcessRow } from '#lib/processes/present'
import { getCodeMethod } from '#lib/processes/rules'
import { recordOfProcess } from '#lib/processes/trail/record'

type SignerRow = typeof signers.$inferSelect

/** A signing session for the browser or frame that has `secret`. */
export async function openSession(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  signerId: number,
  secret: string,
): Promise<{ sessionId: number; secret: string }> {
  const [session] = await tx
    .insert(signingSessions)
    .values({ tenantId: ctx.tenantId, signerId, secretHash: sha256Hex(secret), confirmedAt: ctx.now })
    .returning({ id: signingSessions.id })
  return { sessionId: session!.id, secret }
}

/**
 * A signing session for someone who has just proved the signer's address by the code of a reusable link.
 * @returns its secret; null where the signer confirms no code by email
 */
export async function openProvenSession(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signer: SignerRow,
): Promise<string | null> {
  if (getCodeMethod({ process, signer }) !== 'email') return null
  const { sessionId, secret } = await openSession(tx, ctx, signer.id, randomToken(32))
  const { id, name, email } = signer
  const actor = {
    type: 'signer' as const,
    id,
    name,
    email,
    processId: process.id,
    tokenHash: signer.tokenHash!,
    sessionId,
  }
  const data = { signer_id: id, otp_method: 'email', reusable_link: true }
  await recordOfProcess(tx, { ...ctx, actor }, process, 'signature.otp_verified', data)
  return secret
}
