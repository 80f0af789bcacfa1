import { PDF } from '@libpdf/core'
import { keepSource } from './exact-names.ts'
import { hasStrayDelimiter } from './stray-delimiters.ts'
import { withPlainXRef } from './xref.ts'

/**
 * Opens a file with @libpdf/core, also where the library could not follow its cross-reference sections
 * (`withPlainXRef`).
 * @param options `lenient`: false throws on any syntax error; true, the default, recovers by guessing,
 *   except from a stray delimiter outside of object streams, at which it would not return
 */
export async function loadPdf(bytes: Uint8Array, { lenient = true } = {}): Promise<PDF> {
  const pdf = await PDF.load(withPlainXRef(bytes), { lenient: lenient && !hasStrayDelimiter(bytes) })
  keepSource(pdf, bytes)
  return pdf
}
