import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { cleanHtml } from './clean.ts'
import { decodeHtml, isHtml } from './decode.ts'

/** Encodings of one byte a character, and those of more with a sample. */
const singleByte = [
  ...[
    'ibm866',
    'iso-8859-2',
    'iso-8859-3',
    'iso-8859-4',
    'iso-8859-5',
    'iso-8859-6',
    'iso-8859-7',
    'iso-8859-8',
  ],
  ...[
    'iso-8859-10',
    'iso-8859-13',
    'iso-8859-14',
    'iso-8859-15',
    'koi8-r',
    'koi8-u',
    'macintosh',
    'windows-874',
  ],
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255'],
  ...['windows-1256', 'windows-1257', 'windows-1258', 'x-mac-cyrillic'],
]
const multiByte: [label: string, bytes: string, text: string][] = [
  ['gbk', 'd0d5c3fb', '姓名'],
  ['gb18030', 'd0d5c3fb', '姓名'],
  ['big5', 'a96da657', '姓名'],
  ['euc-jp', 'ccbec1b0', '名前'],
  ['shift_jis', '96bc914f', '名前'],
  ['euc-kr', 'c0ccb8a7', '이름'],
]
const upperHalf = Buffer.from(Array.from({ length: 96 }, (_, index) => 0xa0 + index))
const page = (head: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`${head}<p>`), body, Buffer.from('</p>')])
const getParagraph = (text: string) => text.slice(text.lastIndexOf('<p>') + 3, text.lastIndexOf('</p>'))

describe('a declared encoding', () => {
  it.each(singleByte)('%s has the characters of the standard', (label) => {
    const expected = new TextDecoder(label).decode(upperHalf)
    expect(getParagraph(decodeHtml(page(`<meta charset="${label}">`, upperHalf)))).toBe(expected)
    expect(getParagraph(decodeHtml(page(`<meta charset="${label.toUpperCase()}">`, upperHalf)))).toBe(
      expected,
    )
  })

  it.each(multiByte)('%s has characters of several bytes', (label, bytes, text) => {
    expect(getParagraph(decodeHtml(page(`<meta charset=${label}>`, Buffer.from(bytes, 'hex'))))).toBe(text)
  })

  const cyrillic = Buffer.from('c9cdd1', 'hex')
  const read = (head: string) => getParagraph(decodeHtml(page(head, cyrillic)))
  const [asKoi, asLatin] = [new TextDecoder('koi8-r').decode(cyrillic), 'ÉÍÑ']

  it.each([
    ['without quotation marks', '<meta charset=koi8-r>'],
    ['in apostrophes', "<meta charset='koi8-r'>"],
    ['with spaces around it', '<meta charset = " koi8-r " >'],
    ['over two lines', '<meta\n  charset="koi8-r"\n>'],
    ['closed as in XML', '<meta charset="koi8-r"/>'],
    ['in capitals', '<META CHARSET="KOI8-R">'],
    ['of a header', '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'],
    [
      'of a header, in the other order',
      '<meta content="text/html;charset=koi8-r" http-equiv="Content-Type">',
    ],
    ['after another element', '<!DOCTYPE html><html lang="ru"><head><title>x</title><meta charset="koi8-r">'],
    ['after another declaration', '<meta name="generator" content="x"><meta charset="koi8-r">'],
    ['after a comment', '<!-- <meta charset="iso-8859-1"> --><meta charset="koi8-r">'],
    ['the first of two', '<meta charset="koi8-r"><meta charset="iso-8859-1">'],
    ['of XHTML', '<?xml version="1.0" encoding="koi8-r"?><html>'],
    ['of XHTML in apostrophes', "<?xml version='1.0' encoding='koi8-r' standalone='yes'?><html>"],
    ['of HTML before that of XHTML', '<?xml version="1.0" encoding="iso-8859-1"?><meta charset="koi8-r">'],
    ['by another name of it', '<meta charset="cskoi8r">'],
  ])('is found %s', (_, head) => {
    expect(read(head)).toBe(asKoi)
  })

  it.each([
    ['in a comment', '<!-- <meta charset="koi8-r"> -->'],
    ['in a comment without an end', `<!-- <meta charset="koi8-r"> `],
    ['in a comment of several lines', '<!--\n\n<meta charset="koi8-r">\n-->'],
    ['in another element', '<link charset="koi8-r">'],
    ['outside an element', 'charset="koi8-r"'],
    ['after the first kilobyte', `${' '.repeat(1024)}<meta charset="koi8-r">`],
    ['in XML that is not at the beginning', '<p></p><?xml version="1.0" encoding="koi8-r"?>'],
    ['with a name that nobody knows', '<meta charset="koi8-x">'],
    ['without a name', '<meta charset="">'],
  ])('is not found %s', (_, head) => {
    const text = decodeHtml(page(head, cyrillic))
    expect(text).toContain(asLatin)
  })

  it.each(['utf-16', 'utf-16le', 'UTF-16BE', 'unicode', 'ucs-2', 'csUnicode'])(
    '%s that can be read as ASCII is none',
    (label) => {
      const html = `<meta charset="${label}"><p>Größe</p>`
      expect(getParagraph(decodeHtml(Buffer.from(html)))).toMatch(/^Gr/)
    },
  )

  it('in thousands of characters takes no time', () => {
    for (const part of ['<!--', '<meta ', '<meta charset', '<?xml ', '-->'])
      for (const text of [part.repeat(100_000), `<meta charset="koi8-r">${part.repeat(100_000)}`]) {
        const getMilliseconds = startProcessorClock()
        decodeHtml(Buffer.from(text))
        expect(getMilliseconds()).toBeLessThan(500)
      }
  })
})

