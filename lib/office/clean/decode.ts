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
  const mark = Buffer.from(bytes.subarray(0, 3)).toString('hex')
  if (mark.startsWith('fffe')) return new TextDecoder('utf-16le').decode(bytes)
  if (mark.startsWith('feff')) return new TextDecoder('utf-16be').decode(bytes)
  if (mark === 'efbbbf') return new TextDecoder().decode(bytes)
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1').replace(comment, '')
  const declared = (declaredCharset.exec(beginning) ?? declaredXmlEncoding.exec(beginning))?.[1]
  if (declared) return makeDecoder(declared).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(FALLBACK).decode(bytes)
  }
}

/** A declaration that can be read as ASCII is not in UTF-16. */
function makeDecoder(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding.startsWith('utf-16') ? new TextDecoder() : decoder
  } catch {
    return new TextDecoder(FALLBACK)
  }
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
