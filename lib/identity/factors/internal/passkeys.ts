import type { passkeys } from '#db/schema/identity-sign-in'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import type { Assertion, Registration } from '#lib/identity/factors/schema'

export type PasskeyRow = typeof passkeys.$inferSelect

const TIMEOUT_MILLISECONDS = 120_000
/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The site that passkeys are bound to: a passkey of another `APP_URL` does not work here. */
function relyingParty() {
  const { hostname, origin } = new URL(env().appUrl)
  return { id: hostname, origin }
}

/** Loaded on first use to save memory; the library's certificate parser requires reflect-metadata. */
async function webAuthn() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

/** The WebAuthn options with which the browser creates a passkey. @param challenge base64url */
export async function creationOptions(
  user: { id: number; name: string; email: string },
  existing: PasskeyRow[],
  challenge: string,
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Paraph',
    rpID: relyingParty().id,
    userID: new TextEncoder().encode(`user ${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    challenge: decodeChallenge(challenge),
    timeout: TIMEOUT_MILLISECONDS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** The WebAuthn options with which the browser uses one of the passkeys. @param challenge base64url */
export async function requestOptions(existing: PasskeyRow[], challenge: string) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: decodeChallenge(challenge),
    timeout: TIMEOUT_MILLISECONDS,
    allowCredentials: existing.map(toDescriptor),
    userVerification: 'required',
  })
}

/**
 * Verifies a new passkey: challenge, origin, relying party and user verification; null if a check fails. No attestation is
 * asked for (`none`), so a browser sends none or a self attestation (WebAuthn Level 3, 5.1.3). Any other is refused before
 * the library reads it: for certificates of `android-key` it fetches whatever addresses they name for their CRLs.
 */
export async function verifyRegistration(
  { clientExtensionResults, ...response }: Registration,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await webAuthn()
  const { id, origin } = relyingParty()
  try {
    await assertNoCertificates(response.response.attestationObject)
    const result = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return result.registrationInfo?.credential ?? null
  } catch (error) {
    return refused(error)
  }
}

/** @param attestationObject base64url */
async function assertNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  const attestsItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !attestsItself) throw new Error(`The attestation ${format} was not asked for.`)
}

/**
 * Verifies the use of a passkey: challenge, origin, relying party, user verification, signature, and that the signature
 * counter has increased.
 * @returns the new counter; null if a check fails
 */
export async function verifyAssertion(
  response: Assertion,
  challenge: string,
  { credentialId, publicKey, counter }: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { id, origin } = relyingParty()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(refused)
  return result?.verified ? result.authenticationInfo.newCounter : null
}

/** The library throws for wrong input as well, so every error is a refusal. */
function refused(error: unknown): null {
  log().info({ err: error }, 'a passkey was refused')
  return null
}

function toDescriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports }
}

function decodeChallenge(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}
