import { X509Certificate } from 'node:crypto'
import { DAY_SECONDS } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { isOfSigner } from '#lib/keys/certificates'
import { findPathWeakness } from '#lib/pades/chains/weakness'
import { orphanSignature } from '#lib/pades/changes/signature-fields'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import { parseCommonName, readCommonName, readEmail } from '#lib/pades/cms/names'
import type { SignatureReport } from '#lib/pades/signature-report'
import type { VerifyReport } from '#lib/pades/verify'
import { parseFieldName } from '#lib/pdf/fields/fields'
import { hasAnswers } from './chain-data.ts'
import { conclude } from './conclusion.ts'
import { findProofs, type Proof } from './proofs.ts'
import { findQualification } from './qualified.ts'
import type { SignatureRecord, VerificationRecord } from './schema.ts'
import type { SignedHere } from './signed-here.ts'
import {
  buildChain,
  type Chain,
  makeTrust,
  type Trust,
  type TrustAnchor,
  trustedAt,
} from './trust-anchors.ts'
import { listWeaknesses, type Weaknesses } from './weaknesses.ts'

/** What this installation knows about the signers of a file. */
interface KnownSigners {
  signed: readonly SignedHere[]
  /**
   * Fingerprints of the certificates that tenants have brought for their seals; none unless the file itself is known to
   * be finished here, as a tenant that has the key can sign any file with it.
   */
  tenantSeals: ReadonlySet<string>
}

/**
 * The API representation of a verification. The roots of the installation, and those that its operator trusts, are the
 * trust anchors.
 */
export function presentVerification(
  report: VerifyReport,
  roots: TrustAnchor[],
  now: Date,
  known: KnownSigners = { signed: [], tenantSeals: new Set() },
): Omit<VerificationRecord, 'filename' | 'size' | 'sha256' | 'voided_at'> {
  const trust = makeTrust(roots, report.storeCertificates)
  const proofs = findProofs(report.signatures, trust, now)
  const signatures = report.signatures.map((signature, index) => {
    const proof = proofs[index]!
    const provenAt = proof.existedAt < now ? proof.existedAt.toISOString() : null
    return { ...presentSignature(signature, trust, proof, known, now), proven_at: provenAt }
  })
  const isSigned = signatures.length > 0
  const signers = signatures.filter(({ kind }) => kind !== 'time_stamp')
  const facts = {
    signed: isSigned,
    valid: report.valid,
    changed_after_signing:
      report.faults.includes(orphanSignature) ||
      (isSigned &&
        (report.faults.length > 0 || signatures.some((signature) => signature.changed_after_signing))),
    covers_whole_file: report.coversWholeFile,
    issued_here: signers.length > 0 && signers.every((signature) => signature.issued_here),
    test_mode: signatures.some((signature) => signature.test_mode),
    not_judged: report.signatures.filter(({ isJudged }) => !isJudged).length,
    faults: report.faults,
    active_content: report.activeContent,
    evidence: findEvidence(report, signatures),
    signatures,
  }
  return { verdict: findVerdict(facts), ...facts }
}

/** The verdict on a whole file, from the worst to the best. */
function findVerdict({
  signatures,
  faults,
  changed_after_signing: isChanged,
}: Pick<
  VerificationRecord,
  'signatures' | 'faults' | 'changed_after_signing'
>): VerificationRecord['verdict'] {
  if (signatures.length === 0) {
    // A file that cannot be read may be signed.
    const unsigned = faults.length > 0 ? 'indeterminate' : 'not_signed'
    return isChanged ? 'changed' : unsigned
  }
  const hasFailed = signatures.some(({ indication }) => indication === 'TOTAL_FAILED')
  if (isChanged || hasFailed || faults.length > 0) return 'changed'
  const isUnknown = (signature: SignatureRecord) => signature.sub_indication === 'NO_CERTIFICATE_CHAIN_FOUND'
  // A signature that is trusted for its own chain needs no time stamp: one that proves nothing takes nothing from it.
  const mayBeUndecided = (signature: SignatureRecord) =>
    signature.kind === 'time_stamp'
      ? signature.sub_indication !== null
      : signature.test_mode && isUnknown(signature)
  const undecided = signatures.filter(
    (signature) => signature.indication !== 'TOTAL_PASSED' && !mayBeUndecided(signature),
  )
  if (undecided.length === 0)
    return signatures.every(({ kind }) => kind === 'time_stamp') ? 'not_signed' : 'unchanged'
  const isOnlyUnknown = (signature: SignatureRecord) =>
    isUnknown(signature) && listWeaknesses(signature).length === 0
  return undecided.every(isOnlyUnknown) ? 'not_issued_here' : 'indeterminate'
}

