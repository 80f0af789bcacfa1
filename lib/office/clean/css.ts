import { HtmlError } from './error.ts'
import {
  type Count,
  MAX_SELECTOR_CHARACTERS,
  matches,
  parseSelector,
  type Selector,
  type StyledElement,
} from './selectors.ts'

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
  'counter-increment',
  'counter-reset',
  'counter-set',
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
/** The counter of the items of lists (CSS Lists 3, 4.6). */
const itemCounter = /(?<![\w-])list-item(?![\w-])/i

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
    } else if (property === 'list-style' || property === 'list-style-type') {
      const label = listLabel(property === 'list-style' ? value.replaceAll(/url\([^)]*\)/gi, 'none') : value)
      if (label) declarations.set('list-style-type', label)
    } else if (property.startsWith('counter-') && itemCounter.test(value))
      declarations.set(property, 'list-item')
    else if (property === 'text-decoration-line' && isSafe(value)) declarations.set('text-decoration', value)
    else if (properties.has(property) && isSafe(value)) declarations.set(property, value)
  }
  return declarations
}

/** A value has no brackets, so no `url()`, and no escapes, comments and negative lengths; colours are an exception. */
function isSafe(value: string): boolean {
  return plainValue.test(value.replaceAll(rgbColour, 'colour')) && !negativeLength.test(value)
}

