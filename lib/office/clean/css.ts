import { HtmlError } from './error.ts'

/** The declarations of an element or rule, by property: only harmless properties and values. */
export type Declarations = Map<string, string>

const boxProperties = ['border', 'margin', 'padding'].flatMap((name) => [
  name,
  ...['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
])

/** None of them loads anything, or places an element over another. */
export const properties = new Set([
  ...boxProperties,
  'background-color',
  'border-color',
  'border-style',
  'border-width',
  'color',
  'direction',
  'display',
  'font-family',
  'font-size',
  'font-style',
  'font-variant',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'list-style-type',
  'page-break-after',
  'page-break-before',
  'page-break-inside',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'vertical-align',
  'visibility',
  'white-space',
  'width',
])

const MAX_VALUE_CHARACTERS = 200
const rgbColour = /rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)/gi
const colour = /rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|#[\da-f]{6}\b|#[\da-f]{3}\b/i
const plainValue = /^[\w\s#%.,+'"-]+$/
const negativeLength = /(^|\s)-[\d.]/
const important = /!\s*important/i

/** The harmless declarations of a style attribute or rule; on request those that are `!important` only. */
export function parseDeclarations(css: string, isImportantOnly = false): Declarations {
  const declarations: Declarations = new Map()
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    // The newer names of the properties of page breaks.
    const property = name.replace(/^break-(?=after$|before$|inside$)/, 'page-break-')
    const text = declaration.slice(colon + 1, colon + 1 + MAX_VALUE_CHARACTERS)
    const value = text.replace(important, '').trim()
    if (isImportantOnly && !important.test(text)) continue
    if (property === 'background') {
      const background = backgroundColour(value)
      if (background) declarations.set('background-color', background)
    } else if (properties.has(property) && isSafe(value)) declarations.set(property, value)
  }
  return declarations
}

/** A value has no brackets, so no `url()`, and no escapes, comments and negative lengths; colours are an exception. */
function isSafe(value: string): boolean {
  return plainValue.test(value.replaceAll(rgbColour, 'colour')) && !negativeLength.test(value)
}

/** The colour of a background, or the first of a gradient. */
function backgroundColour(value: string): string | undefined {
  return /^[a-z]+$/i.test(value) ? value : colour.exec(value)?.[0]
}

export interface StyledElement {
  name: string
  id: string
  classes: string[]
  parent: StyledElement | null
}

/** A part of a selector without spaces: `td.total`. An empty name is that of any element. */
interface Compound {
  name: string
  ids: string[]
  classes: string[]
}

interface Declared {
  declarations: Declarations
  important: Declarations
}

interface Rule extends Declared {
  compounds: Compound[]
  specificity: number
  /** The position among all rules. */
  order: number
}

const simpleCompound = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i

/** Of rules with elements, by their classes; a page of 50,000 elements with 100 rules for each has 5 million. */
const MAX_COMPARISONS = 10_000_000

/** The rules of style elements whose selectors consist of names, classes, ids and descendants. */
export class StyleSheet {
  /** By the last class, or else the name, of the last compound. */
  readonly #rules = new Map<string, Rule[]>()
  #count = 0
  #comparisons = 0

