import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { jpegImage, pngImage } from '#lib/pdf/fixtures/images'
import { getBody } from '../fixtures/cleaned.ts'

/** The styles of the cells, and of other elements, by their text. */
async function stylesByText(html: string): Promise<Record<string, Record<string, string>>> {
  const styles: Record<string, Record<string, string>> = {}
  const open: Record<string, string>[] = []
  const parser = new Parser({
    onopentag(_, { style = '' }) {
      open.push(
        Object.fromEntries(
          style
            .split('; ')
            .filter(Boolean)
            .map((declaration) => declaration.split(': ') as [string, string]),
        ),
      )
    },
    ontext(text) {
      if (text.trim()) styles[text.trim()] = Object.assign({}, ...open)
    },
    onclosetag() {
      open.pop()
    },
  })
  parser.end(await getBody(html))
  return styles
}

describe('cells have the style of the text around their table', () => {
  it.each([
    ['of the table', '<table style="color: red"><tr><td>x'],
    ['of a section around it', '<div style="color: red"><div><table><tr><td>x'],
    ['of the page', '<body style="color: red"><table><tr><td>x'],
    ['of a paragraph of a class', '<style>.a { color: red }</style><div class="a"><table><tr><td>x'],
    ['of a cell of the table around it', '<table><tr><td style="color: red"><table><tr><td>x'],
    ['of the element of a font', '<span style="color: red"><table><tr><td>x'],
  ])('%s', async (_, html) => {
    expect((await stylesByText(html)).x).toMatchObject({ color: 'red' })
  })

  it.each([
    ['its own', '<table style="color: blue"><tr><td style="color: red">x'],
    ['that of its class', '<style>td.a { color: red }</style><table style="color: blue"><tr><td class="a">x'],
    ['that of the nearer element', '<div style="color: blue"><table style="color: red"><tr><td>x'],
  ])('but before that %s', async (_, html) => {
    expect((await stylesByText(html)).x).toMatchObject({ color: 'red' })
  })

  it('the ground of a row and of a group of rows is that of their cells', async () => {
    const html = `<table><thead style="background: #111"><tr><td>a</td></tr><tr style="background: #222"><td>b</td><td style="background: #333">c</td></tr></thead>
      <tbody><tr style="vertical-align: top"><td>d</td></tr></tbody></table>`
    const styles = await stylesByText(html)
    expect(['a', 'b', 'c', 'd'].map((text) => styles[text]?.['background-color'])).toEqual([
      ...['#111', '#222', '#333', undefined],
    ])
    expect(styles.d).toMatchObject({ 'vertical-align': 'top' })
  })

  it('a header is bold unless it says otherwise', async () => {
    const html =
      '<div style="font-weight: normal"><table><tr><th>a</th><th style="font-weight: normal">b</th></tr></table></div>'
    const body = await getBody(html)
    expect(body).toMatch(/<th style="font-size: 12pt">a/)
    expect(body).toMatch(/<th style="font-weight: normal; font-size: 12pt">b/)
  })
})

describe('sizes of text', () => {
  it.each([
    ['relative to the element around', '<div style="font-size: 20pt"><p style="font-size: 50%">x', '10pt'],
    [
      'relative twice',
      '<div style="font-size: 2em"><div style="font-size: .5em"><p style="font-size: 1.5em">x',
      '18pt',
    ],
    ['relative to the page', '<html style="font-size: 20pt"><p style="font-size: 1rem">x', '12pt'],
    ['of a heading in a small section', '<div style="font-size: 8pt"><h1>x', '16pt'],
    ['smaller in a heading', '<h1><small>x', '19.9pt'],
    ['as small as can be read', '<p style="font-size: 1px">x', '4pt'],
    [
      'in a unit that is not known',
      '<div style="font-size: 20pt"><p style="font-size: 3vw; color: red">x',
      '20pt',
    ],
    ['in pixels', '<p style="font-size: 20px">x', '15pt'],
  ])('%s', async (_, html, size) => {
    expect((await stylesByText(html)).x?.['font-size']).toBe(size)
  })

  it('are within 4 and 200 points in elements of any sizes and depth', async () => {
    const size = fc.constantFrom(
      '2em',
      '50%',
      'larger',
      'smaller',
      '30pt',
      '3rem',
      '0',
      '100000px',
      'xx-large',
      '1e9em',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 12 }), async (sizes) => {
        const html = `${sizes.map((value) => `<div style="font-size: ${value}">`).join('')}<table><tr><td>x`
        const points = Number.parseFloat((await stylesByText(html)).x!['font-size']!)
        expect(points).toBeGreaterThanOrEqual(4)
        expect(points).toBeLessThanOrEqual(200)
      }),
      { numRuns: 100 },
    )
  })
})

