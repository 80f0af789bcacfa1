import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ContentCounter, TooMuchContent } from './content-limits.ts'
import { decodeXml, getAttribute, readTags, readXml, type Tag, XmlError } from './xml.ts'

describe('readXml', () => {
  it('names elements and attributes without their prefixes, in the order of the document', () => {
    const seen: string[] = []
    const root = readXml('<w:a x="1"><b y:z="&#50;&amp;"/><w:c>te&lt;xt</w:c></w:a>', {
      onTag: ({ name, attributes }) =>
        seen.push(`<${name} ${attributes.map((attribute) => `${attribute.name}=${attribute.value}`)}>`),
      onText: (text, element) => seen.push(`${element}: ${text}`),
      onEnd: (element) => seen.push(`</${element}>`),
    })
    expect(root).toBe('a')
    expect(seen).toEqual(['<a x=1>', '<b z=2&>', '</b>', '<c >', 'c: te<xt', '</c>', '</a>'])
  })

  it('says which attributes have a prefix', () => {
    const [tag] = readTags('<a b="1" c:b="2"/>')
    expect(tag!.attributes).toEqual([
      { name: 'b', hasPrefix: false, value: '1' },
      { name: 'b', hasPrefix: true, value: '2' },
    ])
    expect([getAttribute(tag!, 'b'), getAttribute(tag!, 'c')]).toEqual(['1', ''])
  })

  it.each([
    ['a declaration', '<?xml version="1.0"?><a/>'],
    ['a declaration with an encoding', '<?xml version="1.0" encoding="utf-8"?><a/>'],
    ['ASCII', '<?xml version="1.0" encoding="US-ASCII"?><a/>'],
    ['a byte order mark', '\ufeff<a/>'],
    ['comments and instructions', '<!-- x --><?x y?><a><!-- <b> --></a><!-- z -->'],
    ['white space around the root', '\n <a/>\n'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type of a file, which is not read', '<!DOCTYPE a:b PUBLIC "-//X//EN" "x.dtd"><a/>'],
  ])('reads XML with %s', (_, xml) => {
    expect(readTags(xml).map(({ name }) => name)).toEqual(['a'])
  })

  it.each([
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a parameter entity', '<!DOCTYPE a SYSTEM "x.dtd" [<!ENTITY % b SYSTEM "c"> %b;]><a/>'],
    ['an entity that is not declared', '<a>&b;</a>'],
    ['an entity of a file that is not read', '<!DOCTYPE a SYSTEM "x.dtd"><a>&b;</a>'],
    ['UTF-7', '<?xml version="1.0" encoding="utf-7"?><a/>'],
    ['UTF-16', '<?xml version="1.0" encoding="utf-16"?><a/>'],
    ['an encoding of one byte', '<?xml version="1.0" encoding="windows-1252"?><a/>'],
    ['an element without an end', '<a><b></a>'],
    ['an end without a beginning', '<a/></b>'],
    ['two roots', '<a/><b/>'],
    ['text outside the root', 'x<a/>'],
    ['no root', ''],
    ['two attributes of one name', '<a b="1" b="2"/>'],
    ['an attribute without quotation marks', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['a bracket in an attribute', '<a b="<"/>'],
    ['a null character', '<a>\0</a>'],
    ['a reference to a character that XML lacks', '<a>&#0;</a>'],
    ['a name with two colons at its beginning', '<:a/>x'],
  ])('refuses XML with %s', (_, xml) => {
    expect(() => readXml(xml, {})).toThrow(XmlError)
  })

  it('reads CDATA as text', () => {
    const seen: string[] = []
    readXml('<a>x<b><![CDATA[<c>&amp;]]></b></a>', {
      onText: (text, element) => seen.push(`${element}: ${text}`),
    })
    expect(seen).toEqual(['a: x', 'b: <c>&amp;'])
  })

  it('refuses elements that are nested more than 500 deep', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    expect(readXml(nested(500), {})).toBe('a')
    expect(() => readXml(nested(501), {})).toThrow(XmlError)
    expect(readTags(`<a>${'<b/>'.repeat(2000)}</a>`)).toHaveLength(2001)
  })

  it('throws nothing but XmlError, whatever it reads', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '/',
        '<a',
        '<a>',
        '</a>',
        '="',
        "='",
        '&',
        ';',
        '<!--',
        '-->',
        '<?',
        '?>',
        '<![CDATA[',
        ']]>',
        '<!DOCTYPE',
        ':',
        '\0',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          readXml(`<a>${pieces.join('')}</a>`, { onTag: () => undefined, onText: () => undefined })
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('gives back the texts and attributes that were written', () => {
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ -~äß漢😀]*$/u),
        fc.stringMatching(/^[ -~äß漢😀]*$/u),
        (text, value) => {
          let [found, tag]: [string, Tag | null] = ['', null]
          readXml(`<a b="${escaped(value)}">${escaped(text)}</a>`, {
            onTag: (read) => {
              tag = read
            },
            onText: (read) => {
              found += read
            },
          })
          expect([found, getAttribute(tag!, 'b')]).toEqual([text, value])
        },
      ),
    )
  })
})

