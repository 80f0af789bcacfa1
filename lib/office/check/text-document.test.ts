import { describe, expect, it } from 'vitest'
import { docx, linkedPicture, makeZip, odt } from '../fixtures/text-documents.ts'
import { checkTextDocument } from './text-document.ts'

const getReason = async (bytes: Uint8Array) => {
  const checked = await checkTextDocument(bytes)
  return checked.ok ? checked.type : checked.reason
}

describe('checkTextDocument', () => {
  it('accepts a DOCX and an ODT, with hyperlinks and embedded images', async () => {
    expect(await getReason(await docx())).toBe('docx')
    const links = [
      { type: 'hyperlink', target: 'https://example.com/' },
      { type: 'attachedTemplate', target: 'file:///C:/Templates/Letter.dotx' },
      { type: 'image', target: 'media/image1.png', mode: 'Internal' },
    ]
    expect(await getReason(await docx({ links }))).toBe('docx')
    const field = '<w:p><w:r><w:instrText>HYPERLINK "https://a/hidden-DDE-import"</w:instrText></w:r></w:p>'
    expect(await getReason(await docx({ body: field }))).toBe('docx')
    expect(await getReason(await odt())).toBe('odt')
    const body =
      '<text:p><text:a xlink:href="https://example.com/">x</text:a><draw:image xlink:href="Pictures/1.png"/></text:p>'
    expect(await getReason(await odt({ body }))).toBe('odt')
    const template = '<meta:template xlink:href="file:///C:/Templates/Letter.ott"/>'
    expect(await getReason(await odt({ body: template }))).toBe('odt')
  })

  it.each([
    ['an image of a website', { type: 'image', target: 'https://example.com/a.png' }],
    ['an image of a local file', { type: 'image', target: 'file:///etc/passwd' }],
    ['a linked object', { type: 'oleObject', target: 'file:///a.xlsx' }],
    ['a part of another format', { type: 'aFChunk', target: 'page.html', mode: 'Internal' }],
    ['an image whose address looks like a hyperlink', { type: 'image', target: 'http://a/hyperlink' }],
    [
      'an image with the type of a hyperlink in its address',
      { type: 'image', target: "http://a/ Type='x/hyperlink'" },
    ],
    ['a closing bracket in the address of an image', { type: 'image', target: 'http://a/&quot;>' }],
    ['a quotation mark in the address of an image', { type: 'image', target: 'http://a/&#34;>' }],
    ['an address without a mode', { type: 'image', target: 'http://a/', mode: 'Internal' }],
    ['a mode in character references', { type: 'image', target: 'http://a/', mode: '&#x45;xternal' }],
  ])('refuses a DOCX with %s', async (_, link) => {
    expect(await getReason(await docx({ links: [link], body: linkedPicture('link0') }))).toBe(
      'linked_content',
    )
  })

  it.each([
    ['that includes a file', '<w:fldSimple w:instr=" INCLUDETEXT &quot;/etc/passwd&quot; "/>'],
    [
      'in several parts',
      '<w:r><w:instrText>INCLUDE</w:instrText></w:r><w:r><w:instrText xml:space="preserve">PICTURE "http://a/"</w:instrText></w:r>',
    ],
    ['with a comment', '<w:r><w:instrText>INCLUDE<!-- > -->TEXT "/etc/passwd"</w:instrText></w:r>'],
    ['of another program', '<w:r><w:instrText>DDEAUTO cmd "/c calc"</w:instrText></w:r>'],
    ['in a CDATA section', '<w:r><w:instrText><![CDATA[INCLUDETEXT "a"]]></w:instrText></w:r>'],
    [
      'around another one',
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>DD</w:instrText><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/><w:instrText>E cmd</w:instrText><w:fldChar w:fldCharType="end"/></w:r>',
    ],
    [
      'after another one',
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/><w:fldChar w:fldCharType="begin"/><w:instrText> DDE cmd</w:instrText><w:fldChar w:fldCharType="end"/></w:r>',
    ],
  ])('refuses a DOCX with a field %s', async (_, field) => {
    expect(await getReason(await docx({ body: `<w:p>${field}</w:p>` }))).toBe('linked_content')
  })

  it.each([
    ['an image of a website', '<draw:image xlink:href="http://example.com/a.png"/>'],
    ['an image of a local file', "<draw:image xlink:type='simple' xlink:href='/etc/passwd'/>"],
    ['an image outside the archive', '<draw:image xlink:href="../../a.png"/>'],
    ['a linked section', '<text:section-source xlink:href="notes.txt"/>'],
    ['a link of another program', '<text:dde-connection-decl office:dde-application="cmd"/>'],
    ['an address after a closing bracket', '<draw:image draw:name="a>b" xlink:href="http://a/"/>'],
    ['an address after another link', '<draw:image a:href="Pictures/1.png" xlink:href="http://a/"/>'],
    ['an image of a button', '<form:button form:image-data="http://a/"/>'],
    ['an instance of a form', '<xforms:instance src="file:///etc/passwd"/>'],
    ['an address in character references', '<draw:image xlink:href="&#104;ttp://example.com/"/>'],
  ])('refuses an ODT with %s', async (_, body) => {
    expect(await getReason(await odt({ body }))).toBe('linked_content')
  })

  it.each([
    ['an image in its address', '<draw:image xlink:href="data:image/png;base64,iVBORw0KGgo="/>'],
    ['an image map', '<draw:area-rectangle xlink:href="https://example.com/"/>'],
    ['a button', '<form:button xlink:href="https://example.com/"/>'],
  ])('accepts an ODT with %s', async (_, xml) => {
    expect(await getReason(await odt({ body: `<text:p xmlns:form="urn:form">${xml}</text:p>` }))).toBe('odt')
  })

  it('accepts an SVG with a bitmap in its address, but no other picture in one', async () => {
    const embed = (address: string) =>
      docx({ files: { 'word/media/a.svg': `<svg><image href="${address}"/></svg>` } })
    const inner = btoa('<svg><image href="file:///etc/passwd"/></svg>')
    expect(await getReason(await embed('data:image/png;base64,iVBORw0KGgo='))).toBe('docx')
    expect(await getReason(await embed('data:image/jpeg;base64,/9j/4AAQ'))).toBe('docx')
    expect(await getReason(await embed(`data:image/svg+xml;base64,${inner}`))).toBe('linked_content')
    expect(await getReason(await embed(`data:image/png;base64,${inner}`))).toBe('linked_content')
  })

  it('refuses archives that are no text documents, and files that are no whole archives', async () => {
    const spreadsheet = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }
    expect(await getReason(await makeZip(spreadsheet))).toBe('not_pdf')
    expect(await getReason(await makeZip({ 'a.txt': 'a' }))).toBe('not_pdf')
    const whole = await docx()
    expect(await getReason(whole.subarray(0, whole.length - 10))).toBe('not_pdf')
    expect(await getReason(new TextEncoder().encode('<html><img src="file:///etc/passwd">'))).toBe('not_pdf')
  })

  it('refuses an image that uses the relationship of a hyperlink', async () => {
    const links = [{ type: 'hyperlink', target: 'https://example.com/a.png' }]
    expect(await getReason(await docx({ links, body: linkedPicture('link0') }))).toBe('linked_content')
    const hyperlink = '<w:p><w:hyperlink r:id="link0"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>'
    expect(await getReason(await docx({ links, body: hyperlink }))).toBe('docx')
  })

  it('refuses content that is linked in a part with another extension', async () => {
    const field = '<w:fldSimple w:instr=" INCLUDETEXT &quot;/etc/passwd&quot; "/>'
    expect(
      await getReason(await docx({ files: { 'word/main.bin': `<w:document>${field}</w:document>` } })),
    ).toBe('linked_content')
    const picture = '<svg><image href="http://a/b.png"/></svg>'
    expect(await getReason(await docx({ files: { 'word/media/a.svg': picture } }))).toBe('linked_content')
  })

  it('refuses content that is linked in an embedded document, and embedding without end', async () => {
    const embed = async (document: Uint8Array) =>
      docx({ files: { 'word/embeddings/object.bin': Buffer.from(document) } })
    const linking = await docx({
      links: [{ type: 'image', target: 'http://a/' }],
      body: linkedPicture('link0'),
    })
    expect(await getReason(await embed(linking))).toBe('linked_content')
    expect(await getReason(await embed(await embed(linking)))).toBe('linked_content')
    const body = '<draw:image xlink:href="http://example.com/a.png"/>'
    expect(await getReason(await embed(await odt({ body })))).toBe('linked_content')
    expect(await getReason(await embed(await embed(await docx())))).toBe('docx')
    expect(await getReason(await embed(await embed(await embed(await docx()))))).toBe('linked_content')
  })

  it('refuses a relationship with an attribute of another namespace', async () => {
    const target = 'Target="http://a/" TargetMode="External"'
    const hidden = `<Relationship xmlns:x="u" x:Type="x/hyperlink" Id="r" Type="x/image" ${target}/>`
    const files = { 'word/_rels/header1.xml.rels': `<Relationships>${hidden}</Relationships>` }
    expect(await getReason(await docx({ files }))).toBe('linked_content')
  })

  it('refuses XML that hides its content', async () => {
    const entity = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "External">]><a/>'
    const damaged = [
      await docx({ files: { 'word/a.xml': entity } }),
      await docx({
        files: {
          'word/a.xml': Buffer.from('\ufeff<?xml version="1.0" encoding="utf-8"?><a/>', 'utf16le'),
        },
      }),
      await docx({ files: { 'word/a.xml': '<?xml version="1.0" encoding="UTF-7"?>+ADw-a/+AD4-' } }),
      await docx({ files: { 'word/a.xml': '+ADw-a/+AD4-' } }),
    ]
    for (const bytes of damaged) expect(await getReason(bytes)).toBe('corrupt')
  })

  it('refuses a document whose text is missing, cut off or damaged', async () => {
    const bytes = await docx({ text: 'x'.repeat(1000) })
    const local = Buffer.from(bytes.buffer).indexOf('word/document.xml')
    bytes[local + 60]! ^= 1
    expect(await getReason(bytes)).toBe('corrupt')
    expect(await getReason(await docx({ files: { 'word/document.xml': '<w:document><w:body>' } }))).toBe(
      'corrupt',
    )
    const contentTypes = 'wordprocessingml.document.main+xml'
    expect(await getReason(await makeZip({ '[Content_Types].xml': contentTypes }))).toBe('corrupt')
  })

  it('refuses an archive with two names that differ only in case', async () => {
    expect(await getReason(await docx({ files: { 'WORD/document.xml': '<a/>' } }))).toBe('not_pdf')
  })

  it('refuses an archive that says it grows to more than 300 MB', async () => {
    const bytes = await docx()
    const firstEntry = Buffer.from(bytes.buffer).indexOf('PK\x01\x02', 0, 'latin1')
    Buffer.from(bytes.buffer).writeUInt32LE(301 * 1024 * 1024, firstEntry + 24)
    expect(await getReason(bytes)).toBe('not_pdf')
  })

  it('refuses a file that grows beyond the size in the list of files', async () => {
    const bytes = await docx({ files: { 'word/a.xml': `<a>${'x'.repeat(10_000_000)}</a>` } })
    const lastEntry = Buffer.from(bytes.buffer).lastIndexOf('PK\x01\x02', undefined, 'latin1')
    Buffer.from(bytes.buffer).writeUInt32LE(100, lastEntry + 24)
    expect(await getReason(bytes)).toBe('corrupt')
  })
})
