import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docx, linkedPicture, makeZip, odt } from '../fixtures/text-documents.ts'
import { checkTextDocument } from './text-document.ts'

const check = async (bytes: Uint8Array) => {
  const checked = await checkTextDocument(bytes)
  return checked.ok ? checked.type : checked.reason
}
const wide = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`
const relationship = (attributes: string) => `<Relationship Id="r1" ${attributes}/>`

describe('a DOCX whose parts load something', () => {
  it.each([
    ['image', 'https://a.example/a.png'],
    ['image', 'file:///etc/passwd'],
    ['image', '\\\\host\\share\\a.png'],
    ['image', '//host/a.png'],
    ['oleObject', 'file:///C:/a.xlsx'],
    ['package', 'https://a.example/a.docx'],
    ['video', 'https://a.example/a.mp4'],
    ['audio', 'https://a.example/a.mp3'],
    ['subDocument', 'file:///C:/b.docx'],
    ['frame', 'file:///C:/b.docx'],
    ['mailMergeSource', 'file:///C:/people.csv'],
    ['externalLinkPath', 'file:///C:/b.xlsx'],
    ['control', 'https://a.example/a.ocx'],
    ['font', 'https://a.example/a.odttf'],
    ['styles', 'https://a.example/styles.xml'],
    ['settings', 'https://a.example/settings.xml'],
    ['theme', 'https://a.example/theme.xml'],
    ['unknown', 'https://a.example/'],
  ])('by a relationship of the type %s to %s is refused', async (type, target) => {
    for (const part of ['document.xml', 'header1.xml', 'footnotes.xml', 'settings.xml']) {
      const entry = relationship(`Type="${relationships}/${type}" Target="${target}" TargetMode="External"`)
      const files = { [`word/_rels/${part}.rels`]: rels(entry) }
      expect(await check(await docx({ files })), part).toBe('linked_content')
    }
  })

  it.each([
    ['the strict form of the format', 'http://purl.oclc.org/ooxml/officeDocument/relationships/image'],
    ['an unknown vendor', 'urn:x/image'],
    ['a type that only contains that of a hyperlink', `${relationships}/hyperlink2`],
    ['a type with white space after it', `${relationships}/hyperlink `],
    ['no type', ''],
  ])('of %s is refused', async (_, type) => {
    const entry = relationship(`Type="${type}" Target="https://a.example/" TargetMode="External"`)
    expect(await check(await docx({ files: { 'word/_rels/a.xml.rels': rels(entry) } }))).toBe(
      'linked_content',
    )
  })

  it.each([
    ['other quotation marks', `Type='${relationships}/image' Target='http://a/' TargetMode='External'`],
    ['line breaks', `Type="${relationships}/image"\nTarget="http://a/"\nTargetMode="External"`],
    [
      'white space around the mode',
      `Type="${relationships}/image" Target="http://a/" TargetMode=" External "`,
    ],
    ['another case of the mode', `Type="${relationships}/image" Target="a.png" TargetMode="EXTERNAL"`],
    ['character references', `Type="${relationships}/image" Target="&#x68;ttp://a/"`],
    ['white space before the address', `Type="${relationships}/image" Target=" &#10;http://a/"`],
    ['an unknown scheme', `Type="${relationships}/image" Target="vnd.sun.star.script:a"`],
  ])('written with %s is refused', async (_, attributes) => {
    expect(
      await check(await docx({ files: { 'word/_rels/a.xml.rels': rels(relationship(attributes)) } })),
    ).toBe('linked_content')
  })

  it.each([
    ['at the root', '_rels/other.rels'],
    ['in a folder of any name', 'customXml/_rels/item1.xml.rels'],
    ['with an extension in capitals', 'word/_rels/document.xml.RELS'],
    ['deep in folders', 'a/b/c/d/_rels/e.rels'],
  ])('is found %s', async (_, name) => {
    const entry = relationship(`Type="${relationships}/image" Target="http://a/" TargetMode="External"`)
    const zip = await makeZip({
      '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      'main.xml': '<w:document xmlns:w="w"><w:body/></w:document>',
      [name]: rels(entry),
    })
    expect(await check(zip)).toBe('linked_content')
  })

  it.each([
    ['INCLUDETEXT "file:///etc/passwd"'],
    ['  includetext "a.docx" \\* MERGEFORMAT'],
    ['INCLUDEPICTURE "http://a/b.png" \\d'],
    ['DDE Excel "C:\\\\a.xls" R1C1'],
    ['DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'],
    ['IMPORT "C:\\\\a.pic"'],
    ['QUOTE 65 66 { INCLUDETEXT "a" }'],
    ['IF 1 = 1 "x" "{ INCLUDEPICTURE http://a/ }"'],
  ])('by the field %s is refused, however it is written', async (instruction) => {
    const escaped = instruction.replaceAll('"', '&quot;')
    const halves = [escaped.slice(0, 6), escaped.slice(6)]
    for (const field of [
      `<w:fldSimple w:instr="${escaped}"/>`,
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${escaped}</w:instrText></w:r>`,
      halves.map((half) => `<w:r><w:instrText xml:space="preserve">${half}</w:instrText></w:r>`).join(''),
      [...escaped.replaceAll('&quot;', '"')]
        .map(
          (sign) =>
            `<w:r><w:instrText xml:space="preserve">${sign === '"' ? '&quot;' : sign}</w:instrText></w:r>`,
        )
        .join(''),
      `<w:del><w:r><w:instrText>${escaped}</w:instrText></w:r></w:del>`,
    ])
      expect(await check(await docx({ body: `<w:p>${field}</w:p>` })), field).toBe('linked_content')
  })

  it.each([
    ['PAGE'],
    ['DATE \\@ "dd.MM.yyyy"'],
    ['MERGEFIELD Name'],
    ['TOC \\o "1-3" \\h'],
    ['HYPERLINK "https://a.example/dde/import?INCLUDE=1"'],
    ['REF _Ref123 \\h'],
    ['FORMTEXT'],
    ['= SUM(ABOVE)'],
    ['MERGEFIELD Important_address'],
    ['MERGEFIELD Import'],
    ['MERGEFIELD "DDE"'],
  ])('by no field such as %s', async (instruction) => {
    const field = `<w:fldSimple w:instr="${instruction.replaceAll('"', '&quot;')}"/>`
    expect(await check(await docx({ body: `<w:p>${field}</w:p>` }))).toBe('docx')
  })

  it('with an element that uses a hyperlink to load is refused, with any attribute', async () => {
    const links = [{ type: 'hyperlink', target: 'https://example.com/a' }]
    for (const element of [
      '<v:imagedata r:id="link0"/>',
      '<o:OLEObject r:id="link0"/>',
      '<a:blip r:embed="link0"/>',
      '<w:altChunk r:id="link0"/>',
      '<w:subDoc r:id="link0"/>',
    ])
      expect(
        await check(
          await docx({
            links,
            body: `<w:p xmlns:v="v" xmlns:o="o" xmlns:a="a">${element}</w:p>`,
          }),
        ),
        element,
      ).toBe('linked_content')
    for (const element of ['hlinkClick', 'hlinkHover', 'hyperlink'])
      expect(
        await check(await docx({ links, body: `<w:p xmlns:a="a"><a:${element} r:id="link0"/></w:p>` })),
      ).toBe('docx')
  })

  it('with macros and embedded objects that load nothing is converted: they are not run', async () => {
    const files = {
      'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'word/embeddings/oleObject1.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'word/media/image1.emf': Buffer.alloc(100, 1),
      'word/media/image1.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
      'docProps/thumbnail.jpeg': Buffer.from('ffd8ffe0', 'hex'),
    }
    expect(await check(await docx({ files }))).toBe('docx')
  })

  it('with macros that its type names is none', async () => {
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>'
    expect(await check(await docx({ files: { '[Content_Types].xml': types } }))).toBe('not_pdf')
  })
})

