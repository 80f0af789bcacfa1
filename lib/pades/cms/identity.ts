import type { SignatureAlgorithm } from './signature-algorithm.ts'

/** Certificates and revocation data for the document security store (ISO 32000-2, 12.8.4.3), DER. */
export interface ValidationMaterial {
  certificates: Uint8Array[]
  revocationLists: Uint8Array[]
}

/**
 * Certificates of a signer, and a function that signs with the private key, wherever that is: in this process, in an
 * HSM, in a KMS, or with a remote signing service.
 */
export interface Signer {
  /** The signer's certificate, DER (RFC 5280). Readers show its subject's common name. */
  certificate: Uint8Array
  /** The issuing certificates up to the root, DER, in order. */
  chain: Uint8Array[]
  /**
   * How the key signs, where a service demands it; absent: by the kind of the key (`getSignatureAlgorithm`).
   */
  algorithm?: SignatureAlgorithm
  /**
   * Signs `data` by this algorithm (`getAlgorithmOf`); it hashes `data` itself. ECDSA
   * signatures are DER `Ecdsa-Sig-Value` (RFC 3279, 2.2.3). In worker threads a call over a MessagePort.
   * @throws PadesError `no_signing_key` where the key cannot be used at the moment
   */
  sign(data: Uint8Array): Promise<Uint8Array>
}

/** A signer with what a long-term signature needs besides. */
export interface SigningIdentity extends Signer {
  /**
   * Returns a time-stamp token (RFC 3161, 2.4.2) over content with this SHA-256 digest, DER ContentInfo. Absent: no
   * time stamps, PAdES level B-B.
   * @throws PadesError `no_time_stamp`
   */
  stamp?(digest: Uint8Array): Promise<Uint8Array>
  /** What a later validation of these certificates needs besides them; what is unavailable is left out. */
  loadValidationMaterial?(certificates: Uint8Array[]): Promise<ValidationMaterial>
  /** The expected length of a token in bytes, for the space that is reserved; by default that of the longest one. */
  tokenBytes?: number
}
