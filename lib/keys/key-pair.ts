import { X509Certificate } from 'node:crypto'
import { ecdsaSignature } from '#lib/pades/cms/der'
import type { Signer } from '#lib/pades/cms/identity'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'

/** A certificate with its private key in this process. */
export interface KeyPair extends Pick<Signer, 'certificate' | 'sign'> {
  privateKey: CryptoKey
}

export function makeKeyPair(certificate: Uint8Array, privateKey: CryptoKey): KeyPair {
  return {
    certificate,
    privateKey,
    async sign(data) {
      const algorithm = getWebCryptoAlgorithm(certificate)
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, new Uint8Array(data)))
      return algorithm.name === 'ECDSA' ? ecdsaSignature(signature) : signature
    },
  }
}

/**
 * Imports the private key of a certificate.
 * @param pkcs8 PrivateKeyInfo (RFC 5208), DER
 */
export async function importKeyPair(
  certificate: Uint8Array,
  pkcs8: Uint8Array<ArrayBuffer>,
  { extractable }: { extractable: boolean },
): Promise<KeyPair> {
  const algorithm = getWebCryptoAlgorithm(certificate)
  return makeKeyPair(
    certificate,
    await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, extractable, ['sign']),
  )
}

interface WebCryptoAlgorithm {
  name: 'ECDSA' | 'RSASSA-PKCS1-v1_5'
  namedCurve?: 'P-256' | 'P-384'
  hash: 'SHA-256' | 'SHA-384'
}

/** The names of WebCrypto for the key of a certificate and its signatures. @throws Error for keys that cannot sign */
export function getWebCryptoAlgorithm(certificate: Uint8Array): WebCryptoAlgorithm {
  const { hash } = getSignatureAlgorithm(certificate)
  const hashName = hash === 'sha256' ? 'SHA-256' : 'SHA-384'
  const { asymmetricKeyType } = new X509Certificate(certificate).publicKey
  return asymmetricKeyType === 'rsa'
    ? { name: 'RSASSA-PKCS1-v1_5', hash: hashName }
    : { name: 'ECDSA', namedCurve: hash === 'sha256' ? 'P-256' : 'P-384', hash: hashName }
}
