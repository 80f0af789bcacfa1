import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { findSigner } from '#db/tenancy/cross-tenant'
import { type Reader, read, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { forbidden, invalidState, notFound } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { consumeStrict } from '#lib/limits/limiter'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { maySeeLinks, recordDisclosure } from '#lib/processes/get'
import { lockProcess } from '#lib/processes/load'
import { findSigners } from '#lib/processes/signers/invite'
import { signingToken } from '#lib/processes/signers/link'
import type { FrameLinkRecord } from '../schema.ts'
import { openText, sealText, writeFrameSession } from './frame-session.ts'

const PURPOSE = 'frame link'
const VALID_SECONDS = 600
/** As long as a confirmed code counts. */
const SESSION_SECONDS = 12 * 3600

/**
 * A link that shows the signing page in a frame of the tenant's own product: for ten minutes, once. The trail says that
 * the link was disclosed.
 * @throws AppError `insufficient_scope`, `not_found`; `invalid_state` before the signer's turn, without an origin that
 * may show it, and for signers who confirm at the provider of their certificate, which no frame can show
 */
export async function createFrameLink(
  ctx: Ctx,
  processId: number,
  signerId: number,
): Promise<FrameLinkRecord> {
  authorize(ctx, 'process.disclose_link')
  if (!maySeeLinks(ctx)) throw forbidden()
  const token = await write(ctx, async (tx) => {
    const { status } = await lockProcess(tx, ctx, processId)
    const [signer] = await findSigners(tx, ctx, processId, [signerId])
    if (!signer) throw notFound()
    if (signer.tokenNonce === null) throw invalidState(errorText('refusals.notSignerTurn'), status)
    if (signer.signatureLevel !== 'simple')
      throw invalidState(errorText('refusals.confirmedAtProvider'), status)
    if ((await findOrigins(tx, ctx)).length === 0)
      throw invalidState(errorText('refusals.noEmbedOrigins'), status)
    await recordDisclosure(tx, ctx, processId, [signer])
    return signingToken({ tokenNonce: signer.tokenNonce })
  })
  const expiresAt = addSeconds(ctx.now, VALID_SECONDS)
  const code = sealText(PURPOSE, { token }, expiresAt)
  return { url: `${env().appUrl}/embed/${code}`, expires_at: expiresAt.toISOString() }
}

/** Uses a link. @returns the token of the frame's session; null for an expired, used or unknown link */
export async function redeemFrameLink(code: string, now: Date): Promise<string | null> {
  const link = openText<{ token: string }>(PURPOSE, code, now)
  if (!link) return null
  const { token } = link
  const signerRef = await findSigner(sha256Hex(token))
  if (!signerRef) return null
  const origins = await read(signerRef, (reader) => findOrigins(reader, signerRef))
  const use = await consumeStrict('frame-link', code, { points: 1, windowSeconds: VALID_SECONDS })
  return use.allowed ? writeFrameSession({ token, origins }, addSeconds(now, SESSION_SECONDS)) : null
}

async function findOrigins(reader: Reader, { tenantId }: Pick<Ctx, 'tenantId'>): Promise<string[]> {
  const [tenant] = await reader
    .select({ origins: tenants.embedOrigins })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return tenant!.origins
}
