import { createHmac } from 'node:crypto'
import { env } from '#lib/core/env'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** Short, so that its QR code has few modules: 16 bytes. */
const TOKEN_CHARACTERS = 22

/** The columns of a new link; its token can be derived from them only with the installation key. */
export function newLinkToken(): { tokenNonce: string; tokenHash: string } {
  const tokenNonce = randomToken(16)
  return { tokenNonce, tokenHash: sha256Hex(linkToken({ tokenNonce })) }
}

function linkToken({ tokenNonce }: { tokenNonce: string }): string {
  const mac = createHmac('sha256', deriveKey('template link')).update(tokenNonce).digest('base64url')
  return mac.slice(0, TOKEN_CHARACTERS)
}

/** Where visitors open a link. */
export function linkUrl(link: { tokenNonce: string }): string {
  return `${env().appUrl}/sign/link/${linkToken(link)}`
}
