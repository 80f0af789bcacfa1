import { countedAs } from '#lib/core/addresses'
import { validationError } from '#lib/core/errors'
import type { SignatureReport, VerifyReport } from '#lib/pades/verify'
import { inThread, limitsOf, type Requester } from '#lib/pdf/pool'
import { threadErrorCode, type UnreadableFile } from '#lib/pdf/thread-error'
import type { Staged } from '#lib/storage/stage'
import { issuedBy, type KnownRoot, knownRoots } from './issued.ts'
import type { VerificationRecord } from './schema.ts'

/** Judges the signatures of a file that a visitor at this address hands in; the file is not kept. */
export async function verifyFile(
  file: (Staged & { filename: string }) | null,
  address: string,
): Promise<VerificationRecord> {
  if (!file) throw validationError({ file: ['Choose a PDF file.'] })
  try {
    const report = await reportOf(file, { visitor: countedAs(address) })
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

async function reportOf(file: Staged, requester: Requester): Promise<VerifyReport> {
  try {
    return await file.readWith((source) => inThread.verify(source, requester))
  } catch (error) {
    throw refusalOf(error as Error, requester) ?? error
  }
}

/** What the file itself is at fault for; that all threads are busy is none of it. */
function refusalOf(error: Error, requester: Requester): Error | null {
  if (error.name === 'UnreadableFile') {
    const { message, code: reason } = error as UnreadableFile
    return validationError({ file: [message] }, { reason })
  }
  const code = threadErrorCode(error)
  if (code === null || code === 'busy') return null
  const message = `The signatures of this PDF could not be judged within reasonable time and memory (${limitsOf(requester)}).`
  return validationError({ file: [message] }, { reason: 'corrupt' }, { cause: error })
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