/** The chain that the last valid seal names, without its place in the log: only of this installation's certificates is it known to be a seal. */
function findEvidence(
  { signatures }: VerifyReport,
  records: SignatureRecord[],
): VerificationRecord['evidence'] {
  const index = records.findLastIndex(({ kind, valid }) => kind === 'seal' && valid)
  const head = signatures[index]?.head
  return head
    ? { chain: head.chain, length: head.seq, head: head.hash, log_index: null, log_witnesses: [] }
    : null
}

function presentSignature(
  signature: SignatureReport,
  trust: Trust,
  proof: Proof,
  { signed, tenantSeals }: KnownSigners,
  now: Date,
): Omit<SignatureRecord, 'proven_at'> {
  const chain = findChain(signature, trust, proof)
  const trusted = chain !== null && !chain.root.testMode
  const isTenantSeal = tenantSeals.has(getFingerprint(signature.certificate))
  const isIssuedHere = chain?.root.isOwn || isTenantSeal
  const weaknesses = findWeaknesses(signature, chain, proof)
  const conclusion = conclude(signature, weaknesses, trusted ? chain : null, proof, now)
  return {
    field: signature.fieldName,
    kind: getKind(signature, isTenantSeal || (isIssuedHere && !isOfSigner(signature.certificate))),
    signer: signature.signerName,
    issuer: signature.issuerName,
    serial_number: signature.serialNumber.toLowerCase(),
    sub_filter: signature.subFilter,
    level: findLevel(signature, chain, proof),
    certification: signature.certification,
    ...identify(signature, chain, signed),
    ...findClock(signature, isIssuedHere, proof),
    signed_at: signature.signedAt ?? null,
    timestamped_at: (proof.stamp ?? signature.timestamps[0])?.time ?? null,
    reason: signature.reason ?? null,
    byte_range: signature.byteRange,
    valid: signature.valid,
    intact: signature.digestOk === true && (signature.signatureOk || signature.isUnidentified),
    ...weaknesses,
    ...conclusion,
    ...findQualification(signature, chain, conclusion.indication === 'TOTAL_PASSED', trust, proof, now),
    trusted,
    covers_whole_file: signature.coversWholeFile,
    changed_after_signing: signature.changedAfterSigning,
    modification_level: signature.modificationLevel,
    changes: signature.modifications.map((change) => ({
      kind: change.kind,
      level: change.level,
      field: change.fieldName ?? null,
      label: change.label ?? null,
      page: change.page ?? null,
      before: change.before ?? null,
      after: change.after ?? null,
      permitted: change.permitted,
      signed_by: change.signedBy ?? null,
      message: change.message,
    })),
    changes_omitted: signature.omittedModifications,
    issued_here: isIssuedHere,
    test_mode: chain?.root.testMode ?? false,
    faults: signature.faults,
  }
}

/** The chain to an anchor that was trusted for such signatures when the signature is known to exist. */
function findChain(signature: SignatureReport, trust: Trust, { existedAt }: Proof): Chain | null {
  const { subFilter, signedAt } = signature
  const trusted = isTimeStampFilter(subFilter)
    ? trustedAt(trust, 'TSA/QTST', signedAt ? new Date(signedAt) : existedAt)
    : trustedAt(trust, 'CA/QC', existedAt)
  return buildChain(trusted, signature, existedAt)
}

