import { X509Certificate } from 'node:crypto'
import type { PDF, PdfDict } from '@libpdf/core'
import { decodeText, parseDate } from '#lib/pdf/file/objects'
import { checkByteRange, coversAll, excludedContents, type RangeHasher } from './changes/ranges.ts'
import { isCertification, type SignedField } from './changes/signature-fields.ts'
import { type Revision, toRevision } from './changes/timeline.ts'
import { verifyCms } from './cms/cms-verify.ts'
import type { FindCertificate } from './cms/known-certificates.ts'
import { parseCommonName } from './cms/names.ts'
import { readSigningTime } from './cms/signing-time.ts'
import { isBaselineCms } from './level.ts'
import { readNamedHead } from './named-head.ts'
import type { SignatureReport } from './signature-report.ts'
import { findTimestamps } from './time-stamps/time-stamp-verify.ts'

/**
 * Verifies one signature by itself; `checkAll` adds the changes after it.
 * @param hasher null when there is no time for it
 * @param findKnown among the certificates in the security store and in earlier signatures
 */
export function checkSignature(
  file: Buffer,
  pdf: PDF,
  field: SignedField,
  hasher: RangeHasher | null,
  findKnown: FindCertificate,
): SignatureReport {
  const { name, value, byteRange } = field
  const { resolve } = toRevision(pdf)
  const subFilter = value.getName('SubFilter', resolve)?.value ?? ''
  // The library decrypts every string, but the Contents of a signature are never encrypted (ISO 32000-2, 7.6.2).
  const contents = pdf.isEncrypted
    ? excludedContents(file, byteRange)
    : (value.getString('Contents', resolve)?.bytes ?? new Uint8Array())
  const range = hasher && checkByteRange(file, byteRange, contents)
  const isWellFormed = range !== null && typeof range !== 'string'
  const cmsVerdict = isWellFormed ? verifyCms(contents, subFilter, hasher!.bytes(range), findKnown) : null
  const faults = [...(typeof range === 'string' ? [range] : []), ...(cmsVerdict?.faults ?? [])]
  const stamps = cmsVerdict?.faults.length === 0 ? findTimestamps(contents, findKnown) : []
  const certificate = cmsVerdict?.certificate ? new X509Certificate(cmsVerdict.certificate) : null
  const reason = readText(value, 'Reason', resolve)
  const statedAt = parseDate(readText(value, 'M', resolve))
  const attributeAt = certificate ? readSigningTime(contents) : null
  // PAdES signatures state it in /M (EN 319 142-1, 5.3), others only where the attribute is missing (ISO 32000-2, table 255).
  const claimedAt = subFilter.startsWith('ETSI.') ? (statedAt ?? attributeAt) : (attributeAt ?? statedAt)
  const isBaseline = !certificate || isBaselineCms(contents, reason)
  const numberAt = (index: number) => (Number.isSafeInteger(byteRange[index]) ? byteRange[index]! : 0)
  return {
    fieldName: name,
    signerName: certificate ? parseCommonName(certificate.subject) : '',
    issuerName: certificate ? parseCommonName(certificate.issuer) : '',
    serialNumber: certificate?.serialNumber ?? '',
    subFilter,
    hasBaselineEntries: statedAt !== undefined && !value.has('Cert') && isBaseline,
    byteRange: [numberAt(0), numberAt(1), numberAt(2), numberAt(3)],
    coversWholeFile: isWellFormed && coversAll(file, range),
    isJudged: hasher !== null,
    digestOk: cmsVerdict ? cmsVerdict.digestOk : hasher ? false : null,
    signatureOk: cmsVerdict?.signatureOk ?? false,
    isUnidentified: cmsVerdict?.isUnidentified ?? false,
    changesOk: false,
    valid: false,
    faults,
    certification: isCertification(value, toRevision(pdf)),
    modificationLevel: 'none',
    modifications: [],
    omittedModifications: 0,
    addsValidationData: false,
    changedAfterSigning: hasher !== null && (!cmsVerdict || cmsVerdict.digestOk === false),
    level: null,
    weakAlgorithm: cmsVerdict?.weakAlgorithm ?? null,
    weakKey: cmsVerdict?.weakKey ?? null,
    trailingBytes: cmsVerdict?.trailingBytes ?? 0,
    unsupported: cmsVerdict?.unsupported ?? null,
    revocations: [],
    answers: [],
    isRevocationKnown: true,
    signedAt: (cmsVerdict?.stampedAt ?? claimedAt)?.toISOString(),
    timestamps: stamps.map((stamp) => ({ ...stamp, level: null, revocations: [] })),
    reason,
    head: readNamedHead(value),
    certificate: cmsVerdict?.certificate ?? new Uint8Array(),
    otherCertificates: cmsVerdict?.otherCertificates ?? [],
  }
}

function readText(dict: PdfDict, key: string, resolve: Revision['resolve']): string | undefined {
  const text = dict.getString(key, resolve)
  return text && decodeText(text)
}