describe('an ODT whose parts load something', () => {
  const link = (element: string, address: string) => `<${element} xlink:href="${address}"/>`
  it.each([
    ['draw:image', 'https://a.example/a.png'],
    ['draw:image', '../outside.png'],
    ['draw:image', '/root.png'],
    ['draw:object', 'file:///a.ods'],
    ['draw:object-ole', 'file:///a.xls'],
    ['draw:plugin', 'https://a.example/a.mp4'],
    ['draw:applet', 'https://a.example/'],
    ['draw:floating-frame', 'https://a.example/a.html'],
    ['draw:fill-image', 'https://a.example/a.png'],
    ['style:background-image', 'https://a.example/a.png'],
    ['text:list-level-style-image', 'https://a.example/a.png'],
    ['svg:font-face-uri', 'https://a.example/a.ttf'],
    ['script:event-listener', 'vnd.sun.star.script:Standard.Module1.Main?language=Basic'],
    ['form:form', 'https://a.example/submit'],
    ['table:table-source', 'file:///a.ods'],
    ['xforms:submission', 'https://a.example/'],
  ])('%s of %s is refused', async (element, address) => {
    const namespaces = ['style', 'svg', 'script', 'form', 'table', 'xforms']
      .map((name) => `xmlns:${name}="${name}"`)
      .join(' ')
    const body = `<text:section ${namespaces}>${link(element, address)}</text:section>`
    expect(await check(await odt({ body }))).toBe('linked_content')
  })

  it.each([
    ['draw:image', 'Pictures/1000.png'],
    ['draw:object', './Object 1'],
    ['draw:image', '#a'],
    ['text:a', 'https://a.example/'],
    ['draw:a', 'mailto:a@example.com'],
    ['text:bookmark', ''],
  ])('%s of “%s” is not', async (element, address) => {
    expect(await check(await odt({ body: link(element, address) }))).toBe('odt')
  })

  it.each([
    'styles.xml',
    'settings.xml',
    'meta.xml',
    'Object 1/content.xml',
    'Basic/Standard/script-lb.xml',
    'Pictures/a.svg',
    'Pictures/b.png',
    'x',
  ])('is found in %s', async (name) => {
    const whole = {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': '<office:document-content xmlns:office="o"/>',
    }
    expect(await check(await makeZip(whole))).toBe('odt')
    const part = '<a xmlns:draw="d" xmlns:xlink="x"><draw:image xlink:href="http://a/"/></a>'
    expect(await check(await makeZip({ ...whole, [name]: part }))).toBe('linked_content')
    expect(await check(await makeZip({ ...whole, [name]: `\ufeff\n${part}` }))).not.toBe('odt')
  })
})

