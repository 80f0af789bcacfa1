import { createHmac } from 'node:crypto'
import { env } from '#lib/core/env'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** What a signer's row keeps of a link: enough to show it again, and no use to who reads the database. */
interface StoredLink {
  tokenNonce: string
  tokenHash: string
}

/** A fresh link for one signer; the token itself is derived again whenever it must be shown. */
export function newSigningLink(): StoredLink {
  const tokenNonce = randomToken(16)
  return { tokenNonce, tokenHash: sha256Hex(signingToken({ tokenNonce })) }
}

/** The token of a stored link: 32 bytes, base64url. */
export function signingToken({ tokenNonce }: Pick<StoredLink, 'tokenNonce'>): string {
  return createHmac('sha256', deriveKey('signing link')).update(tokenNonce).digest('base64url')
}

/** The address a signer opens; null before they have a link. */
export function signingUrl(signer: { tokenNonce: string | null }): string | null {
  return signer.tokenNonce ? `${env().appUrl}/sign/${signingToken({ tokenNonce: signer.tokenNonce })}` : null
}
