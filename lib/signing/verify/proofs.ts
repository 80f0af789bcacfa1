import type { ListedService } from '#lib/keys/trusted-lists'
import { isForTimeStamps } from '#lib/pades/chains/certificate-use'
import { isPathValidIn } from '#lib/pades/chains/path'
import { isStrongPath } from '#lib/pades/chains/weakness'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import { readCommonName } from '#lib/pades/cms/names'
import type { Revocation } from '#lib/pades/cms/validation-data'
import type { SignatureReport, StampReport } from '#lib/pades/signature-report'
import { MAX_SKEW_SECONDS } from '#lib/pades/time-stamps/time-stamp'
import { findRevocation } from './chain-data.ts'
import { buildChain, type Chain, findService, type Trust, trustedAt } from './trust-anchors.ts'

const stampService = 'TSA/QTST'

/** Since when a signature is known to exist. */
export interface Proof {
  /** The earliest time stamp over it of an authority that is trusted; the time of the verification without one. */
  existedAt: Date
  /** That time stamp, where it is one of the signature's own. */
  stamp: StampReport | null
  /** The authority, where the signature has a trusted time stamp of its own. */
  ownAuthority: string | null
  /** The service of a trusted list that made that time stamp. */
  ownService: ListedService | null
}

/**
 * The proof of existence of each signature (ETSI EN 319 102-1, 5.6.2.3). From the last revision to the first, as a time
 * stamp counts at the time at which it is itself known to exist: later ones keep it alive beyond its certificate. One of
 * a revoked authority, of a future time, or with a weak algorithm or key in it or its chain, proves nothing (5.4, 5.5.4).
 * @param signatures in the order of their revisions
 */
export function findProofs(signatures: SignatureReport[], trust: Trust, now: Date): Proof[] {
  let existedAt = now
  const proofs = signatures.toReversed().map((signature): Proof => {
    const { subFilter, valid, signedAt, timestamps, certificate } = signature
    const { otherCertificates, signerName, revocations } = signature
    const unproven = { existedAt, stamp: null, ownAuthority: null, ownService: null }
    const findRoot = (time: string, certificates: Uint8Array[], revoked: Revocation[]) => {
      if (isOfFuture(time, now)) return null
      const chain = findStampChain(certificates, new Date(time), existedAt, trust)
      return chain && !findRevocation(revoked, chain, existedAt) ? chain.root : null
    }
    if (!signature.isRevocationKnown) return unproven
    if (isTimeStampFilter(subFilter)) {
      const certificates = [certificate, ...otherCertificates]
      const isStrong = !signature.weakAlgorithm && !signature.weakKey
      const root = valid && isStrong && signedAt ? findRoot(signedAt, certificates, revocations) : null
      if (!root) return unproven
      existedAt = earlier(existedAt, signedAt!)
      return { ...unproven, ownAuthority: signerName, ownService: findService(root, stampService, signedAt!) }
    }
    // Certificates of the signature are not repeated in its time stamp (EN 319 142-1, 6.3).
    const trusted = timestamps.flatMap((stamp) => {
      const root =
        stamp.weakness === null
          ? findRoot(stamp.time, [...stamp.certificates, ...otherCertificates], stamp.revocations)
          : null
      return root ? [{ stamp, root }] : []
    })
    const [earliest] = trusted.sort((a, b) => Date.parse(a.stamp.time) - Date.parse(b.stamp.time))
    if (!earliest) return unproven
    const { stamp, root } = earliest
    return {
      existedAt: earlier(existedAt, stamp.time),
      stamp,
      ownAuthority: readCommonName(stamp.certificates[0]!),
      ownService: findService(root, stampService, stamp.time),
    }
  })
  return proofs.reverse()
}

/** Whether a time stamp is of a time after that of the verification, beyond the allowed skew of clocks. */
export function isOfFuture(stampedAt: string, now: Date): boolean {
  return Date.parse(stampedAt) > now.getTime() + MAX_SKEW_SECONDS * 1000
}

/** The chain of a time-stamping authority that is trusted; null of any other. @param certificates its own first */
function findStampChain(
  [certificate, ...otherCertificates]: Uint8Array[],
  stampedAt: Date,
  existedAt: Date,
  trust: Trust,
): Chain | null {
  if (!certificate) return null
  const trusted = trustedAt(trust, stampService, stampedAt)
  const chain = buildChain(trusted, { certificate, otherCertificates }, stampedAt, existedAt)
  const isTrusted =
    chain !== null &&
    !chain.root.testMode &&
    isForTimeStamps(chain.certificates[0]!) &&
    isStrongPath(chain.certificates) &&
    isPathValidIn(chain.certificates, stampedAt, existedAt)
  return isTrusted ? chain : null
}

function earlier(time: Date, other: string): Date {
  return new Date(Math.min(time.getTime(), Date.parse(other)))
}