describe('page breaks', () => {
  const pagesOf = async (html: string) =>
    (await getBody(html)).split('page-break-before: always').map((part) =>
      part
        .replace(/<[^>]*$/, '')
        .replace(/^[^>]*>|<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  const before = 'style="page-break-before: always"'
  const after = 'style="break-after: page"'

  it.each([
    ['before a paragraph', `<p>a</p><p ${before}>b</p>`, ['a', 'b']],
    ['before a heading', `<p>a</p><h2 ${before}>b</h2>`, ['a', 'b']],
    ['before a section', `<p>a</p><section ${before}><p>b</p></section>`, ['a', 'b']],
    ['before a list', `<p>a</p><ul ${before}><li>b</ul>`, ['a', 'b']],
    ['before a table', `<p>a</p><table ${before}><tr><td>b</table>`, ['a', 'b']],
    [
      'before a section with a border',
      `<p>a</p><div style="border: 1px solid; page-break-before: always">b</div>`,
      ['a', 'b'],
    ],
    ['before text in a section', `<p>a</p><div ${before}>b</div>`, ['a', 'b']],
    ['before an image', `<p>a</p><div ${before}><img alt="b" src="data:,"></div>`, ['a', '[b]']],
    ['after a paragraph', `<p ${after}>a</p><p>b</p>`, ['a', 'b']],
    ['after and before', `<p ${after}>a</p><p ${before}>b</p>`, ['a', 'b']],
    ['after an empty section', `<p>a</p><div ${after}></div><p>b</p>`, ['a', 'b']],
    ['not before the first content', `<div ${before}><p>a</p></div>`, ['a']],
    ['not after the last', `<p>a</p><p ${after}>b</p>`, ['a b']],
    ['not for what is hidden', `<p>a</p><p ${before} hidden>x</p><p>b</p>`, ['a b']],
    [
      'for values of the standard',
      '<p>a</p><p style="break-before: left">b</p><p style="break-before: avoid">c</p>',
      ['a', 'b c'],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await pagesOf(html)).toEqual(expected)
  })
})

describe('lists', () => {
  it.each([
    ['numbers', '<ol><li>x', '<ol><li>x'],
    ['letters by an attribute', '<ol type="A"><li>x', '<ol type="A"><li>x'],
    ['Roman numbers by a style', '<ol style="list-style-type: lower-roman"><li>x', '<ol type="i"><li>x'],
    [
      'a style before an attribute',
      '<ol type="A" style="list-style-type: decimal"><li>x',
      '<ol type="1"><li>x',
    ],
    ['a style that cannot be written', '<ol style="list-style-type: hebrew"><li>x', 'not_convertible'],
    ['the short form', '<style>ol.a{list-style: lower-alpha}</style><ol class=a><li>x', '<ol type="a"><li>x'],
    ['the short form with a place', '<ol style="list-style: upper-roman inside"><li>x', '<ol type="I"><li>x'],
    [
      'a style of the items',
      '<style>li{list-style-type: lower-latin}</style><ol><li>x',
      '<ol type="a"><li>x',
    ],
    ['numbers of a list of bullets', '<ul style="list-style: decimal"><li>x', '<ol type="1"><li>x'],
    ['bullets of a numbered list', '<ol style="list-style: disc"><li>x', '<ul type="disc"><li>x'],
    ['no labels', '<ul style="list-style:none"><li>1.1 x', '<ul><div>1.1 x</div></ul>'],
    ['no numbers', '<ol style="list-style-type:none" start="3"><li>x', '<ul><div>x</div></ul>'],
    ['no labels of items', '<style>li{list-style:none}</style><ol><li>x', '<ul><div>x</div></ul>'],
    [
      'an item without a number, which counts',
      '<ol><li>x<li style="list-style: none"><ol type=a><li>y</ol><li>z<li>u',
      '<ol><li>x</li><div><ol type="a"><li>y</li></ol></div><li value="3">z</li><li>u</li></ol>',
    ],
    ['a text as a bullet', `<ul style="list-style-type: '\u2013 '"><li>x`, '<ul type="disc"><li>x'],
    ['a text as a number', `<ol style="list-style-type: '§ '"><li>x`, 'not_convertible'],
    ['numbers of one item', '<ol><li>x<li style="list-style: lower-alpha">y', 'not_convertible'],
    ['numbers downwards', '<ol reversed start="3"><li>x', 'not_convertible'],
    ['bullets downwards', '<ol reversed style="list-style: none"><li>x', '<ul><div>x'],
    ['a start below zero', '<ol start="-2"><li>x', 'not_convertible'],
    ['a number below zero', '<ol><li value="-2">x', 'not_convertible'],
    ['a letter for zero', '<ol type="a" start="0"><li>x', 'not_convertible'],
    ['a start of zero', '<ol start="0"><li>x', '<ol start="0"><li>x'],
    ['a number that LibreOffice cannot count', '<ol start="70000"><li>x', 'not_convertible'],
    ['squares', '<ul style="list-style-type: square"><li>x', '<ul type="square"><li>x'],
    ['a start', '<ol start="5"><li value="9">x', '<ol start="5"><li value="9">x'],
    ['a start that is none', '<ol start="x5"><li value="a">x', '<ol><li>x'],
    ['a definition', '<dl><dt>a<dd>x', '<dl><dt>a</dt><dd>x'],
    [
      'the usual number, which a rule may give',
      '<style>ol li:first-child{list-style-type:decimal}</style><ol><li>x',
      '<ol><li>x',
    ],
    ['the usual bullet', '<style>ul:first-child{list-style-type:disc}</style><ul><li>x', '<ul><li>x'],
    [
      'the letter of the list',
      '<style>li:last-child{list-style:upper-alpha}</style><ol type="A"><li>x',
      '<ol type="A"><li>x',
    ],
    [
      'no labels, also where a rule may leave them out',
      '<style>ul{list-style:none} li:first-child{list-style:none}</style><ul><li>x',
      '<ul><div>x',
    ],
    [
      'no labels of items that are shown anyway',
      '<style>li{list-style:none} li:first-child{display:list-item}</style><ul><li>x',
      '<ul><div>x',
    ],
    [
      'no item that is hidden',
      '<style>li:first-child{list-style:none}</style><ul><li hidden>x</li></ul>y',
      '<ul></ul>y',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await getBody(html)).toContain(expected)
  })

  it('every list that is opened is closed, whatever their labels and depth', async () => {
    const list = fc.constantFrom(
      '<ul>',
      '<ol>',
      '<ol type="a">',
      '<ul style="list-style-type: square">',
      '</ul>',
      '</ol>',
      '<li>x',
      '<table><tr><td>',
      '</table>',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(list, { maxLength: 25 }), async (parts) => {
        const body = await getBody(`<p>x</p>${parts.join('')}`)
        for (const name of ['ul', 'ol', 'li', 'table', 'td'])
          expect(body.match(new RegExp(`<${name}[ >]`, 'g'))?.length ?? 0, name).toBe(
            body.match(new RegExp(`</${name}>`, 'g'))?.length ?? 0,
          )
      }),
      { numRuns: 200 },
    )
  })
})

describe('what shows a text and is not understood', () => {
  const paragraph = '<p class="a">x</p>'
  it.each([
    [
      'numbers of headings',
      '<style>h2{counter-increment:c} h2::before{content:counter(c) ". "}</style><h2>x</h2>',
    ],
    ['text behind a number', '<style>.a::after{content:" EUR"}</style><p>1,250 <b class=a>x</b>'],
    ['a sign before a number', `<style>.a:before{content:'\\2212'}</style>${paragraph}`],
    [
      'the address of a link',
      '<style>@media print{a[href]:after{content:" (" attr(href) ")"}}</style><a href="#">x</a>',
    ],
    ['a sign of a rule after the text', `${paragraph}<style>.a::before{content:"-"}</style>`],
    ['a sign of a rule in a rule', `<style>.a{&::before{content:"-"}}</style>${paragraph}`],
    ['a bracket', `<style>.a::before{content:"}"}</style>${paragraph}`],
    [
      'a part that a rule may hide by what is around another one',
      `<style>p{.b &{display:none}}</style><div class=b>${paragraph}</div>`,
    ],
    ['a label of an item', '<style>li::marker{content:"Art. "}</style><ol><li>x</ol>'],
    [
      'numbers of a counter, which may go on',
      '<style>ol{list-style:none} li::before{content:counter(c) ". "}</style><ol><li>x</ol>',
    ],
    [
      'a tick before an item',
      '<style>ul{list-style:none} li::before{content:"\\2713"}</style><ul><li>x</ul>',
    ],
    ['text before an item', '<style>li::before{content:"Art. "}</style><ol><li>x</ol>'],
    ['text at all but the last', `<style>.a:not(:last-child)::after{content:","}</style>${paragraph}`],
    ['text after another element', `<style>b + .a::before{content:","}</style>${paragraph}`],
    ['a formula', 'Area <math><mi>a</mi><mo>=</mo><mn>5</mn></math> m'],
    ['a drawing with text', `${paragraph}<svg><g><text>ACME GmbH</text></g></svg>`],
    ['a part that may be shown', `<style>.a{display:none} b ~ .a{display:block}</style>${paragraph}`],
    ['a part that may be hidden', `<style>.a:nth-child(2){display:none}</style>${paragraph}`],
    ['a part that may be invisible', `<style>p:first-child{visibility:hidden}</style>${paragraph}`],
    ['labels that may be others', '<style>ol:first-child{list-style:lower-alpha}</style><ol><li>x</ol>'],
    [
      'a number that may be another',
      '<style>li:first-child{list-style:decimal}</style><ol type="a"><li>x</ol>',
    ],
    ['a label that may be missing', '<style>li:first-child{list-style:none}</style><ul><li>x</ul>'],
    ['a label that may be unknown', '<style>li:first-child{list-style:hebrew}</style><ol><li>x</ol>'],
    ['an invisible item with a number', '<ol><li style="visibility:hidden">x<li>y</ol>'],
    ...['reset', 'set', 'increment'].map((kind) => [
      `a list with counter-${kind}`,
      `<ol style="counter-${kind}: list-item -1"><li>x</ol>`,
    ]),
    [
      'an item that may be counted otherwise',
      '<style>li:first-child{counter-set:list-item 4}</style><ol><li>x</ol>',
    ],
    ['a column that is left out', '<table><col style="visibility:collapse"><tr><td>x</table>'],
    ['an input that shows a colour', '<input type="color" value="#ff0000">'],
    ['an input that shows a position', '<input type="range" value="5">'],
    [
      'a visible part of an invisible one',
      '<div style="visibility:hidden"><p style="visibility:visible">x</p></div>y',
    ],
  ])('%s is refused', async (_, html) => {
    expect(await getBody(html)).toBe('not_convertible')
  })

  it.each([
    ['an empty box', '.a::after{content:"";display:table}'],
    ['a space', '.a::before{content:"\\0020"} .a::after{content:" \\a0 "}'],
    ['none', '.a::before{content:none} .a::after{content:normal}'],
    ['a box that is not displayed', '.a::after{content:"x";display:none}'],
    ['the box of a row of boxes', '.a:after{content:".";visibility:hidden;height:0;clear:both}'],
    ['a picture', '.a::before{content:url(data:image/png;base64,AA==)}'],
    ['what another rule takes away', '.a::before{content:"x"} p.a::before{content:none}'],
    [
      'what no element has',
      '.b::before{content:"x"} .b > .a::after{content:"x"} input[type]::before{content:"x"}',
    ],
    ['what is on screens only', '@media screen{.a::before{content:"x"}}'],
    ['what a mouse shows', '.a:hover::after{content:"x"} .a:hover{display:none} .a:focus{display:none}'],
    [
      'what a reset hides',
      '[hidden],template{display:none} audio:not([controls]){display:none} .a:empty{display:none}',
    ],
    [
      'what is only coloured',
      '.a::before{color:red} .a:first-child{color:red} .a::first-letter{font-size:2em}',
    ],
    ['what stays shown', '.b + .a{display:block} .a:nth-child(2){display:inline}'],
    ['what is content of itself', '.a{content:"x"}'],
    [
      'what a mouse shows, in rules in rules',
      '.a{&:hover{display:none} b &{color:red} &:focus{&::before{content:"x"}} @media screen{display:none}}',
    ],
  ])('%s is not refused', async (_, css) => {
    expect(await getBody(`<style>${css}</style>${paragraph}`)).toBe('<p>x</p>')
  })

  it('shows what a rule shows again, and a child', async () => {
    const html =
      '<style>.doc{display:none} .page > .doc{display:block}</style><div class=page><p class=doc>x</p></div>'
    expect(await getBody(html)).toBe('<div><p>x</p></div>')
  })

  it('shows the first choice of a list, or the one that is selected', async () => {
    expect(await getBody('<select><option>A<option>B</select>')).toBe('A')
    expect(await getBody('<select><option>A<option selected>B<option>C</select>')).toBe('B')
    expect(await getBody('<select><option disabled>Choose<option>A</select>')).toBe('A')
    const several = '<select multiple><option>A<option selected>B<option selected>C</select>'
    expect(await getBody(several + several)).toBe('B<br>CB<br>C')
    expect(await getBody('<p>x</p><option selected>A</option><select><option>B</select>')).toBe('<p>x</p>AB')
  })

  it.each([
    [
      '<table><tr><td>x<select><option>A<table><tr><td>q<option selected>B</select>y</td></tr></table>',
      '<table><tr><td style="font-size: 12pt">xBy</td></tr></table>',
    ],
    ['<select><option>A<b>b</b><img src="a.png"><select></select>c', 'Abc'],
    ['<select><option>A<script>b</script><style>b{color:red}</style></select>c', 'Ac'],
    ['<select><option disabled>Choose<b>one<option>A</select>', 'A'],
    ['<select><optgroup hidden><option>A<b>b<optgroup><option>B</select><b>c</b>', 'B<b>c</b>'],
  ])('ignores other tags in a list of choices: %s', async (html, expected) => {
    expect(await getBody(html)).toBe(expected)
  })

  it('every cell is closed, whatever is in a list of choices', async () => {
    const part = fc.constantFrom(
      ...['<select>', '</select>', '<optgroup>', '</optgroup>', '<option>', '<option selected>', '</option>'],
      ...['<table><tr><td>', '</table>', '<b>', '</b>', 'x', '<script>', '</script>'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 25 }), async (parts) => {
        const body = await getBody(`<p>x</p>${parts.join('')}`)
        for (const name of ['table', 'tr', 'td', 'b'])
          expect(body.match(new RegExp(`<${name}[ >]`, 'g'))?.length, name).toBe(
            body.match(new RegExp(`</${name}>`, 'g'))?.length,
          )
      }),
      { numRuns: 500 },
    )
  })
})

