import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { findRootCertificates } from '#lib/keys/authorities'
import { listOperatorKeys, loadTrustedRoots } from '#lib/keys/operator-keys'
import { findListedCertificates, type ListedService } from '#lib/keys/trusted-lists'
import { isUniversal, readChildren, readInteger } from '#lib/pades/cms/asn1'
import { isSignedBy, readCertificate, readCertificateFields, readExtension } from '#lib/pades/cms/certificate'
import { isForDocuments } from '#lib/pades/keys/certificate-path'
import { isGrantedAt } from '#lib/pades/trusted-lists/qualification'
import type { ServiceType } from '#lib/pades/trusted-lists/service'
import type { SignatureReport, VerifyReport } from '#lib/pades/verify'

/** A certificate that is trusted as it is: a root, or one of the operator's keys. */
export interface TrustAnchor {
  certificate: X509Certificate
  testMode: boolean
  /** It signs for this installation only: what it vouches for was signed here. */
  isOwn: boolean
  /** The services of trusted lists that it stands for, where it is trusted for them alone. */
  services?: ListedService[]
}

/** Longer chains are not followed. */
const MAX_CHAIN_LENGTH = 8
/** Authorities that are tried for one signature, which could name thousands with the same name and key. */
const MAX_TRIED = 50

/** The roots of this installation, for live and test mode; the operator's keys; the roots that the operator trusts. */
export async function trustAnchors(): Promise<TrustAnchor[]> {
  const [roots, keys, trusted] = await Promise.all([
    read({ tenantId: 0 }, findRootCertificates),
    listOperatorKeys(),
    loadTrustedRoots(),
  ])
  const toAnchor = (isOwn: boolean) => (certificate: Uint8Array) => ({
    certificate: new X509Certificate(certificate),
    testMode: false,
    isOwn,
  })
  return [
    ...roots.map(({ certificate, testMode }) => ({ ...toAnchor(true)(certificate), testMode })),
    ...keys.map(({ certificate }) => certificate).map(toAnchor(true)),
    ...trusted.map(toAnchor(false)),
  ]
}

/** The certificates of trusted lists that may have issued a certificate of the file, or are one of them. */
export async function findListedAnchors({
  signatures,
  storeCertificates,
}: Pick<VerifyReport, 'signatures' | 'storeCertificates'>): Promise<TrustAnchor[]> {
  const certificates = signatures.flatMap(({ certificate, otherCertificates, timestampCertificates }) => [
    certificate,
    ...otherCertificates,
    ...timestampCertificates,
  ])
  const listed = await findListedCertificates([...certificates, ...storeCertificates].flatMap(listNames))
  return listed.map((anchor) => ({ ...anchor, testMode: false, isOwn: false }))
}

/** The subject and the issuer of a certificate, DER; none of other bytes. */
function listNames(der: Uint8Array): Uint8Array[] {
  try {
    const { subject, issuer } = readCertificateFields(der)
    return [subject, issuer]
  } catch {
    return []
  }
}

/** What chains lead to, and what they may lead through besides the certificates of a signature. */
export interface Trust {
  anchors: TrustAnchor[]
  /** The authorities in the security store of the file by their subject, as each signature looks for few of many. */
  store: ReadonlyMap<string, X509Certificate[]>
}

/** @param storeCertificates authorities of the document security store, DER */
export function makeTrust(anchors: TrustAnchor[], storeCertificates: Uint8Array[]): Trust {
  const authorities = storeCertificates.flatMap((der) => readCertificate(der) ?? [])
  return { anchors, store: Map.groupBy(authorities, ({ subject }) => subject) }
}

/** Without the anchors that are not trusted for this at a time: those of trusted lists whose service was not granted. */
export function trustedAt({ anchors, store }: Trust, type: ServiceType, at: Date): Trust {
  const isTrusted = ({ services }: TrustAnchor) =>
    services?.some((service) => isGrantedAt(service, type, at)) ?? true
  return { anchors: anchors.filter(isTrusted), store }
}

/** The first service of an anchor that was granted at a time, ISO 8601; null for an anchor of another kind. */
export function findService({ services }: TrustAnchor, type: ServiceType, at: string): ListedService | null {
  return services?.find((service) => isGrantedAt(service, type, new Date(at))) ?? null
}

/** The chain of a certificate up to a trust anchor. */
export interface Chain {
  root: TrustAnchor
  /** From the signer's to the anchor's. */
  certificates: X509Certificate[]
}

