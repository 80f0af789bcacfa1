import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { findRootCertificates } from '#lib/keys/authorities'
import { listOperatorKeys, loadTrustedRoots } from '#lib/keys/operator-keys'
import { findListedCertificates, type ListedService } from '#lib/keys/trusted-lists'
import { findPath, type Path } from '#lib/pades/chains/path'
import { readCertificate, readCertificateFields } from '#lib/pades/cms/certificate'
import { readComparableNames } from '#lib/pades/cms/names'
import type { SignatureReport } from '#lib/pades/signature-report'
import { listCertificates } from '#lib/pades/time-stamps/time-stamp-verify'
import { isGrantedAt } from '#lib/pades/trusted-lists/qualification'
import type { ServiceType } from '#lib/pades/trusted-lists/service'
import type { VerifyReport } from '#lib/pades/verify'

/** A certificate that is trusted as it is: a root, or one of the operator's keys. */
export interface TrustAnchor {
  certificate: X509Certificate
  testMode: boolean
  /** It signs for this installation only: what it vouches for was signed here. */
  isOwn: boolean
  /** The services of trusted lists that it stands for, where it is trusted for them alone. */
  services?: ListedService[]
}

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
  const certificates = signatures.flatMap(listCertificates)
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
  /** As in `PathSources`. */
  store: ReadonlyMap<string, X509Certificate[]>
}

/** @param storeCertificates authorities of the document security store, DER */
export function makeTrust(anchors: TrustAnchor[], storeCertificates: Uint8Array[]): Trust {
  const authorities = storeCertificates.flatMap((der) => readCertificate(der) ?? [])
  return { anchors, store: Map.groupBy(authorities, (authority) => readComparableNames(authority).subject) }
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
export type Chain = Path<TrustAnchor>

/**
 * Builds the chain of a certificate to a trust anchor, with the certificates of the signature and of the security store
 * (ISO 32000-2, 12.8.4.3), as `findPath` finds it.
 * @returns null without such a chain
 */
export function buildChain(
  trust: Trust,
  { certificate, otherCertificates }: Pick<SignatureReport, 'certificate' | 'otherCertificates'>,
  from: Date,
  to = from,
): Chain | null {
  const leaf = readCertificate(certificate)
  const issuers = otherCertificates.flatMap((der) => readCertificate(der) ?? [])
  return leaf && findPath(leaf, { ...trust, issuers }, from, to)
}
