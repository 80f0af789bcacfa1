import type { PDF } from '@libpdf/core'
import { hasOneCryptFilter } from './encrypted-streams.ts'
import { inflatesTooMuch } from './inflation.ts'
import { loadPdf } from './load.ts'
import { arePagesEqual, readWithPdfjs } from './reading.ts'

/** Of this many pages, the text must be the same before and after. */
const comparedPages = 200

/**
 * Why an encrypted file cannot be signed; null when it can: it opens without a password (ISO 32000-2, 7.6.4), its
 * permissions allow to add form fields (table 22, bits 4 and 6), and all of it is encrypted in one way.
 */
export function findDecryptionObstacle(
  pdf: PDF,
  bytes: Uint8Array,
): 'password' | 'permissions' | 'partial' | null {
  if (!pdf.isAuthenticated) return 'password'
  const { modify, annotate } = pdf.getPermissions()
  if (!modify || !annotate) return 'permissions'
  return hasOneCryptFilter(pdf, bytes) ? null : 'partial'
}

/**
 * A copy without encryption: signatures are appended to it, as most readers verify no encrypted file. It counts only
 * when pdf.js reads the same pages and text from both.
 * @param pdf the opened file; unusable afterwards
 */
export async function decryptPdf(pdf: PDF, bytes: Uint8Array, maxPages: number): Promise<Uint8Array | null> {
  const options = { maxPages, textPages: comparedPages }
  pdf.removeProtection()
  const decrypted = await pdf.save()
  // pdf.js inflates the content of the pages too.
  if (await inflatesTooMuch(decrypted, { everyStream: true })) return null
  const [before, after] = [await readWithPdfjs(bytes, options), await readWithPdfjs(decrypted, options)]
  const isSame =
    !(await loadPdf(decrypted, { lenient: false })).isEncrypted &&
    !after.encrypted &&
    arePagesEqual(before.pages, after.pages) &&
    before.texts.every((text, index) => text === after.texts[index])
  return isSame ? decrypted : null
}
