import { describe, expect, it } from 'vitest'
import { parseDeclarations } from './css.ts'
import { attributeValues, elements, globalAttributes, inputText, isHidden, writtenName } from './elements.ts'

const visible = parseDeclarations('')

describe('writtenName', () => {
  it.each([
    ['p', 'p'],
    ['article', 'div'],
    ['form', 'div'],
    ['body', 'div'],
    ['del', 's'],
    ['strike', 's'],
    ['mark', 'span'],
    ['xmp', 'pre'],
    ['a', null],
    ['img', null],
    ['script', null],
    ['svg', null],
    ['iframe', null],
    ['o:p', null],
    ['constructor', null],
    ['__proto__', null],
  ])('of <%s> is %j', (name, expected) => {
    expect(writtenName(name)).toBe(expected)
  })

  it('has a rule for the value of each attribute that is written', () => {
    const attributes = new Set([...globalAttributes, ...Object.values(elements).flat()])
    expect([...attributes].filter((attribute) => !Object.hasOwn(attributeValues, attribute))).toEqual([])
  })
})

describe('attributeValues', () => {
  it.each([
    ['colspan', '99', '100'],
    ['rowspan', '999', '1000'],
    ['border', '10', '100'],
    ['width', '50%', '50em'],
    ['width', '9999.5', '10000'],
    ['bgcolor', '#ffee00', 'url(a)'],
    ['color', 'red', 'red;'],
    ['face', "Noto Sans, 'Arial'", 'a<b'],
    ['align', 'CENTER', 'char'],
    ['dir', 'rtl', 'auto'],
    ['lang', 'de-AT', 'a b'],
    ['size', '+2', '+200'],
    ['type', 'A', 'text'],
    ['valign', 'middle', 'inherit'],
  ])('of %s allow %j, and not %j', (name, allowed, refused) => {
    expect(attributeValues[name]!.test(allowed)).toBe(true)
    expect(attributeValues[name]!.test(refused)).toBe(false)
    expect(attributeValues[name]!.test(`${allowed}\n`)).toBe(false)
  })
})

describe('isHidden', () => {
  it.each(['script', 'style', 'title', 'noscript', 'template', 'iframe', 'object', 'video', 'svg', 'math'])(
    'holds for <%s>',
    (name) => {
      expect(isHidden(name, {}, visible)).toBe(true)
    },
  )

  it.each<[string, Record<string, string>, string, boolean]>([
    ['p', {}, '', false],
    ['p', { hidden: '' }, '', true],
    ['p', {}, 'display: none', true],
    ['p', {}, 'display: NONE', true],
    ['p', {}, 'display: block', false],
    ['p', {}, 'visibility: hidden', true],
    ['p', {}, 'visibility: visible', false],
    ['tr', {}, 'visibility: Collapse', true],
    ['p', {}, 'visibility: collapse', true],
    ['col', {}, 'visibility: hidden', true],
    ['dialog', {}, '', true],
    ['dialog', { open: '' }, '', false],
  ])('of <%s> with %j and the style %j is %s', (name, attributes, style, expected) => {
    expect(isHidden(name, attributes, parseDeclarations(style))).toBe(expected)
  })
})

describe('inputText', () => {
  it.each([
    [{ value: 'Ada' }, 'Ada'],
    [{ type: 'EMAIL', value: 'a@b' }, 'a@b'],
    [{ type: 'date', value: '2024-05-01' }, '2024-05-01'],
    [{ type: 'checkbox', checked: '' }, '☒'],
    [{ type: 'checkbox', value: 'x' }, '☐'],
    [{ type: 'radio', checked: '' }, '☒'],
    [{ type: 'password', value: 'secret' }, ''],
    [{ type: 'hidden', value: 'x' }, ''],
    [{ type: 'datetime-local', value: '2026-12-01T10:00' }, '2026-12-01T10:00'],
    [{ type: 'week', value: '2026-W49' }, '2026-W49'],
    [{ type: 'currency', value: '950' }, '950'],
    [{ type: 'reset', value: 'Clear' }, ''],
    [{ type: 'button', value: 'Add' }, ''],
    [{ type: 'image', value: 'x' }, ''],
    [{ type: 'submit', value: 'Send' }, ''],
    [{ type: 'file', value: 'a' }, ''],
    [{}, ''],
  ])('of %j is %j', (attributes, expected) => {
    expect(inputText(attributes as Record<string, string>)).toBe(expected)
  })
})