describe('XML that other programs read otherwise', () => {
  const picture = '<w:document xmlns:w="w"><w:fldSimple w:instr="INCLUDETEXT a"/></w:document>'
  it.each([
    ['UTF-16 with a byte order mark', wide(`\ufeff${picture}`)],
    ['big-endian UTF-16 with a byte order mark', wide(`\ufeff${picture}`, true)],
    ['UTF-16 without one', wide(picture)],
    ['big-endian UTF-16 without one', wide(picture, true)],
    ['UTF-16 with a declaration', wide(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${picture}`)],
  ])('in %s is read, under any name', async (_, part) => {
    for (const name of ['word/header1.xml', 'word/header1.bin', 'word/media/image1.png', 'x'])
      expect(await check(await docx({ files: { [name]: part } })), name).toBe('linked_content')
  })

  it.each([
    ['UTF-7', '<?xml version="1.0" encoding="UTF-7"?>'],
    ['an unknown encoding', '<?xml version="1.0" encoding="x-user-defined"?>'],
    ['a declaration in the wrong order', '<?xml encoding="utf-8" version="1.0"?>'],
    ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?>'],
    ['an entity from a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    [
      'a billion laughs',
      `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY a${index} "&a;&a;">`).join('')}]>`,
    ],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://a/x.dtd"> %x;]>'],
  ])('with %s is refused', async (_, beginning) => {
    const part = `${beginning}<w:document xmlns:w="w"/>`
    expect(await check(await docx({ files: { 'word/header1.xml': part } }))).toBe('corrupt')
    expect(await check(await odt({ body: '' }))).toBe('odt')
  })

  it('of a PNG or JPEG is none, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const files = {
          'word/media/a.png': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytes]),
          'word/media/b.jpg': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), bytes]),
        }
        expect(await check(await docx({ files }))).toBe('docx')
      }),
      { numRuns: 30 },
    )
  })
})

