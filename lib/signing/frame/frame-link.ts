import { findSigner } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { decryptText, encryptText } from '#lib/core/secretbox'
import { findEmbedOrigins } from '#lib/identity/account/embed-origins'
import { consumeOnce } from '#lib/limits/limiter'
import { discloseLinkForFrame } from '#lib/processes/links/disclosure'
import { FRAME_LINK_SECONDS, FRAME_SESSION_SECONDS } from '#lib/processes/links/frame-seconds'
import type { FrameLinkRecord } from '#lib/processes/links/schema'
import { writeFrameSession } from './frame-session.ts'

const PURPOSE = 'frame link'

/**
 * A link that shows the signing page in a frame of the tenant's own product: for ten minutes, once.
 * @throws AppError as `discloseLinkForFrame`
 */
export async function createFrameLink(
  ctx: Ctx,
  processId: number,
  signerId: number,
): Promise<FrameLinkRecord> {
  const token = await discloseLinkForFrame(ctx, processId, signerId)
  const expiresAt = addSeconds(ctx.now, FRAME_LINK_SECONDS)
  const code = encryptText(PURPOSE, { token }, expiresAt)
  return { url: `${env().appUrl}/embed/${code}`, expires_at: expiresAt.toISOString() }
}

/** Uses a link. @returns the token of the frame's session; null for an expired, used or unknown link */
export async function redeemFrameLink(code: string, now: Date): Promise<string | null> {
  const link = decryptText<{ token: string }>(PURPOSE, code, now, FRAME_LINK_SECONDS)
  if (!link) return null
  const { token } = link
  const signerRef = await findSigner(sha256Hex(token))
  if (!signerRef) return null
  const origins = await read(signerRef, (reader) => findEmbedOrigins(reader, signerRef.tenantId))
  if (!(await consumeOnce('frame-link', code, FRAME_LINK_SECONDS))) return null
  return writeFrameSession({ token, origins }, addSeconds(now, FRAME_SESSION_SECONDS))
}
