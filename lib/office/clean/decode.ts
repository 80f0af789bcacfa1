import { isUtf8 } from 'node:buffer'
// Node's own decoder lacks most syllables of Windows-949, and has other characters than browsers in Big5 and Windows-1252.
import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js'

const FALLBACK = 'windows-1252'
/** Where a declaration of the encoding is looked for (WHATWG HTML, 13.2.3.2). */
const DECLARATION_BYTES = 1024
/** Where the first element is looked for: comments may come before it. */
const BEGINNING_BYTES = 16 * 1024

const declaredCharset = /<meta\s[^<>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
/** Of XHTML. */
const declaredXmlEncoding = /^<\?xml\s[^<>]{0,200}?encoding\s*=\s*["']\s*([\w.:-]{1,40})/i
const comment = /<!--.*?(-->|$)/gs

/** The text of an HTML file, in the encoding of its byte order mark, of its declaration, or the one that fits. */
export function decodeHtml(bytes: Uint8Array): string {
  return legacyHookDecode(bytes, findEncoding(bytes))
}

/** The encoding of a file without a byte order mark. */
function findEncoding(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1').replace(comment, '')
  const declared = (declaredCharset.exec(beginning) ?? declaredXmlEncoding.exec(beginning))?.[1]
  if (!declared) return isUtf8(bytes) ? 'utf-8' : FALLBACK
  const encoding = normalizeEncoding(declared) ?? FALLBACK
  // A declaration that can be read as ASCII is not in UTF-16.
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

const firstTag =
  /^<(!doctype\s+html|html|head|body|title|meta|link|style|script|h[1-6]|p|div|span|b|a|br|font|table|ul|ol|main|section|article|header|center|pre)[\s>/]/i

/** Whether the bytes are HTML: it begins with its document type, or with an element, after comments. */
export function isHtml(bytes: Uint8Array): boolean {
  let text = decodeHtml(bytes.subarray(0, BEGINNING_BYTES)).trimStart()
  for (const [start, end] of [['<?xml', '?>'], ...Array(10).fill(['<!--', '-->'])] as [string, string][]) {
    if (!text.startsWith(start)) continue
    const endIndex = text.indexOf(end)
    if (endIndex < 0) return false
    text = text.slice(endIndex + end.length).trimStart()
  }
  return firstTag.test(text)
}
