import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { findRootCertificates } from '#lib/keys/authorities'
import { listOperatorKeys, loadTrustedRoots } from '#lib/keys/operator-keys'
import { isSignedBy, readCertificate } from '#lib/pades/cms/certificate'
import type { SignatureReport } from '#lib/pades/verify'

/** A certificate that is trusted as it is: a root, or one of the operator's keys. */
export interface TrustAnchor {
  certificate: X509Certificate
  testMode: boolean
  /** It signs for this installation only: what it vouches for was signed here. */
  isOwn: boolean
}

/** Longer chains are not followed. */
const MAX_CHAIN_LENGTH = 8

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

/** The chain of a certificate up to a trust anchor. */
export interface Chain {
  root: TrustAnchor
  /** From the signer's to the anchor's. */
  certificates: X509Certificate[]
}

/**
 * Builds the chain of a certificate to a trust anchor, with the certificates of the signature. It checks signatures,
 * not only names (RFC 5280, 6.1), but not validity in time, lengths of paths and names.
 * @returns null without such a chain
 */
export function buildChain(
  anchors: TrustAnchor[],
  { certificate, otherCertificates }: Pick<SignatureReport, 'certificate' | 'otherCertificates'>,
): Chain | null {
  const leaf = readCertificate(certificate)
  const issuers = otherCertificates.flatMap((der) => readCertificate(der) ?? [])
  const certificates: X509Certificate[] = []
  for (let current = leaf; current && certificates.length < MAX_CHAIN_LENGTH; ) {
    const subject: X509Certificate = current
    certificates.push(subject)
    const itself = anchors.find(({ certificate: anchor }) => anchor.raw.equals(subject.raw))
    if (itself) return { root: itself, certificates }
    const root = anchors.find(({ certificate: anchor }) => isIssuer(anchor, subject))
    if (root) return { root, certificates: [...certificates, root.certificate] }
    current = issuers.find((issuer) => !certificates.includes(issuer) && isIssuer(issuer, subject)) ?? null
  }
  return null
}

function isIssuer(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && isSignedBy(subject, issuer)
}
