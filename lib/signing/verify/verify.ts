import { findVoidedAt } from '#db/cross-tenant'
import { rateLimitKey } from '#lib/core/addresses'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import type { VerifyReport } from '#lib/pades/verify'
import type { Staged } from '#lib/storage/stage'
import { inThread, type Requester } from '#lib/workers/pdf-pool'
import { isTooHeavy, type UnreadableFile } from '#lib/workers/thread-error'
import type { VerificationRecord } from '../schema.ts'
import { trustAnchors } from './trust-anchors.ts'
import { presentVerification } from './verification.ts'

/** Verifies the signatures of an uploaded file; the file is not stored. */
export async function verifyFile(
  file: (Staged & { filename: string }) | null,
  address: string,
): Promise<VerificationRecord> {
  if (!file) throw validationError({ file: ['Choose a PDF file.'] })
  try {
    const report = await reportOf(file, { visitor: rateLimitKey(address) })
    return {
      filename: file.filename,
      size: file.size,
      sha256: file.sha256,
      ...presentVerification(report, await trustAnchors(), now()),
      voided_at: (await findVoidedAt(certificatesOf(report)))?.toISOString() ?? null,
    }
  } finally {
    await file.discard()
  }
}

/** The certificates of the valid signatures, by serial number. */
function certificatesOf({ signatures }: VerifyReport): Map<string, Uint8Array> {
  const valid = signatures.filter((signature) => signature.valid)
  return new Map(valid.map(({ serialNumber, certificate }) => [serialNumber.toLowerCase(), certificate]))
}

async function reportOf(file: Staged, requester: Requester): Promise<VerifyReport> {
  try {
    return await inThread.verify(file.file, requester)
  } catch (error) {
    throw refusalOf(error as Error) ?? error
  }
}

/** The error for a file that cannot be verified; null for errors that may have another cause. */
export function refusalOf(error: Error): Error | null {
  if (error.name === 'UnreadableFile') {
    const { message, code: reason } = error as UnreadableFile
    return validationError({ file: [message] }, { reason })
  }
  if (!isTooHeavy(error)) return null
  const message = `${error.message} Its signatures cannot be verified.`
  return validationError({ file: [message] }, { reason: 'corrupt' }, { cause: error })
}
