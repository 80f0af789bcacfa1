import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { jpegImage, pngImage } from '#lib/pdf/fixtures/images'
import { getBody } from '../fixtures/cleaned.ts'
import { properties } from './css.ts'
import { attributeValues, elements } from './elements.ts'

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('cleanHtml', () => {
  it('keeps the structure of a text', async () => {
    const html =
      '<h1>A</h1><p>b <b>c</b><br>d</p><ol type="a" start="3"><li>e</li></ol><blockquote>f</blockquote><pre>g\n h</pre><hr>'
    expect(await getBody(html)).toBe(
      html
        .replace('<h1>', '<h1 style="font-size: 24pt">')
        .replace('type="a" start="3"', 'type="a" start="3"'),
    )
  })

  it('keeps tables with spans, and gives cells the styles around them', async () => {
    const html =
      '<div style="color:#333"><table><tr style="background:#eee"><td colspan="2" rowspan="3">a</td></tr></table></div>'
    expect(await getBody(html)).toBe(
      '<div style="color: #333"><table><tr><td colspan="2" rowspan="3" style="color: #333; background-color: #eee; font-size: 12pt">a</td></tr></table></div>',
    )
  })

  it('closes what is open, and ignores closing tags without an opening one', async () => {
    expect(await getBody('</b><ul><li>a<li>b<p>c')).toBe('<ul><li>a</li><li>b<p>c</p></li></ul>')
  })

  it.each([
    ['a web address', '<img src="https://example.com/a.png">'],
    ['a local file', '<img src="file:///etc/passwd">'],
    ['a path', '<img src="logo.png">'],
    ['an attached file of an email', '<img src="cid:logo">'],
    ['an address without a protocol', '<img src=//example.com/a.png>'],
    ['character references in its address', '<img src="&#104;ttp://example.com/a.png">'],
    ['several sizes', '<img srcset="a.png 2x" src="data:image/png;base64,">'],
    ['a backslash', '<img src="\\\\host\\share\\a.png">'],
  ])('refuses an image with %s', async (_, html) => {
    expect(await getBody(`<p>text</p>${html}`)).toBe('linked_content')
  })

  it.each([
    ['frame', '<iframe src="http://10.0.0.1/"></iframe>'],
    ['object', '<object data="file:///etc/passwd"></object>'],
    ['embedded object', '<embed src="a.svg">'],
    ['style sheet', '<link rel="stylesheet" href="style.css">'],
    ['style sheet in a hidden part', '<div hidden><link rel="stylesheet" href="style.css"></div>'],
    ['style sheet of several kinds', '<link rel="Alternate StyleSheet" href="style.css">'],
    ['background', '<body background="a.png">'],
    ['background of a cell', '<table><td background="http://a/">'],
    ['background in a style', '<p style="background:url(http://a/)">'],
    ['image of a button', '<input type="image" src="http://a/">'],
    ['style sheet of another in an address', '<link rel="stylesheet" href="data:text/css,@import %22a%22">'],
    ['imported style sheet', '<style>@import "http://a/";</style>'],
    ['font', '<style>@font-face { src: URL( "font.woff" ) }</style>'],
    ['source of a picture', '<picture><source srcset="a.webp"></picture>'],
  ])('refuses a linked %s', async (_, html) => {
    expect(await getBody(`<p>text</p>${html}`)).toBe('linked_content')
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of an address', '<script src="https://example.com/a.js"></script>'],
    ['a script that contains tags', '<script>document.write("<b>x</b>")</script>'],
    ['a drawing', '<svg><title>x</title><style>x</style><image href="file:///etc/passwd"/></svg>'],
    ['a drawing that is hidden', '<svg style="display: none"><text>x</text></svg>'],
    ['a formula that is hidden', '<span style="display: none"><math><mi>x</mi></math></span>'],
    ['a template', '<template><p>x</p></template>'],
    ['the text for browsers without scripts', '<noscript>x</noscript>'],
    ['a comment', '<!-- x --><!--[if mso]><p>x</p><![endif]-->'],
    ['a processing instruction', '<?php x ?>'],
    ['CDATA', '<![CDATA[<img src=x>]]>'],
    ['an icon', '<link rel="icon" href="a.ico">'],
    ['a base address', '<base href="file:///etc/">'],
    ['a redirect', '<meta http-equiv="refresh" content="0;url=http://a/">'],
    ['a list of choices', '<select multiple><option>x</option></select>'],
    ['an element with the attribute hidden', '<p hidden>x</p>'],
    ['an element that is not displayed', '<p style="DISPLAY: none !important">x</p>'],
    ['an element that a class hides', '<style>.gone { display: none }</style><p class="a gone">x</p>'],
    [
      'an element that is hidden in print',
      '<style>@media print { p.x { display:none } }</style><p class=x>x</p>',
    ],
    ['an element that a later style sheet hides', '<p class=x>x</p><style>.x { display: none }</style>'],
    [
      'an element that a rule in a rule hides',
      '<style>body { p.x { display: none } p.y & { color: red } }</style><p class=x>x</p>',
    ],
    [
      'an element that its rule hides in print',
      '<style>.x { @media print { display: none } }</style><p class=x>x</p>',
    ],
    [
      'an element that a style sheet in an address hides',
      '<link rel=stylesheet href="data:text/css,.x%20%7Bdisplay:none}"><p class=x>x</p>',
    ],
    [
      'an element that a style sheet in an address in capitals hides',
      '<link rel=stylesheet href="DATA:text/css,.x{display:none}"><p class=x>x</p>',
    ],
    [
      'an element that a style sheet in Base64 hides',
      `<link rel=stylesheet href="data:text/css;charset=utf-8;base64,${btoa('.x { display: none }')}"><p class=x>x</p>`,
    ],
    [
      'style sheets that are not applied',
      '<link rel="alternate stylesheet" href="data:text/css,p{display:none}"><link rel=stylesheet media=screen href="data:text/css,p{display:none}"><noscript><style>p{display:none}</style></noscript>',
    ],
  ])('leaves out %s', async (_, html) => {
    expect(await getBody(`<p>text</p>${html}<p>end</p>`)).toBe('<p>text</p><p>end</p>')
  })

  it.each([
    ['a linked section', '<div href="file:///etc/passwd" id="sdfootnote1">x</div>', '<div>x</div>'],
    ['a field of LibreOffice', '<sdfield type="docinfo" sdval="1">x</sdfield>', 'x'],
    [
      'a value of a cell',
      '<table><td sdval="1" sdnum="1033;">x</td></table>',
      '<td style="font-size: 12pt">x</td>',
    ],
    ['the handlers of events', '<p onclick="x()" OnLoad=x>x</p>', '<p>x</p>'],
    ['ids and classes', '<p id="a" class="b" name="c">x</p>', '<p>x</p>'],
    ['an element of Office', '<o:p>x</o:p>', 'x'],
    ['a form', '<form action="http://a/"><button formaction="b">x</button></form>', '<div>x</div>'],
    ['the address of a script', '<a href="javascript:alert(1)">x</a>', 'x'],
    ['a local link', '<a href="file:///etc/passwd">x</a>', 'x'],
    ['an unknown attribute value', '<p align="x" dir="a">x</p>', '<p>x</p>'],
    ['the name of a property of objects', '<constructor __proto__="x">x</constructor>', 'x'],
  ])('keeps only the text of %s', async (_, html, expected) => {
    expect(await getBody(html)).toContain(expected)
  })

  it.each([
    'background-image: url(data:image/png;base64,AA==)',
    'width: expression(alert(1))',
    'behavior: url(#default)',
    '-moz-binding: url(#x)',
    'color: \\72 ed',
    'color: re/**/d',
    'color: red<',
    'color: var(--x)',
    'position: absolute',
    'margin-left: -100px',
    'padding: calc(1px)',
    'color: rgba(0, 0, 0, 0)',
    'content: "x"',
    'float: left',
  ])('leaves out the style %s', async (style) => {
    const escaped = style.replaceAll('"', '&quot;')
    expect(await getBody(`<p style="${escaped}; text-align: right">x</p>`)).toBe(
      '<p style="text-align: right">x</p>',
    )
  })

  it('keeps links that a reader may follow', async () => {
    const html = '<a href="https://example.com/?a=1&amp;b=2">a</a> <a href="mailto:a@example.com">b</a>'
    expect(await getBody(html)).toBe(html)
  })

  it('applies style sheets by names, classes, ids and descendants, the most specific one last', async () => {
    const style = `<style><!-- /* red */ table.items td, th { color: #111 }
      td.total.big { color: #222 } #a { text-align: right } td { color: red } p + b { color: red }
      @media screen { p { color: red } } @page { margin: 0 } @media print { i { color: #333 } } --></style>`
    const html = `${style}<table class="x items"><td>a</td><td class="big total">b</td></table><p id="a">c <b>d</b> <i>e</i></p>`
    expect(await getBody(html)).toBe(
      '<table><td style="color: #111; font-size: 12pt">a</td><td style="color: #222; font-size: 12pt">b</td></table><p style="text-align: right">c <b>d</b> <i style="color: #333">e</i></p>',
    )
  })

  it('applies the later one of two rules alike, and the values of custom properties', async () => {
    const style =
      '<style>:root { --brand: #123; --gap:4px } .a { color: red } .b { color: var(--brand, blue); padding: var(--gap) } p { color: var(--none) }</style>'
    expect(await getBody(`${style}<p class="b a">x</p>`)).toBe('<p style="color: #123; padding: 4px">x</p>')
  })

  it('writes sizes of text in points, and a frame around a section as a table', async () => {
    const html =
      '<body style="font-size: 16px"><h2>a</h2><p style="font-size: 1.5em; margin: 1em 2rem">b</p><div style="border: 1px solid #000; width: 50%">c</div>'
    expect(await getBody(html)).toBe(
      '<div><h2 style="font-size: 18pt">a</h2><p style="margin: 18pt 24pt; font-size: 18pt">b</p><table width="50%" cellspacing="0"><tr><td style="border: 1px solid #000; font-size: 12pt">c</td></tr></table></div>',
    )
  })

  it('pads the left and right of cells that have other borders', async () => {
    const html = '<table><td style="border-bottom: 1px solid #000; padding: 8px">a</td></table>'
    expect(await getBody(html)).toContain(
      'border-left: 0.1pt solid #ffffff; border-right: 0.1pt solid #ffffff',
    )
  })

  it('puts a list with other labels on a deeper level, because those of a level are alike', async () => {
    const html =
      '<ol><li>a<ol type="a"><li>b</li></ol></li><li>c<ul><li>d</li></ul></li></ol><ul><li>e</li></ul>'
    expect(await getBody(html)).toBe(html.replace('<ul><li>d</li></ul>', '<ul><ul><li>d</li></ul></ul>'))
  })

  it('starts a new page before content only, where the element or one before it says so', async () => {
    const html =
      '<style>.page { break-after: page }</style><div class="page"><p>a</p></div><div class="page"><h4>b</h4><ul></ul></div>'
    const start = 'page-break-before: always'
    expect(await getBody(html)).toBe(
      `<div><p>a</p></div><div><h4 style="font-size: 12pt; ${start}">b</h4><ul></ul></div>`,
    )
    const text = `<p style="${start}">a</p><div style="${start}">b</div>`
    expect(await getBody(text)).toBe(`<p>a</p><div><p style="${start}"></p>b</div>`)
  })

  it('shows the values of inputs, and the line breaks of a text that keeps them', async () => {
    const inputs =
      '<input value="Ada"> <input type="checkbox" checked> <input type=radio> <input type=hidden value=x> <select><option>a</option><option selected>b</option></select>'
    expect(await getBody(inputs)).toBe('Ada ☒ ☐  b')
    expect(await getBody('<p style="white-space: pre-wrap">a\n<b>b\nc</b></p>')).toBe(
      '<p>a<br><b>b<br>c</b></p>',
    )
  })

  it('knows no size and no label of the name of a property of objects', async () => {
    const list = '<ul style="list-style-type: constructor"><li style="font-size: constructor">x</li></ul>'
    expect(await getBody(list)).toBe('not_convertible')
    expect(await getBody(list.replace('constructor', 'disc'))).toBe('<ul type="disc"><li>x</li></ul>')
    expect(await getBody('<constructor><p style="font-size: 2em">x</p></constructor>')).toBe(
      '<p style="font-size: 24pt">x</p>',
    )
  })

  it('writes markup in texts and attributes as text', async () => {
    expect(await getBody('<title><b></title>&lt;script&gt; &amp;lt; <p title="<b>">"</p>')).toBe(
      '&lt;script&gt; &amp;lt; <p>&quot;</p>',
    )
    expect(await getBody('<a href="https://a/?&quot;&gt;&lt;b&gt;">a</a>')).toBe('a')
  })

  it('embeds whole images within the width of the page, and the text of others', async () => {
    const png = pngImage()
    expect(await getBody(`<img src="${dataUrl(png)}" width="2000" alt="&quot;Logo">`)).toContain(
      `<img src="${dataUrl(png)}" width="642" height=`,
    )
    expect(await getBody(`<img src="${dataUrl(jpegImage(), 'image/jpeg')}">`)).toMatch(
      /^<img src="data:image\/jpeg;base64,/,
    )
    expect(await getBody(`<img src="${dataUrl(png.subarray(0, 200))}" alt="Logo <b>">`)).toBe(
      '[Logo &lt;b&gt;]',
    )
    expect(await getBody('<img src="data:image/svg+xml,<svg/>">')).toBe('[image]')
    expect(await getBody('<p>a<img src="data:image/gif;base64,R0lG" alt=""></p>')).toBe('<p>a</p>')
  })

  it('reads the encoding of the byte order mark, of the declaration, or the one that fits', async () => {
    const latin = (html: string) => new Uint8Array(Buffer.from(html, 'latin1'))
    expect(await getBody('<p>Größe</p>')).toBe('<p>Größe</p>')
    expect(await getBody(latin('<p>Größe \x80</p>'))).toBe('<p>Größe €</p>')
    expect(await getBody(latin('<meta charset="iso-8859-1"><p>Größe</p>'))).toBe('<p>Größe</p>')
    expect(await getBody(latin('<meta content="text/html; charset=iso-8859-2"><p>\xb1</p>'))).toBe('<p>ą</p>')
    expect(await getBody(latin('<meta charset="unknown"><p>ü</p>'))).toBe('<p>ü</p>')
    expect(await getBody(new Uint8Array(Buffer.from('\ufeff<p>Größe</p>', 'utf16le')))).toBe('<p>Größe</p>')
  })

  it('keeps what is in elements of other programs, and leaves out fields that are not shown', async () => {
    expect(
      await getBody('<mat-form-field>Rent</mat-form-field><p hidden><text-field></text-field></p>'),
    ).toBe('Rent')
  })

  it('refuses pages that are too large, too deep or empty', async () => {
    expect(await getBody('<br>'.repeat(50_001))).toBe('too_large')
    expect(await getBody(`${'<div>'.repeat(250)}x`)).toBe('too_large')
    expect(await getBody(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('too_large')
    expect(await getBody('<div id="app"></div><script>start()</script>')).toBe('not_convertible')
  })

  it('takes linear time for attributes, comments and styles without an end', async () => {
    const text = '<p>x</p>'
    for (const part of ['/*', '{', 'url(#', '/*{', '@media print{', 'a,', ':', '#1'])
      expect(await getBody(`${text}<style>${part.repeat(300_000)}`)).toBe(text)
    for (const part of ['<!--', '<a ', '&#', '<![CDATA[', '</', '="'])
      expect(await getBody(`${text}${part.repeat(100_000)}`)).toContain(text)
  })

  it('writes known elements, attributes and properties only, whatever it reads', async () => {
    const names = [...Object.keys(elements), 'a', 'img', 'script', 'style', 'svg', 'iframe', 'body', 'x:y']
    const attributes = [
      ...Object.keys(attributeValues),
      'style',
      'href',
      'alt',
      'class',
      'id',
      'onload',
      'sdval',
    ]
    const values = [
      '"',
      "'",
      '>',
      'x',
      '10',
      'https://a',
      'color: red',
      'a"b',
      '<b>',
      '&quot;',
      'width:1px;color:url(#)',
    ]
    const attribute = fc
      .tuple(fc.constantFrom(...attributes), fc.constantFrom(...values), fc.constantFrom('"', "'", ''))
      .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`)
    const tag = fc
      .tuple(
        fc.constantFrom('<', '</', '<!', '<?'),
        fc.constantFrom(...names),
        fc.array(attribute, { maxLength: 4 }),
      )
      .map(([start, name, list]) => `${start}${name} ${list.join(' ')}>`)
    const piece = fc.oneof(tag, fc.string(), fc.constantFrom(...values, '<', '&', '\0', '<!--', '-->', ']]>'))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const open: string[] = []
        const parser = new Parser({
          onopentag: (name, found) => {
            open.push(name)
            expect([...Object.keys(elements), 'a', 'img']).toContain(name)
            for (const [key, value] of Object.entries(found)) {
              const isKnown =
                name === 'a' || name === 'img'
                  ? ['href', 'src', 'width', 'height', 'alt', 'style'].includes(key)
                  : key === 'style' || attributeValues[key]!.test(value)
              expect([key, isKnown]).toEqual([key, true])
              if (key === 'href') expect(value).toMatch(/^(https?:|mailto:)/)
              if (key !== 'style') continue
              expect(value).not.toMatch(/url|\(|\\|\/\*|@|</)
              for (const declaration of value.split('; '))
                expect([...properties]).toContain(declaration.split(':')[0])
            }
          },
        })
        parser.end(await getBody(pieces.join('')))
      }),
    )
  })
})
