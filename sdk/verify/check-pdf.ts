import type { ChainedEvent } from '../../lib/audit/chain.ts'
import { sha256Hex } from '../../lib/core/ids.ts'
import { isTimeStampFilter } from '../../lib/pades/cms/cms-verify.ts'
import { findFailure, type SignatureReport } from '../../lib/pades/signature-report.ts'
import { findProofs, type JudgedStamp, type Proof } from '../../lib/pades/time-stamps/proofs.ts'
import { verifyPdf } from '../../lib/pades/verify.ts'
import { parseFieldName, topFields } from '../../lib/pdf/fields/fields.ts'
import { loadPdf } from '../../lib/pdf/file/load.ts'
import type { Trail } from './check-trail.ts'
import { isVouchedFor, noteChain } from './note-chain.ts'
import type { Findings } from './report.ts'
import type { Trust } from './trust.ts'

/** A sealed PDF of a package; certificate and printed trail are no documents. */
export interface NamedPdf {
  file: string
  bytes: Uint8Array
  documentId: number | null
}

/** The platform's last signature in a file. */
export type Seal = Pick<SignatureReport, 'certificate' | 'head'>

/** The signatures hold, somebody vouches for them, and the seal names this trail. @returns the seal, if there is one */
export async function checkPdf(
  pdf: NamedPdf,
  trail: Trail | null,
  trust: Trust,
  findings: Findings,
): Promise<Seal | null> {
  const { file, bytes } = pdf
  const { signatures, coversWholeFile, faults, storeCertificates } = await verifyPdf(bytes)
  const seal = signatures.findLast(({ fieldName }) => parseFieldName(fieldName)?.role === 'seal')
  const sealTag = seal && parseFieldName(seal.fieldName)?.tag
  const isSigned = signatures.length > 0
  if (!isSigned && faults.length === 0 && pdf.documentId === null && isOfDocumentSeals(trail)) {
    const text = 'The service sealed documents only at that time; the manifest has the hash of this file.'
    findings.add('pdf_signatures', 'unknown', text, file)
    return null
  }
  const signerSerials = listSignerSerials(trail)
  const ofProcess = new Set<SignatureReport>()
  for (const signature of signatures)
    if (await isOfProcess(bytes, signature, { signerSerials, sealTag })) ofProcess.add(signature)
  const isUndecided = (signature: SignatureReport) =>
    !signature.valid && !ofProcess.has(signature) && !findFailure(signature) && !signature.changedAfterSigning
  const startOfProcess = trail ? findFirstNamed(bytes, signatures, trail) : Number.POSITIVE_INFINITY
  // A signature of an earlier process is one that the file had before, too. The name of a field proves nothing: none that is
  // after the first signature of the trail was there before.
  const isEarlier = (signature: SignatureReport) => {
    const tag = parseFieldName(signature.fieldName)?.tag
    const isOther = !ofProcess.has(signature) || (tag !== undefined && tag !== sealTag)
    return isOther && getEnd(signature) < startOfProcess
  }
  // What a signature permits may still be a change that nobody has signed. Before the process it may be a field that was
  // filled in; and the fields of the process may lie over what somebody had signed.
  const changed = signatures.filter(({ valid, changedAfterSigning }) => valid && changedAfterSigning)
  const listChanges = (isAfter: (signature: SignatureReport) => boolean) =>
    changed
      .filter(isAfter)
      .map(
        ({ signerName }) =>
          `After the signature of ${signerName}, something was changed that belongs to no later signature, or lies over what was signed.`,
      )
  const found = [
    ...faults,
    ...signatures.flatMap((signature) => (isUndecided(signature) ? [] : signature.faults)),
    ...listChanges((signature) => !isEarlier(signature)),
    ...(seal ? [] : ['The file has no seal.']),
    ...(isSigned && !coversWholeFile ? ['Something was added after the last signature.'] : []),
  ]
  const validCount = signatures.filter(({ valid }) => valid).length
  const unchanged = changed.length === 0 ? '; nothing was changed after them' : ''
  findings.addFaults(
    'pdf_signatures',
    found,
    `${validCount} signatures and time stamps hold${unchanged}.`,
    file,
  )
  const undecided = [
    ...signatures.filter(isUndecided).flatMap(({ faults: own }) => own),
    ...listChanges(isEarlier),
  ]
  for (const fault of undecided) findings.add('pdf_signatures', 'unknown', fault, file)
  const findAnchor = (stamp: JudgedStamp, existedAt: Date) =>
    isStampVouchedFor(stamp, existedAt, { storeCertificates, trust }) || null
  const proofs = findProofs(signatures, findAnchor, trust.now)
  for (const [index, signature] of signatures.entries()) {
    const judging = { isJudged: ofProcess.has(signature), proof: proofs[index]! }
    noteSignature(file, signature, { ...judging, storeCertificates, trust }, findings)
  }
  if (!seal) return null
  if (!trail) return seal
  checkNamedHead(file, seal, trail, findings)
  if (pdf.documentId !== null) checkRevisions(pdf, signatures, trail, findings)
  return seal
}