describe('footers of tables', () => {
  const row = (text: string) => `<tr><td>${text}`
  const getRows = async (html: string) =>
    [...(await getBody(html)).matchAll(/<(tfoot)>|<td[^>]*>(\w+)/g)].map(([, footer, text]) => footer ?? text)

  it.each([
    ['before the rows', `<thead>${row('a')}</thead><tfoot>${row('z')}</tfoot><tbody>${row('b')}${row('c')}`],
    ['without their end tags', `<thead>${row('a')}<tfoot>${row('z')}<tbody>${row('b')}${row('c')}`],
    ['after the rows', `<thead>${row('a')}</thead>${row('b')}${row('c')}</tbody><tfoot>${row('z')}`],
  ])('are below all rows: %s', async (_, rows) => {
    expect(await getRows(`<table>${rows}</table>x`)).toEqual(['a', 'b', 'c', 'tfoot', 'z'])
  })

  it('are those of their own table, and the first of several', async () => {
    const inner = `<table><tfoot>${row('y')}</tfoot>${row('x')}</table>`
    expect(await getRows(`<table><tfoot>${row('z')}</tfoot>${row('a')}${inner}</table>`)).toEqual([
      ...['a', 'x', 'tfoot', 'y', 'tfoot', 'z'],
    ])
    expect(
      await getRows(`<table><tfoot>${row('z')}</tfoot><tfoot>${row('a')}</tfoot>${row('b')}</table>`),
    ).toEqual(['tfoot', 'a', 'b', 'tfoot', 'z'])
  })
})