  add(css: string): void {
    for (const { selectors, ...declared } of readBlocks(withoutVariables(withoutComments(css)))) {
      for (const selector of selectors.split(',')) {
        const rule = parseRule(selector.trim(), declared, this.#count)
        if (!rule) continue
        this.#count += 1
        const { name, classes } = rule.compounds.at(-1)!
        const key = classes.length > 0 ? `.${classes.at(-1)}` : name
        const rules = this.#rules.get(key) ?? []
        rules.push(rule)
        this.#rules.set(key, rules)
      }
    }
  }

  /**
   * What the rules declare for an element, and of that what no style attribute replaces.
   * @throws HtmlError `too_large` when rules times elements are too many
   */
  getDeclarations(element: StyledElement): Declared {
    const keys = new Set(['', element.name, ...element.classes.map((name) => `.${name}`)])
    const candidates = [...keys].flatMap((key) => this.#rules.get(key) ?? [])
    this.#comparisons += candidates.length * (1 + element.classes.length)
    if (this.#comparisons > MAX_COMPARISONS) throw new HtmlError('too_large')
    const rules = candidates.filter((rule) => matches(rule, element))
    rules.sort((left, right) => left.specificity - right.specificity || left.order - right.order)
    return {
      declarations: new Map(rules.flatMap(({ declarations }) => [...declarations])),
      important: new Map(rules.flatMap(({ important }) => [...important])),
    }
  }
}

function parseRule(selector: string, declared: Declared, order: number): Rule | null {
  const compounds: Compound[] = []
  for (const text of selector.split(/\s+/)) {
    const parts = simpleCompound.exec(text)
    if (!parts || text === '') return null
    const [, name = '', rest = ''] = parts
    const namesAfter = (sign: string) =>
      [...rest.matchAll(/([.#])([^.#]+)/g)].flatMap(([, mark, word]) => (mark === sign ? [word!] : []))
    const lowerCaseName = name === '*' ? '' : name.toLowerCase()
    compounds.push({ name: lowerCaseName, ids: namesAfter('#'), classes: namesAfter('.') })
  }
  const specificity = compounds.reduce(
    (sum, { name, ids, classes }) => sum + ids.length * 1e6 + classes.length * 1e3 + (name ? 1 : 0),
    0,
  )
  // They are around every element, also where a page has no tags for them.
  const first = compounds.findIndex(({ name, ids, classes }, index) => {
    const isPage = /^(html|body)$/.test(name) && ids.length === 0 && classes.length === 0
    return !isPage || index === compounds.length - 1
  })
  return { compounds: compounds.slice(first), ...declared, specificity, order }
}

/** Searching each ancestor once is enough, because all combinators are descendants. */
function matches({ compounds }: Rule, element: StyledElement): boolean {
  if (!matchesCompound(compounds.at(-1)!, element)) return false
  let index = compounds.length - 2
  for (let ancestor = element.parent; ancestor && index >= 0; ancestor = ancestor.parent)
    if (matchesCompound(compounds[index]!, ancestor)) index--
  return index < 0
}

function matchesCompound({ name, ids, classes }: Compound, element: StyledElement): boolean {
  return (
    (name === '' || name === element.name) &&
    ids.every((id) => id === element.id) &&
    classes.every((word) => element.classes.includes(word))
  )
}

/** In linear time, also where a comment has no end. */
function withoutComments(css: string): string {
  return css
    .replaceAll(/<!--|-->/g, '')
    .split('*/')
    .map((part) => part.split('/*', 1)[0])
    .join(' ')
}

const variable = /(?<![\w-])(--[\w-]{1,100})\s*:([^;{}()]{1,100})/g
const variableUse = /var\(\s*(--[\w-]{1,100})\s*(?:,[^()]{0,100})?\)/g

/** Replaces custom properties by their values: one value each, as for the colours of a page. */
function withoutVariables(css: string): string {
  const values = new Map(Array.from(css.matchAll(variable), ([, name, value]) => [name!, value!.trim()]))
  return css.replaceAll(variableUse, (_, name: string) => values.get(name) ?? '')
}

/** Whether a list of media, such as `screen, print`, applies to a printed page, whatever that is like. */
export function appliesToPrint(media: string): boolean {
  return media.split(',').some((medium) => /^\s*((only\s+)?(print|all)|)\s*$/i.test(medium))
}

/** The rules of a style sheet. Of at-rules only the content of `@media` for print counts. */
function* readBlocks(css: string): Generator<{ selectors: string } & Declared> {
  let start = 0
  let selectors: string | null = null
  /** The number of blocks around the current place whose rules are left out. */
  let ignoredDepth = 0
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const text = css.slice(start, index)
    if (sign === '{') {
      const isGroup = text.trim().startsWith('@')
      const [, media] = /^\s*@media\s+(\S.*)$/is.exec(text) ?? []
      if (ignoredDepth > 0 || (isGroup && !(media && appliesToPrint(media)))) ignoredDepth++
      else if (!isGroup) selectors = text
    } else if (sign === '}') {
      if (ignoredDepth > 0) ignoredDepth--
      else if (selectors !== null)
        yield { selectors, declarations: parseDeclarations(text), important: parseDeclarations(text, true) }
      selectors = null
    }
    // The semicolons of a rule belong to its declarations.
    if (sign !== ';' || selectors === null) start = index + 1
  }
}
