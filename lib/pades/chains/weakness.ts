import type { X509Certificate } from 'node:crypto'
import { findIssuingWeakness, type IssuingWeakness } from '../cms/issuing.ts'

/**
 * The first weak algorithm and the first weak key with which the certificates of a path were issued (ETSI EN 319 102-1,
 * 5.2.6.4). How the last one was issued does not matter: it is trusted as it is.
 */
export function findPathWeakness(certificates: readonly X509Certificate[]): IssuingWeakness {
  const found = certificates
    .slice(1)
    .map((issuer, index) => findIssuingWeakness(certificates[index]!, issuer))
  return {
    algorithm: found.find(({ algorithm }) => algorithm)?.algorithm ?? null,
    key: found.find(({ key }) => key)?.key ?? null,
  }
}

/** Whether each certificate of a path but the last was issued with strong algorithms and keys. */
export function isStrongPath(certificates: readonly X509Certificate[]): boolean {
  const { algorithm, key } = findPathWeakness(certificates)
  return !algorithm && !key
}
