import { appendFile, open } from 'node:fs/promises'

const MAX_BYTES = 5_000_000
const KEPT_BYTES = 1_000_000

/** Removes all but the end of a log that has become too long; who has opened it to append to it may go on. */
export async function shortenLog(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    if (size <= MAX_BYTES) return
    const { buffer, bytesRead } = await file.read(Buffer.alloc(KEPT_BYTES), 0, KEPT_BYTES, size - KEPT_BYTES)
    await file.truncate()
    await appendFile(path, buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
