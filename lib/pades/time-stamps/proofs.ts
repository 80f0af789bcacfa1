import { isTimeStampFilter } from '../cms/cms-verify.ts'
import { readCommonName } from '../cms/names.ts'
import type { Revocation } from '../cms/validation-data.ts'
import type { SignatureReport, StampReport } from '../signature-report.ts'
import { MAX_SKEW_SECONDS } from './time-stamp.ts'

/** Since when a signature is known to exist. */
export interface Proof<A> {
  /** The earliest time stamp over it of an authority that is trusted; the time of the verification without one. */
  existedAt: Date
  /** That time stamp, where it is one of the signature's own. */
  stamp: StampReport | null
  /** The authority, where the signature has a trusted time stamp of its own. */
  ownAuthority: string | null
  /** Why that is trusted. */
  ownAnchor: A | null
}

/** A time stamp whose authority is to be judged. */
export interface JudgedStamp {
  stampedAt: Date
  /** DER, that of the authority first. */
  certificates: Uint8Array[]
  revocations: Revocation[]
}

/**
 * The proof of existence of each signature (ETSI EN 319 102-1, 5.6.2.3). From the last revision to the first, as a time
 * stamp counts at the time at which it is itself known to exist: later ones keep it alive beyond its certificate. One of
 * a future time, or with a weak algorithm or key, proves nothing (5.4, 5.5.4).
 * @param signatures in the order of their revisions
 * @param findAnchor why an authority is trusted from its time stamp to the time since when that is known to exist; null
 * where it is not
 */
export function findProofs<A>(
  signatures: SignatureReport[],
  findAnchor: (stamp: JudgedStamp, existedAt: Date) => A | null,
  now: Date,
): Proof<A>[] {
  let existedAt = now
  const proofs = signatures.toReversed().map((signature): Proof<A> => {
    const { subFilter, valid, signedAt, timestamps, certificate } = signature
    const { otherCertificates, signerName, revocations } = signature
    const unproven = { existedAt, stamp: null, ownAuthority: null, ownAnchor: null }
    const judge = (time: string, certificates: Uint8Array[], revoked: Revocation[]) =>
      isOfFuture(time, now)
        ? null
        : findAnchor({ stampedAt: new Date(time), certificates, revocations: revoked }, existedAt)
    if (!signature.isRevocationKnown) return unproven
    if (isTimeStampFilter(subFilter)) {
      const certificates = [certificate, ...otherCertificates]
      const isStrong = !signature.weakAlgorithm && !signature.weakKey
      const anchor = valid && isStrong && signedAt ? judge(signedAt, certificates, revocations) : null
      if (!anchor) return unproven
      existedAt = earlier(existedAt, signedAt!)
      return { ...unproven, ownAuthority: signerName, ownAnchor: anchor }
    }
    // Certificates of the signature are not repeated in its time stamp (EN 319 142-1, 6.3).
    const trusted = timestamps.flatMap((stamp) => {
      const anchor =
        stamp.weakness === null
          ? judge(stamp.time, [...stamp.certificates, ...otherCertificates], stamp.revocations)
          : null
      return anchor ? [{ stamp, anchor }] : []
    })
    const [earliest] = trusted.sort((a, b) => Date.parse(a.stamp.time) - Date.parse(b.stamp.time))
    if (!earliest) return unproven
    const { stamp, anchor } = earliest
    return {
      existedAt: earlier(existedAt, stamp.time),
      stamp,
      ownAuthority: readCommonName(stamp.certificates[0]!),
      ownAnchor: anchor,
    }
  })
  return proofs.reverse()
}

/** Whether a time stamp is of a time after that of the verification, beyond the allowed skew of clocks. */
export function isOfFuture(stampedAt: string, now: Date): boolean {
  return Date.parse(stampedAt) > now.getTime() + MAX_SKEW_SECONDS * 1000
}

function earlier(time: Date, other: string): Date {
  return new Date(Math.min(time.getTime(), Date.parse(other)))
}