describe('groups of rows', () => {
  it.each([
    ['a group', '<table><tbody hidden><tr><td>x'],
    ['a group with an open element', '<table><tbody hidden><tr><td><b>x'],
    ['a row', '<table><tr style="visibility: hidden"><td>x'],
    ['a row without its space', '<table><tr style="visibility: collapse"><td>x'],
    ['a cell', '<table><tr><td>a<td style="display:none">x'],
    ['a table in a cell', '<table><tr><td>a<table hidden><tr><td>x</table>'],
  ])('end what is hidden before them: %s', async (_, html) => {
    const body = await getBody(`${html}<tbody><tr><td>visible</table>`)
    expect(body).toContain('>visible')
    expect(body).not.toContain('x')
  })

  it('are hidden in an element that hides them', async () => {
    for (const hidden of ['<div hidden><b>', '<template>', '<table hidden><tr><td>'])
      expect(await getBody(`<table><tr><td>a${hidden}<tbody><tr><td>visible`)).not.toContain('visible')
  })
})

describe('white space', () => {
  it.each([
    ['pre', 'a\nb', 'a<br>b'],
    ['pre-wrap', 'a\r\nb', 'a<br>b'],
    ['pre-line', 'a\n\nb', 'a<br><br>b'],
    ['normal', 'a\nb', 'a\nb'],
    ['nowrap', 'a\nb', 'a\nb'],
  ])('%s', async (value, text, expected) => {
    expect(await getBody(`<p style="white-space: ${value}">${text}</p>`)).toBe(`<p>${expected}</p>`)
    const inherited = `<div style="white-space: ${value}"><p>${text}</p></div>`
    expect(await getBody(inherited)).toBe(`<div><p>${expected}</p></div>`)
  })

  it('of a text field', async () => {
    expect(await getBody('<p>x<textarea>a\nb</textarea></p>')).toBe('<p>xa<br>b</p>')
  })

  it('has no line break at the beginning of a text field or preformatted text', async () => {
    expect(await getBody('<p>x<textarea>\na\n&amp;\nb</textarea>\n</p>')).toBe('<p>xa<br>&amp;<br>b\n</p>')
    expect(await getBody('<p>x<textarea>\r\n\r\na</textarea></p>')).toBe('<p>x<br>a</p>')
    const style = 'style="white-space: pre-wrap"'
    expect(await getBody(`<pre ${style}>\na</pre>`)).toBe('<pre>a</pre>')
    expect(await getBody(`<pre ${style}><textarea></textarea>\na</pre>`)).toBe('<pre><br>a</pre>')
    expect(await getBody(`<p ${style}>\na</p>`)).toBe('<p><br>a</p>')
  })

  it('of a page without text is nothing', async () => {
    for (const html of ['', ' ', '<p> </p>', '<br>', '<p>\u00a0</p>', '<div></div><!-- x -->'])
      expect(await getBody(html), JSON.stringify(html)).toBe('not_convertible')
  })
})

