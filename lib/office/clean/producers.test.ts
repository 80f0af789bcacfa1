import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { pngImage } from '#lib/pdf/fixtures/images'
import { getBody } from '../fixtures/cleaned.ts'
import { cleanHtml } from './clean.ts'
import { isHtml } from './decode.ts'

const png = `data:image/png;base64,${Buffer.from(pngImage()).toString('base64')}`

/** The pages of programs that write HTML: a heading, a sentence with a bold word, and a table with a total. */
const pages: Record<string, string | Buffer> = {
  Word: Buffer.from(
    `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="lease-Dateien/filelist.xml"><link rel=themeData href="lease-Dateien/themedata.thmx">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin-top:0cm; margin-bottom:8.0pt; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
@page WordSection1 {size:595.3pt 841.9pt; margin:70.85pt 70.85pt 2.0cm 70.85pt; mso-header-margin:35.4pt;} div.WordSection1 {page:WordSection1;} --></style>
</head><body lang=DE style='tab-interval:35.4pt;word-wrap:break-word'><div class=WordSection1>
<h1>Rental agreement<o:p></o:p></h1>
<p class=MsoNormal><span lang=EN-GB style='mso-ansi-language:EN-GB'>The rent is <b style='mso-bidi-font-weight:normal'>1,250&nbsp;\u0080</b> for Gr\u00f6\u00dfe\u0085<o:p></o:p></span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
<tr style='mso-yfti-irow:0'><td width=302 valign=top style='width:226.55pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Total</p></td><td><p class=MsoNormal>2,500</p></td></tr></table>
<![if !supportEmptyParas]><p class=MsoNormal><o:p>&nbsp;</o:p></p><![endif]></div></body></html>`,
    'latin1',
  ),
  Outlook: `<html><head><meta charset="utf-8"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]-->
<style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr">
<div class="elementToProof" style="font-family: Aptos, Arial, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"><h1>Rental agreement</h1>
The rent is <b>1,250 €</b> for Größe…</div><div id="Signature"></div>
<table id="x_items"><tbody><tr><td style="width: 50%;">Total</td><td>2,500</td></tr></tbody></table></body></html>`,
  'Google Docs': `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><style type="text/css">ol{margin:0;padding:0}.c1{color:#000000;font-weight:400;text-decoration:none;vertical-align:baseline;font-size:11pt;font-family:"Arial";font-style:normal}.c3{font-weight:700}.c5{border-right-style:solid;padding:5pt;border-top-color:#000000;width:234pt}</style></head>
<body class="c4 doc-content"><h1 class="c1"><span>Rental agreement</span></h1><p class="c1"><span>The rent is </span><span class="c3">1,250&nbsp;€</span><span> for Gr&ouml;&szlig;e&hellip;</span></p>
<table class="c7"><tr class="c2"><td class="c5" colspan="1" rowspan="1"><p class="c1"><span>Total</span></p></td><td class="c5">2,500</td></tr></table></body></html>`,
  LibreOffice: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><HTML><HEAD><META HTTP-EQUIV="CONTENT-TYPE" CONTENT="text/html; charset=utf-8">
<TITLE>Lease</TITLE><META NAME="GENERATOR" CONTENT="LibreOffice 7.4 (Linux)"><STYLE TYPE="text/css"><!-- @page { size: 21cm 29.7cm; margin: 2cm } P { margin-bottom: 0.25cm; line-height: 115%; background: transparent } --></STYLE></HEAD>
<BODY LANG="en-GB" DIR="LTR"><H1>Rental agreement</H1><P STYLE="margin-bottom: 0cm">The rent is <B>1,250 €</B> for Gr&ouml;&szlig;e&hellip;</P>
<TABLE WIDTH=100% CELLPADDING=4 CELLSPACING=0><COL WIDTH=128*><TR VALIGN=TOP><TD WIDTH=50% STYLE="border: 1px solid #000000">Total</TD><TD SDVAL="2500" SDNUM="1033;">2,500</TD></TR></TABLE></BODY></HTML>`,
  Excel: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset=utf-8><!--[if gte mso 9]><xml><x:ExcelWorkbook></x:ExcelWorkbook></xml><![endif]-->
<style>tr {mso-height-source:auto;} .xl65 {mso-number-format:"\\#\\,\\#\\#0"; font-weight:700}</style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=400 style='border-collapse:collapse;table-layout:fixed'><col width=200 span=2>
<tr height=20><td colspan=2><h1>Rental agreement</h1></td></tr><tr><td>The rent is</td><td class=xl65>1,250 €</td></tr><tr><td>for Größe…</td></tr>
<tr><td>Total</td><td align=right x:num="2500">2,500</td></tr></table></body></html>`,
  'a mail program': `<div style="font-family:sans-serif"><h1>Rental agreement</h1><p>The rent is <strong>1,250&nbsp;&euro;</strong> for Größe&#8230;</p>
<blockquote type="cite"><table><tbody><tr><th align="left">Total</th><td>2,500</td></tr></tbody></table></blockquote><img alt="" src="${png}" width="1" height="1"></div>`,
  'a saved page': `\ufeff<!DOCTYPE html>\n<!-- saved from url=(0035)https://example.com/lease -->\n<html lang="en" data-theme="dark"><head><title>Lease</title><meta name="viewport" content="width=device-width"><link rel="canonical" href="https://example.com/lease"><link rel="icon" href="data:,">
<style>:root{--ink:#123}body{color:var(--ink);display:grid;grid-template-columns:1fr}@media (prefers-color-scheme: dark){body{color:#fff}}nav{display:none}</style><script type="module">start()</script></head>
<body><nav>Home</nav><main><article><header><h1>Rental agreement</h1></header><p>The rent is <strong>1,250 €</strong> for Größe…</p><figure><table><tr><td>Total<td>2,500</table></figure></article></main><script>end()</script></body></html>`,
  Markdown: `<h1 id="rental-agreement">Rental agreement</h1>\n<p>The rent is <strong>1,250 €</strong> for Größe…</p>\n<table><thead><tr><th style="text-align:left">Total</th><th style="text-align:right">2,500</th></tr></thead></table>\n`,
  XHTML: `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Lease</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /></head>
<body><h1>Rental agreement</h1><p>The rent is <b>1,250 &#8364;</b> for Gr&#xf6;&#xDF;e&#x2026;<br /></p><table><tr><td>Total</td><td>2,500</td></tr></table></body></html>`,
  'UTF-16 with a declaration of UTF-8': Buffer.from(
    '\ufeff<html><head><meta charset="utf-8"></head><body><h1>Rental agreement</h1><p>The rent is <b>1,250 €</b> for Größe…</p><table><tr><td>Total<td>2,500</table>',
    'utf16le',
  ),
}

