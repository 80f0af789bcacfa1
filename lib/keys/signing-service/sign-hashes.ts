import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { errorText } from '#lib/messages/errors'
import { ecdsaSignature } from '#lib/pades/cms/der'
import { getHashId } from '#lib/pades/cms/signature-algorithm'
import { openSession, type ServiceAccess, type ServiceSession } from './client.ts'
import type { RemoteCredential } from './credential.ts'
import { ServiceProblem } from './service-problem.ts'

/** What the signer has entered for an authentication object. */
interface AuthValue {
  id: string
  value: string
}

const CHECK_SECONDS = 2
/** How long a job waits for a person who confirms on another device. */
const CONFIRMATION_SECONDS = 120

/**
 * Authorizes these hashes with what was entered, and has them signed (11.6, 11.10).
 * @param maxSeconds how long a person who confirms on another device is waited for
 * @throws ServiceProblem
 */
export async function authorizeAndSign(
  access: ServiceAccess,
  credential: RemoteCredential,
  authData: AuthValue[],
  data: Uint8Array[],
  maxSeconds = CONFIRMATION_SECONDS,
): Promise<Uint8Array[]> {
  const call = await openSession(access)
  const endsAt = performance.now() + maxSeconds * 1000
  const { hashes, hashAlgorithmOID } = hashAll(credential, data)
  const objects = [...authData, ...credential.outOfBand.map((id) => ({ id }))]
  const request = {
    ...{ credentialID: credential.id, numSignatures: hashes.length, hashes, hashAlgorithmOID },
    ...(objects.length > 0 && { authData: objects }),
  }
  const response = await call('credentials/authorize', request, maxSeconds)
  return signHashes(call, credential, await waitForSad(call, response, endsAt), data)
}

/** Has hashes signed that were authorized at the provider: its access token is the SAD (11.10). @throws ServiceProblem */
export async function signWithToken(
  access: ServiceAccess,
  credential: RemoteCredential,
  token: string,
  data: Uint8Array[],
): Promise<Uint8Array[]> {
  return signHashes(await openSession(access), credential, token, data)
}

/** The hashes in Base64, and the identifier of their algorithm. */
export function hashAll({ algorithm }: Pick<RemoteCredential, 'algorithm'>, data: Uint8Array[]) {
  return {
    hashes: data.map((bytes) => createHash(algorithm.hash).update(bytes).digest('base64')),
    hashAlgorithmOID: getHashId(algorithm.hash),
  }
}

/** The SAD, also of an authorization that is still under way (11.7). */
async function waitForSad(
  call: ServiceSession,
  { SAD, handle }: { SAD?: string | undefined; handle?: string | undefined },
  endsAt: number,
): Promise<string> {
  const method = 'credentials/authorize'
  while (SAD === undefined && handle !== undefined) {
    if (performance.now() + CHECK_SECONDS * 1000 > endsAt)
      throw new ServiceProblem(
        errorText('keys.serviceRefuses', { method, reason: 'not confirmed in time' }),
        {
          code: 'expired_token',
        },
      )
    await setTimeout(CHECK_SECONDS * 1000)
    const response = await call('credentials/authorizeCheck', { handle })
    SAD = response.SAD
    handle = response.handle ?? handle
  }
  if (SAD === undefined) throw new ServiceProblem(errorText('keys.serviceUnexpected', { method }))
  return SAD
}

async function signHashes(
  call: ServiceSession,
  credential: RemoteCredential,
  SAD: string,
  data: Uint8Array[],
): Promise<Uint8Array[]> {
  const { signAlgo, algorithm } = credential
  const { signatures } = await call('signatures/signHash', {
    ...{ credentialID: credential.id, SAD, ...hashAll(credential, data), signAlgo },
    ...(algorithm.pss && { signAlgoParams: algorithm.pss.parameters.toString('base64') }),
  })
  return data.map((bytes, index) => checkSignature(credential, bytes, signatures[index] ?? ''))
}

/** @throws ServiceProblem unless the signature is that of the credential's key */
function checkSignature(
  { certificate, algorithm }: RemoteCredential,
  data: Uint8Array,
  text: string,
): Uint8Array {
  const { hash, isRsa, pss } = algorithm
  const { publicKey } = new X509Certificate(certificate)
  const signature = new Uint8Array(Buffer.from(text, 'base64'))
  // Some services return r and s of an ECDSA signature concatenated; in DER it is longer.
  const plainBytes = publicKey.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 96 : 64
  const encoded = !isRsa && signature.length === plainBytes ? ecdsaSignature(signature) : signature
  const key = pss
    ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength }
    : publicKey
  if (!verify(hash, data, key, encoded))
    throw new ServiceProblem(errorText('keys.serviceUnexpected', { method: 'signatures/signHash' }))
  return encoded
}
