import { type PdfObject, PdfString } from '@libpdf/core'
import { equalObjects } from '../compare.ts'

/** The byte order mark of UTF-16BE, the one encoding of text strings that every reader knows besides PDFDocEncoding. */
const utf16Mark = '\xfe\xff'
/** Characters of PDFDocEncoding (ISO 32000-2, annex D.3) that readers decode alike: no controls, no undefined codes. */
const pdfDocText = /^[\x20-\x7e\x80-\x9e\xa0-\xac\xae-\xff]*$/
/** How readers take a string for one in another encoding; UTF-8 only those of PDF 2.0 do. */
const otherMark = /^(?:\xff\xfe|\xef\xbb\xbf)/

/** Whether two values are equal, text strings (ISO 32000-2, 7.9.2.2) in any encoding that all readers decode. */
export function equalTexts(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (equalObjects(a, b)) return true
  const [textA, textB] = [a, b].map((value) => (value instanceof PdfString ? toClearText(value) : null))
  return textA !== null && textA === textB
}

/**
 * The text of a string; null where not all readers find it: with an incomplete character, a control character or the
 * escape character of a language code (7.9.2.2.1), for example.
 */
function toClearText({ bytes }: PdfString): string | null {
  const raw = Buffer.from(bytes).toString('latin1')
  if (!raw.startsWith(utf16Mark))
    return pdfDocText.test(raw) && !otherMark.test(raw) ? new PdfString(bytes).asString() : null
  const text = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le')
  return bytes.length % 2 === 0 && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : null
}
