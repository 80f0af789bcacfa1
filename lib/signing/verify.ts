import { countedAs } from '#lib/core/addresses'
import { now } from '#lib/core/clock'
import { validationError } from '#lib/core/errors'
import type { VerifyReport } from '#lib/pades/verify'
import { inThread, memoryLimitOf, type Requester } from '#lib/pdf/pool'
import { neededTooMuchMemory, type UnreadableFile } from '#lib/pdf/thread-error'
import type { Staged } from '#lib/storage/stage'
import { knownRoots } from './issued.ts'
import type { VerificationRecord } from './schema.ts'
import { presentVerification } from './verification.ts'

/** Judges the signatures of a file that a visitor at this address hands in; the file is not kept. */
export async function verifyFile(
  file: (Staged & { filename: string }) | null,
  address: string,
): Promise<VerificationRecord> {
  if (!file) throw validationError({ file: ['Choose a PDF file.'] })
  try {
    const report = await reportOf(file, { visitor: countedAs(address) })
    return {
      filename: file.filename,
      size: file.size,
      sha256: file.sha256,
      ...presentVerification(report, await knownRoots(), now()),
    }
  } finally {
    await file.discard()
  }
}

async function reportOf(file: Staged, requester: Requester): Promise<VerifyReport> {
  try {
    return await inThread.verify(file.file, requester)
  } catch (error) {
    throw refusalOf(error as Error, requester) ?? error
  }
}

/** The refusal of a file that cannot be judged; null for errors that need not be its fault, as that it took too long. */
export function refusalOf(error: Error, requester: Requester): Error | null {
  if (error.name === 'UnreadableFile') {
    const { message, code: reason } = error as UnreadableFile
    return validationError({ file: [message] }, { reason })
  }
  if (!neededTooMuchMemory(error)) return null
  const message = `This PDF needs more memory than a file may have here (${memoryLimitOf(requester)}), so that its signatures cannot be judged.`
  return validationError({ file: [message] }, { reason: 'corrupt' }, { cause: error })
}
