/** Who signs: certificates, and a way to have something signed. The private key stays with its owner. */
export interface SigningIdentity {
  /** The signer's certificate, DER (RFC 5280). Its subject's common name is what readers show. */
  certificate: Uint8Array
  /** The certificates above it up to the root, DER, in order. */
  chain: Uint8Array[]
  /**
   * ECDSA P-256 with SHA-256 over `data` (the hash is part of the signing): the DER `Ecdsa-Sig-Value` of RFC 3279
   * 2.2.3. Across threads this is a call over a MessagePort.
   */
  sign(data: Uint8Array): Promise<Uint8Array>
  /**
   * A time-stamp token (RFC 3161, 2.4.2) over the value of a signature: DER ContentInfo. Absent: signatures stay without
   * one, PAdES level B-B.
   * @throws PadesError `no_time_stamp`
   */
  stamp?(signature: Uint8Array): Promise<Uint8Array>
}