describe('decodeXml', () => {
  const wide = (xml: string, isBig = false) => {
    const bytes = Buffer.from(xml, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }

  it.each([
    ['UTF-8', Buffer.from('<ä/>')],
    ['UTF-16 with a byte order mark', wide('\ufeff<ä/>')],
    ['big-endian UTF-16 with a byte order mark', wide('\ufeff<ä/>', true)],
    ['UTF-16 without one', wide('<ä/>')],
    ['big-endian UTF-16 without one', wide('<ä/>', true)],
    ['UTF-16 with a declaration', wide('\ufeff<?xml version="1.0" encoding="UTF-16"?><ä/>')],
    ['UTF-16 with a declaration of no encoding', wide("\ufeff<?xml version='1.0'?><ä/>")],
    ['a declared byte order', wide('<?xml version="1.0" encoding=\'utf-16be\'?><ä/>', true)],
  ])('reads %s', (_, bytes) => {
    expect(decodeXml(bytes)).toBe('<ä/>')
  })

  it('refuses UTF-16 that declares another encoding, which programs would read otherwise', () => {
    const xml = '\ufeff<?xml version="1.0" encoding="utf-8"?><a/>'
    expect(() => decodeXml(wide(xml))).toThrow(XmlError)
  })
})

describe('ContentCounter', () => {
  const counted = (begin: (counter: ContentCounter) => void) => () => begin(new ContentCounter())
  const times = (count: number, step: () => void) => {
    for (let index = 0; index < count; index++) step()
  }

  it.each(['tc', 'table-cell'])('allows 10,000 cells of the element %s', (cell) => {
    expect(counted((counter) => times(10_000, () => counter.begin(cell)))).not.toThrow()
    expect(counted((counter) => times(10_001, () => counter.begin(cell)))).toThrow(TooMuchContent)
  })

  it.each(['tbl', 'table'])(
    'allows tables of the element %s in 20 levels, and any number in a row',
    (table) => {
      expect(counted((counter) => times(20, () => counter.begin(table)))).not.toThrow()
      expect(counted((counter) => times(21, () => counter.begin(table)))).toThrow(TooMuchContent)
      const inRow = (counter: ContentCounter) =>
        times(1000, () => {
          counter.begin(table)
          counter.end(table)
        })
      expect(counted(inRow)).not.toThrow()
    },
  )

  it('allows a million elements in all, and says all limits', () => {
    const counter = new ContentCounter()
    times(1_000_000, () => counter.begin('p'))
    expect(() => counter.begin('p')).toThrow(/10,000 table cells.*20 deep.*a million elements/)
  })
})
