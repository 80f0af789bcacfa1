import { computeDigest } from './algorithms.ts'

/** Finds a certificate, DER, by its hash; `algorithm` as node:crypto names it. */
export type FindCertificate = (algorithm: string, digest: Uint8Array) => Uint8Array | undefined

/** Certificates that are found by their hashes, each of which is made once. */
export class KnownCertificates {
  readonly #certificates: Uint8Array[] = []
  /** By the algorithm: the certificates by their hash, and how many of them were hashed. */
  readonly #hashed = new Map<string, { count: number; byDigest: Map<string, Uint8Array> }>()

  /** @param certificates DER */
  constructor(certificates: readonly Uint8Array[] = []) {
    this.add(certificates)
  }

  /** @param certificates DER */
  add(certificates: readonly Uint8Array[]): void {
    for (const certificate of certificates) this.#certificates.push(certificate)
  }

  /** @throws Error for an algorithm that node:crypto does not have */
  find: FindCertificate = (algorithm, digest) => {
    const hashed = this.#hashed.get(algorithm) ?? { count: 0, byDigest: new Map() }
    this.#hashed.set(algorithm, hashed)
    for (; hashed.count < this.#certificates.length; hashed.count++) {
      const certificate = this.#certificates[hashed.count]!
      hashed.byDigest.set(toKey(computeDigest(algorithm, certificate)), certificate)
    }
    return hashed.byDigest.get(toKey(digest))
  }
}

function toKey(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64')
}
