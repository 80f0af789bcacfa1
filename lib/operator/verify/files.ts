import { createHash } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { documentReferences } from '#lib/document-references'
import { findUnused, listSweepable } from '#lib/documents/sweep'
import { getStream, readSize, type StoredHash } from '#lib/storage/files'
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
    return describeFault(error)
  }
  const found = hash.digest('hex')
  if (found !== sha256) return `The bytes of the stored file ${sha256} have the hash ${found}.`
  if (size !== null && length !== size)
    return `The stored file ${sha256} has ${length} bytes; its record says ${size}.`
  return null
}

/** Why a stored file cannot be read. @throws the error where the store does not answer at all: then nothing is known */
export function describeFault(error: unknown): string {
  if (error instanceof StorageError) return error.message
  // A disk may be unable to read some files.
  if ((error as NodeJS.ErrnoException).code === 'EIO') return `A stored file cannot be read: ${error}`
  throw error
}

/** The stored files older than a day that no record names, in batches; those of one organisation if `tenantId` is given. */
export async function* listUnusedFiles(now: Date, tenantId?: number): AsyncGenerator<StoredHash[]> {
  for await (const batch of listSweepable(now)) {
    const files = batch.filter((file) => tenantId === undefined || file.tenantId === tenantId)
    const unused: StoredHash[] = []
    for (const [id, ofTenant] of Map.groupBy(files, (file) => file.tenantId)) {
      const hashes = ofTenant.map(({ sha256 }) => sha256)
      const found = await read({ tenantId: id }, (reader) =>
        findUnused(reader, id, hashes, documentReferences),
      )
      // Some may have been removed with their records meanwhile.
      for (const sha256 of found)
        if ((await readSize(id, sha256)) !== null) unused.push({ tenantId: id, sha256 })
    }
    yield unused
  }
}
