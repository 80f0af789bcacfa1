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

/** With an extension, and as the name of a lock beside it, a name of a file has at most 255 bytes. */
const MAX_OFFICE_NAME_BYTES = 200

/** The name, without an extension, under which LibreOffice opens an upload, as fields of the document may show it. */
export function nameForOffice(filename: string): string {
  const name = safePathPart(cleanFilename(filename).replace(convertibleExtension, ''))
  const bytes = Buffer.from(name.replaceAll(/[%#]/g, '_')).subarray(0, MAX_OFFICE_NAME_BYTES)
  return bytes.toString().replace(/\uFFFD+$/, '')
}

/** The default name of a document: its file name without the extension. */
export function documentName(filename: string): string {
  return filename.replace(/\.pdf$/i, '').trim() || filename
}

/** The file name of a derived file: `lease-signed.pdf`. */
export function signedName(name: string): string {
  return `${safePathPart(documentName(name))}-signed.pdf`
}

/** A name as part of a path in a ZIP, safe on every system: no separators, reserved names or trailing dots. */
export function safePathPart(name: string): string {
  const cleaned = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 100)
    .toWellFormed()
    .replace(/[\s.\uFFFD]+$/, '')
  if (cleaned === '') return 'document'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(cleaned) ? `_${cleaned}` : cleaned
}

function shorten(name: string): string {
  if (name.length <= MAX_CHARACTERS) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_CHARACTERS - extension.length).replace(/[\uD800-\uDBFF]$/, '') + extension
}
