import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import { sha256Hex } from '#lib/core/ids'
import type { Json } from '#lib/core/json'

/** One file of a package. */
export interface ZipEntry {
  /** Safe on every system, `/` between folders. */
  path: string
  sha256: string
  /** The bytes, or a function that opens them when needed. */
  content: Buffer | (() => Readable)
}

/** An entry with this text. */
export function textEntry(path: string, text: string): ZipEntry {
  const content = Buffer.from(text)
  return { path, sha256: sha256Hex(content), content }
}

export const MANIFEST = 'manifest.json'

/** The entry `manifest.json`, which lists all other entries with their SHA-256. */
export function makeManifest(head: Record<string, Json>, entries: ZipEntry[]): ZipEntry {
  const parts = entries.map(({ path, sha256 }) => ({ path, sha256 }))
  return textEntry(MANIFEST, `${JSON.stringify({ ...head, parts }, null, 2)}\n`)
}

/** Streams a ZIP like `streamZip`, whose entries are made when the stream is read. */
export function lazyZip(makeEntries: () => Promise<ZipEntry[]>, time: Date): Readable {
  async function* chunks() {
    yield* streamZip(await makeEntries(), time)
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** Streams a ZIP of the entries in order, opening one at a time. Equal entries give equal bytes. */
export function streamZip(entries: ZipEntry[], time: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  let source: Readable | null = null
  for (const { path, content } of entries) {
    // PDFs are already compressed.
    const options = { mtime: time, mode: 0o100644, compress: false }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path, options)
    else {
      zip.addReadStreamLazy(path, options, (callback) => {
        // If the client has disconnected, do not open the next entry: nothing would close it.
        if (output.destroyed) return
        source = content()
        // Destroyed, so that the client notices the incomplete file.
        source.once('error', (error) => output.destroy(error))
        callback(null, source)
      })
    }
  }
  output.once('close', () => source?.destroy())
  zip.on('error', (error) => output.destroy(error as Error))
  zip.outputStream.pipe(output)
  zip.end()
  return output
}
