import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean.ts'
import { appliesToPrint, parseDeclarations, StyleSheet } from './css.ts'

async function getText(html: string): Promise<string> {
  const cleaned = await cleanHtml(new TextEncoder().encode(html))
  if (!cleaned.ok) return cleaned.reason
  const text = new TextDecoder().decode(cleaned.bytes)
  return text
    .slice(text.indexOf('<body>') + 6, text.indexOf('</body>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const isShown = async (style: string, element = '<p class="x">secret</p>') =>
  (await getText(`${style}<p>text</p>${element}`)).includes('secret')

describe('a text that is hidden on paper is left out', () => {
  it.each([
    ['.x { display: none }'],
    ['.x { display: none !important }'],
    ['.x{display:none!important}'],
    ['.x { DISPLAY: NONE ! IMPORTANT }'],
    ['.x { visibility: hidden }'],
    ['@media print { .x { display: none } }'],
    ['@media all { .x { display: none } }'],
    ['@media only print { .x { display: none } }'],
    ['@media screen, print { .x { display: none } }'],
    ['@media print , screen{.x{display:none}}'],
    ['@media\nprint\n{\n.x\n{\ndisplay:none\n}\n}'],
    ['@MEDIA PRINT { .x { display: none } }'],
    ['p { display: block } .x { display: none }'],
    ['.x { display: none } p { display: block }'],
    ['.x { display: none !important } p.x { display: block }'],
    ['@charset "utf-8"; .x { display: none }'],
    ['@page { margin: 0 } .x { display: none }'],
    ['@font-face { font-family: a } .x { display: none }'],
    ['<!-- .x { display: none } -->'],
    ['/* a */ .x /* b */ { /* c */ display /* d */ : none /* e */ }'],
    ['.y, .x, .z { display: none }'],
    ['body .x { display: none }'],
    ['* { display: none } p { display: block } .x { display: none }'],
    ['.x { color: red; display: none; position: fixed }'],
    ['.x { display: none;; }'],
    [':root { --shown: none } .x { display: var(--shown) }'],
  ])('%s', async (css) => {
    const html = `<style>${css}</style>`
    expect(await isShown(html, '<div><p class="x">secret</p></div>')).toBe(false)
  })

  it.each([
    ['by its own style', '<p style="display: none">secret</p>'],
    ['by its own style among others', '<p style="color: red; display:none; margin: 0">secret</p>'],
    ['by an attribute', '<p hidden>secret</p>'],
    ['by an attribute with a value', '<p hidden="hidden">secret</p>'],
    ['in an element that is hidden', '<div hidden><p><b>secret</b></p></div>'],
    ['in a table that is hidden', '<table style="display:none"><tr><td>secret</td></tr></table>'],
    ['as the value of an input that is hidden', '<input style="display: none" value="secret">'],
    ['as the value of a hidden input', '<input type="hidden" value="secret">'],
    ['as the value of a password', '<input type="password" value="secret">'],
    ['in a closed dialog', '<dialog>secret</dialog>'],
    ['as an option that is not selected', '<select><option>a<option>secret</select>'],
    ['in a canvas', '<canvas>secret</canvas>'],
    ['as the title of the page', '<title>secret</title>'],
    ['in a list of suggestions', '<datalist><option selected>secret</option></datalist>'],
    ['beside a frame', '<iframe srcdoc="secret">secret</iframe>'],
    ['for a player that is missing', '<video controls>secret</video>'],
  ])('%s', async (_, element) => {
    expect(await isShown('', element)).toBe(false)
  })

  it.each([
    ['a style sheet for print', 'media="print"'],
    ['a style sheet for print, not only', 'media="screen, print"'],
    ['a style sheet for all media', 'media="all"'],
    ['a style sheet without media', 'media=""'],
    ['a style sheet with a type', 'type="text/css"'],
  ])('by %s', async (_, attributes) => {
    expect(await isShown(`<style ${attributes}>.x { display: none }</style>`)).toBe(false)
  })

  it('by an important rule, also where the element or another rule says otherwise', async () => {
    const element = '<p class="x" style="display: flex">secret</p>'
    const rule = '.x { display: none !important }'
    expect(await isShown(`<style>${rule}</style>`, element)).toBe(false)
    expect(await isShown(`<style>@media print { ${rule} }</style>`, element)).toBe(false)
    expect(await isShown(`<style>${rule} p.x { display: block }</style>`, element)).toBe(false)
    // An important style of the element itself is stronger.
    const important = '<p class="x" style="display: block !important">secret</p>'
    expect(await isShown(`<style>${rule}</style>`, important)).toBe(true)
    expect(await isShown(`<style>${rule} p.x { display: block !important }</style>`, element)).toBe(true)
  })
})

describe('a text that is hidden on the screen only stays', () => {
  it.each([
    ['@media screen { .x { display: none } }'],
    ['@media not print { .x { display: none } }'],
    ['@media speech, screen { .x { display: none } }'],
    ['@media (max-width: 600px) { .x { display: none } }'],
    ['@media screen { .y { color: red } .x { display: none } }'],
    ['@media screen { @media print { .x { display: none } } }'],
    ['@supports (display: grid) { .x { display: none } }'],
    ['.x:empty { display: none }'],
    ['.x::after { display: none }'],
    ['.y { display: none }'],
    ['.x { display: block }'],
    ['.x { display: none; display: block }'],
    ['.x { display: none } .x { display: block }'],
    ['.x { display: none } p.x { display: block }'],
    ['.x { display: block !important } p.x { display: none }'],
    ['/* .x { display: none } */'],
    ['.x { -webkit-display: none; display-x: none }'],
    ['.x { content: "display: none" }'],
  ])('%s', async (css) => {
    expect(await isShown(`<style>${css}</style>`)).toBe(true)
  })

  it.each([
    ['a style sheet for screens', '<style media="screen">.x { display: none }</style>'],
    ['a style sheet for narrow screens', '<style media="(max-width: 600px)">.x { display: none }</style>'],
    ['a style sheet for pages without scripts', '<noscript><style>.x { display: none }</style></noscript>'],
    ['a style sheet of a template', '<template><style>.x { display: none }</style></template>'],
  ])('by %s', async (_, style) => {
    expect(await isShown(style)).toBe(true)
  })

  it('a rule after a style sheet for screens applies again', async () => {
    const style = '<style media="screen">p { display: none }</style><style>.x { display: none }</style>'
    expect(await getText(`${style}<p>text</p><p class="x">secret</p>`)).toBe('text')
  })

  it.each([
    ['of an open dialog', '<dialog open>secret</dialog>'],
    ['of a selected option', '<select><option selected>secret</option></select>'],
    ['of an input', '<input value="secret">'],
    ['of a large input', '<textarea>secret</textarea>'],
    ['of a section that can be opened', '<details><summary>a</summary>secret</details>'],
    ['of a button', '<button>secret</button>'],
    ['within an unknown element', '<x-card><span>secret</span></x-card>'],
    ['around a hidden part', '<p>secret<span hidden>x</span></p>'],
  ])('%s', async (_, element) => {
    expect(await isShown('', element)).toBe(true)
  })
})

describe('appliesToPrint', () => {
  it.each([
    ['', true],
    [' ', true],
    ['print', true],
    ['PRINT', true],
    ['all', true],
    ['only print', true],
    ['screen, print', true],
    ['screen,all', true],
    ['screen', false],
    ['not print', false],
    ['print and (orientation: landscape)', false],
    ['printer', false],
    ['reprint', false],
    ['screen, speech', false],
  ])('%j: %s', (media, expected) => {
    expect(appliesToPrint(media)).toBe(expected)
  })
})

describe('what is important', () => {
  it.each([
    ['color: red !important', { color: 'red' }],
    ['color: red; width: 1px !IMPORTANT', { width: '1px' }],
    ['color: red ! important; color: blue', { color: 'red' }],
    ['color: red', {}],
    ['color: important', {}],
    ['position: fixed !important', {}],
    ['background: red !important', { 'background-color': 'red' }],
  ])('of %s', (css, expected) => {
    expect(Object.fromEntries(parseDeclarations(css, true))).toEqual(expected)
  })

  it('is a part of what is declared, with the value of the last important one', () => {
    const declaration = fc.record({
      property: fc.constantFrom('color', 'display', 'width'),
      value: fc.constantFrom('red', 'none', '1px', 'block'),
      isImportant: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(declaration, { maxLength: 8 }), (list) => {
        const css = list
          .map(
            ({ property, value, isImportant }) => `${property}: ${value}${isImportant ? ' !important' : ''}`,
          )
          .join(';')
        const [all, important] = [parseDeclarations(css), parseDeclarations(css, true)]
        for (const [property, value] of important) {
          expect(all.has(property)).toBe(true)
          expect(list.findLast((item) => item.property === property && item.isImportant)?.value).toBe(value)
        }
        const sheet = new StyleSheet()
        sheet.add(`p { ${css} }`)
        const element = { name: 'p', id: '', classes: [], attributes: {}, parent: null }
        expect(sheet.getDeclarations(element)).toMatchObject({ declarations: all, important })
      }),
    )
  })
})
