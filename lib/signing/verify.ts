import { validationError } from '#lib/core/errors'
import { gate } from '#lib/documents/gate'
import type { SignatureReport, VerifyReport } from '#lib/pades/verify'
import { inThread } from '#lib/pdf/pool'
import { threadErrorCode } from '#lib/pdf/thread-error'
import type { Staged } from '#lib/storage/stage'
import { issuedBy, type KnownRoot, knownRoots } from './issued.ts'
import type { VerificationRecord } from './schema.ts'

/** Only these have a whole file read: anybody may ask, with as many files as they like. */
const oneOfFew = gate(4)

const BEYOND_LIMITS = 'The signatures of this PDF could not be judged within reasonable time and memory.'

/** Judges the signatures of a file that anybody hands in; the file is not kept. */
export async function verifyFile(file: (Staged & { filename: string }) | null): Promise<VerificationRecord> {
  if (!file) throw validationError({ file: ['Choose a PDF file.'] })
  try {
    const report = await oneOfFew(async () => reportOf(await file.bytes()))
    const roots = await knownRoots()
    const signatures = report.signatures.map((signature) => present(signature, roots))
    const ours = signatures.length > 0 && signatures.every((signature) => signature.issued_here)
    return {
      filename: file.filename,
      size: file.size,
      sha256: await file.sha256(),
      signed: signatures.length > 0,
      valid: report.valid,
      covers_whole_file: report.coversWholeFile,
      issued_here: ours,
      test_mode: signatures.some((signature) => signature.test_mode),
      faults: report.faults,
      active_content: report.activeContent,
      signatures,
    }
  } finally {
    await file.discard()
  }
}

async function reportOf(bytes: Uint8Array): Promise<VerifyReport> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  if (!head.includes('%PDF-')) {
    throw validationError({ file: ['This is not a PDF file.'] }, { reason: 'not_pdf' })
  }
  try {
    return await inThread.verify(bytes)
  } catch (error) {
    if (!exhausted(error)) throw error
    throw validationError({ file: [BEYOND_LIMITS] }, { reason: 'corrupt' }, { cause: error })
  }
}

/** The file was too much for a thread; that all threads are busy is no fault of the file. */
function exhausted(error: unknown): boolean {
  const code = threadErrorCode(error)
  return code !== null && code !== 'busy'
}

function present(signature: SignatureReport, roots: KnownRoot[]): VerificationRecord['signatures'][number] {
  const root = issuedBy(roots, signature)
  return {
    field_name: signature.fieldName,
    signer: signature.signerName,
    issuer: signature.issuerName,
    serial_number: signature.serialNumber.toLowerCase(),
    sub_filter: signature.subFilter,
    certification: signature.certification,
    signed_at: signature.signedAt ?? null,
    timestamped_at: signature.timestampedAt ?? null,
    reason: signature.reason ?? null,
    byte_range: signature.byteRange,
    valid: signature.valid,
    covers_whole_file: signature.coversWholeFile,
    changed_after_signing: !signature.digestOk || !signature.changesOk,
    issued_here: root !== null,
    test_mode: root?.testMode ?? false,
    faults: signature.faults,
  }
}
