export interface StyledElement {
  name: string
  id: string
  classes: string[]
  attributes: Record<string, string>
  parent: StyledElement | null
}

/** A part of a selector without combinators: `td.total`. An empty name is that of any element. */
interface Compound {
  name: string
  ids: string[]
  classes: string[]
  attributes: AttributeTest[]
  /** None of them matches. */
  not: Compound[]
}

interface AttributeTest {
  name: string
  /** Empty for an attribute with any value. */
  operator: string
  value: string
}

export interface Selector {
  /** From the element outwards; those of a group, also from the inner one, are combined by `>`. */
  groups: Compound[][]
  specificity: number
  /** `before`, `after` or `marker`; empty for the element itself. */
  pseudoElement: string
  /** Whether it has conditions that are not read, so that it may match more elements than it should. */
  isWide: boolean
}

/** A longer one is not read: each of its parts is compared with each ancestor of an element. */
export const MAX_SELECTOR_CHARACTERS = 300
const word = String.raw`(?:[\w-]|\\[^\n]|[^\0-\x7f])+`
const token = new RegExp(
  [
    `(?<mark>[.#]?)(?<word>${word})`,
    String.raw`(?<any>\*)`,
    String.raw`\[\s*(?<attribute>[\w-]+)\s*(?:(?<operator>[~|^$*]?=)\s*(?<value>"[^"]*"|'[^']*'|${word})\s*[is]?\s*)?\]`,
    String.raw`(?<colons>::?)(?<pseudo>[\w-]+)(?:\((?<argument>(?:[^()]|\([^()]*\))*)\))?`,
    String.raw`\s*(?<combinator>[>+~])\s*`,
    String.raw`(?<descendant>\s+)`,
  ].join('|'),
  'gy',
)
const pseudoElements = /^(before|after|marker)$/
/** What no printed page is in, and what only elements without content are. */
const neverPrinted = /^(hover|active|focus|focus-within|focus-visible|visited|target|empty|-.*)$/

/** A selector; null for one that matches nothing on a printed page, or that cannot be read. */
export function parseSelector(text: string): Selector | null {
  if (text.length > MAX_SELECTOR_CHARACTERS) return null
  let compound = anyElement()
  let isEmpty = true
  let length = 0
  const selector: Selector = { groups: [[compound]], specificity: 0, pseudoElement: '', isWide: false }
  for (const { 0: whole, groups: found = {} } of text.matchAll(token)) {
    length += whole.length
    if (found.combinator || found.descendant) {
      if (isEmpty || selector.pseudoElement) return null
      compound = anyElement()
      isEmpty = true
      if (found.combinator === '>') selector.groups[0]!.unshift(compound)
      else if (found.descendant) selector.groups.unshift([compound])
      else {
        // A sibling has the same elements around it.
        selector.groups[0]![0] = compound
        selector.isWide = true
      }
      continue
    }
    isEmpty = false
    const { mark, attribute, pseudo } = found
    if (mark === '#') compound.ids.push(unescaped(found.word!))
    else if (mark === '.') compound.classes.push(unescaped(found.word!))
    else if (found.word) compound.name = found.word.toLowerCase()
    else if (attribute) compound.attributes.push(attributeTest(attribute, found.operator, found.value))
    else if (pseudo && !addPseudo(selector, compound, { ...found, pseudo: pseudo.toLowerCase() })) return null
    selector.specificity +=
      mark === '#' ? 1e6 : mark === '.' || attribute || pseudo ? 1e3 : found.word ? 1 : 0
  }
  return isEmpty || length < text.length ? null : selector
}

interface FoundPseudo {
  pseudo: string
  colons?: string
  argument?: string
}

/** Adds a pseudo-class or pseudo-element; false where the selector then matches nothing that is read. */
function addPseudo(
  selector: Selector,
  compound: Compound,
  { pseudo, colons, argument }: FoundPseudo,
): boolean {
  if (colons === '::' || pseudoElements.test(pseudo)) {
    selector.pseudoElement = pseudo
    return pseudoElements.test(pseudo)
  }
  if (neverPrinted.test(pseudo)) return false
  if (pseudo === 'root') compound.name = 'html'
  else if (pseudo === 'link' || pseudo === 'any-link') compound.attributes.push(attributeTest('href'))
  else {
    const excluded = pseudo === 'not' && argument ? parseSelector(argument.trim()) : null
    const [group = [], ...outer] = excluded?.groups ?? []
    if (!excluded?.isWide && group.length === 1 && outer.length === 0) compound.not.push(group[0]!)
    else selector.isWide = true
  }
  return true
}

function anyElement(): Compound {
  return { name: '', ids: [], classes: [], attributes: [], not: [] }
}

function attributeTest(name: string, operator = '', value = ''): AttributeTest {
  return { name: name.toLowerCase(), operator, value: unescaped(value.replace(/^(["'])(.*)\1$/s, '$2')) }
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, '$1')

/** Adds the cost of a comparison; throws where all of them together cost too much. */
export type Count = (cost: number) => void

/** For each group the nearest match is the best one, as it leaves most ancestors to the next. */
export function matches({ groups }: Selector, element: StyledElement, count: Count): boolean {
  let ancestor = matchGroup(groups[0]!, element, count)
  for (const group of groups.slice(1)) {
    if (ancestor === undefined) return false
    ancestor = findGroup(group, ancestor, count)
  }
  return ancestor !== undefined
}

type Ancestor = StyledElement | null

function findGroup(group: Compound[], start: Ancestor, count: Count): Ancestor | undefined {
  for (let element = start; ; element = element.parent) {
    const above = matchGroup(group, element, count)
    if (above !== undefined || !element) return above
  }
}

/** The parent of the outermost element of a group whose innermost is this one; undefined when they do not match. */
function matchGroup(group: Compound[], innermost: Ancestor, count: Count): Ancestor | undefined {
  let element = innermost
  for (const compound of group) {
    if (element ? !matchesCompound(compound, element, count) : !isPage(compound)) return undefined
    element = element?.parent ?? null
  }
  return element
}

/** `html` and `body` are around every element, also where a page has no tags for them. */
function isPage({ name, ids, classes, attributes }: Compound): boolean {
  return /^(html|body)$/.test(name) && ids.length + classes.length + attributes.length === 0
}

function matchesCompound(compound: Compound, element: StyledElement, count: Count): boolean {
  const { name, ids, classes, attributes, not } = compound
  count(1)
  if (name !== '' && name !== element.name) return false
  count(ids.length + classes.length * element.classes.length)
  return (
    ids.every((id) => id === element.id) &&
    classes.every((word) => element.classes.includes(word)) &&
    attributes.every((test) => passes(test, element.attributes, count)) &&
    !not.some((excluded) => matchesCompound(excluded, element, count))
  )
}

function passes(
  { name, operator, value }: AttributeTest,
  attributes: Record<string, string>,
  count: Count,
): boolean {
  count(1)
  if (!Object.hasOwn(attributes, name)) return false
  const actual = attributes[name]!
  if (operator === '') return true
  if (operator === '=') return actual === value
  if (operator === '|=') return actual === value || actual.startsWith(`${value}-`)
  if (value === '') return false
  if (operator === '^=') return actual.startsWith(value)
  if (operator === '$=') return actual.endsWith(value)
  count(actual.length)
  return operator === '~=' ? actual.split(/\s+/).includes(value) : actual.includes(value)
}
