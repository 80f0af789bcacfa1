import { unescape as decodePercents } from 'node:querystring'

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
  return readDataUrl(href, 'text/css').toString()
}

/** What a data URL (RFC 2397) of a type contains, such as `text/css` or `image/`; empty for other addresses. */
export function readDataUrl(address: string, type: string): Buffer {
  const [, parameters = '', data = ''] = /^\s*data:([^,]*),(.*)$/is.exec(address) ?? []
  if (!parameters.toLowerCase().startsWith(type)) return Buffer.alloc(0)
  return Buffer.from(decodePercents(data), /;\s*base64\s*$/i.test(parameters) ? 'base64' : 'utf8')
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
