import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { findRootCertificates } from '#lib/keys/authorities'
import { isSignedBy, readCertificate } from '#lib/pades/cms/certificate'
import type { SignatureReport } from '#lib/pades/verify'

/** A root of this installation. */
export interface TrustAnchor {
  certificate: X509Certificate
  testMode: boolean
}

/** The existing roots of this installation, for live and test mode. */
export async function trustAnchors(): Promise<TrustAnchor[]> {
  const roots = await read({ tenantId: 0 }, findRootCertificates)
  return roots.map(({ certificate, testMode }) => ({
    certificate: new X509Certificate(certificate),
    testMode,
  }))
}

/** The chain of a certificate up to a root. */
export interface Chain {
  root: TrustAnchor
  /** From the signer's to the root's. */
  certificates: X509Certificate[]
}

/**
 * Builds the chain of a certificate to a root of this installation, with the certificates of the signature. It checks
 * signatures, not only names (RFC 5280, 6.1, as far as chains of three need it), but not validity in time.
 * @returns null without such a chain
 */
export function buildChain(
  roots: TrustAnchor[],
  { certificate, otherCertificates }: Pick<SignatureReport, 'certificate' | 'otherCertificates'>,
): Chain | null {
  const [leaf, ...authorities] = [certificate, ...otherCertificates].map(readCertificate)
  if (!leaf) return null
  // The time-stamping authority of the installation.
  const directRoot = roots.find(({ certificate: root }) => isIssuer(root, leaf))
  if (directRoot) return { root: directRoot, certificates: [leaf, directRoot.certificate] }
  for (const authority of authorities) {
    if (!authority || !isIssuer(authority, leaf)) continue
    const root = roots.find((candidate) => isIssuer(candidate.certificate, authority))
    if (root) return { root, certificates: [leaf, authority, root.certificate] }
  }
  return null
}

function isIssuer(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && isSignedBy(subject, issuer)
}
