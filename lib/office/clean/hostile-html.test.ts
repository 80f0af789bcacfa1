import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { cleanHtml } from './clean.ts'

async function clean(html: string): Promise<string> {
  const cleaned = await cleanHtml(new TextEncoder().encode(html))
  return cleaned.ok ? new TextDecoder().decode(cleaned.bytes) : cleaned.reason
}

interface Element {
  name: string
  attributes: Record<string, string>
}

function readElements(html: string): Element[] {
  const elements: Element[] = []
  new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) }).end(html)
  return elements
}

/** What could load, run or hide something, in a page that is written. */
function findDanger(html: string): string[] {
  return readElements(html).flatMap(({ name, attributes }) => [
    ...(/^(script|iframe|frame|object|embed|link|base|svg|math|form|input|button|video|audio|source|applet|bgsound|layer|portal|template)$/.test(
      name,
    ) || name.includes(':')
      ? [name]
      : []),
    ...(name === 'style' && !html.includes('<style>@page { size: 21cm 29.7cm; margin: 2cm }</style>')
      ? [name]
      : []),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      /^on|^(src|href|data|background|action|formaction|poster|srcset|srcdoc|ping|id|class|name|target)$/.test(
        key,
      ) &&
      !(key === 'href' && /^(https?:\/\/|mailto:)/i.test(value)) &&
      !(name === 'img' && /^data:image\/(png|jpeg);base64,[\w+/=]+$/.test(value))
        ? [`${name} ${key}`]
        : [],
    ),
    ...(/url|expression|javascript|@|\\|\(/i.test(
      (attributes.style ?? '').replaceAll(/rgb\([\d\s,]+\)/gi, ''),
    )
      ? [`${name} style`]
      : []),
  ])
}

describe('nothing that runs or loads comes through', () => {
  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//a.example/x.js></SCRIPT>',
    '<script/x>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<<script>alert(1)//<</script>',
    '<script>alert(1)',
    '<script>"</scr"+"ipt>"; alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img """><script>alert("x")</script>">',
    '<img src=`javascript:alert(1)`>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><foreignObject><iframe src="file:///etc/passwd"></iframe></foreignObject></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<body onload=alert(1)>',
    '<p onclick=alert(1) ONMOUSEOVER="x">a</p>',
    '<p style="background:url(javascript:alert(1))">a</p>',
    '<p style="width:expression(alert(1))">a</p>',
    '<p style="behavior:url(#x);-moz-binding:url(data:,x)">a</p>',
    '<p style="color:red;background-image:\\75\\72\\6C(http://a)">a</p>',
    '<p style="co/**/lor:red">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java&#x0A;script:alert(1)">a</a>',
    '<a href=" &#14; javascript:alert(1)">a</a>',
    '<a href="JaVaScRiPt:alert(1)">a</a>',
    '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    '<a href="vbscript:x">a</a>',
    '<a href="macro:///Standard.Module1.Main()">a</a>',
    '<a href="vnd.sun.star.script:x?language=Basic">a</a>',
    '<a href="file:///etc/passwd">a</a>',
    '<a href="smb://host/share">a</a>',
    '<a href="https://a.example/" ping="https://b.example/" target="_top" download>a</a>',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<meta http-equiv="Link" content="<http://a/x.css>; REL=stylesheet">',
    '<base href="http://a.example/">',
    '<link rel="prefetch" href="http://a.example/">',
    '<link rel="import" href="x.html">',
    '<form action="http://a.example/"><input type=submit formaction="javascript:x"></form>',
    '<isindex action="javascript:alert(1)">',
    '<table><td background="data:,x">a</table>',
    '<marquee onstart=alert(1)>a</marquee>',
    '<details open ontoggle=alert(1)>a</details>',
    '<video><source onerror=alert(1)></video>',
    '<xml><i onclick=x>a</i></xml>',
    '<!--[if IE]><script>alert(1)</script><![endif]-->',
    '<!--><script>alert(1)</script>-->',
    '<!-- --!><script>alert(1)</script> -->',
    '<?xml-stylesheet href="javascript:alert(1)"?>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<textarea><script>alert(1)</script></textarea>',
    '<title><script>alert(1)</script></title>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<style><!--</style><script>alert(1)//--></script>',
    '<style>p{color:red}</style><p title="</style><script>">a</p>',
    '<template><script>alert(1)</script></template>',
    '<plaintext><script>alert(1)</script>',
    '<xmp><script>alert(1)</script></xmp>',
    '<listing>&lt;script&gt;alert(1)</listing>',
    '<p id="x" class="y" name="z" data-x="1" aria-label="l" contenteditable>a</p>',
    '<font face="x\';}" color="red;}" size="+9">a</font>',
    '<p align="left" onclick="x">a</p>',
    '<p dir="&quot; onclick=x">a</p>',
    '<o:p><v:shape style="behavior:url(#default#VML)"><v:imagedata r:href="x"/></v:shape></o:p>',
    '<\u0000script>alert(1)</script>',
    '<scr\u0000ipt>alert(1)</script>',
    '<p\u000cstyle=color:red\u000conclick=x>a</p>',
    'a &lt;script&gt;alert(1)&lt;/script&gt;',
    '<p style="color: rgb(1,2,3); background: rgb(1,2,3) url(x)">a</p>',
    '<ol type="1&quot; onclick=x"><li>a</ol>',
    '<img alt="&quot; onerror=alert(1) x=&quot;" src="data:,">',
  ])('%j', async (html) => {
    const written = await clean(`<p>text</p>${html}`)
    if (['linked_content', 'not_convertible'].includes(written)) return
    expect(findDanger(written)).toEqual([])
    expect(written).toMatch(/<p( style="color: red")?>text<\/p>/)
  })

  it('in any order and nesting', async () => {
    const part = fc.constantFrom(
      ...[
        '<script>',
        '</script>',
        '<style>',
        '</style>',
        '<svg>',
        '</svg>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
      ],
      ...[
        '<p ',
        '>',
        '"',
        "'",
        '=',
        '/',
        'onclick=x ',
        'style="color:',
        'url(',
        'x)',
        '<a href="',
        'javascript:',
        'https://a',
      ],
      ...[
        '<title>',
        '</title>',
        '<textarea>',
        '</textarea>',
        '<xmp>',
        '<noscript>',
        '</noscript>',
        '<template>',
        '</p>',
      ],
      ...[
        '&lt;',
        '&#60;',
        '&quot;',
        '\0',
        '\n',
        'x',
        '<table><td ',
        'background="',
        '<math>',
        '<mtext>',
        '<?',
        '?>',
        '<img src=data:,',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 40 }), async (parts) => {
        const written = await clean(parts.join(''))
        if (/^(linked_content|not_convertible)$/.test(written)) return
        expect(findDanger(written)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('is the same when the written page is cleaned once more', async () => {
    const part = fc.constantFrom(
      '<b>',
      '</b>',
      '<p style="color: red">',
      '</p>',
      '<i>',
      'x',
      ' y ',
      '&amp;',
      '<br>',
      '<u>',
      '<span style="font-size: 20pt">',
      '</span>',
      '<a href="https://a/">',
      '</a>',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 20 }), async (parts) => {
        const once = await clean(`<p>text</p>${parts.join('')}`)
        const texts = (html: string) =>
          html
            .replace(/<[^>]*>/g, '|')
            .replace(/[|\s]+/g, ' ')
            .trim()
        expect(texts(await clean(once))).toBe(texts(once))
      }),
      { numRuns: 200 },
    )
  })
})

