import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenant'
import { rootCertificates } from '#lib/keys/authorities'
import type { SignatureReport } from '#lib/pades/verify'

/** A root of this installation. */
export interface TrustAnchor {
  certificate: X509Certificate
  testMode: boolean
}

/** The roots of this installation, the live one and the one of test mode, as far as they exist. */
export async function trustAnchors(): Promise<TrustAnchor[]> {
  const roots = await read({ tenantId: 0 }, rootCertificates)
  return roots.map(({ certificate, testMode }) => ({
    certificate: new X509Certificate(certificate),
    testMode,
  }))
}

/** A signer's certificate, the authority above it, and the root that vouches for both. */
export interface Chain {
  root: TrustAnchor
  /** From the signer's to the root's. */
  certificates: X509Certificate[]
}

/**
 * How a signature's certificate leads up to a root of ours, by signatures and not by names, over the authorities that
 * came with it (RFC 5280, 6.1, as far as chains of three need it); null when it does not. Validity in time is not judged.
 */
export function buildChain(
  roots: TrustAnchor[],
  { certificate, others }: Pick<SignatureReport, 'certificate' | 'others'>,
): Chain | null {
  const [leaf, ...above] = [certificate, ...others].map(readCertificate)
  if (!leaf) return null
  for (const authority of above) {
    if (!authority || !isIssuer(authority, leaf)) continue
    const root = roots.find((one) => isIssuer(one.certificate, authority))
    if (root) return { root, certificates: [leaf, authority, root.certificate] }
  }
  return null
}

/** Anything may travel with a signature: null for bytes that are no certificate. */
function readCertificate(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

function isIssuer(above: X509Certificate, below: X509Certificate): boolean {
  try {
    return above.ca && below.checkIssued(above) && below.verify(above.publicKey)
  } catch {
    // A key of an unknown kind.
    return false
  }
}
