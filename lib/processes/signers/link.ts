import { createHmac } from 'node:crypto'
import { env } from '#lib/core/env'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** How many characters of the token's SHA-256 in hexadecimal are the handle. */
const HANDLE_CHARACTERS = 16

/** The columns of a signing link. The token can be derived from them only with the installation key. */
interface StoredLink {
  tokenNonce: string
  tokenHash: string
}

/** A new link for one signer; its token is derived whenever it is shown. */
export function newSigningLink(): StoredLink {
  const tokenNonce = randomToken(16)
  return { tokenNonce, tokenHash: sha256Hex(signingToken({ tokenNonce })) }
}

/** The token of a stored link: 32 bytes, base64url. */
export function signingToken({ tokenNonce }: Pick<StoredLink, 'tokenNonce'>): string {
  return createHmac('sha256', deriveKey('signing link')).update(tokenNonce).digest('base64url')
}

/** What names a link in URLs, names of cookies and the trail: useless without the token. */
export function linkHandle(tokenHash: string): string {
  return tokenHash.slice(0, HANDLE_CHARACTERS)
}

/** The signing URL; null before the signer is invited. */
export function signingUrl(signer: { tokenNonce: string | null }): string | null {
  return signer.tokenNonce ? `${env().appUrl}/sign/${signingToken({ tokenNonce: signer.tokenNonce })}` : null
}
