import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element of a trusted list, without comments. */
export interface Element {
  /** Without its prefix. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
}

/** Trusted lists are nested less than 30 deep. */
const MAX_DEPTH = 100

/** Thrown for XML that is not well-formed, or has a document type. */
export class ListError extends Error {
  override name = 'ListError'
}

interface ElementListener {
  /** @param ancestors from the root, without the element itself */
  onOpen(tag: SaxesTagNS, ancestors: readonly SaxesTagNS[], resolve: (prefix: string) => string): void
  onText(text: string): void
  onInstruction(target: string, body: string, place: 'before' | 'inside' | 'after'): void
  onClose(tag: SaxesTagNS, ancestors: readonly SaxesTagNS[]): void
  /** Whether the element has been read, so that its parent need not keep it. */
  onElement(element: Element, ancestors: readonly SaxesTagNS[]): boolean
}

/** Reads XML in one pass. @returns the root, without the elements that `onElement` has read @throws ListError */
export function readElements(xml: string, listener: ElementListener): Element {
  const parser = new SaxesParser({ xmlns: true })
  const tags: SaxesTagNS[] = []
  const elements: Element[] = []
  let root: Element | null = null
  parser.on('error', ({ message }) => {
    throw new ListError(message)
  })
  parser.on('doctype', () => {
    throw new ListError('It has a document type.')
  })
  parser.on('opentag', (tag) => {
    listener.onOpen(tag, tags, (prefix) => parser.resolve(prefix) ?? '')
    if (tags.push(tag) > MAX_DEPTH) throw new ListError('It is nested too deep.')
    const attributes = Object.values(tag.attributes)
    elements.push({
      name: tag.local,
      attributes: new Map(attributes.map(({ local, value }) => [local, value])),
      children: [],
      text: '',
    })
  })
  const addText = (text: string) => {
    const element = elements.at(-1)
    if (!element) return
    element.text += text
    listener.onText(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('processinginstruction', ({ target, body }) =>
    listener.onInstruction(target, body, tags.length > 0 ? 'inside' : root ? 'after' : 'before'),
  )
  parser.on('closetag', () => {
    const [tag, element] = [tags.pop()!, elements.pop()!]
    listener.onClose(tag, tags)
    if (!listener.onElement(element, tags)) elements.at(-1)?.children.push(element)
    root = element
  })
  parser.write(xml).close()
  if (!root) throw new ListError('It is empty.')
  return root
}

/** The elements at the end of a path of names. */
export function findAll(element: Element | undefined, ...path: string[]): Element[] {
  const [name, ...rest] = path
  if (!element || name === undefined) return element ? [element] : []
  return element.children.filter((child) => child.name === name).flatMap((child) => findAll(child, ...rest))
}

/** The text of the first element at the end of a path; empty without one. */
export function findText(element: Element | undefined, ...path: string[]): string {
  return findAll(element, ...path)[0]?.text.trim() ?? ''
}

/** The bytes of base64 in elements. */
export function toBytes({ text }: Element): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** Names in several languages: the English one, else the first. */
export function findName(element: Element, part: string): string {
  const names = findAll(element, part, 'Name')
  return (names.find(({ attributes }) => attributes.get('lang') === 'en') ?? names[0])?.text.trim() ?? ''
}

/** ISO 8601; null for what is no time. */
export function toTime(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