describe('limits', () => {
  it.each([
    ['200 elements in each other', `${'<div>'.repeat(199)}<p>x`, true],
    ['201 elements in each other', `${'<div>'.repeat(200)}<p>x`, false],
    ['unclosed paragraphs, which are not in each other', '<p>x'.repeat(1000), true],
    ['unclosed list items, which are not in each other', `<ul>${'<li>x'.repeat(1000)}`, true],
    ['unclosed cells, which are not in each other', `<table>${'<tr><td>x'.repeat(1000)}`, true],
    ['unclosed spans, which are', '<span>x'.repeat(300), false],
    ['50,000 elements', `<p>x</p>${'<br>'.repeat(49_999)}`, true],
    ['50,001 elements', `<p>x</p>${'<br>'.repeat(50_000)}`, false],
    ['hidden elements, which count too', `<p>x</p>${'<i hidden></i>'.repeat(50_000)}`, false],
    ['elements that are left out, which count too', `<p>x</p>${'<x-y></x-y>'.repeat(50_000)}`, false],
    ['rules in each other', `<style>${'p{'.repeat(1_000_000)}</style><p>x`, true],
    ['lists of rules in each other', `<style>${'a,b,c{'.repeat(1_000_000)}</style><p>x`, false],
    ['many rules in a rule', `<style>p{${'&{}'.repeat(1_000_000)}</style><p>x`, false],
    [
      'a long list whose rule goes on after each of many blocks',
      `<style>${'a,'.repeat(10_000)}a{${'@x{}c:d;'.repeat(5000)}}</style><p>x`,
      false,
    ],
    [
      'a long list around many groups',
      `<style>${'a,'.repeat(10_000)}a{${'@media print{c:d}'.repeat(5000)}}</style><p>x`,
      false,
    ],
    ['a text of megabytes', `<p>${'x '.repeat(2_000_000)}`, true],
    ['an attribute of megabytes', `<p title="${'x'.repeat(4_000_000)}">x`, true],
    ['a style of megabytes', `<p style="color:red;${'x'.repeat(4_000_000)}">x`, true],
    [
      'thousands of attributes',
      `<p ${Array.from({ length: 20_000 }, (_, index) => `a${index}=1`).join(' ')}>x`,
      true,
    ],
  ])('%s', async (_, html, isWithin) => {
    const getMilliseconds = startProcessorClock()
    const written = await clean(html)
    expect(written === 'too_large').toBe(!isWithin)
    expect(getMilliseconds()).toBeLessThan(5000)
  })

  it('are named in the message', async () => {
    const cleaned = await cleanHtml(new TextEncoder().encode('<span>'.repeat(300)))
    if (cleaned.ok) throw new Error('It was cleaned.')
    expect(cleaned.message).toMatch(/20 MB.*100 megapixels.*50,000 elements.*200 deep/)
  })

  it.each([
    ['linked_content', '<img src="a.png">', /loads content from elsewhere.*Embed it/],
    ['not_convertible', '<script>x</script>', /without its scripts.*Print it/],
    [
      'not_convertible',
      '<p>Rent: <text-field name="Rent" role="Tenant" style="width:120px"> </text-field></p>',
      /fields as elements.*Write them as text tags/,
    ],
    ['not_convertible', 'x<signature-field name="Sign" role="Tenant"></signature-field>', /text tags/],
    ['not_convertible', 'x<multi-select-field options="a,b"/>', /text tags/],
  ])('%s has a message that says what to do', async (reason, html, message) => {
    const cleaned = await cleanHtml(new TextEncoder().encode(html))
    expect(cleaned).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) })
  })
})