describe('limits', () => {
  const nested = (depth: number, element: string, inner = '') =>
    `<${element}>`.repeat(depth) + inner + `</${element}>`.repeat(depth)

  it.each<[string, string, string]>([
    ['20 tables in each other', nested(20, 'w:tbl'), 'docx'],
    ['21 tables in each other', nested(21, 'w:tbl'), 'too_large'],
    ['21 tables one after the other', '<w:tbl></w:tbl>'.repeat(21), 'docx'],
    ['10,000 cells', `<w:tbl>${'<w:tc/>'.repeat(10_000)}</w:tbl>`, 'docx'],
    ['10,001 cells', `<w:tbl>${'<w:tc/>'.repeat(10_001)}</w:tbl>`, 'too_large'],
    ['400 elements in each other', nested(400, 'w:sdt'), 'docx'],
    ['600 elements in each other', nested(600, 'w:sdt'), 'corrupt'],
  ])('of a DOCX with %s', async (_, body, expected) => {
    expect(await check(await docx({ body }))).toBe(expected)
  })

  it('count the parts of a document together', async () => {
    const cells = `<w:hdr xmlns:w="w">${'<w:tc/>'.repeat(6000)}</w:hdr>`
    expect(await check(await docx({ files: { 'word/header1.xml': cells } }))).toBe('docx')
    const files = { 'word/header1.xml': cells, 'word/header2.xml': cells }
    expect(await check(await docx({ files }))).toBe('too_large')
  })

  it('count those of embedded documents too', async () => {
    const inner = await docx({ body: `<w:tbl>${'<w:tc/>'.repeat(6000)}</w:tbl>` })
    const embed = { 'word/embeddings/a.docx': Buffer.from(inner) }
    expect(await check(await docx({ files: embed }))).toBe('docx')
    const both = { ...embed, 'word/embeddings/b.docx': Buffer.from(inner) }
    expect(await check(await docx({ files: both }))).toBe('too_large')
  })

  it.each([
    [2000, false],
    [2001, true],
  ])('a document of %d cells is large: %s', async (count, isLarge) => {
    const checked = await checkTextDocument(await docx({ body: `<w:tbl>${'<w:tc/>'.repeat(count)}</w:tbl>` }))
    expect(checked).toMatchObject({ ok: true, isLarge })
  })
})

describe('any change to a document', () => {
  it('is refused with a reason for people, or is a document that loads nothing', async () => {
    const whole = Buffer.from(
      await docx({ links: [{ type: 'image', target: 'http://a/' }], body: linkedPicture('link0') }),
    )
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, value } of changes) bytes[at] = value
        const checked = await checkTextDocument(bytes)
        // A flipped byte breaks the checksum, or hits what nobody reads: the link never comes through.
        expect(checked.ok).toBe(false)
        if (!checked.ok) expect(checked.message).toMatch(/^[A-Z].*\.$/)
      }),
      { numRuns: 300 },
    )
  })

  it('cut off anywhere is refused', async () => {
    const whole = await odt()
    for (let length = 0; length < whole.length; length += 7)
      expect(await check(whole.subarray(0, length))).toBe('not_pdf')
  })
})
