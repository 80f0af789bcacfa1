import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StyleSheet } from './css.ts'
import type { StyledElement } from './selectors.ts'

interface Compound {
  name: string
  id: string
  classes: string[]
}
interface Rule {
  compounds: Compound[]
  colour: string
  isImportant: boolean
}

const name = fc.constantFrom('p', 'td', 'div', 'b')
const className = fc.constantFrom('a', 'b', 'c')
const compound: fc.Arbitrary<Compound> = fc
  .record({
    name: fc.oneof(name, fc.constantFrom('', '*')),
    id: fc.constantFrom('', '', '', 'x', 'y'),
    classes: fc.uniqueArray(className, { maxLength: 2 }),
  })
  .filter(({ name, id, classes }) => name !== '' || id !== '' || classes.length > 0)
const rule: fc.Arbitrary<Rule> = fc.record({
  compounds: fc.array(compound, { minLength: 1, maxLength: 3 }),
  colour: fc.constantFrom('red', 'green', 'blue', 'black', 'white', 'grey'),
  isImportant: fc.boolean(),
})
/** Elements in each other, from the outermost. */
const path = fc.array(
  fc.record({
    name,
    id: fc.constantFrom('', 'x', 'y'),
    classes: fc.uniqueArray(className, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
)

function format({ compounds, colour, isImportant }: Rule): string {
  const selector = compounds.map(({ name, id, classes }) => {
    return `${name}${id && `#${id}`}${classes.map((word) => `.${word}`).join('')}`
  })
  return `${selector.join(' ')} { color: ${colour}${isImportant ? ' !important' : ''} }`
}

function isMatch(part: Compound, element: Compound): boolean {
  return (
    ['', '*', element.name].includes(part.name) &&
    ['', element.id].includes(part.id) &&
    part.classes.every((word) => element.classes.includes(word))
  )
}

/** Whether the last compound is that of the last element, and the others are those of elements around it, in order. */
function applies(compounds: Compound[], elements: Compound[]): boolean {
  const [last, ...before] = compounds.toReversed()
  if (!isMatch(last!, elements.at(-1)!)) return false
  if (before.length === 0) return true
  const [next] = before
  return elements.slice(0, -1).some((element, index) => {
    return isMatch(next!, element) && applies(compounds.slice(0, -1), elements.slice(0, index + 1))
  })
}

/** The colour that the standard gives (CSS 2.2, 6.4.3): ids, then classes, then names, then the order count. */
function expectedColour(rules: Rule[], elements: Compound[]): string | undefined {
  const weigh = ({ compounds }: Rule) => [
    compounds.filter(({ id }) => id !== '').length,
    compounds.reduce((sum, { classes }) => sum + classes.length, 0),
    compounds.filter(({ name }) => name !== '' && name !== '*').length,
  ]
  return rules
    .filter(({ compounds }) => applies(compounds, elements))
    .map((item, order) => ({ item, weight: [...weigh(item), order] }))
    .toSorted((a, b) => {
      const index = a.weight.findIndex((value, place) => value !== b.weight[place])
      return index < 0 ? 0 : a.weight[index]! - b.weight[index]!
    })
    .at(-1)?.item.colour
}

function toElement(elements: Compound[]): StyledElement {
  const [last, ...around] = elements.toReversed()
  return { ...last!, attributes: {}, parent: around.length > 0 ? toElement(around.toReversed()) : null }
}

describe('the style of an element', () => {
  it('is that of the rule that the standard prefers, whatever the rules and the elements around it', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, elements) => {
        const sheet = new StyleSheet()
        sheet.add(rules.map(format).join('\n'))
        const { declarations, important } = sheet.getDeclarations(toElement(elements))
        expect(declarations.get('color')).toBe(expectedColour(rules, elements))
        const importantRules = rules.filter(({ isImportant }) => isImportant)
        expect(important.get('color')).toBe(expectedColour(importantRules, elements))
      }),
      { numRuns: 2000 },
    )
  })

  it('is the same when the rules are in one style element or in several', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, elements) => {
        const [one, several] = [new StyleSheet(), new StyleSheet()]
        one.add(rules.map(format).join(''))
        for (const item of rules) several.add(format(item))
        expect(several.getDeclarations(toElement(elements))).toEqual(one.getDeclarations(toElement(elements)))
      }),
      { numRuns: 300 },
    )
  })
})