interface Found {
  heading: string
  bold: string
  text: string
  cells: string[]
  names: Set<string>
}

/** What a reader of the cleaned page sees. */
function readPage(html: string): Found {
  const found: Found = { heading: '', bold: '', text: '', cells: [], names: new Set() }
  const open: { name: string; isBold: boolean }[] = []
  const parser = new Parser({
    onopentag(name, { style = '' }) {
      found.names.add(name)
      const isBold = /^(b|strong|h1|th)$/.test(name) || /font-weight: 700/.test(style)
      open.push({ name, isBold })
      if (name === 'td' || name === 'th') found.cells.push('')
    },
    ontext(text) {
      found.text += text
      if (open.some(({ name }) => name === 'h1')) found.heading += text
      else if (open.some(({ isBold }) => isBold)) found.bold += text
      if (open.some(({ name }) => name === 'td' || name === 'th')) found.cells.push(found.cells.pop() + text)
    },
    onclosetag(name) {
      if (!['a', 'b', 'span', 'strong'].includes(name)) found.text += ' '
      open.pop()
    },
  })
  parser.end(html.slice(html.indexOf('<body>') + 6))
  return found
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('a page is the same from every program', () => {
  it.each(Object.keys(pages))('%s', async (producer) => {
    const bytes = Buffer.from(pages[producer]!)
    expect(isHtml(bytes)).toBe(true)
    const cleaned = await cleanHtml(bytes)
    if (!cleaned.ok) throw new Error(cleaned.message)
    const { heading, bold, text, cells, names } = readPage(new TextDecoder().decode(cleaned.bytes))
    expect(plain(heading)).toBe('Rental agreement')
    expect(plain(bold)).toContain('1,250 €')
    expect(plain(text)).toMatch(/^Rental agreement The rent is 1,250 € for Größe… ?Total ?2,500$/)
    expect(cells.map(plain).slice(-2)).toEqual(['Total', '2,500'])
    for (const name of names) expect(name).not.toMatch(/:|^(script|style|link|meta|xml|nav|html|body)$/)
  })

  it.each(Object.keys(pages))('%s, cleaned twice, has the same text', async (producer) => {
    const once = await cleanHtml(Buffer.from(pages[producer]!))
    const twice = once.ok ? await cleanHtml(once.bytes) : once
    if (!once.ok || !twice.ok) throw new Error('not cleaned')
    const [first, second] = [once, twice].map(({ bytes }) => readPage(new TextDecoder().decode(bytes)))
    expect(plain(second!.text)).toBe(plain(first!.text))
    expect(second!.cells.map(plain).slice(-2)).toEqual(['Total', '2,500'])
  })
})

describe('what programs write beside a page', () => {
  it.each([
    [
      'Word: a picture in VML beside one in HTML',
      `<!--[if gte vml 1]><v:shape><v:imagedata src="a.emz"/></v:shape><![endif]--><![if !vml]><img src="${png}" width=10 height=10><![endif]><p>x`,
      '<img ',
    ],
    ['Word: a hidden part', "<p>x<span style='display:none;mso-hide:all'>secret</span></p>", '<p>x</p>'],
    ['Outlook: a picture of the mail', '<p>x<img src="cid:image001.png@01DA">', 'linked_content'],
    ['Word: a picture beside the file', '<p>x<img src="lease-Dateien/image001.png">', 'linked_content'],
    ['Word: a frame set', '<frameset><frame src="a.htm"></frameset>x', 'linked_content'],
    [
      'a saved page: a style sheet beside it',
      '<link rel="stylesheet" href="./lease_files/a.css">x',
      'linked_content',
    ],
    ['a saved page: a picture of several sizes', '<img srcset="a.png 1x, b.png 2x">x', 'linked_content'],
    ['a saved page: a frame', '<iframe src="./lease_files/saved_resource.html"></iframe>x', 'linked_content'],
    [
      'a mail: a pixel that counts readers',
      '<img src="https://track.example/p.gif" width=1 height=1>x',
      'linked_content',
    ],
    ['a mail: a background', '<table background="https://a.example/b.png"><tr><td>x', 'linked_content'],
    ['a mail: a font', "<style>@import url('https://fonts.example/css');</style>x", 'linked_content'],
    ['a mail: a link', '<a href="https://example.com/">x</a>', '<a href="https://example.com/">x</a>'],
    [
      'Google Docs: a link through a redirect',
      '<a href="https://www.google.com/url?q=https://a.example/&amp;sa=D">x</a>',
      '<a href="https://www.google.com/url?q=https://a.example/&amp;sa=D">x</a>',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await getBody(html)).toContain(expected)
  })

  const googleList = (kind: string, content: string) =>
    `<style type="text/css">ul.lst-kix_a-0{list-style-type:none}.lst-kix_a-1 > li:before{content:"(" counter(lst-ctn-kix_a-1,lower-roman) ") "}ol.lst-kix_a-0{list-style-type:none}.lst-kix_a-0 > li{counter-increment:lst-ctn-kix_a-0}.lst-kix_a-0>li:before{content:${content}}li.li-bullet-0:before{margin-left:-18pt;white-space:nowrap;display:inline-block;min-width:18pt}ol.lst-kix_a-0.start{counter-reset:lst-ctn-kix_a-0 0}</style><${kind} class="c1 lst-kix_a-0 start" start="3"><li class="c2 li-bullet-0"><span class="c0">x</span></li></${kind}>`

  it.each([
    ['numbers', 'ol', '"" counter(lst-ctn-kix_a-0,decimal) ". "', '<ol type="1" start="3"><li><span>x'],
    ['letters', 'ol', '"" counter(lst-ctn-kix_a-0,lower-latin) ". "', '<ol type="a" start="3"><li><span>x'],
    ['numbers in another form', 'ol', '"(" counter(lst-ctn-kix_a-0,decimal) ") "', 'not_convertible'],
    ['bullets', 'ul', '"\\0025cf   "', '<ul type="disc"><li><span>x'],
    ['bullets of Word', 'ul', '"o  "', '<ul type="disc"><li><span>x'],
    ['boxes to tick', 'ul', '"\\002610  "', 'not_convertible'],
    ['letters of another script', 'ol', '"" counter(lst-ctn-kix_a-0,lower-greek) ". "', 'not_convertible'],
    ['dashes', 'ul', '"-  "', '<ul type="disc"><li><span>x'],
  ])('Google Docs: lists with %s', async (_, kind, content, expected) => {
    expect(await getBody(googleList(kind, content))).toContain(expected)
  })

  it.each([
    [
      'normalize.css',
      'article,aside{display:block}audio:not([controls]){display:none;height:0}[hidden],template{display:none}summary{display:list-item}button::-moz-focus-inner{padding:0}blockquote:before,q:before{content:"";content:none}',
    ],
    [
      'pandoc',
      'code{white-space:pre-wrap}ul.task-list[class]{list-style:none}pre > code.sourceCode > span:empty{height:1.2em}pre.numberSource code > span > a:first-child::before{content:counter(source-line);position:relative}.display.math{display:block}',
    ],
    [
      'Bootstrap',
      '*,::after,::before{box-sizing:border-box}.clearfix::after{display:block;clear:both;content:""}.breadcrumb>li+li:before{content:"/\\00a0"}.breadcrumb-item+.breadcrumb-item::before{content:var(--bs-divider, "/")}.collapse:not(.show){display:none}.dropdown-toggle:empty::after{margin-left:0}.d-print-none{display:none!important}',
    ],
    [
      'Tailwind CSS',
      "::before,::after{--tw-content:''}[hidden]:where(:not([hidden='until-found'])){display:none!important}.before\\:absolute::before{content:var(--tw-content);position:absolute}.hover\\:block:hover{display:block}",
    ],
    [
      'a style sheet of GitHub',
      '.a::before{display:table;content:""}.a::after{display:table;clear:both;content:""}.a>*:first-child{margin-top:0!important}.a details:not([open])>*:not(summary){display:none!important}.a ol ol{list-style-type:lower-roman}.a .octicon{display:inline-block}',
    ],
  ])('%s hides and adds nothing', async (_, css) => {
    const body = '<div class="a"><h1>x</h1><ol><li>y</li></ol><details open><p>z</p></details></div>'
    expect(await getBody(`<style>${css}</style>${body}`)).toBe(
      '<div><h1 style="font-size: 24pt">x</h1><ol><li>y</li></ol><div><p>z</p></div></div>',
    )
  })

  it('TextEdit: lists of dashes', async () => {
    const html = '<style>ul.ul1 {list-style-type: hyphen}</style><ul class="ul1"><li class="li1">x</li></ul>'
    expect(await getBody(html)).toBe('<ul type="disc"><li>x</li></ul>')
  })

  it('Notion: lists of tasks and of points', async () => {
    const css =
      'ul>li{list-style:disc}ul.to-do-list>li{list-style:none}li>ol:first-child{margin-block-start:0.6em}.checkbox{display:inline-flex}'
    expect(
      await getBody(
        `<style>${css}</style><ul class="to-do-list"><li>x</li></ul><ul class="bulleted-list"><li>y`,
      ),
    ).toBe('<ul><div>x</div></ul><ul><li>y</li></ul>')
  })

  it('nested tables, as mails are laid out, keep their cells in order', async () => {
    const nested = (depth: number): string =>
      depth === 0
        ? 'core'
        : `<table><tr><td>l${depth}</td><td>${nested(depth - 1)}</td><td>r${depth}</td></tr></table>`
    const body = await getBody(nested(15))
    const texts = body
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split(/\s+/)
    const left = Array.from({ length: 15 }, (_, index) => `l${15 - index}`)
    const right = Array.from({ length: 15 }, (_, index) => `r${index + 1}`)
    expect(texts).toEqual([...left, 'core', ...right])
    expect(body.match(/<table/g)).toHaveLength(15)
    expect(body.match(/<\/table>/g)).toHaveLength(15)
  })

  it.each([
    ['a cell outside a table', '<td>x</td>'],
    ['a row outside a table', '<tr><td>x</td></tr>'],
    ['text between rows', '<table>a<tr>b<td>x</td>c</tr>d</table>'],
    ['a paragraph in a heading', '<h1><p>x</p></h1>'],
    ['a link in a link', '<a href="https://a"><a href="https://b">x</a></a>'],
    ['tags that overlap', '<b><i>x</b></i>'],
    ['a list without items', '<ul>x</ul>'],
    ['an item without a list', '<li>x'],
    ['a table in a paragraph', '<p>x<table><tr><td>x</table></p>'],
    ['tags in capitals', '<P><B>x</B></P>'],
    ['white space in tags', '<p\n\tclass = "a"\n>x</p\n>'],
    ['tags that are cut off', '<p>x</p><p cla'],
    ['an end tag that is cut off', '<p>x</p'],
    ['a slash in a tag', '<p/>x'],
    ['quotation marks without an end', '<p class="a>x</p><p>x'],
  ])('%s: every tag that is written is closed', async (_, html) => {
    const body = await getBody(html)
    if (body === 'not_convertible') return
    const open: string[] = []
    for (const [, end, name] of body.matchAll(/<(\/?)([a-z\d]+)[^>]*>/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (!['br', 'hr', 'col', 'img'].includes(name!)) open.push(name!)
    }
    expect(open).toEqual([])
    expect(body).toContain('x')
  })
})