/** Whether a certificate is valid from one time to another. */
export function isValidIn({ validFromDate, validToDate }: X509Certificate, from: Date, to: Date): boolean {
  return validFromDate <= from && to <= validToDate
}

/**
 * Builds the chain of a certificate to a trust anchor, with the certificates of the signature and of the security store
 * (ISO 32000-2, 12.8.4.3). It checks signatures, not only names, and lengths of paths (RFC 5280, 6.1). An authority
 * between that is limited to some names is not followed. Issuers that are valid from one time to another go before others,
 * as an authority may have been renewed with the same name and key: it does not check that the chain is valid then.
 * @returns null without such a chain
 */
export function buildChain(
  trust: Trust,
  { certificate, otherCertificates }: Pick<SignatureReport, 'certificate' | 'otherCertificates'>,
  from: Date,
  to = from,
): Chain | null {
  const leaf = readCertificate(certificate)
  if (!leaf) return null
  const issuers = otherCertificates.flatMap((der) => readCertificate(der) ?? [])
  const find = (isUsed: (issuer: X509Certificate) => boolean) =>
    findPath(trust, { issuers, isUsed, left: MAX_TRIED }, [leaf])
  return find((issuer) => isValidIn(issuer, from, to)) ?? find(() => true)
}

/** Where a path is looked for besides the trust. */
interface Search {
  /** The certificates of the signature. */
  issuers: X509Certificate[]
  /** Whether an issuer may be in the path. */
  isUsed(issuer: X509Certificate): boolean
  /** How many authorities may still be tried. */
  left: number
}

/** Goes back where an authority leads nowhere: cross-signed ones have the same name and key. */
function findPath(trust: Trust, search: Search, certificates: X509Certificate[]): Chain | null {
  const { anchors, store } = trust
  const subject = certificates.at(-1)!
  const itself = anchors.find(({ certificate: anchor }) => anchor.raw.equals(subject.raw))
  if (itself) return { root: itself, certificates }
  const authorityCount = certificates.length - 1
  const root = anchors.find(
    ({ certificate: anchor }) => search.isUsed(anchor) && isIssuer(anchor, subject, authorityCount),
  )
  if (root) return { root, certificates: [...certificates, root.certificate] }
  if (certificates.length === MAX_CHAIN_LENGTH) return null
  for (const issuer of [...search.issuers, ...(store.get(subject.issuer) ?? []).slice(0, MAX_TRIED)]) {
    if (!search.isUsed(issuer)) continue
    if (!subject.checkIssued(issuer) || certificates.some(({ raw }) => raw.equals(issuer.raw))) continue
    if (search.left-- <= 0) return null
    if (!isIssuer(issuer, subject, authorityCount) || isLimitedToNames(issuer)) continue
    const chain = findPath(trust, search, [...certificates, issuer])
    if (chain) return chain
  }
  return null
}

/** @param authorityCount how many authorities are below the issuer in the path */
function isIssuer(issuer: X509Certificate, subject: X509Certificate, authorityCount: number): boolean {
  return issuer.ca && isSignedBy(subject, issuer) && authorityCount <= readPathLength(issuer)
}

/** Object identifiers of extensions (RFC 5280, 4.2.1.9 and 4.2.1.10). */
const basicConstraints = '2.5.29.19'
const nameConstraints = '2.5.29.30'
/** Extended key usage id-kp-timeStamping (RFC 3161, 2.3). */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** pathLenConstraint: how many authorities may be below; one that cannot be read permits none. */
function readPathLength(issuer: X509Certificate): number {
  try {
    const length = readChildren(readExtension(issuer.raw, basicConstraints)).find((part) =>
      isUniversal(part, 'integer'),
    )
    return length ? Number(readInteger(length)) : Number.POSITIVE_INFINITY
  } catch {
    return 0
  }
}

function isLimitedToNames(issuer: X509Certificate): boolean {
  try {
    return readExtension(issuer.raw, nameConstraints) !== undefined
  } catch {
    return true
  }
}

/** Whether the key of the certificate may sign documents. */
export function maySignDocuments(certificate: X509Certificate): boolean {
  try {
    return isForDocuments(certificate.raw)
  } catch {
    return false
  }
}

/** Whether the certificate is that of a time-stamping authority. */
export function isForTimeStamps(certificate: X509Certificate): boolean {
  return certificate.keyUsage?.includes(timeStamping) ?? false
}
