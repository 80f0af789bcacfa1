import { isFollowable, loadsAddress } from './addresses.ts'
import { getBackground, hasBox, withPaddedSides } from './boxes.ts'
import { type Declarations, parseDeclarations, type StyleSheet } from './css.ts'
import {
  attributeValues,
  breakableElements,
  contentElements,
  elements,
  escapeHtml,
  formatAttributes,
  globalAttributes,
  inputText,
  isFieldElement,
  isHidden,
  undrawnElements,
  writtenName,
} from './elements.ts'
import { HtmlError } from './error.ts'
import {
  countsItems,
  getLabel,
  isNumberedItem,
  type List,
  noList,
  openItem,
  openList,
  type WrittenTag,
} from './lists.ts'
import type { StyledElement } from './selectors.ts'
import { computeFontPoints, ROOT_FONT_POINTS, widthAttribute, withAbsoluteLengths } from './sizes.ts'

const MAX_DEPTH = 200

/** An image whose bytes are checked later. */
export interface Picture {
  address: string
  alt: string | undefined
  width: string | null
  height: string | null
}

interface OpenElement extends StyledElement {
  parent: OpenElement | null
  /** Where it is written, among the parts. */
  start: number
  closingTag: string
  isHidden: boolean
  /** Hidden in a way that what is in it may be shown. */
  isInvisible: boolean
  /** A drawing or formula that is left out. */
  isDrawing: boolean
  fontPoints: number
  /** Line breaks of the text are shown. */
  keepsLines: boolean
  /** What this element and those around it declare for all text in them: LibreOffice does not pass it on to cells. */
  textStyle: Declarations
  /** What a row, and the group around it, declare for their cells. */
  rowStyle: Declarations
  background: string
  breaksPageAfter: boolean
  list: List
  /** Of a table: its first footer, which is shown below all rows. */
  footer: (string | Picture)[]
}

type Attributes = Record<string, string>

const listElements = ['ul', 'ol', 'li']
/** Their styles are those of their cells. */
const rowGroups = ['thead', 'tbody', 'tfoot']
const rowElements = [...rowGroups, 'tr']
const tableParts = [...rowElements, 'td', 'th', 'caption', 'colgroup']
const ofText = /^(color|direction|font-(family|style|variant|weight)|letter-spacing|line-height|text-.*)$/
const ofRows = /^(background-color|vertical-align)$/
const ofSections =
  /^(color|direction|font-(family|style|variant|weight)|letter-spacing|line-height|page-break-.*|text-.*)$/
const keptLines = /^pre(-wrap|-line)?$/
const boxProperty = /^(background-color|border|padding)/
/** They are written in another form, or decide what is written. */
const unwritten =
  /^(counter-.*|display|font-size|height|list-style-type|page-break-(after|before)|visibility|white-space|width)$/
const pageBreak = /^(always|page|left|right)$/i
const emptyPageStart = '<p style="page-break-before: always"></p>'

/** Rewrites HTML from the events of a parser: known elements, attributes and properties of styles only. */
export class HtmlWriter {
  readonly parts: (string | Picture)[] = []
  /** Whether there is text or an image. */
  hasContent = false
  readonly #styleSheet: StyleSheet
  readonly #open: OpenElement[] = []
  /** Where the option of the open select element is written, or why none is. */
  #option: number | 'none' | 'several' | 'further' = 'several'
  /** The next content is on a new page. */
  #startsPage = false
  /** Among the parts: where a text begins of which HTML ignores a line break at its beginning. */
  #textStart = -1

  constructor(styleSheet: StyleSheet) {
    this.#styleSheet = styleSheet
  }

