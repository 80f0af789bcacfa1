import { PDF } from '@libpdf/core'
import { withPlainXRef } from './xref.ts'

/**
 * Opens a file with @libpdf/core, whatever the widths and offsets of its cross-reference sections.
 * @param lenient false: throws where the strict parser finds fault; default: goes on by guessing.
 */
export function loadPdf(bytes: Uint8Array, { lenient = true } = {}): Promise<PDF> {
  return PDF.load(withPlainXRef(bytes), { lenient })
}
