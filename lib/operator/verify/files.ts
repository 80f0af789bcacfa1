import { createHash } from 'node:crypto'
import { getStream } from '#lib/storage/files'
import { StorageError } from '#lib/storage/format'

/** A stored file as a record names it. */
export interface NamedFile {
  sha256: string
  /** Its length in the record; null where the record has none. */
  size: number | null
}

/** The files that are missing, damaged, or others than the records say. */
export async function findFileFaults(tenantId: number, files: NamedFile[]): Promise<string[]> {
  const faults: string[] = []
  for (const file of files) {
    const fault = await findContentFault(file, () => getStream(tenantId, file.sha256))
    if (fault) faults.push(fault)
  }
  return faults
}

/** Reads all bytes: whether they have this hash and this length; null if they do. */
export async function findContentFault(
  { sha256, size }: NamedFile,
  open: () => AsyncIterable<Buffer>,
): Promise<string | null> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of open()) {
      hash.update(chunk)
      length += chunk.length
    }
  } catch (error) {
    if (!isFileFault(error)) throw error
    return error instanceof StorageError
      ? error.message
      : `The stored file ${sha256} cannot be read: ${error.message}`
  }
  const found = hash.digest('hex')
  if (found !== sha256) return `The bytes of the stored file ${sha256} have the hash ${found}.`
  if (size !== null && length !== size)
    return `The stored file ${sha256} has ${length} bytes; its record says ${size}.`
  return null
}

/** Whether one stored file cannot be read; with other errors the store does not answer at all, and nothing is known. */
export function isFileFault(error: unknown): error is Error {
  const { code, syscall } = error as NodeJS.ErrnoException
  // A disk may be unable to read some files.
  return error instanceof StorageError || (code === 'EIO' && syscall === 'read')
}