  /** @throws HtmlError for content from elsewhere, for fields, and for elements that are nested too deep */
  onopentag(name: string, attributes: Attributes): void {
    if (this.#open.length >= MAX_DEPTH) throw new HtmlError('too_large')
    if (this.#isIgnored(name)) return
    if (/^opt(ion|group)$/.test(name)) this.#endOption(name)
    if (rowGroups.includes(name)) this.#endRows()
    const parent = this.#open.at(-1) ?? null
    const element = openElement(name, attributes, parent, this.parts.length)
    this.#open.push(element)
    if (element.isHidden && !element.isInvisible) return
    if (!element.isHidden && loadsAddress(name, attributes)) throw new HtmlError('linked_content')
    const { contents, uncertain, ...declared } = this.#styleSheet.getDeclarations(element)
    const ownStyle = attributes.style ?? ''
    const style = new Map([
      ...(name === 'mark' ? [['background-color', '#ffff00'] as const] : []),
      ...declared.declarations,
      ...parseDeclarations(ownStyle),
      ...declared.important,
      ...parseDeclarations(ownStyle, true),
    ])
    this.#hide(element, style, uncertain)
    if (element.isHidden) return
    if (isFieldElement(name)) throw new HtmlError('field_elements')
    for (const [place, content] of contents)
      if (content && !(name === 'li' && place === 'before')) throw new HtmlError('not_understood')
    this.#write(element, style, contents.get('before'))
    if (/^(textarea|pre|listing)$/.test(name)) this.#textStart = this.parts.length
  }

  ontext(text: string): void {
    const element = this.#open.at(-1)
    if (!element?.isHidden) this.#writeText(text, element?.keepsLines ?? false)
    else if (element.isDrawing && /\S/.test(text)) throw new HtmlError('not_understood')
  }

  onclosetag(name: string): void {
    // The parser also closes elements that are ignored, and at the end one whose tag was cut off.
    if (this.#open.at(-1)?.name !== name) return
    if (name === 'select') this.#option = 'several'
    this.#close()
  }

  #close(): void {
    const { name, start, parent, footer, closingTag, isHidden, breaksPageAfter } = this.#open.pop()!
    this.#startsPage ||= breaksPageAfter && this.hasContent
    if (!isHidden) for (const part of [...footer, closingTag]) this.parts.push(part)
    if (name === 'tfoot' && parent?.name === 'table' && parent.footer.length === 0)
      parent.footer = this.parts.splice(start)
  }

  /** A group of rows ends the one before, also without end tags, but nothing that hides it, such as a template. */
  #endRows(): void {
    const around = this.#open.findLastIndex(
      ({ name, isHidden, parent }) =>
        name === 'table' || (isHidden && !parent?.isHidden && !tableParts.includes(name)),
    )
    if (this.#open[around]?.name !== 'table') return
    while (this.#open.length > around + 1) this.#close()
  }

  /** @throws HtmlError where it is uncertain whether, or with which labels, an element is shown */
  #hide(element: OpenElement, style: Declarations, uncertain: Declarations[]): void {
    const { name, attributes } = element
    const isHiddenWith = (other: Iterable<[string, string]>) =>
      isHidden(name, attributes, new Map([...style, ...other]))
    const isNotDisplayed = isHiddenWith([['visibility', 'visible']])
    if (element.isInvisible) {
      const isVisible = /^visible$/i.test(style.get('visibility') ?? '')
      if (isVisible && !isNotDisplayed) throw new HtmlError('not_understood')
      element.isInvisible = !isNotDisplayed
      return
    }
    const isLeftOut = isHiddenWith([])
    const isChanged = (other: Declarations) =>
      isHiddenWith(other) !== isLeftOut ||
      (!isLeftOut && countsItems(other)) ||
      (listElements.includes(name) &&
        !isLeftOut &&
        other.has('list-style-type') &&
        getLabel(element, new Map([...style, ...other])) !== getLabel(element, style))
    if ([style, ...uncertain].some(isChanged)) throw new HtmlError('not_understood')
    element.isHidden = isLeftOut || (name === 'option' && !this.#showsOption(attributes))
    element.isInvisible = isLeftOut && !isNotDisplayed
    if (element.isInvisible && isNumberedItem(element)) throw new HtmlError('not_understood')
    element.isDrawing = /^(svg|math)$/.test(name) && !isHidden('', attributes, style)
  }

  /** In a list of options browsers ignore the tags of other elements, but not their text. */
  #isIgnored(name: string): boolean {
    const isInSelect = this.#open.some((around) => around.name === 'select')
    return isInSelect && !/^opt(ion|group)$/.test(name) && !isHidden(name, {}, none)
  }

  /** An option ends the one before, and a group of options that before, too. */
  #endOption(name: string): void {
    if (this.#open.at(-1)?.name === 'option') this.#open.pop()
    if (name === 'optgroup' && this.#open.at(-1)?.name === 'optgroup') this.#open.pop()
  }

  /** A list of options shows the selected one, or else its first. */
  #showsOption(attributes: Attributes): boolean {
    const isSelected = 'selected' in attributes
    if (this.#option === 'several' || this.#option === 'further') {
      if (isSelected && this.#option === 'further') this.parts.push('<br>')
      if (isSelected) this.#option = 'further'
      return isSelected
    }
    if (!isSelected && (this.#option !== 'none' || 'disabled' in attributes)) return false
    if (this.#option === 'none') {
      this.#beginContent()
      this.#option = this.parts.length
    } else this.parts.length = this.#option
    return true
  }

  #write(element: OpenElement, style: Declarations, content: string | undefined): void {
    const { name, attributes, parent } = element
    const parentPoints = parent?.fontPoints ?? ROOT_FONT_POINTS
    element.fontPoints = computeFontPoints(name, style, parentPoints)
    const keepsLines = parent?.keepsLines || name === 'textarea'
    element.keepsLines = keptLines.test(style.get('white-space') ?? (keepsLines ? 'pre' : ''))
    if (name === 'select') this.#option = 'multiple' in attributes ? 'several' : 'none'
    if (name === 'img') this.#writeImage(attributes, style)
    if (name === 'input') this.#writeText(inputText(attributes), false)
    if (name === 'a') this.#writeTags(element, toLink(attributes), style, parentPoints)
    if (name === 'q') {
      this.parts.push('“')
      element.closingTag = '”'
    }
    const written = writtenName(name)
    if (!written) return
    const isCell = name === 'td' || name === 'th'
    element.textStyle = extended(element.textStyle, style, ofText)
    if (rowElements.includes(name)) element.rowStyle = extended(parent?.rowStyle ?? none, style, ofRows)
    const ownStyle = isCell ? new Map([...(parent?.rowStyle ?? none), ...style]) : style
    const tag = toTag(written, attributes, ownStyle)
    if (written === 'ul' || written === 'ol') {
      const item = { name: 'li', id: '', classes: [], attributes: {}, parent: element }
      element.list = openList(element, tag, style, this.#styleSheet.getDeclarations(item))
    }
    if (written === 'li') openItem(element, tag, style, content)
    this.#writeTags(element, tag, ownStyle, parentPoints)
  }

  #writeTags(element: OpenElement, tag: WrittenTag | null, style: Declarations, parentPoints: number): void {
    if (!tag) return
    const { name, attributes } = tag
    const isPage = element.name === 'html' || element.name === 'body'
    if (!isPage) element.background = getBackground(style, element.background)
    const isBox = name === 'div' && !isPage && hasBox(style)
    const isCell = isBox || name === 'td' || name === 'th'
    if (isCell) element.list = noList
    const startsPage = this.#takePageStart(element, isBox ? 'table' : name, style)
    const css = formatCss(element, name, style, { isBox, isCell, startsPage, parentPoints })
    const styled = css ? { ...attributes, style: css } : attributes
    if (isBox) {
      // LibreOffice draws a frame around each paragraph of a section, and one around a cell.
      const width = widthAttribute(style.get('width')) ?? '100%'
      const start = startsPage ? emptyPageStart : ''
      this.parts.push(`${start}<table width="${width}" cellspacing="0"><tr><td${formatAttributes(styled)}>`)
      element.closingTag = '</td></tr></table>'
    } else if (name === 'ul' || name === 'ol') this.#writeList(element, name, styled)
    else {
      this.parts.push(`<${name}${formatAttributes(styled)}>`)
      element.closingTag = ['br', 'hr', 'col'].includes(name) ? '' : `</${name}>`
    }
  }

  /** Whether an element has to start a new page itself. */
  #takePageStart(element: OpenElement, name: string, style: Declarations): boolean {
    element.breaksPageAfter = pageBreak.test(style.get('page-break-after') ?? '')
    this.#startsPage ||= this.hasContent && pageBreak.test(style.get('page-break-before') ?? '')
    if (contentElements.includes(name)) this.#beginContent()
    const startsPage = this.#startsPage && breakableElements.includes(name)
    if (startsPage) this.#startsPage = false
    return startsPage
  }

  #beginContent(): void {
    this.hasContent = true
    if (this.#startsPage) this.parts.push(emptyPageStart)
    this.#startsPage = false
  }

  /** LibreOffice gives all lists of a level the same labels, so a list with others is on a deeper level. */
  #writeList(element: OpenElement, name: string, attributes: Attributes): void {
    const label = `${name} ${attributes.type ?? ''}`
    const outer = element.parent?.list ?? noList
    const labels = outer.level === 0 ? [] : outer.labels
    let level = outer.level + 1
    while (labels[level] !== undefined && labels[level] !== label) level += 1
    labels[level] = label
    const added = level - outer.level - 1
    element.list = { ...element.list, level, labels }
    this.parts.push(`${'<ul>'.repeat(added)}<${name}${formatAttributes(attributes)}>`)
    element.closingTag = `</${name}>${'</ul>'.repeat(added)}`
  }

  #writeImage({ src = '', alt, ...attributes }: Attributes, style: Declarations): void {
    const width = widthAttribute(style.get('width') ?? attributes.width)
    const height = widthAttribute(style.get('height') ?? attributes.height)
    this.#beginContent()
    this.parts.push({ address: src.trim(), alt, width, height })
  }

