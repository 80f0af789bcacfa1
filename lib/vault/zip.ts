import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'
import { sha256Hex } from '#lib/core/ids'

/** One file of a package. */
export interface ZipEntry {
  /** Safe on every system, `/` between folders. */
  path: string
  sha256: string
  /** The bytes, or a function that opens them when needed. */
  content: Buffer | (() => Readable)
}

/** A part with known text. */
export function textEntry(path: string, text: string): ZipEntry {
  const content = Buffer.from(text)
  return { path, sha256: sha256Hex(content), content }
}

/** The last part: every other one with its SHA-256. */
export function manifestOf(head: Record<string, string | number>, parts: ZipEntry[]): ZipEntry {
  const listed = parts.map(({ path, sha256 }) => ({ path, sha256 }))
  return textEntry('manifest.json', `${JSON.stringify({ ...head, parts: listed }, null, 2)}\n`)
}

/** Streams a ZIP of the parts in order, one open part at a time. The same parts give the same bytes. */
export function zipOf(parts: ZipEntry[], at: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  let source: Readable | null = null
  for (const { path, content } of parts) {
    // PDFs are already compressed.
    const options = { mtime: at, mode: 0o100644, compress: false }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path, options)
    else {
      zip.addReadStreamLazy(path, options, (give) => {
        // If the reader has gone, do not open the next part: it would never be closed.
        if (output.destroyed) return
        source = content()
        // Destroyed, so that the client notices the incomplete file.
        source.once('error', (error) => output.destroy(error))
        give(null, source)
      })
    }
  }
  output.once('close', () => source?.destroy())
  zip.on('error', (error) => output.destroy(error as Error))
  zip.outputStream.pipe(output)
  zip.end()
  return output
}
