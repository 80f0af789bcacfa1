import { X509Certificate } from 'node:crypto'
import { computeDigest } from '../cms/algorithms.ts'
import { encoded } from '../cms/asn1.ts'
import { oid } from '../cms/cms.ts'
import { readSignedDataCached } from '../cms/cms-read.ts'
import { type CmsVerdict, type SignedBytes, verifyCms } from '../cms/cms-verify.ts'
import { type FindCertificate, KnownCertificates } from '../cms/known-certificates.ts'

/** Extended key usage id-kp-timeStamping (RFC 3161, 2.3). */
const timeStamping = '1.3.6.1.5.5.7.3.8'
/** Most tokens of a signature that are verified: unsigned attributes can be added by anyone. */
const MAX_VERIFIED_TOKENS = 4

/**
 * Verifies a time-stamp token (RFC 3161, 2.4.2) over `bytes`. Its certificate must be for time stamping and valid
 * at that time; the chain is not verified. Never throws.
 * @param findKnown as for `verifyCms`
 */
export function verifyStamp(token: Uint8Array, bytes: Uint8Array, findKnown?: FindCertificate): CmsVerdict {
  return verifyStampOver(token, (algorithm) => computeDigest(algorithm, bytes), findKnown)
}

/** Like `verifyStamp`, over bytes of which only digests are known; `digest` may throw for an algorithm. */
export function verifyStampOver(
  token: Uint8Array,
  digest: SignedBytes['digest'],
  findKnown?: FindCertificate,
): CmsVerdict {
  const cmsVerdict = verifyCms(token, 'ETSI.RFC3161', { digest, read: () => new Uint8Array() }, findKnown)
  const { certificate, stampedAt, faults } = cmsVerdict
  if (faults.length > 0 || !certificate || !stampedAt) return cmsVerdict
  if (!new X509Certificate(certificate).keyUsage?.includes(timeStamping))
    faults.push('The certificate is not one for time stamps.')
  if (!wasValid(certificate, stampedAt)) faults.push('The certificate was not valid at that time.')
  return cmsVerdict
}

/** A valid time stamp of a signature. */
export interface SignatureStamp {
  /** ISO 8601. */
  time: string
  /** The authority's certificate, and the others in its token, DER. */
  certificates: Uint8Array[]
  /** Its weak algorithms (`SHA-1`), or the short key of its authority (`RSA 1024`); null for a strong one. */
  weakness: string | null
}

/**
 * The valid time stamps among the first unsigned attributes of a signature (EN 319 122-1, 5.3), strong ones before others.
 * The signer's certificate need not have been valid at their times. Their authorities may be untrusted: anyone can add a
 * time stamp before that of another. Invalid time stamps are ignored: they prove nothing about the signature.
 *
 * @param der the CMS of the signature
 * @param findKnown among certificates from elsewhere, where an authority's may be that is not in its time stamp
 */
export function findTimestamps(der: Uint8Array, findKnown?: FindCertificate): SignatureStamp[] {
  const { certificates: own, signer } = readSignedDataCached(der)
  const { unsignedAttributes, signature } = signer
  const ownIndex = new KnownCertificates(own)
  const find: FindCertificate = (...hash) => ownIndex.find(...hash) ?? findKnown?.(...hash)
  const tokens = unsignedAttributes
    .filter(({ type }) => type === oid.timeStampToken)
    .flatMap(({ values }) => values)
    .slice(0, MAX_VERIFIED_TOKENS)
  const stamps = tokens.flatMap((token): SignatureStamp[] => {
    const stamp = verifyStamp(encoded(token), signature, find)
    const { faults, stampedAt } = stamp
    if (faults.length > 0 || !stampedAt || !stamp.certificate) return []
    const certificates = [stamp.certificate, ...stamp.otherCertificates]
    return [{ time: stampedAt.toISOString(), certificates, weakness: stamp.weakAlgorithm ?? stamp.weakKey }]
  })
  return stamps.toSorted((a, b) => Number(a.weakness !== null) - Number(b.weakness !== null))
}

/** The certificates of a signature and of its time stamps, DER. */
export function listCertificates(signature: {
  certificate: Uint8Array
  otherCertificates: Uint8Array[]
  timestamps: Pick<SignatureStamp, 'certificates'>[]
}): Uint8Array[] {
  const { certificate, otherCertificates, timestamps } = signature
  return [certificate, ...otherCertificates, ...timestamps.flatMap(({ certificates }) => certificates)]
}

function wasValid(certificate: Uint8Array, time: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  return validFromDate <= time && time <= validToDate
}