  #writeText(text: string, keepsLines: boolean): void {
    const lines = this.#textStart === this.parts.length ? text.replace(/^\r?\n/, '') : text
    if (/\S/.test(text)) this.#beginContent()
    this.parts.push(keepsLines ? escapeHtml(lines).replaceAll(/\r?\n/g, '<br>') : escapeHtml(text))
  }
}

const none: Declarations = new Map()

/** Declarations together with those of `style` that match; the same object when there are none. */
function extended(declarations: Declarations, style: Declarations, pattern: RegExp): Declarations {
  const added = [...style].filter(([property]) => pattern.test(property))
  return added.length > 0 ? new Map([...declarations, ...added]) : declarations
}

function openElement(
  name: string,
  attributes: Attributes,
  parent: OpenElement | null,
  start: number,
): OpenElement {
  return {
    name,
    id: attributes.id ?? '',
    classes: (attributes.class ?? '').split(/\s+/).filter(Boolean),
    attributes,
    parent,
    start,
    footer: [],
    closingTag: '',
    isHidden: parent?.isHidden ?? false,
    isInvisible: parent?.isInvisible ?? false,
    isDrawing: (parent?.isDrawing ?? false) && !undrawnElements.includes(name),
    fontPoints: parent?.fontPoints ?? ROOT_FONT_POINTS,
    keepsLines: false,
    textStyle: parent?.textStyle ?? none,
    rowStyle: none,
    background: parent?.background ?? '#ffffff',
    breaksPageAfter: false,
    list: parent?.list ?? noList,
  }
}

