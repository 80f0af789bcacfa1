import type { Modification, ModificationLevel } from './changes/modifications.ts'
import type { Answer, Revocation } from './cms/validation-data.ts'
import type { LevelReport } from './level.ts'
import type { NamedHead } from './named-head.ts'
import type { SignatureStamp } from './time-stamps/time-stamp-verify.ts'

/** A valid time stamp of a signature, and the level of the signature with it. */
export interface StampReport extends SignatureStamp, LevelReport {
  /** As of a signature, in what may be the chain of its authority. */
  revocations: Revocation[]
}

/**
 * Verification result of one signature. Its baseline level (EN 319 142-1, 6) is as far as the file shows it, with the first
 * of its time stamps, and whichever chain its validation data are about.
 */
export interface SignatureReport extends LevelReport {
  fieldName: string
  /** Common name of the signer's certificate. */
  signerName: string
  /** Common name of the certificate's issuer. */
  issuerName: string
  /** Serial number of the certificate, hexadecimal. */
  serialNumber: string
  /** /SubFilter: the format of the signature (ISO 32000-2, 12.8.3.3). */
  subFilter: string
  /** The dictionary has a time in /M and no /Cert, and the CMS only what a baseline signature has (EN 319 142-1, 6.3). */
  hasBaselineEntries: boolean
  byteRange: [number, number, number, number]
  /** The time sufficed to verify the signature and all revisions after it. */
  isJudged: boolean
  /** Nothing follows the signed bytes. */
  coversWholeFile: boolean
  /** The message digest matches the signed bytes; null where they could not be compared. */
  digestOk: boolean | null
  /** The CMS signature matches the certificate, and the signing-certificate attribute identifies it. */
  signatureOk: boolean
  /** As in `CmsVerdict`. */
  isUnidentified: boolean
  /** Later revisions changed only what this signature and the certification permit. */
  changesOk: boolean
  /** All three hold, and the byte range excludes only its own Contents. */
  valid: boolean
  /** Sentences that say what is wrong; empty when valid. */
  faults: string[]
  /** Whether it certifies the document (DocMDP). */
  certification: boolean
  /** Modification level of later revisions. */
  modificationLevel: ModificationLevel
  /** Modifications by later revisions, including later signatures. */
  modifications: Modification[]
  /** How many modifications are not listed, because there are too many. */
  omittedModifications: number
  /** Later revisions added validation data. */
  addsValidationData: boolean
  /** The signed bytes were changed, or a later change belongs to no later signature (`LaterChanges.isChanged`). */
  changedAfterSigning: boolean
  /** The weak algorithms of the signature (`SHA-1`); null without one. */
  weakAlgorithm: string | null
  /** The short key of the certificate (`RSA 1024`); null for a strong one. */
  weakKey: string | null
  /** Bytes after the CMS object in /Contents, without the zeros that fill it. */
  trailingBytes: number
  /** The algorithm or sub-filter that cannot be verified (name or object identifier); null without one. */
  unsupported: string | null
  /** The revocations in what may be its chain that the validation data of the file tell of, the earliest first. */
  revocations: Revocation[]
  /** The answers in them whether certificates in what may be its chain were revoked. */
  answers: Answer[]
  /**
   * Whether each certificate that may be in its chain or those of its time stamps was looked for in the validation data;
   * false where there are too many, or the time did not suffice.
   */
  isRevocationKnown: boolean
  /**
   * `/M` of the signature dictionary, or else the attribute signing-time, ISO 8601: the signer's claim, without proof. Of a
   * document time stamp its time.
   */
  signedAt?: string
  /** Its valid time stamps (PAdES B-T), strong ones first. Their authorities may be untrusted. */
  timestamps: StampReport[]
  /** `/Reason` of the signature dictionary. */
  reason?: string
  /** The audit chain and its head that the signature dictionary names. */
  head: NamedHead | null
  /** DER. */
  certificate: Uint8Array
  /** Other certificates in the signature, DER, in no order; not verified. */
  otherCertificates: Uint8Array[]
}

/**
 * Whether the signed bytes may be the same, but whose certificate was meant is not known: that is not signed, and may be
 * missing, or replaced by another one with the same key.
 */
export function isOfUnknownSigner({ isUnidentified, certificate, digestOk }: SignatureReport): boolean {
  return isUnidentified || (certificate.length === 0 && digestOk === true)
}

/**
 * Why a signature has failed, as a sub-indication of TOTAL-FAILED (ETSI EN 319 102-1, 5.1.3); null where it is valid, or
 * undecided: the time did not suffice, something is unsupported, or whose certificate was meant is not known.
 */
export function findFailure(
  signature: SignatureReport,
): 'FORMAT_FAILURE' | 'HASH_FAILURE' | 'SIG_CRYPTO_FAILURE' | null {
  if (!signature.isJudged) return null
  const isUnsupported = signature.unsupported !== null
  const isUnknown = isUnsupported || isOfUnknownSigner(signature)
  if (signature.certificate.length === 0 && !isUnknown) return 'FORMAT_FAILURE'
  if (signature.digestOk === false) return 'HASH_FAILURE'
  if (signature.digestOk === null && !isUnsupported) return 'FORMAT_FAILURE'
  if (!signature.signatureOk && !isUnknown) return 'SIG_CRYPTO_FAILURE'
  if (!signature.changesOk) return 'FORMAT_FAILURE'
  return signature.valid || isUnknown ? null : 'FORMAT_FAILURE'
}
