import { type Declarations, escapedText, type Found } from './css.ts'
import { attributeValues, listTypes } from './elements.ts'
import { HtmlError } from './error.ts'

/** A list that is open. */
export interface List {
  level: number
  /** The labels of each level of the outermost list. */
  labels: string[]
  /** The label of its items: a type of numbers, a bullet, or `none`. */
  label: string
  /** The same without what a style sheet puts before the items. */
  ownLabel: string
  /** The number of the next item. */
  next: number
  /** An item without a label has a number, too, which LibreOffice does not count. */
  isNumberSkipped: boolean
}

export const noList: List = {
  ...{ level: 0, labels: [], label: 'disc', ownLabel: 'disc' },
  ...{ next: 1, isNumberSkipped: false },
}

export interface WrittenTag {
  name: string
  attributes: Record<string, string>
}

interface ListElement {
  name: string
  attributes: Record<string, string>
  /** The list around it. */
  list: List
}

/**
 * The label that a style and the attribute `type` give the items of a list, or an item of one.
 * @throws HtmlError for labels that cannot be written
 */
export function getLabel({ name, attributes, list }: ListElement, style: Declarations): string {
  const inherited = name === 'li' ? list.ownLabel : usualLabel(name)
  return chooseLabel(style, attributes.type, undefined, inherited)
}

/** Whether a style gives items of lists other numbers than their list does. */
export function countsItems(style: Declarations): boolean {
  return ['counter-increment', 'counter-reset', 'counter-set'].some(
    (property) => style.get(property) === 'list-item',
  )
}

const usualLabel = (name: string) => (name === 'ol' ? '1' : 'disc')

/**
 * Opens a list. Its name and type are those of its labels, which a style sheet may give its items; one without labels is
 * a list of paragraphs.
 * @param ofItems what the style sheet says of an item
 * @throws HtmlError for labels that cannot be written
 */
export function openList(
  element: ListElement,
  tag: WrittenTag,
  style: Declarations,
  { declarations, contents }: Found,
): List {
  const { name, attributes, list } = element
  const ownLabel = getLabel(element, style)
  const label = chooseLabel(declarations, undefined, contents.get('before'), ownLabel)
  const isUsual = label === usualLabel(name) && !tag.attributes.type && !style.has('list-style-type')
  tag.name = isNumbered(label) ? 'ol' : 'ul'
  tag.attributes = { ...tag.attributes, type: label }
  if (isUsual || label === 'none') delete tag.attributes.type
  if (!isNumbered(label)) return { ...list, label, ownLabel }
  if ('reversed' in attributes) throw new HtmlError('not_understood')
  const start = listNumber(attributes.start, label)
  if (start !== null) tag.attributes.start = String(start)
  return { ...list, label, ownLabel, next: start ?? 1, isNumberSkipped: false }
}

/**
 * Opens an item. One without a label is a paragraph in its list, which LibreOffice does not count.
 * @param content what a style sheet puts before it
 * @throws HtmlError for labels that cannot be written
 */
export function openItem(
  { attributes, list }: ListElement,
  tag: WrittenTag,
  style: Declarations,
  content: string | undefined,
): void {
  const label = chooseLabel(style, attributes.type, content, list.ownLabel)
  const isCounted = isNumbered(list.label)
  if (label !== 'none' && label !== list.label && (isCounted || isNumbered(label)))
    throw new HtmlError('not_understood')
  if (label === 'none') tag.name = 'div'
  if (!isCounted) return
  const number = listNumber(attributes.value, list.label)
  if (label !== 'none' && (number !== null || list.isNumberSkipped))
    tag.attributes.value = String(number ?? list.next)
  list.isNumberSkipped = label === 'none'
  list.next = (number ?? list.next) + 1
}

/** Whether an item has a number, also where it is invisible. */
export function isNumberedItem({ name, list }: Pick<ListElement, 'name' | 'list'>): boolean {
  return name === 'li' && isNumbered(list.label)
}

/** LibreOffice counts from 0, and to the largest number of 16 bits. */
const MAX_NUMBER = 65_534
const isNumbered = (label: string) => /^[1aAiI]$/.test(label)

/**
 * The label that styles and the attribute `type` give an item.
 * @param content what a style sheet puts before it
 * @param inherited the label that it has without them
 * @throws HtmlError for labels that cannot be written
 */
function chooseLabel(
  style: Declarations,
  type: string | undefined,
  content: string | undefined,
  inherited: string,
): string {
  const named = style.get('list-style-type')
  let label: string | undefined = type && attributeValues.type!.test(type) ? type : inherited
  if (named === 'none') label = named
  else if (named === 'text') label = isNumbered(inherited) ? undefined : inherited
  else if (named) label = listTypes.get(named)
  if (content) label = label === 'none' ? readContentLabel(content) : undefined
  if (!label) throw new HtmlError('not_understood')
  return label
}

/** In pages of Google Docs, which name the first number of a list by `start`, too. */
const googleNumber = /^(?:""|'')?\s*counter\(\s*lst-ctn-kix_[\w-]+\s*(?:,\s*([\w-]+)\s*)?\)\s*["']\.\s*["']$/i
/** With those of the fonts Symbol and Wingdings. */
const bullet = /^[•●○■□▪▫◦‣⁃∙·*–—❖➔➢➤★\uf0b7\uf0a7\uf0d8o-]$/

/** The label in place of what stands before an item without one: `"" counter(…, lower-latin) ". "` or `"●  "`. */
function readContentLabel(content: string): string | undefined {
  const number = googleNumber.exec(content)
  if (number) return listTypes.get(number[1]?.toLowerCase() ?? 'decimal')
  const isText = /^(["'])[^"']*\1$/.test(content)
  return isText && bullet.test(escapedText(content.slice(1, -1)).trim()) ? 'disc' : undefined
}

/** The number of an attribute of a numbered list or item; null when there is none. @throws HtmlError */
function listNumber(value: string | undefined, label: string): number | null {
  const [, digits] = /^\s*([+-]?\d{1,10})/.exec(value ?? '') ?? []
  if (digits === undefined) return null
  const number = Number(digits)
  if (number < (label === '1' ? 0 : 1) || number > MAX_NUMBER) throw new HtmlError('not_understood')
  return number
}
