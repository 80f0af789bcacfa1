import { findSignatureAlgorithm, getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import type { RemoteCredential } from './credential.ts'

/** A credential as JSON. */
export interface StoredCredential extends Omit<RemoteCredential, 'certificate' | 'chain' | 'algorithm'> {
  /** The certificate and its issuers, Base64. */
  certificates: string[]
  algorithmId: string
}

export function toStored({ certificate, chain, algorithm, ...others }: RemoteCredential): StoredCredential {
  const certificates = [certificate, ...chain].map((der) => Buffer.from(der).toString('base64'))
  return { ...others, certificates, algorithmId: algorithm.id }
}

export function fromStored({ certificates, algorithmId, ...others }: StoredCredential): RemoteCredential {
  const [certificate, ...chain] = certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')))
  const algorithm = findSignatureAlgorithm(certificate!, algorithmId) ?? getSignatureAlgorithm(certificate!)
  return { ...others, certificate: certificate!, chain, algorithm }
}
