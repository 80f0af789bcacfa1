import type { X509Certificate } from 'node:crypto'
import { findKeyWeakness, findWeakScheme } from './algorithms.ts'
import { parse, readChildren } from './asn1.ts'
import { readAlgorithm } from './cms-read.ts'

/** What is weak about how a certificate was issued. */
export interface IssuingWeakness {
  /** Algorithms of the issuer's signature, such as `SHA-1`; null without a weak one. */
  algorithm: string | null
  /** The key of the issuer, such as `RSA 1024`; null for a strong one. */
  key: string | null
}

/** What is weak about the signature of `issuer`, which `isSignedBy` has verified, on a certificate. */
export function findIssuingWeakness(
  subject: X509Certificate,
  { publicKey }: X509Certificate,
): IssuingWeakness {
  const key = findKeyWeakness(publicKey)
  try {
    const [, algorithm] = readChildren(parse(subject.raw))
    return { algorithm: findWeakScheme(publicKey, readAlgorithm(algorithm)), key }
  } catch {
    // OpenSSL reads encodings that are malformed.
    return { algorithm: '(none)', key }
  }
}