describe('a byte order mark', () => {
  const text = '<meta charset="koi8-r"><p>Größe 姓名 🖋</p>'
  const marked: [string, Buffer][] = [
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ]
  it.each(marked)('of %s counts more than a declaration', async (_, bytes) => {
    expect(decodeHtml(bytes)).toBe(text)
    expect(isHtml(bytes)).toBe(true)
    const cleaned = await cleanHtml(bytes)
    expect(cleaned.ok && new TextDecoder().decode(cleaned.bytes)).toContain('<p>Größe 姓名 🖋</p>')
  })

  it.each(marked)('of %s, cut off within a character, loses only that', (_, bytes) => {
    for (let length = bytes.length - 1; length > bytes.length - 12; length--) {
      const decoded = decodeHtml(bytes.subarray(0, length)).replace(/\ufffd$/, '')
      expect(text.startsWith(decoded) || text.startsWith(decoded.slice(0, -1))).toBe(true)
    }
  })
})

it('bytes without a declaration are UTF-8 if they can be, else Windows 1252', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
      const bytes = Buffer.concat([Buffer.from('<p>x '), tail])
      let expected: string
      try {
        expected = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        expected = new TextDecoder('windows-1252').decode(bytes)
      }
      fc.pre(!/charset|<!--/i.test(expected))
      expect(decodeHtml(bytes)).toBe(expected)
    }),
    { numRuns: 300 },
  )
})

it('the page that is written is always UTF-8 and says so, with every character as it was', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((sample) => {
    return sample.isWellFormed() && sample.trim() !== '' && !/[<>&\p{Cc}\ufeff]/u.test(sample)
  })
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom<BufferEncoding>('utf8', 'utf16le'), async (sample, encoding) => {
      const cleaned = await cleanHtml(Buffer.from(`\ufeff<p>${sample}</p>`, encoding))
      const html = cleaned.ok ? new TextDecoder('utf-8', { fatal: true }).decode(cleaned.bytes) : ''
      expect(html).toContain('charset=utf-8')
      expect(getParagraph(html)).toBe(sample.replaceAll('"', '&quot;'))
    }),
    { numRuns: 200 },
  )
})

describe('character references', () => {
  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', "&amp;&lt;&gt;&quot;'"],
    ['&nbsp;&shy;&euro;', '\u00a0\u00ad€'],
    ['&Auml;&AMP;&copy', 'Ä&amp;©'],
    ['&#65;&#x41;&#X61;', 'AAa'],
    ['&#128;&#150;', '€–'],
    ['&#x1F58B;', '🖋'],
    ['&unknown;', '&amp;unknown;'],
    ['&notin;&not;&notx', '∉¬¬x'],
    ['a & b', 'a &amp; b'],
    ['a&b=c', 'a&amp;b=c'],
    ['&amp;lt;script&amp;gt;', '&amp;lt;script&amp;gt;'],
    ['&#60;script&#62;', '&lt;script&gt;'],
    ['&#0;x', '\ufffdx'],
    ['&#xD800;x', '\ufffdx'],
    ['&#x110000;x', '\ufffdx'],
    ['&#99999999999;x', '\ufffdx'],
    ['&#;x', '&amp;#;x'],
    ['&#x;x', '&amp;#x;x'],
    ['&', '&amp;'],
  ])('%s is %s', async (source, expected) => {
    const cleaned = await cleanHtml(new TextEncoder().encode(`<p>${source}</p><p>x</p>`))
    const html = cleaned.ok ? new TextDecoder().decode(cleaned.bytes) : ''
    expect(html.slice(html.indexOf('<p>') + 3, html.indexOf('</p>'))).toBe(expected)
  })
})
