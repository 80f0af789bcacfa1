import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Json } from '#lib/core/json'
import { ignoreUnhandled } from '#lib/core/runtime/promises'

/** A file of an archive, whose bytes are made when it is their turn. */
export interface ArchiveFile {
  path: string
  open(): Readable
  /** What it is made of, for a package that cannot be read whole. */
  parts?: ArchiveFile[]
  /** What it lacks although it was read to its end; null: nothing. */
  findLack?(): MissingFile | null
}

/** A file that the archive lacks. */
export type MissingFile = { path: string; reason: string }

/**
 * Writes a ZIP of the files, one after the other, and of a last one, `manifest.json`, with their hashes.
 * @param path of the new file; it has this name once it is complete
 * @param options.signal interrupts it: nothing is left of it
 * @returns how many files there are
 */
export async function writeArchive(
  path: string,
  files: AsyncIterable<ArchiveFile>,
  { head, time, signal }: { head: Record<string, Json>; time: Date; signal?: AbortSignal | undefined },
): Promise<number> {
  const partial = `${path}.${process.pid}.part`
  // An error of a file rejects `finished` below, too.
  const zip = new yazl.ZipFile().on('error', () => {})
  const options = { mtime: time, mode: 0o100600 }
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const written = ignoreUnhandled(pipeline(zip.outputStream, output, { signal }))
  try {
    const parts: { path: string; size: number; sha256: string }[] = []
    for await (const file of files) {
      const { bytes, readFacts } = hashing(file.open())
      // PDFs and packages are compressed already.
      zip.addReadStream(bytes, file.path, { ...options, compress: file.path.endsWith('.jsonl') })
      await Promise.race([ignoreUnhandled(finished(bytes)), written])
      parts.push({ path: file.path, ...readFacts() })
    }
    const manifest = `${JSON.stringify({ ...head, parts }, null, 2)}\n`
    zip.addBuffer(Buffer.from(manifest), 'manifest.json', options)
    zip.end()
    await written
    await rename(partial, path)
    return parts.length
  } catch (error) {
    ;(zip.outputStream as Readable).destroy()
    await rm(partial, { force: true })
    throw error
  }
}

/** The bytes of a stream, of which hash and length are known once it has ended. */
function hashing(source: Readable) {
  const hash = createHash('sha256')
  let size = 0
  const bytes = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  source.once('error', (error) => bytes.destroy(error))
  source.pipe(bytes)
  return { bytes, readFacts: () => ({ size, sha256: hash.digest('hex') }) }
}