describe('images', () => {
  const url = (bytes: Uint8Array, type = 'image/png') =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const inPercents = (bytes: Uint8Array, type = 'image/png') =>
    `data:${type},${Buffer.from(bytes).toString('hex').replaceAll(/../g, '%$&')}`
  const [png, jpeg] = [pngImage(), jpegImage()]

  it.each([
    ['a PNG', url(png), 'data:image/png;base64,'],
    ['a JPEG', url(jpeg, 'image/jpeg'), 'data:image/jpeg;base64,'],
    ['a JPEG by its other name', url(jpeg, 'image/jpg'), 'data:image/jpeg;base64,'],
    ['a PNG that is called JPEG', url(png, 'image/jpeg'), 'data:image/png;base64,'],
    ['a type in capitals', url(png, 'IMAGE/PNG'), 'data:image/png;base64,'],
    ['an address in capitals', url(png).replace('data', 'DATA'), 'data:image/png;base64,'],
    ['spaces around it', `  ${url(png)}\n`, 'data:image/png;base64,'],
    ['a PNG with a parameter', url(png, 'image/png;charset=utf-8'), 'data:image/png;base64,'],
    [
      'base64 with percents',
      url(png).replaceAll('+', '%2B').replaceAll('=', '%3D'),
      'data:image/png;base64,',
    ],
    ['a PNG in percents', inPercents(png), 'data:image/png;base64,'],
    ['a JPEG in percents', inPercents(jpeg, 'image/jpeg'), 'data:image/jpeg;base64,'],
    ['percents on several lines', inPercents(png).replace('%50', '\n%50'), 'data:image/png;base64,'],
    ['a PNG without a type', url(png, ''), 'data:image/png;base64,'],
    ['a JPEG of another type', url(jpeg, 'application/octet-stream'), 'data:image/jpeg;base64,'],
  ])('%s is embedded', async (_, address, expected) => {
    expect(await getBody(`<img src="${address}">`)).toContain(`src="${expected}`)
  })

  it.each([
    ['SVG', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['SVG as text', 'data:image/svg+xml,&lt;svg onload=alert(1)>'],
    ['HTML', 'data:text/html,&lt;script>alert(1)&lt;/script>'],
    ['GIF', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
    ['a PNG without base64', 'data:image/png,abc'],
    ['a PNG with a parameter', 'data:image/png;charset=utf-8;base64,AAAA'],
    ['nothing', 'data:image/png;base64,'],
    ['no base64 at all', 'data:image/png;base64,%%%%'],
    ['half of a PNG', url(png.subarray(0, png.length / 2))],
    ['a script', 'javascript:alert(1)'],
    ['an anchor', '#a'],
    ['about:blank', 'about:blank'],
  ])('%s is not, its description is', async (_, address) => {
    expect(await getBody(`<img src="${address}" alt="a &amp; b">`)).toBe('[a &amp; b]')
    expect(await getBody(`<p>x<img src="${address}" alt=""></p>`)).toBe('<p>x</p>')
  })

  const gif = new Uint8Array(Buffer.from('GIF89a\x02\0\x01\0\x80\0\0', 'latin1'))
  const webp = new Uint8Array(Buffer.from('RIFF\x1e\0\0\0WEBPVP8L', 'latin1'))
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text y="9">TEXT</text></svg>'

  it.each([
    ['a GIF', url(gif, 'image/gif')],
    ['a WebP', url(webp, 'image/webp')],
    ['a GIF that is called PNG', url(gif)],
    ['a GIF in percents', inPercents(gif, 'image/gif')],
    ['a WebP of another type', url(webp, 'application/octet-stream')],
    ['a TIFF', url(Buffer.from('II*\0\x08\0\0\0\x0a\0\0\x01', 'latin1'), 'image/tiff')],
    [
      'a TIFF of the other byte order',
      url(Buffer.from('MM\0*\0\0\0\x08\0\x0a\x01\0', 'latin1'), 'image/tiff'),
    ],
    ['a drawing with text', url(new TextEncoder().encode(drawing), 'image/svg+xml')],
    ['a drawing with text in percents', `data:image/svg+xml,${encodeURIComponent(drawing)}`],
    ['a drawing with text after a line break', `data:image/&#10;svg+xml,${encodeURIComponent(drawing)}`],
    ['a drawing with text after a space of the type', `data: image/svg+xml,${encodeURIComponent(drawing)}`],
    ['a drawing with text after a space', ` data:image/svg+xml,${encodeURIComponent(drawing)}`],
  ])('%s is refused, whatever describes it', async (_, address) => {
    for (const alt of ['', 'alt', 'alt="a"'])
      expect(await getBody(`<p>x<img src="${address}" ${alt}></p>`), alt).toBe('not_convertible')
    expect(await getBody(`<p>x<img src="${address}" hidden></p>`)).toBe('<p>x</p>')
  })

  it.each([
    ['width="50"', /width="50"/],
    ['width="50%"', /width="321"/],
    ['style="width: 1in"', /width="96"/],
    ['width="50" style="width: 20px"', /width="20"/],
    ['width="100000"', /width="\d{1,3}"/],
    ['width="0"', /width="\d+"/],
    ['width="-5"', /width="\d+"/],
    ['width="x" height="y"', /width="\d+"/],
    ['height="5000"', /height="900"|width="\d{1,3}"/],
  ])('with %s is as large as a page allows', async (attributes, expected) => {
    const body = await getBody(`<img src="${url(png)}" ${attributes}>`)
    expect(body).toMatch(expected)
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(body)!
    expect(Number(width)).toBeGreaterThan(0)
    expect(Number(width)).toBeLessThanOrEqual(642)
    expect(Number(height)).toBeGreaterThan(0)
    expect(Number(height)).toBeLessThanOrEqual(900)
  })

  it('turned by its Exif data is upright', async () => {
    const body = await getBody(`<img src="${url(jpegImage({ orientation: 6, width: 200, height: 100 }))}">`)
    expect(body).toMatch(/width="100" height="200"/)
  })

  it('of more than 100 megapixels together are refused', async () => {
    const large = pngImage({ width: 6000, height: 4500 })
    const tag = `<img src="${url(large)}" width="1">`
    expect(await getBody(tag.repeat(3))).toContain('<img')
    expect(await getBody(tag.repeat(4))).toBe('too_large')
  })
})
