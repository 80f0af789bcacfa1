import type { Declarations } from './css.ts'
import { HtmlError } from './error.ts'

/** The elements that are written, with their attributes besides those of all elements. */
export const elements: Record<string, readonly string[]> = {
  ...plain('p div h1 h2 h3 h4 h5 h6 dl dt dd blockquote pre center address', ['align']),
  ...plain('b strong i em u s sub sup small big code kbd samp tt var cite span abbr br', []),
  ...plain('caption thead tbody tfoot', ['align']),
  ul: ['type'],
  ol: ['type'],
  li: [],
  hr: ['width', 'size', 'align'],
  font: ['color', 'size', 'face'],
  table: ['width', 'align', 'border', 'bgcolor', 'cellpadding', 'cellspacing'],
  colgroup: ['span', 'width'],
  col: ['span', 'width'],
  tr: ['align', 'valign', 'bgcolor'],
  ...plain('td th', ['align', 'valign', 'bgcolor', 'width', 'colspan', 'rowspan']),
}

/** The attributes of all elements. */
export const globalAttributes = ['dir', 'lang']

function plain(names: string, attributes: string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, attributes]))
}

/** Elements that are written as another one, which LibreOffice shows like a browser. */
const otherNames: Record<string, string> = {
  ...Object.fromEntries(
    'html body main section article header footer nav aside figure figcaption details summary fieldset legend form hgroup'
      .split(' ')
      .map((name) => [name, 'div']),
  ),
  del: 's',
  strike: 's',
  ins: 'u',
  dfn: 'i',
  mark: 'span',
  xmp: 'pre',
}

/** What LibreOffice starts on a new page; of others it ignores the page break. */
export const breakableElements = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table']
/** Other elements that begin with content of their own. */
export const contentElements = ['ul', 'ol', 'dl', 'pre', 'hr']

/** The labels of lists, by the value of `list-style-type`. */
export const listTypes = new Map(
  Object.entries({
    decimal: '1',
    'lower-alpha': 'a',
    'lower-latin': 'a',
    'lower-roman': 'i',
    'upper-alpha': 'A',
    'upper-latin': 'A',
    'upper-roman': 'I',
    circle: 'circle',
    disc: 'disc',
    square: 'square',
    // Of Apple's programs.
    ...{ box: 'square', check: 'disc', diamond: 'disc', hyphen: 'disc' },
  }),
)

/** Elements that are left out with everything in them. All others that are not written leave their content. */
const withoutContent = new Set(
  'script style title noscript template iframe object applet noembed noframes audio video canvas svg math datalist'.split(
    ' ',
  ),
)

/** In drawings and formulas: what a browser does not show. */
export const undrawnElements = [
  'annotation',
  'annotation-xml',
  'defs',
  'desc',
  'metadata',
  'script',
  'style',
  'title',
]

/** The elements with which DocuSeal places fields in HTML: without them nobody would be asked to fill those in. */
const fieldElement =
  /^(text|signature|initials|date|datenow|number|checkbox|radio|select|multi-select|multiple|cells|phone|image|file|stamp|payment|verification|kba)-field$/

export function isFieldElement(name: string): boolean {
  return fieldElement.test(name)
}

/** The name under which an element is written; null for one that is not. */
export function writtenName(name: string): string | null {
  const written = Object.hasOwn(otherNames, name) ? otherNames[name]! : name
  return Object.hasOwn(elements, written) ? written : null
}

/** Whether nothing of an element is shown. @throws HtmlError where columns are not, with their cells */
export function isHidden(name: string, attributes: Record<string, string>, style: Declarations): boolean {
  if (withoutContent.has(name) || 'hidden' in attributes) return true
  if (name === 'dialog' && !('open' in attributes)) return true
  if (/^none$/i.test(style.get('display') ?? '')) return true
  const visibility = style.get('visibility')?.toLowerCase()
  if (visibility === 'collapse' && /^col(group)?$/.test(name)) throw new HtmlError('not_understood')
  return visibility === 'hidden' || visibility === 'collapse'
}

const digits = (most: number) => new RegExp(`^\\d{1,${most}}$`)
const length = /^\d{1,4}(\.\d{1,4})?%?$/
const colour = /^#?\w{1,30}$/
const alignment = /^(left|right|center|justify)$/i

/** The values that attributes may have; with others an attribute is left out. */
export const attributeValues: Record<string, RegExp> = {
  align: alignment,
  bgcolor: colour,
  border: digits(2),
  cellpadding: digits(2),
  cellspacing: digits(2),
  color: colour,
  colspan: digits(2),
  dir: /^(ltr|rtl)$/i,
  face: /^[\w ,'-]{1,200}$/,
  lang: /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i,
  rowspan: digits(3),
  size: /^[+-]?\d{1,2}$/,
  span: digits(2),
  type: /^([1aiI]|A|disc|circle|square)$/,
  valign: /^(top|middle|bottom|baseline)$/i,
  width: length,
}

/** Inputs that show no value: secrets, files and buttons. */
const withoutValue = /^(hidden|password|file|image|submit|reset|button)$/

/**
 * The text that shows the value of an input, which is text also where the type is unknown: its behaviour is left out.
 * @throws HtmlError for a value that is shown by a colour or a position
 */
export function inputText({ type = '', value = '', ...attributes }: Record<string, string>): string {
  const kind = type.toLowerCase()
  if (kind === 'checkbox' || kind === 'radio') return 'checked' in attributes ? '☒' : '☐'
  if (kind === 'color' || kind === 'range') throw new HtmlError('not_understood')
  return withoutValue.test(kind) ? '' : value
}

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const controlCharacter = /[^\P{Cc}\t\n\r]/gu

/** Text that no parser reads as markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(controlCharacter, '').replaceAll(/[&<>"]/g, (character) => references[character]!)
}

/** The attributes of a tag, each with a space before it. */
export function formatAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}
