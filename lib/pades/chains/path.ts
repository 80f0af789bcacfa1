import type { X509Certificate } from 'node:crypto'
import { hasUnknownCriticalExtension, isSignedBy, isVersion1 } from '../cms/certificate.ts'
import { readComparableNames } from '../cms/names.ts'
import { isLimitedToNames, readPathLength } from './constraints.ts'
import { hasRequiredPolicy } from './policies.ts'
import { isStrongPath } from './weakness.ts'

/** A certificate that is trusted as it is. */
interface Anchor {
  certificate: X509Certificate
}

/** The chain of a certificate up to a trust anchor. */
export interface Path<A extends Anchor> {
  root: A
  /** From the signer's to the anchor's. */
  certificates: X509Certificate[]
}

/** What a path may lead through, and to. */
export interface PathSources<A extends Anchor> {
  anchors: readonly A[]
  /** The certificates of the signature. */
  issuers: readonly X509Certificate[]
  /** Further authorities by their subject (`readComparableNames`), as each signature looks for few of many. */
  store: ReadonlyMap<string, X509Certificate[]>
}

/** Longer chains are not followed. */
const MAX_CHAIN_LENGTH = 8
/** Authorities that are tried for one signature, which could name thousands with the same name and key. */
const MAX_TRIED = 50

/** Whether a certificate is valid from one time to another. */
export function isValidIn({ validFromDate, validToDate }: X509Certificate, from: Date, to: Date): boolean {
  return validFromDate <= from && to <= validToDate
}

/**
 * Whether the certificates of a path are valid from one time to another. The validity of the anchor is no condition (RFC
 * 5280, 6.1.1 (d)), unless it is the signer's own.
 */
export function isPathValidIn(certificates: readonly X509Certificate[], from: Date, to: Date): boolean {
  const [first, ...issuers] = certificates
  return [first!, ...issuers.slice(0, -1)].every((one) => isValidIn(one, from, to))
}

/**
 * Finds the path of a certificate to a trust anchor. It checks signatures, not only names, and lengths of paths (RFC
 * 5280, 6.1). An authority between that is limited to some names, or has a critical
 * extension that is unknown here, is not followed, nor a path without a policy that one demands. A path whose issuers are valid from one
 * time to another goes before others, as an authority may have been renewed with the same name and key, and then one that
 * is strong: it does not check that the path is either.
 * @returns null without such a path
 */
export function findPath<A extends Anchor>(
  leaf: X509Certificate,
  sources: PathSources<A>,
  from: Date,
  to = from,
): Path<A> | null {
  const isValid = (certificate: X509Certificate) => isValidIn(certificate, from, to)
  let best: Path<A> | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const path of listPaths(sources, { isValid, left: MAX_TRIED }, [leaf])) {
    const faults = countFaults(path, isValid)
    if (faults < fewest && hasRequiredPolicy(path.certificates)) [best, fewest] = [path, faults]
    if (fewest === 0) break
  }
  return best
}

/** The validity of an anchor is no condition of a path (RFC 5280, 6.1.1 (d)), but one that is valid is preferred. */
function countFaults<A extends Anchor>(
  { certificates }: Path<A>,
  isValid: (certificate: X509Certificate) => boolean,
): number {
  const issuers = certificates.slice(1)
  const outOfValidity = issuers.every(isValid) ? 0 : issuers.slice(0, -1).every(isValid) ? 2 : 4
  return outOfValidity + (isStrongPath(certificates) ? 0 : 1)
}

interface Search {
  isValid(issuer: X509Certificate): boolean
  /** How many authorities may still be tried. */
  left: number
}

/** Goes back where an authority leads nowhere: cross-signed ones have the same name and key. */
function* listPaths<A extends Anchor>(
  sources: PathSources<A>,
  search: Search,
  certificates: X509Certificate[],
): Generator<Path<A>> {
  const { anchors, issuers, store } = sources
  const subject = certificates.at(-1)!
  const itself = anchors.find(({ certificate }) => certificate.raw.equals(subject.raw))
  if (itself) {
    yield { root: itself, certificates }
    return
  }
  // Those that are self-issued, such as at a change of keys, do not count (4.2.1.9).
  const authorityCount = certificates.slice(1).filter((one) => one.subject !== one.issuer).length
  for (const root of anchors)
    if (isIssuer(root.certificate, subject, authorityCount) && mayIssue(root.certificate))
      yield { root, certificates: [...certificates, root.certificate] }
  if (certificates.length === MAX_CHAIN_LENGTH) return
  const stored = (store.get(readComparableNames(subject).issuer) ?? []).slice(0, MAX_TRIED)
  const candidates = [...issuers, ...stored].filter(
    (issuer) => subject.checkIssued(issuer) && !certificates.some(({ raw }) => raw.equals(issuer.raw)),
  )
  const [valid, others] = [
    candidates.filter(search.isValid),
    candidates.filter((one) => !search.isValid(one)),
  ]
  for (const issuer of [...valid, ...others]) {
    if (search.left-- <= 0) return
    const isUnderstood = !isLimitedToNames(issuer) && !hasUnknownCriticalExtension(issuer)
    if (issuer.ca && isUnderstood && isIssuer(issuer, subject, authorityCount))
      yield* listPaths(sources, search, [...certificates, issuer])
  }
}

/** @param authorityCount how many authorities are below the issuer in the path */
function isIssuer(issuer: X509Certificate, subject: X509Certificate, authorityCount: number): boolean {
  return isSignedBy(subject, issuer) && authorityCount <= readPathLength(issuer)
}

/**
 * Whether an anchor is that of an authority: a root of version 1 has no extension that says so. Any other without is a
 * signer's (4.2.1.9), who must not vouch for others.
 */
function mayIssue(anchor: X509Certificate): boolean {
  return anchor.ca || (isVersion1(anchor.raw) && isSignedBy(anchor, anchor))
}