/** Whether the process was completed when documents only were sealed: its event names no seal. */
function isOfDocumentSeals(trail: Trail | null): boolean {
  const completed = trail?.events.find(({ type }) => type === 'process.completed')
  return completed !== undefined && !('seal' in completed.data)
}

const getEnd = ({ byteRange: [, , start, length] }: SignatureReport) => start + length
const hashUpTo = (bytes: Uint8Array, end: number) => sha256Hex(bytes.subarray(0, end))

/** Where the first signature ends of whose revision the trail has the hash; 0 where there is none. */
function findFirstNamed(bytes: Uint8Array, signatures: readonly SignatureReport[], trail: Trail): number {
  const named = new Set(
    listSealed(trail).flatMap(({ data }) => listSealedDocuments(data).map(({ sha256 }) => sha256)),
  )
  const ends = signatures.map(getEnd).sort((one, other) => one - other)
  return ends.find((end) => named.has(hashUpTo(bytes, end))) ?? 0
}

const listSealed = (trail: Trail) => trail.events.filter(({ type }) => type === 'signature.sealed')
const listSealedDocuments = (data: ChainedEvent['data']) => data.documents as unknown as SealedDocument[]

/** The serial numbers of the certificates with which the signers of the process have signed. */
function listSignerSerials(trail: Trail | null): Set<unknown> {
  const sealed = trail ? listSealed(trail) : []
  return new Set(sealed.map(({ data }) => data.certificate_serial))
}

/**
 * Whether a signature is one of the platform or of a signer, and not one that the file had before. In a file that its
 * author has certified, signers sign in the author's fields, whose names say nothing; they may have signed the file before
 * with the same certificate, but this process had not added the field of its seal then.
 * @param sealTag of the process
 */
async function isOfProcess(
  bytes: Uint8Array,
  signature: SignatureReport,
  { signerSerials, sealTag }: { signerSerials: Set<unknown>; sealTag: string | undefined },
): Promise<boolean> {
  if (parseFieldName(signature.fieldName) !== null) return true
  if (!signerSerials.has(signature.serialNumber.toLowerCase())) return false
  const revision = await loadPdf(bytes.subarray(0, getEnd(signature))).catch(() => null)
  if (revision === null) return true
  const fields = topFields(revision).map(({ name }) => parseFieldName(name))
  return fields.some((field) => field?.role === 'seal' && field.tag === sealTag)
}

/** Whether the authority of a time stamp, which is not weak, counts. */
function isStampVouchedFor(
  { certificates: [certificate, ...others], stampedAt: time }: JudgedStamp,
  existedAt: Date,
  { storeCertificates, trust }: Pick<Judging, 'storeCertificates' | 'trust'>,
): boolean {
  const sources = { certificate: certificate!, others: [...others, ...storeCertificates] }
  const times = { time, existedAt }
  return isVouchedFor({ use: 'time stamp', ...sources, ...times, weakness: null }, trust)
}

