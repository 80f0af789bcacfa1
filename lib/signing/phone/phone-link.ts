import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { findSigner } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, secondsUntil } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { decrypt, encrypt, readBase64url } from '#lib/core/secretbox'
import { consumeOnce } from '#lib/limits/limiter'
import { isLive } from '#lib/processes/facts'
import { FRAME_SESSION_SECONDS } from '#lib/processes/links/frame-seconds'
import { linkHandle, signingToken } from '#lib/processes/signers/link'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import { enterSigning } from '../enter.ts'
import { readFrameSession, writeFrameSession } from '../frame/frame-session.ts'
import { limitRequests } from '../help/limits.ts'
import { getActingSigner, loadSigningSession, lockSigningSession } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import type { PhoneLinkRecord } from '../schema.ts'

const PURPOSE = 'phone link'
const VALID_SECONDS = 600
const HASH_BYTES = 32
/** The length of links that earlier versions made. */
const BYTES_WITHOUT_END = HASH_BYTES + 9
const PLACES = [undefined, 'frame', 'in_person'] as const

/**
 * A link with which the signer goes on by phone: for ten minutes, once. The phone confirms a code of its own where the
 * process requires one.
 * @param pathPart the token or handle in the path of the request
 */
export async function createPhoneLink(ctx: Ctx, pathPart: string): Promise<PhoneLinkRecord> {
  await limitRequests('phone', getActingSigner(ctx).tokenHash)
  return read(ctx, async (reader) => {
    const session = await loadSigningSession(reader, ctx)
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    const expiresAt = addSeconds(ctx.now, VALID_SECONDS)
    const { tokenHash, place } = getActingSigner(ctx)
    const frame = readFrameSession(pathPart, ctx.now)
    const placeEndsAt = new Date(frame?.expiresAt ?? 0)
    const code = encodeLink({ tokenHash, expiresAt, place, placeEndsAt })
    return { url: `${env().appUrl}/sign/phone/${code}`, expires_at: expiresAt.toISOString() }
  })
}

/**
 * Uses a phone link, which the trail says.
 * @returns the token of the signing link, or, of a signer in a frame or on the device of a host, of a session that keeps this
 * place: neither the embedding page nor the host gets the link; null for an expired, used or unknown phone link
 */
export async function redeemPhoneLink(code: string, requestMeta: RequestMeta): Promise<string | null> {
  const link = decodeLink(code)
  if (!link || secondsUntil(link.expiresAt, requestMeta.now, VALID_SECONDS) === 0) return null
  const { tokenHash } = link
  const signerRef = await findSigner(tokenHash)
  if (!signerRef) return null
  const { tenantId } = signerRef
  const [signer] = await read(signerRef, (reader) =>
    reader
      .select({ tokenNonce: signers.tokenNonce })
      .from(signers)
      .where(and(eq(signers.tenantId, tenantId), eq(signers.tokenHash, tokenHash)))
      .limit(1),
  )
  if (!signer?.tokenNonce) return null
  if (!(await consumeOnce('phone-link', code, VALID_SECONDS))) return null
  const token = signingToken({ tokenNonce: signer.tokenNonce })
  const { place, placeEndsAt } = link
  await recordUse(await enterSigning(token, requestMeta, { place }))
  return place ? writeFrameSession({ token, origins: [], place }, placeEndsAt) : token
}

function recordUse(ctx: Ctx): Promise<void> {
  return write(ctx, async (tx) => {
    const { process, signer } = await lockSigningSession(tx, ctx)
    if (!isLive(process)) return
    const { tokenHash, place } = getActingSigner(ctx)
    await recordOfProcess(tx, ctx, process, 'signature.phone_linked', {
      ...namedSigner(signer),
      link: linkHandle(tokenHash),
      // In earlier versions the phone always got the link.
      ...(place && { without_link: true }),
    })
  })
}

interface Link {
  /** That of the signing link, so that a replaced one ends its phone links too. */
  tokenHash: string
  expiresAt: Date
  /** Where the signer was before, as in the context. */
  place: (typeof PLACES)[number]
  /** When the session of that place ends. */
  placeEndsAt: Date
}

/** Short, for a QR code. */
function encodeLink({ tokenHash, expiresAt, place, placeEndsAt }: Link): string {
  const content = Buffer.alloc(BYTES_WITHOUT_END + 8)
  content.write(tokenHash, 'hex')
  content.writeDoubleBE(expiresAt.getTime(), HASH_BYTES)
  content.writeUInt8(PLACES.indexOf(place), HASH_BYTES + 8)
  content.writeDoubleBE(placeEndsAt.getTime(), BYTES_WITHOUT_END)
  return encrypt(PURPOSE, content).toString('base64url')
}

function decodeLink(code: string): Link | null {
  const bytes = readBase64url(code)
  if (!bytes) return null
  try {
    const content = decrypt(PURPOSE, bytes)
    const expiresAt = new Date(content.readDoubleBE(HASH_BYTES))
    return {
      tokenHash: content.toString('hex', 0, HASH_BYTES),
      expiresAt,
      place: PLACES[content.readUInt8(HASH_BYTES + 8)],
      placeEndsAt:
        content.length === BYTES_WITHOUT_END
          ? addSeconds(expiresAt, FRAME_SESSION_SECONDS - VALID_SECONDS)
          : new Date(content.readDoubleBE(BYTES_WITHOUT_END)),
    }
  } catch {
    return null
  }
}