/** The type of labels that a list style names; `text` of labels that are a text of their own. */
function listLabel(value: string): string | undefined {
  const rest = value.replaceAll(/(["'])[^"']*\1/g, 'text').toLowerCase()
  if (!/^[a-z\s-]+$/.test(rest) || /^(inherit|unset|revert(-layer)?)$/.test(rest)) return undefined
  const words = rest.split(/\s+/).filter((word) => !/^(inside|outside|initial)$/.test(word))
  return words.find((word) => word !== 'none') ?? words[0] ?? 'disc'
}

const generated = /(?:^|;)\s*content\s*:((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)]*\)|[^;"'])*)/gis
const withoutText = /^(none|normal|initial|inherit|unset)$|^url\([^()]*\)$/i

/** The value of `content` in a rule for a pseudo-element: empty where it shows no text, undefined without one. */
function generatedContent(css: string): string | undefined {
  const value = [...css.matchAll(generated)].at(-1)?.[1]?.replace(important, '').trim()
  if (value === undefined) return undefined
  const { display, visibility } = Object.fromEntries(parseDeclarations(css))
  const isHidden = display === 'none' || visibility === 'hidden' || withoutText.test(value)
  const text = value.replaceAll(/(["'])((?:\\.|(?!\1).)*)\1/gs, (_, __, inner: string) => escapedText(inner))
  return isHidden || !/[^\s\u200b\ufeff]/.test(text) ? '' : value
}

/** The text of a string with escapes (CSS Syntax 3, 4.3.7). */
export function escapedText(text: string): string {
  return text.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, code: string | undefined, sign: string) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : sign,
  )
}

/** The colour of a background, or the first of a gradient. */
function backgroundColour(value: string): string | undefined {
  return /^[a-z]+$/i.test(value) ? value : colour.exec(value)?.[0]
}

interface Declared {
  declarations: Declarations
  important: Declarations
}

interface Rule extends Declared {
  selector: Selector
  /** For a pseudo-element. */
  content: string | undefined
  /** The position among all rules. */
  order: number
}

/** What the rules say of an element. */
export interface Found extends Declared {
  /** What they show before, after or in place of its label, by the name of the pseudo-element. */
  contents: Map<string, string>
  /** What rules say of it that may not apply, as their selectors are not read entirely. */
  uncertain: Declarations[]
}

/** Of a rule whose selector is not read entirely: they decide what is shown, and with which numbers. */
const decisive = /^(display|visibility|list-style-type|counter-.*)$/
/** Of parts of selectors with elements; a page of 50,000 elements with 100 rules for each has at least 5 million. */
const MAX_COMPARISONS = 10_000_000

/** Of a selector in another one. */
const NESTING_COST = 100

/** The rules of style sheets. */
export class StyleSheet {
  /** By the last class, or else the name, of the last compound. */
  readonly #rules = new Map<string, Rule[]>()
  #ruleCount = 0
  #comparisons = 0
  readonly #count = (cost: number) => {
    this.#comparisons += cost
    if (this.#comparisons > MAX_COMPARISONS) throw new HtmlError('too_large')
  }

  add(css: string): void {
    for (const block of readBlocks(withoutVariables(withoutComments(css)), this.#count)) {
      const isOfPseudoElement = block.selectors.some((text) => /before|after|marker/i.test(text))
      const content = isOfPseudoElement ? generatedContent(block.text) : undefined
      for (const text of block.selectors) {
        const selector = parseSelector(text)
        const rule = selector && toRule(selector, { ...block, content }, this.#ruleCount)
        if (!rule) continue
        this.#ruleCount += 1
        const { name, classes } = selector.groups[0]![0]!
        const key = classes.length > 0 ? `.${classes.at(-1)}` : name
        const rules = this.#rules.get(key) ?? []
        rules.push(rule)
        this.#rules.set(key, rules)
      }
    }
  }

  /**
   * What the rules declare for an element, and of that what no style attribute replaces.
   * @throws HtmlError `too_large` when comparing rules with elements takes too long
   */
  getDeclarations(element: StyledElement): Found {
    const keys = new Set(['', element.name, ...element.classes.map((name) => `.${name}`)])
    const candidates = [...keys].flatMap((key) => this.#rules.get(key) ?? [])
    const rules = candidates.filter(({ selector }) => matches(selector, element, this.#count))
    for (const { declarations } of rules) this.#count(declarations.size)
    rules.sort(
      (left, right) => left.selector.specificity - right.selector.specificity || left.order - right.order,
    )
    const ofElement = rules.filter(({ selector }) => selector.pseudoElement === '')
    const certain = ofElement.filter(({ selector }) => !selector.isWide)
    return {
      declarations: new Map(certain.flatMap(({ declarations }) => [...declarations])),
      important: new Map(certain.flatMap(({ important }) => [...important])),
      uncertain: ofElement.filter(({ selector }) => selector.isWide).map(({ declarations }) => declarations),
      contents: new Map(
        rules.flatMap(({ selector, content }) => {
          const counts = content !== undefined && (content !== '' || !selector.isWide)
          return counts ? [[selector.pseudoElement, content] as const] : []
        }),
      ),
    }
  }
}

/** The selectors of a list, also where those in brackets have commas. */
const selectorOfList = /(?:\([^()]*\)|\[[^[\]]*\]|[^,])+/g

/** Of a rule what counts for what it matches; null when that is nothing. */
function toRule(
  selector: Selector,
  { declarations, important, content }: Omit<Rule, 'selector' | 'order'>,
  order: number,
): Rule | null {
  if (selector.pseudoElement) return content === undefined ? null : { selector, ...nothing, content, order }
  if (!selector.isWide) return { selector, declarations, important, content: undefined, order }
  const deciding = new Map([...declarations].filter(([property]) => decisive.test(property)))
  return deciding.size === 0
    ? null
    : { selector, ...nothing, declarations: deciding, content: undefined, order }
}

const nothing: Declared = { declarations: new Map(), important: new Map() }

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

interface Block extends Declared {
  selectors: string[]
  text: string
}

/** A sign of the structure, or a string, in which such signs do not count; empty at the end. */
const structure = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[{};]|$/gs

/** The rules of a style sheet, also those in other rules. Of at-rules only the content of `@media` for print counts. */
function* readBlocks(css: string, count: Count): Generator<Block> {
  /** Of the declarations before the current place, and of what stands after the last of them. */
  let start = 0
  let lastStart = 0
  /** The selectors of the open blocks; none in a group that is in no rule. */
  const open: string[][] = []
  const begun = new WeakSet<string[]>()
  /** The number of blocks around the current place whose rules are left out. */
  let ignoredDepth = 0
  for (const { 0: sign, index } of css.matchAll(structure)) {
    if (/^["']/.test(sign)) continue
    if (sign === ';') {
      lastStart = index + 1
      continue
    }
    const selectors = open.at(-1) ?? []
    const text = css.slice(start, sign === '{' ? lastStart : index)
    if (ignoredDepth === 0 && selectors.length > 0 && text.trim() !== '') {
      // A rule goes on after each block in it.
      if (begun.has(selectors)) count(NESTING_COST * selectors.length)
      begun.add(selectors)
      yield {
        selectors,
        text,
        declarations: parseDeclarations(text),
        important: parseDeclarations(text, true),
      }
    }
    if (sign === '{') {
      const prelude = css.slice(lastStart, index).trim()
      const inner = ignoredDepth > 0 ? null : readPrelude(prelude, selectors, count)
      if (inner) open.push(inner)
      else ignoredDepth++
    } else if (ignoredDepth > 0) ignoredDepth--
    else open.pop()
    start = index + 1
    lastStart = start
  }
}

/** The selectors of a block, which may be in one with the selectors `outer`; null where it is left out. */
function readPrelude(prelude: string, outer: string[], count: Count): string[] | null {
  if (prelude.startsWith('@')) {
    const [, media] = /^@media\s+(\S.*)$/is.exec(prelude) ?? []
    return media && appliesToPrint(media) ? outer : null
  }
  const list = (prelude.match(selectorOfList) ?? []).map((text) => text.trim())
  const selectors = outer.length === 0 ? list : nestSelectors(outer, list, count)
  return selectors.length > 0 ? selectors : null
}

/** The selectors of a rule in one with the selectors `outer` (CSS Nesting 1, 3.1). */
function nestSelectors(outer: string[], list: string[], count: Count): string[] {
  const selectors = list.filter((text) => text.length <= MAX_SELECTOR_CHARACTERS)
  return outer.flatMap((around) =>
    selectors.flatMap((selector) => {
      count(NESTING_COST)
      // Within a selector `&` is one element, whatever is around it: it is written so that it counts as not read.
      const nested = selector.includes('&')
        ? selector.replaceAll('&', (_, index) => (index === 0 ? around : `:is(${around})`))
        : `${around} ${selector}`
      return nested.length <= MAX_SELECTOR_CHARACTERS ? [nested] : []
    }),
  )
}