function toLink({ href = '' }: Attributes): WrittenTag | null {
  const address = href.trim()
  return isFollowable(address) ? { name: 'a', attributes: { href: address } } : null
}

function toTag(name: string, attributes: Attributes, style: Declarations): WrittenTag {
  const written: Attributes = {}
  for (const attribute of [...elements[name]!, ...globalAttributes]) {
    const value = attributes[attribute]?.trim()
    if (value && attributeValues[attribute]!.test(value)) written[attribute] = value
  }
  const width = widthAttribute(style.get('width'))
  if (width && elements[name]!.includes('width')) written.width = width
  const alignment = style.get('vertical-align')
  if (alignment && elements[name]!.includes('valign') && attributeValues.valign!.test(alignment))
    written.valign = alignment
  return { name, attributes: written }
}

/** A section passes its margins on to the cells of tables, so only inherited properties remain. */
function isShown(property: string, name: string, isBox: boolean): boolean {
  if (rowElements.includes(name) || unwritten.test(property)) return false
  if (name !== 'div') return true
  return ofSections.test(property) || (isBox && boxProperty.test(property))
}

interface CssOptions {
  isBox: boolean
  isCell: boolean
  startsPage: boolean
  parentPoints: number
}

/** The style attribute of a written element. */
function formatCss(element: OpenElement, name: string, style: Declarations, options: CssOptions): string {
  const { isBox, isCell, startsPage, parentPoints } = options
  const complete = new Map([...(isCell ? element.textStyle : none), ...style])
  // Cells of headers are bold unless they say otherwise themselves.
  if (name === 'th' && !style.has('font-weight')) complete.delete('font-weight')
  const withBorders = isCell ? withPaddedSides(complete, element.background) : complete
  const shown = [...withBorders].filter(([property]) => isShown(property, name, isBox))
  if (isCell || element.fontPoints !== parentPoints || /^h\d$/.test(name))
    shown.push(['font-size', `${element.fontPoints}pt`])
  if (startsPage && !isBox) shown.push(['page-break-before', 'always'])
  return shown
    .map(([property, value]) => `${property}: ${withAbsoluteLengths(value, element.fontPoints)}`)
    .join('; ')
}
