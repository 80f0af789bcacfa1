import { readCommonName } from '#lib/pades/cms/names'
import type { SignatureReport } from '#lib/pades/verify'
import { buildChain, isForTimeStamps, type TrustAnchor } from './trust-anchors.ts'

/** Since when a signature is known to exist. */
export interface Proof {
  /** The earliest time stamp over it of an authority that is trusted; the time of the verification without one. */
  existedAt: Date
  /** The authority, where the signature has a trusted time stamp of its own. */
  ownAuthority: string | null
}

/**
 * The proof of existence of each signature (ETSI EN 319 102-1, 5.6.2.3). From the last revision to the first, as a time
 * stamp counts at the time at which it is itself known to exist: later ones keep it alive beyond its certificate.
 * @param signatures in the order of their revisions
 */
export function findProofs(signatures: SignatureReport[], anchors: TrustAnchor[], now: Date): Proof[] {
  let existedAt = now
  const proofs = signatures.toReversed().map((signature): Proof => {
    const { subFilter, valid, signedAt, timestampedAt, timestampCertificates, certificate } = signature
    const { otherCertificates, signerName } = signature
    const isTrusted = (time: string, [authority, ...others]: Uint8Array[], revokedAt?: string) =>
      authority !== undefined &&
      isTrustedStamp(authority, others, new Date(time), existedAt, anchors) &&
      !(revokedAt && new Date(revokedAt) <= existedAt)
    if (subFilter === 'ETSI.RFC3161') {
      const proof = { existedAt, ownAuthority: null }
      const certificates = [certificate, ...otherCertificates]
      if (!valid || !signedAt || !isTrusted(signedAt, certificates, signature.revocation?.revokedAt))
        return proof
      existedAt = earlier(existedAt, signedAt)
      return { ...proof, ownAuthority: signerName }
    }
    const [authority] = timestampCertificates
    return timestampedAt && authority && isTrusted(timestampedAt, timestampCertificates)
      ? { existedAt: earlier(existedAt, timestampedAt), ownAuthority: readCommonName(authority) }
      : { existedAt, ownAuthority: null }
  })
  return proofs.reverse()
}

function isTrustedStamp(
  certificate: Uint8Array,
  otherCertificates: Uint8Array[],
  stampedAt: Date,
  existedAt: Date,
  anchors: TrustAnchor[],
): boolean {
  const chain = buildChain(anchors, { certificate, otherCertificates })
  return (
    chain !== null &&
    !chain.root.testMode &&
    isForTimeStamps(chain.certificates[0]!) &&
    chain.certificates.every(
      ({ validFromDate, validToDate }) => validFromDate <= stampedAt && existedAt <= validToDate,
    )
  )
}

function earlier(time: Date, other: string): Date {
  return new Date(Math.min(time.getTime(), Date.parse(other)))
}
