/** The attributes that load what they name. */
const loadingAttributes = ['src', 'srcset', 'background', 'data', 'poster', 'lowsrc', 'dynsrc']
/** Elements that are left out, and that a printed page does not miss. */
const unprintedElements = ['script', 'audio', 'video', 'track']

/** Whether an element would show or apply something from elsewhere, such as an image or a style sheet. */
export function loadsAddress(name: string, attributes: Record<string, string>): boolean {
  if (unprintedElements.includes(name)) return false
  if (cssLoadsAddress(attributes.style ?? '')) return true
  if (name === 'link') return isStyleSheet(attributes.rel ?? '') && isAddress(attributes.href ?? '')
  return loadingAttributes.some((attribute) => isAddress(attributes[attribute] ?? ''))
}

/** The style sheet that the address of a link element contains; empty for other links. */
export function getLinkedSheet({ rel = '', href = '' }: Record<string, string>): string {
  if (!isStyleSheet(rel) || /(^|\s)alternate(\s|$)/i.test(rel)) return ''
  const { type, bytes } = readDataUrl(href)
  return type.startsWith('text/css') ? bytes.toString() : ''
}

/** What a data URL (RFC 2397) contains, and its type in lower case, with parameters; both are empty for other addresses. */
export function readDataUrl(address: string): { type: string; bytes: Buffer } {
  // URLs lose their line breaks (WHATWG URL, 4.4).
  const url = address.replaceAll(/[\t\n\r]/g, '')
  const [, parameters = '', data = ''] = /^\s*data:([^,]*),(.*)$/is.exec(url) ?? []
  const type = parameters.trim().toLowerCase()
  const bytes = decodePercents(data)
  return { type, bytes: /;\s*base64$/.test(type) ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes }
}

/** The bytes of a text in UTF-8, with one byte for each `%XX`. */
function decodePercents(text: string): Buffer {
  const binary = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(binary, 'latin1')
}

function isStyleSheet(rel: string): boolean {
  return /(^|\s)stylesheet(\s|$)/i.test(rel)
}

/** Whether CSS loads a style sheet, image or font from elsewhere. */
export function cssLoadsAddress(css: string): boolean {
  if (/@import/i.test(css)) return true
  const addresses = css.matchAll(/url\(\s*["']?([^"')\s]*)/gi)
  return [...addresses].some(([, address]) => isAddress(address!))
}

/** Whether an address names something outside the document. */
function isAddress(address: string): boolean {
  return !/^\s*($|#|data:|about:|javascript:)/i.test(address)
}

/** An address that a reader of the PDF may follow; it loads nothing. */
const followableAddress = /^(https?:\/\/|mailto:)[^\s"<>\\]{1,2000}$/i

export function isFollowable(address: string): boolean {
  return followableAddress.test(address)
}
