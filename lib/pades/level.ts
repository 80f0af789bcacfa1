import { coversChain, type ValidationData } from './cms/validation-data.ts'

/** Baseline levels: B basic, T with a time stamp, LT with validation data, LTA with a document time stamp. */
export type BaselineLevel = 'B' | 'T' | 'LT' | 'LTA'

/** What the level depends on, as in `SignatureReport`. */
export interface JudgedSignature {
  subFilter: string
  digestOk: boolean | null
  signatureOk: boolean
  changesOk: boolean
  isJudged: boolean
  addsValidationData: boolean
  timestampedAt?: string
  timestampCertificates: Uint8Array[]
  certificate: Uint8Array
  otherCertificates: Uint8Array[]
}

/**
 * The baseline level of a signature in its file; later time stamps and validation data raise it. Above T only where it
 * is known what the later revisions changed.
 */
export function getBaselineLevel(
  signature: JudgedSignature,
  allSignatures: readonly JudgedSignature[],
  validationData: ValidationData,
): BaselineLevel | null {
  const { subFilter, digestOk, signatureOk, isJudged } = signature
  // The format of PAdES signatures (EN 319 142-1, 6.3).
  if (subFilter !== 'ETSI.CAdES.detached' || !digestOk || !signatureOk) return null
  const stamps = allSignatures
    .slice(allSignatures.indexOf(signature) + 1)
    .filter(
      (laterSignature) =>
        laterSignature.subFilter === 'ETSI.RFC3161' && laterSignature.digestOk && laterSignature.signatureOk,
    )
  if (!signature.timestampedAt && stamps.length === 0) return 'B'
  if (!isJudged) return 'T'
  // The last time stamp of the document has its own validation data only after another one.
  // Certificates in the signature are not repeated for its time stamps (EN 319 142-1, 6.3).
  const chains = [signature, ...stamps.slice(0, -1)].map(
    ({ certificate, otherCertificates }): [Uint8Array, Uint8Array[]] => [
      certificate,
      [...otherCertificates, ...signature.otherCertificates],
    ],
  )
  const [stampCertificate, ...stampIssuers] = signature.timestampCertificates
  if (stampCertificate) chains.push([stampCertificate, [...stampIssuers, ...signature.otherCertificates]])
  if (!chains.every(([certificate, others]) => coversChain(validationData, certificate, others))) return 'T'
  const coversValidationData = (stamp: JudgedSignature) =>
    stamp.isJudged && stamp.changesOk && !stamp.addsValidationData
  return stamps.some(coversValidationData) ? 'LTA' : 'LT'
}