interface Judging {
  isJudged: boolean
  proof: Proof<true>
  storeCertificates: Uint8Array[]
  trust: Trust
}

/**
 * Who has signed, and who vouches for them. A time counts as proved only if somebody vouches for its authority. Of
 * signatures that the file had before only what they say is noted.
 */
function noteSignature(
  file: string,
  signature: SignatureReport,
  { isJudged, proof, storeCertificates, trust }: Judging,
  findings: Findings,
): void {
  const { signerName, signedAt, level, valid, subFilter, fieldName } = signature
  const { certificate, timestamps } = signature
  const ownStamp = proof.stamp ?? timestamps[0]
  const { existedAt } = proof
  const weakness = signature.weakAlgorithm ?? signature.weakKey
  const role = parseFieldName(fieldName)?.role
  const isStamp = isTimeStampFilter(subFilter)
  const claimedAt = new Date(signedAt ?? ownStamp?.time ?? 0)
  const [stamping, ...ownOthers] = isStamp ? [certificate] : (ownStamp?.certificates ?? [])
  const stampedAt = new Date(ownStamp?.time ?? claimedAt)
  const others = [...signature.otherCertificates, ...storeCertificates]
  const stampOthers = [...ownOthers, ...others]
  const isTimeStamped =
    isJudged &&
    stamping !== undefined &&
    noteChain(
      file,
      {
        ...{ use: 'time stamp', certificate: stamping, others: stampOthers, time: stampedAt, existedAt },
        weakness: isStamp ? weakness : (ownStamp?.weakness ?? null),
      },
      trust,
      findings,
    )
  const time = isTimeStamped ? stampedAt : claimedAt
  findings.signatures.push({
    file,
    signer: signerName,
    at: signedAt || ownStamp ? time.toISOString() : null,
    isJudged,
    isTimeStamped,
    level: level && `PAdES-BASELINE-${level}`,
    isValid: valid,
  })
  if (!isJudged || isStamp) return
  const use = role === 'seal' || role === 'certification' ? 'seal' : 'signer'
  noteChain(file, { use, certificate, others, time, existedAt, weakness }, trust, findings)
}

function checkNamedHead(file: string, { head }: SignatureReport, trail: Trail, findings: Findings): void {
  if (!head) {
    findings.add('trail_named_in_pdf', 'unknown', 'The seal names no audit trail.', file)
    return
  }
  const isNamed = head.chain === trail.chain && trail.events[head.seq - 1]?.hash === head.hash
  findings.addFaults(
    'trail_named_in_pdf',
    isNamed ? [] : ['The seal names another audit trail: this one was exchanged or rewritten.'],
    `The seal names this audit trail up to event ${head.seq}.`,
    file,
  )
}

/** A document in the event of a signature. */
interface SealedDocument {
  document_id: number
  /** Of the revision with the signature. */
  sha256: string
}

/**
 * Each signer signs every document: the file has the revision whose hash the event of the signature has for it. An earlier
 * event has another id where a copy has taken the place of the document since; the hash finds the revision.
 */
function checkRevisions(
  { file, bytes, documentId }: NamedPdf,
  signatures: SignatureReport[],
  trail: Trail,
  findings: Findings,
): void {
  const hashes = new Set(signatures.map((signature) => hashUpTo(bytes, getEnd(signature))))
  const sealed = listSealed(trail)
  const faults = sealed.flatMap(({ seq, data }) => {
    const documents = listSealedDocuments(data)
    const own = documents.find(({ document_id }) => document_id === documentId)
    const isFound = (own ? [own] : documents).some(({ sha256 }) => hashes.has(sha256))
    return isFound ? [] : [`The file has no revision with the hash of event ${seq}.`]
  })
  findings.addFaults(
    'trail_matches_revisions',
    sealed.length === 0 ? ['The trail has no signature of this file.'] : faults,
    `The file has the revision of each of the ${sealed.length} signatures in the trail.`,
    file,
  )
}
