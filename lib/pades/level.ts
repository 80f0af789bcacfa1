import { oid } from './cms/cms.ts'
import { readSignedDataCached } from './cms/cms-read.ts'
import { isTimeStampFilter } from './cms/cms-verify.ts'
import type { SignatureStamp } from './time-stamps/time-stamp-verify.ts'

/** Baseline levels: B basic, T with a time stamp, LT with validation data, LTA with a document time stamp. */
export type BaselineLevel = 'B' | 'T' | 'LT' | 'LTA'

/** The level of a signature, and the time that its validation data is about. */
export interface LevelReport {
  /** Null for other signatures than PAdES. */
  level: BaselineLevel | null
  /** From LT on: the time, ISO 8601, at which the validation data was current; later revocations may be missing. */
  coveredAt?: string
}

/** What the level depends on, as in `SignatureReport`. */
export interface JudgedSignature {
  subFilter: string
  /** As in `SignatureReport`. */
  hasBaselineEntries: boolean
  digestOk: boolean | null
  signatureOk: boolean
  changesOk: boolean
  isJudged: boolean
  addsValidationData: boolean
  /** Of a document time stamp its time. */
  signedAt?: string
  certificate: Uint8Array
  otherCertificates: Uint8Array[]
}

/**
 * Whether a CMS signature has nothing that a baseline signature has not (EN 319 142-1, 6.3, table 1): content, the time,
 * which is in /M, besides /Reason the attributes that say why it was made, and both attributes that identify the certificate.
 * @param der the CMS of the signature
 * @param reason `/Reason` of the signature dictionary
 * @throws Error where `der` is no such signature
 */
export function isBaselineCms(der: Uint8Array, reason: string | undefined): boolean {
  const { content, signer } = readSignedDataCached(der)
  const excluded: string[] = [oid.signingTime, ...(reason ? [oid.commitmentType, oid.signaturePolicy] : [])]
  const types = new Set(signer.signedAttributes?.map(({ type }) => type))
  const hasBoth = types.has(oid.signingCertificate) && types.has(oid.signingCertificateV2)
  return content === null && !hasBoth && !excluded.some((type) => types.has(type))
}

/** Whether validation data cover the chain of a certificate, with `others`, from a time on. */
type CoversChain = (certificate: Uint8Array, others: Uint8Array[], since: Date) => boolean

/**
 * The baseline level of a signature in its file; later time stamps and validation data raise it. Above T only where it
 * is known what the later revisions changed. The authorities of the time stamps may be untrusted.
 * @param ownStamp the time stamp of its own that it is judged with; undefined without one
 * @param isCovered by the validation data of the file
 * @param wasCovered by what the last document time stamp covers of them
 */
export function getBaselineLevel(
  signature: JudgedSignature,
  ownStamp: Pick<SignatureStamp, 'time' | 'certificates'> | undefined,
  allSignatures: readonly JudgedSignature[],
  isCovered: CoversChain,
  wasCovered: CoversChain,
): LevelReport {
  const { subFilter, hasBaselineEntries, digestOk, signatureOk, isJudged } = signature
  // The format of PAdES signatures (EN 319 142-1, 6.3).
  const isBaseline = subFilter === 'ETSI.CAdES.detached' && hasBaselineEntries
  if (!isBaseline || !digestOk || !signatureOk) return { level: null }
  const stamps = allSignatures
    .slice(allSignatures.indexOf(signature) + 1)
    .filter(
      (laterSignature) =>
        isTimeStampFilter(laterSignature.subFilter) && laterSignature.digestOk && laterSignature.signatureOk,
    )
  const provenAt = ownStamp?.time ?? stamps[0]?.signedAt
  if (!provenAt) return { level: 'B' }
  if (!isJudged) return { level: 'T' }
  // The last time stamp of the document has its own validation data only after another one.
  // Certificates in the signature are not repeated for its time stamps (EN 319 142-1, 6.3).
  const [stampCertificate, ...stampIssuers] = ownStamp?.certificates ?? []
  const hasAllData = (coversChain: CoversChain) => {
    const covers = (certificate: Uint8Array, others: Uint8Array[], usedAt = provenAt) =>
      coversChain(certificate, [...others, ...signature.otherCertificates], new Date(usedAt))
    return (
      covers(signature.certificate, []) &&
      stamps
        .slice(0, -1)
        .every((stamp) => covers(stamp.certificate, stamp.otherCertificates, stamp.signedAt)) &&
      (!stampCertificate || covers(stampCertificate, stampIssuers))
    )
  }
  if (!hasAllData(isCovered)) return { level: 'T' }
  const isWhole = (stamp: JudgedSignature | undefined) => stamp?.isJudged && stamp.changesOk
  // What was added after a time stamp may be about that, or about other signatures.
  const isStamped =
    stamps.some((stamp) => isWhole(stamp) && !stamp.addsValidationData) ||
    (isWhole(stamps.at(-1)) && hasAllData(wasCovered))
  return { level: isStamped ? 'LTA' : 'LT', coveredAt: provenAt }
}
