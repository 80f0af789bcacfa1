import { env } from '#lib/core/env'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

const HANDLE_CHARACTERS = 16
const HANDLE = /^[0-9a-f]{16}$/

/** The id of the installation's provider in callback URLs. */
export const INSTALLATION_ID = 'oidc'

/** The id of a tenant's provider: it cannot be guessed from another tenant's. */
export function getProviderHandle(tenantId: number): string {
  return hmacHex(deriveKey('sso handle'), String(tenantId)).slice(0, HANDLE_CHARACTERS)
}

/** Whether a part of a URL has the form of a handle. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text)
}

/** The page on which the users of a tenant sign in. */
export function signInUrl(handle: string): string {
  return `${env().appUrl}/login/${handle}`
}

/** The redirect URI of a provider, or the assertion consumer service of SAML. */
export function callbackUrl(providerId: string): string {
  return `${env().appUrl}/api/auth/callback/${providerId}`
}

/** Our metadata for a SAML provider; also our entity id (SAML 2.0 Metadata, 4.1). */
export function metadataUrl(handle: string): string {
  return `${env().appUrl}/api/auth/metadata/${handle}`
}
