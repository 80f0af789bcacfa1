import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { cssLoadsAddress, isFollowable, loadsAddress } from './addresses.ts'
import { parseDeclarations, properties, StyleSheet } from './css.ts'
import { HtmlError } from './error.ts'
import type { StyledElement } from './selectors.ts'

const declared = (css: string) => Object.fromEntries(parseDeclarations(css))

/** An element inside others, from the outermost: `table.items#a`. */
function element(...path: string[]): StyledElement {
  const [last, ...around] = path.toReversed()
  const [name = '', ...rest] = last!.split(/(?=[.#])/)
  return {
    name,
    id: rest.find((part) => part.startsWith('#'))?.slice(1) ?? '',
    classes: rest.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
    attributes: {},
    parent: around.length > 0 ? element(...around.toReversed()) : null,
  }
}

function getStyle(css: string, ...path: string[]): Record<string, string> {
  const sheet = new StyleSheet()
  sheet.add(css)
  return Object.fromEntries(sheet.getDeclarations(element(...path)).declarations)
}

describe('parseDeclarations', () => {
  it.each([
    ['color: red; font-weight: bold', { color: 'red', 'font-weight': 'bold' }],
    ['COLOR:RED', { color: 'RED' }],
    ['color: red !important', { color: 'red' }],
    ['color: red; color: blue', { color: 'blue' }],
    ["font-family: 'Noto Sans', Arial", { 'font-family': "'Noto Sans', Arial" }],
    ['color: rgb(1, 20, 255)', { color: 'rgb(1, 20, 255)' }],
    ['border: 1px solid rgb(1,2,3)', { border: '1px solid rgb(1,2,3)' }],
    ['break-after: page; break-inside: avoid', { 'page-break-after': 'page', 'page-break-inside': 'avoid' }],
    ['background: #fff url(data:,)', { 'background-color': '#fff' }],
    ['background: linear-gradient(90deg, #abcdef, red)', { 'background-color': '#abcdef' }],
    ['background: navy', { 'background-color': 'navy' }],
    ['margin: 1em auto 0 2%', { margin: '1em auto 0 2%' }],
    ['list-style: lower-alpha inside', { 'list-style-type': 'lower-alpha' }],
    ['list-style: none', { 'list-style-type': 'none' }],
    ['list-style: outside', { 'list-style-type': 'disc' }],
    ['list-style: none square', { 'list-style-type': 'square' }],
    ['list-style: url("a b.png") circle', { 'list-style-type': 'circle' }],
    ["list-style-type: '\u2013 '", { 'list-style-type': 'text' }],
    ['list-style: inherit', {}],
    ['text-decoration-line: line-through', { 'text-decoration': 'line-through' }],
    ['color', {}],
    ['color:', {}],
    [': red', {}],
    ['', {}],
    [';;;', {}],
    ['background: url(#a)', {}],
    ['background-image: url(a.png)', {}],
    ['color: red; position: fixed; top: 0', { color: 'red' }],
  ])('reads %j', (css, expected) => {
    expect(declared(css)).toEqual(expected)
  })

  it.each([
    ['counter-reset: list-item 4', { 'counter-reset': 'list-item' }],
    ['counter-set: list-item -1', { 'counter-set': 'list-item' }],
    ['counter-reset: reversed(list-item)', { 'counter-reset': 'list-item' }],
    ['counter-increment: a list-item', { 'counter-increment': 'list-item' }],
    ['counter-reset: my-list-item list-items', { 'counter-reset': 'my-list-item list-items' }],
  ])('finds the counter of list items in %s', (css, expected) => {
    expect(declared(css)).toEqual(expected)
  })

  it.each([
    'url(http://a/)',
    'URL(a)',
    'expression(alert(1))',
    '\\75 rl(a)',
    'u/**/rl(a)',
    'red<script>',
    'red}p{color:blue',
    'attr(title)',
    'image-set("a.png" 1x)',
    'calc(1px + 1px)',
    '-1px',
    '1px -2em',
    'env(x)',
    'red\0',
    'rgb(url(a))',
    '@import "a"',
  ])('leaves out the value %s of every property', (value) => {
    for (const property of properties) expect(declared(`${property}: ${value}`)).toEqual({})
  })

  it('cuts long values off, and writes known properties with plain values only', () => {
    expect(declared(`font-family: ${'a'.repeat(1000)}`)['font-family']).toHaveLength(199)
    const name = fc.oneof(
      fc.constantFrom(...properties, 'background', 'position'),
      fc.string({ maxLength: 10 }),
    )
    const value = fc.array(
      fc.oneof(
        fc.constantFrom('url(', ')', 'rgb(1,2,3)', '#fff', ';', ':', '-1px', '\\', '/*', ' '),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (list) => {
        const css = list.map(([property, parts]) => `${property}: ${parts.join('')}`).join(';')
        for (const [property, text] of parseDeclarations(css)) {
          expect([...properties]).toContain(property)
          expect(text.replaceAll(/rgb\([\d\s,]+\)/gi, '')).not.toMatch(/[()<>\\/@{};*]/)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('StyleSheet', () => {
  it.each([
    ['a name', 'td { color: red }', ['td'], 'red'],
    ['a name in capitals', 'TD { color: red }', ['td'], 'red'],
    ['a class', '.a { color: red }', ['p.b.a'], 'red'],
    ['several classes', '.a.b { color: red }', ['p.b.c.a'], 'red'],
    ['an id', '#x { color: red }', ['p#x'], 'red'],
    ['any element', '* { color: red }', ['q'], 'red'],
    ['a descendant', 'table td { color: red }', ['table', 'tr', 'td'], 'red'],
    ['descendants with a gap', '.a .b p { color: red }', ['div.a', 'div', 'div.b', 'div', 'p'], 'red'],
    ['one of several selectors', 'h1, h2 ,h3{ color: red }', ['h2'], 'red'],
    ['the same class twice', '.a .a { color: red }', ['div.a', 'p.a'], 'red'],
    ['another name', 'td { color: red }', ['th'], undefined],
    ['another class', '.a { color: red }', ['p.b'], undefined],
    ['a class in another case', '.A { color: red }', ['p.a'], undefined],
    ['a part of the classes', '.a.b { color: red }', ['p.a'], undefined],
    ['an ancestor in the wrong order', '.a .b p { color: red }', ['div.b', 'div.a', 'p'], undefined],
    ['the element as its own ancestor', '.a .a { color: red }', ['div', 'p.a'], undefined],
    ['a child', 'div > p { color: red }', ['div', 'p'], 'red'],
    ['a child, written without spaces', '.a>p{ color: red }', ['div.a', 'p'], 'red'],
    [
      'children of a descendant',
      'div .a > b > p { color: red }',
      ['div', 'q.a', 'b', 'q', 'q.a', 'b', 'p'],
      'red',
    ],
    ['a child of the page', 'body > p { color: red }', ['p'], 'red'],
    ['what is not excluded', 'p:not(.b) { color: red }', ['p.a'], 'red'],
    ['a class with signs', '.md\\:a { color: red }', ['p.md:a'], 'red'],
    ['what is excluded', 'p:not(.a) { color: red }', ['p.a'], undefined],
    ['a descendant of a child', 'div > p { color: red }', ['div', 'q', 'p'], undefined],
    ['children with a gap', 'q.a > b p { color: red }', ['q.a', 'q', 'b', 'p'], undefined],
    ['the text before an element', 'p::before { color: red }', ['p'], undefined],
    ['a combinator without an element', '> p { color: red }', ['div', 'p'], undefined],
    ['a sibling', 'h1 + p { color: red }', ['p'], undefined],
    ['an attribute', 'p[lang] { color: red }', ['p'], undefined],
    ['a pseudo-class', 'a:hover { color: red }', ['a'], undefined],
    ['a name of the prototype', 'constructor { color: red }', ['p'], undefined],
  ])('applies to %s, or not', (_, css, path, colour) => {
    expect(getStyle(css, ...path).color).toBe(colour)
  })

  it.each([
    ['the later one', 'p { color: blue } p { color: red }'],
    ['a class over a name', '.a { color: red } p { color: blue }'],
    ['an id over classes', '#x { color: red } p.a.b { color: blue }'],
    ['two names over one', 'div p { color: red } p { color: blue }'],
    ['two classes over one', '.a.b { color: red } .a { color: blue }'],
    ['any class over many names', '.a { color: red } div div div p { color: blue }'],
    ['a rule of a later style element', '.a { color: red }'],
  ])('gives %s the last word', (_, css) => {
    expect(getStyle(css, 'div', 'div', 'div', 'p.a.b#x').color).toBe('red')
  })

  it.each([
    ['comments', '/* a { */ p /* b */ { color: red /* ; */ } /* without an end', { color: 'red' }],
    ['marks of comments of HTML', '<!-- p { color: red } -->', { color: 'red' }],
    ['rules for print', '@media print { p { color: red } }', { color: 'red' }],
    ['rules for all media', '@media all{p{color:red}}', { color: 'red' }],
    ['rules for screens', '@media screen { p { color: red } }', {}],
    ['rules with conditions', '@media print and (min-width: 1px) { p { color: red } }', {}],
    ['other at-rules', '@charset "utf-8"; @page { margin: 0 } @supports (a: b) { p { color: red } }', {}],
    ['rules after other at-rules', '@font-face { font-family: x } p { color: red }', { color: 'red' }],
    ['rules in unknown blocks', '@media screen { @media print { p { color: red } } }', {}],
    ['a rule without an end', 'p { color: red', { color: 'red' }],
    ['signs in strings', `p { font-family: "}"; color: red } p::after { content: "{" }`, { color: 'red' }],
    [
      'a rule in a rule',
      'div { color: blue; p { color: red } } p { width: 1px }',
      { color: 'red', width: '1px' },
    ],
    ['a rule in one of several', 'b, div { .a, & > p { color: red } }', { color: 'red' }],
    [
      'what is after a rule in it',
      'p { color: red; &.a { color: blue } width: 1px }',
      { color: 'red', width: '1px' },
    ],
    [
      'the later of a rule and a group in it',
      'p { color: blue; @media print { color: red } }',
      { color: 'red' },
    ],
    ['no group for screens in a rule', 'p { color: red; @media screen { color: blue } }', { color: 'red' }],
    [
      'no rule in one that is not read',
      'p { color: red } div:hover { p { color: blue } } { p { color: blue } }',
      { color: 'red' },
    ],
    ['brackets without a beginning', '} } p { color: red }', { color: 'red' }],
    ['a variable', ':root { --a: red } p { color: var(--a) }', { color: 'red' }],
    ['a variable that is set later', 'p { color: var(--a) } :root { --a: red }', { color: 'red' }],
    ['an unknown variable', 'p { color: var(--a) ; width: 1px }', { width: '1px' }],
  ])('reads %s', (_, css, expected) => {
    expect(getStyle(css, 'div', 'p')).toEqual(expected)
  })

  it.each([
    ['[hidden]', { hidden: '' }, true],
    ['[hidden]', {}, false],
    ['p[lang=de]', { lang: 'de' }, true],
    ['p[lang="de"]', { lang: 'en' }, false],
    ["[lang|='de']", { lang: 'de-AT' }, true],
    ['[class~=b]', { class: 'a b' }, true],
    ['[class~=b]', { class: 'ab' }, false],
    ['[class^=a]', { class: 'ab' }, true],
    ['[class$=a]', { class: 'ab' }, false],
    ['[class*="b"]', { class: 'abc' }, true],
    ['[class*=""]', { class: 'abc' }, false],
    ['p:not([lang])', { lang: 'de' }, false],
    ['a:link, p:any-link', { href: '#' }, true],
    ['[constructor]', {}, false],
  ])('%s applies to an element with %j: %s', (selector, attributes, expected) => {
    const sheet = new StyleSheet()
    sheet.add(`${selector} { color: red }`)
    const { declarations } = sheet.getDeclarations({ ...element('p'), attributes })
    expect(declarations.has('color')).toBe(expected)
  })

  it('refuses a page where rules times elements are too many', () => {
    const sheet = new StyleSheet()
    sheet.add('q p { color: red }'.repeat(10_000))
    const apply = (count: number) => {
      for (let index = 0; index < count; index++) sheet.getDeclarations(element('p'))
    }
    expect(() => apply(10)).not.toThrow()
    expect(() => apply(1000)).toThrow(HtmlError)
  })

  const nested = {
    ...element(...Array.from({ length: 195 }, () => 'i'), 'p'),
    attributes: { title: 'a '.repeat(1e5) },
  }
  it.each([
    ['children of descendants', `b${'>i'.repeat(138)} p { color: red }`],
    ['words of a long attribute', '[title~=b] { color: red }'],
    ['a part of a long attribute', '[title*=b] { color: red }'],
    ['many ids', `${'#a'.repeat(140)} { color: red }`, 'a'],
    ['many declarations', `p { ${[...properties].map((property) => `${property}: 1px`).join(';')} }`],
  ])('refuses a page before comparing takes long: %s', (_, rule, id = '') => {
    const sheet = new StyleSheet()
    sheet.add(rule.repeat(1000))
    const getMilliseconds = startProcessorClock()
    expect(() => {
      for (let index = 0; index < 1000; index++) sheet.getDeclarations({ ...nested, id })
    }).toThrow(HtmlError)
    expect(getMilliseconds()).toBeLessThan(5000)
  })

  it('compares the rules of an element with its classes and name only', () => {
    const sheet = new StyleSheet()
    sheet.add(Array.from({ length: 10_000 }, (_, index) => `.c${index} { color: red }`).join(''))
    const getMilliseconds = startProcessorClock()
    for (let index = 0; index < 10_000; index++) sheet.getDeclarations(element('p.a'))
    expect(getMilliseconds()).toBeLessThan(2000)
  })
})

describe('addresses', () => {
  it.each([
    ['img', { src: 'a.png' }],
    ['IMG', { src: '//a/b' }],
    ['img', { src: ' \n file:///etc/passwd' }],
    ['img', { src: 'blob:x' }],
    ['img', { src: 'ftp://a/' }],
    ['img', { srcset: 'a.png 1x' }],
    ['img', { lowsrc: 'a' }],
    ['img', { dynsrc: 'a' }],
    ['object', { data: 'a' }],
    ['table', { background: 'a' }],
    ['p', { style: 'background: url(a)' }],
    ['p', { style: "background: URL( 'a' )" }],
    ['link', { rel: 'STYLESHEET', href: 'a.css' }],
    ['unknown', { poster: 'a' }],
  ])('%s with %j loads something', (name, attributes) => {
    expect(loadsAddress(name, attributes)).toBe(true)
  })

  it.each([
    ['img', { src: 'data:image/png;base64,AA==' }],
    ['img', { src: ' DATA:,' }],
    ['img', { src: '' }],
    ['img', { src: '#a' }],
    ['img', { alt: 'http://a/' }],
    ['a', { href: 'http://a/' }],
    ['link', { rel: 'icon', href: 'a.ico' }],
    ['link', { rel: 'stylesheet', href: '' }],
    ['video', { src: 'a.mp4', poster: 'a.png' }],
    ['script', { src: 'a.js' }],
    ['p', { style: 'background: url(#a) url("data:,")' }],
  ])('%s with %j loads nothing', (name, attributes) => {
    expect(loadsAddress(name, attributes)).toBe(false)
  })

  it.each([
    '@import "a"',
    '@IMPORT url(a)',
    'p{x:url(//a)}',
    '@font-face{src:url("a")}',
    "p{x:url(data:,) url( 'b')}",
  ])('CSS of %s loads something', (css) => {
    expect(cssLoadsAddress(css)).toBe(true)
  })

  it.each([
    ['https://example.com/?a=1#b', true],
    ['HTTP://example.com', true],
    ['mailto:a@example.com', true],
    ['ftp://example.com', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['/a', false],
    ['https://a/ b', false],
    ['https://a/"b', false],
    ['https://a/<b', false],
    ['https://a\\b', false],
    [`https://a/${'b'.repeat(2001)}`, false],
  ])('a reader may follow %s: %s', (address, expected) => {
    expect(isFollowable(address)).toBe(expected)
  })
})
