import { cutText } from '#lib/core/text/characters'

const MAX_CHARACTERS = 255

/** A client's file name, cleaned for storage and display: no folders, no control characters. */
export function cleanFilename(filename: string): string {
  const base = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const cleaned = base.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim()
  return shorten(cleaned) || 'document.pdf'
}

/** The extensions of the files that are converted to PDF, and that of a file with the name of a PDF. */
const convertibleExtension = /\.(png|jpe?g|jpe|jfif|docx|odt|html?|xhtml|pdf)$/i

/** The file name of a PDF that was made of an upload: `photo.pdf` of `photo.jpeg`. */
export function pdfFilename(filename: string): string {
  return `${filename.replace(convertibleExtension, '')}.pdf`
}

/** The name, without an extension, under which LibreOffice opens an upload, as fields of the document may show it. */
export function nameForOffice(filename: string): string {
  return safePathPart(cleanFilename(filename).replace(convertibleExtension, '')).replaceAll(/[%#]/g, '_')
}

/** The default name of a document: its file name without the extension. */
export function documentName(filename: string): string {
  return filename.replace(/\.pdf$/i, '').trim() || filename
}

/** The file name of a document with this name: `lease.pdf` of `lease`, and of `lease.pdf`. */
export function documentFilename(name: string): string {
  return `${safePathPart(documentName(name))}.pdf`
}

/** The file name of a derived file: `lease-signed.pdf`. */
export function signedName(name: string): string {
  return `${safePathPart(documentName(name))}-signed.pdf`
}

/** A name in a file system has at most 255 bytes, including a number before this part and a suffix after it. */
const MAX_PATH_PART_BYTES = 200

/**
 * A name as part of a path in a ZIP, safe on every system: no separators, reserved names or trailing dots, and at most
 * `maxCharacters` UTF-16 code units and 200 bytes of UTF-8.
 */
export function safePathPart(name: string, maxCharacters = 100): string {
  const cleaned = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, maxCharacters)
  const bytes = Buffer.from(cleaned).subarray(0, MAX_PATH_PART_BYTES)
  const part = bytes.toString().replace(/[\s.\uFFFD]+$/, '')
  if (part === '') return 'document'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) ? `_${part}` : part
}

/** The name of a file like `safePathPart`, cut before its extension. */
export function safeFilename(name: string): string {
  const extension = /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? ''
  return safePathPart(name.slice(0, name.length - extension.length)) + extension
}

function shorten(name: string): string {
  if (name.length <= MAX_CHARACTERS) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return cutText(name, MAX_CHARACTERS - extension.length) + extension
}