/** The baseline level: from LT on the validation data must be about the chain, where one is found. */
function findLevel(
  signature: SignatureReport,
  chain: Chain | null,
  { stamp }: Proof,
): SignatureRecord['level'] {
  const { level, coveredAt } = stamp ?? signature
  const isCovered =
    !chain || coveredAt === undefined || hasAnswers(signature.answers, chain, new Date(coveredAt))
  return level && `PAdES-BASELINE-${isCovered ? level : 'T'}`
}

/** SHA-256 of a certificate, hexadecimal. */
export function getFingerprint(certificate: Uint8Array): string {
  return sha256Hex(certificate)
}

/** Whom the certificate names, and how this installation knows. */
function identify(
  { certificate, signerName, issuerName }: SignatureReport,
  chain: Chain | null,
  signed: readonly SignedHere[],
): Pick<SignatureRecord, 'email' | 'identified_by' | 'reached_by' | 'chain' | 'chain_sha256' | 'vouched_by'> {
  const owner = chain && signed.find((ref) => Buffer.compare(ref.certificate, certificate) === 0)
  return {
    email: chain && readEmail(certificate),
    identified_by: owner ? owner.identifiedBy : null,
    reached_by: owner ? owner.reachedBy : null,
    chain: chain
      ? chain.certificates.map(({ subject }) => parseCommonName(subject))
      : [...new Set([signerName, issuerName])].filter((name) => name !== ''),
    chain_sha256: (chain?.certificates.map(({ raw }) => raw) ?? [certificate])
      .filter(({ length }) => length > 0)
      .map(getFingerprint),
    vouched_by: !chain || chain.root.testMode ? null : chain.root.isOwn ? 'installation' : 'trusted_root',
  }
}

/** Whose clock says when the signature was made. */
function findClock(
  { subFilter, timestamps, signerName }: SignatureReport,
  isIssuedHere: boolean,
  { stamp, ownAuthority }: Proof,
): Pick<SignatureRecord, 'time_source' | 'time_stamp_authority'> {
  const authority = (stamp ?? timestamps[0])?.certificates[0]
  const stampName = authority ? readCommonName(authority) : null
  const claim = isIssuedHere ? 'service' : 'claim'
  return {
    time_source: ownAuthority === null ? claim : 'time_stamp',
    time_stamp_authority: isTimeStampFilter(subFilter) ? signerName : stampName,
  }
}

/**
 * Only of certificates for seals of this installation do the names of fields say what a signature is for: of a file that
 * its author certified the author's own fields are signed, whatever their names.
 */
function getKind({ fieldName, subFilter }: SignatureReport, mayBeSeal: boolean): SignatureRecord['kind'] {
  if (isTimeStampFilter(subFilter)) return 'time_stamp'
  const role = mayBeSeal ? parseFieldName(fieldName)?.role : undefined
  return role === 'certification' || role === 'seal' ? 'seal' : 'signature'
}

/** Claimed times may have no time zone (ISO 32000-2, 7.9.4). */
const claimMarginMilliseconds = DAY_SECONDS * 1000

function findWeaknesses(signature: SignatureReport, chain: Chain | null, { existedAt }: Proof): Weaknesses {
  const issuing = findPathWeakness(chain?.certificates ?? [])
  const { certificate, signedAt } = signature
  const { validFrom, validTo } = readValidity(certificate)
  const claimedAt = signedAt ? Date.parse(signedAt) + claimMarginMilliseconds : Number.POSITIVE_INFINITY
  return {
    weak_algorithm: signature.weakAlgorithm ?? issuing.algorithm,
    weak_key: signature.weakKey ?? issuing.key,
    certificate_expired: validTo < existedAt.getTime(),
    certificate_not_yet_valid: validFrom > existedAt.getTime() || validFrom > claimedAt,
    trailing_bytes: signature.trailingBytes,
    unsupported: signature.unsupported,
  }
}

/** In milliseconds; of a signature without a certificate for ever. */
function readValidity(certificate: Uint8Array): { validFrom: number; validTo: number } {
  if (certificate.length === 0)
    return { validFrom: Number.NEGATIVE_INFINITY, validTo: Number.POSITIVE_INFINITY }
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  return { validFrom: validFromDate.getTime(), validTo: validToDate.getTime() }
}
