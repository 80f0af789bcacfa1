import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { consumeStrict } from '#lib/limits/limiter'
import { signingToken } from '#lib/processes/signers/link'
import { getActingSigner, lockSigningSession } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import type { PhoneLinkRecord } from '../schema.ts'

const PURPOSE = 'phone link'
const VALID_SECONDS = 600

/** The content of a phone link, encrypted. */
interface PhoneLink {
  tenantId: number
  signerId: number
  /** Of the signing link: a replaced one ends its phone links too. */
  tokenHash: string
  expiresAt: string
}

/**
 * A link with which the signer goes on by phone: for ten minutes, once. The phone confirms a code of its own where the
 * process requires one.
 */
export function createPhoneLink(ctx: Ctx): Promise<PhoneLinkRecord> {
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    const { process, signer } = session
    const { tokenHash } = getActingSigner(ctx)
    const expiresAt = addSeconds(ctx.now, VALID_SECONDS).toISOString()
    const content: PhoneLink = { tenantId: ctx.tenantId, signerId: signer.id, tokenHash, expiresAt }
    const code = encrypt(PURPOSE, Buffer.from(JSON.stringify(content))).toString('base64url')
    const { name, email } = signer
    await record(tx, ctx, {
      type: 'signature.phone_linked',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, name, email },
    })
    return { url: `${env().appUrl}/sign/phone/${code}`, expires_at: expiresAt }
  })
}

/** Uses a phone link. @returns the token of the signing link; null for an expired, used or unknown phone link */
export async function redeemPhoneLink(code: string, now: Date): Promise<string | null> {
  const link = parse(code)
  if (!link || new Date(link.expiresAt) <= now) return null
  const { tenantId, signerId, tokenHash } = link
  const [signer] = await read({ tenantId }, (reader) =>
    reader
      .select({ tokenNonce: signers.tokenNonce })
      .from(signers)
      .where(and(eq(signers.tenantId, tenantId), eq(signers.id, signerId), eq(signers.tokenHash, tokenHash))),
  )
  if (!signer?.tokenNonce) return null
  const use = await consumeStrict('phone-link', code, { points: 1, windowSeconds: VALID_SECONDS })
  return use.allowed ? signingToken({ tokenNonce: signer.tokenNonce }) : null
}

function parse(code: string): PhoneLink | null {
  try {
    return JSON.parse(decrypt(PURPOSE, Buffer.from(code, 'base64url')).toString('utf8')) as PhoneLink
  } catch {
    return null
  }
}
