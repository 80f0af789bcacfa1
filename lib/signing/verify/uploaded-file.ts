import type { RequestMeta } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { rateLimitKey } from '#lib/core/network/addresses'
import { errorText } from '#lib/messages/errors'
import type { StagedFile } from '#lib/storage/stage'
import type { Requester } from '#lib/workers/lanes'
import type { UnreadableFile } from '#lib/workers/thread-error'

/** A file that a visitor uploads for an answer, not to be stored. */
export type UploadedFile = StagedFile & { filename: string }

/** Gives the file to `use`, and discards it afterwards. @throws AppError without a file, or for one that cannot be read */
export async function withUpload<T>(
  upload: UploadedFile | null,
  requestMeta: Pick<RequestMeta, 'address' | 'signal'>,
  use: (upload: UploadedFile, requester: Requester) => Promise<T>,
): Promise<T> {
  if (!upload) throw validationError({ file: [errorText('documents.choosePdfFile')] })
  try {
    return await use(upload, getVisitor(requestMeta))
  } catch (error) {
    throw toVerificationError(error as Error) ?? error
  } finally {
    await upload.discard()
  }
}

/** Who asks, for the turns of visitors. */
export function getVisitor({ address, signal }: Pick<RequestMeta, 'address' | 'signal'>): Requester {
  return { visitor: rateLimitKey(address ?? ''), signal }
}

/** The error for a file that cannot be verified; null for errors that may have another cause. */
function toVerificationError(error: Error): Error | null {
  if (error.name !== 'UnreadableFile') return null
  const { text, code: reason } = error as UnreadableFile
  return validationError({ file: [text] }, { reason })
}
