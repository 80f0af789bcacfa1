import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../fixtures/text-documents.ts'
import { checkTextDocument } from './text-document.ts'

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const types = (part: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="${part}" ContentType="${main}"/></Types>`
const word = (body: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a="a" xmlns:v="v"><w:body>${body}</w:body></w:document>`
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: [type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([type, target, mode], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`
const declared = (xml: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${xml}`
const odf = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="t" xmlns:draw="d" xmlns:xlink="x" xmlns:meta="m" office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`
const odtType = 'application/vnd.oasis.opendocument.text'

const utf16 = (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')

/** Documents as programs write them: with links that are followed only, templates, pictures and parts of their own. */
const documents: Record<string, [type: string, files: Record<string, string | Buffer>]> = {
  Word: [
    'docx',
    {
      '[Content_Types].xml': declared(types('/word/document.xml')),
      '_rels/.rels': declared(
        rels(['officeDocument', 'word/document.xml'], ['extended-properties', 'docProps/app.xml']),
      ),
      'word/document.xml': declared(
        word(
          '<w:p><w:hyperlink r:id="rId1"><w:r><w:t>site</w:t></w:r></w:hyperlink></w:p><w:p><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:blip r:embed="rId2"/></w:drawing></mc:Choice><mc:Fallback><w:pict><v:imagedata r:id="rId2"/></w:pict></mc:Fallback></mc:AlternateContent></w:p>',
        ),
      ),
      'word/_rels/document.xml.rels': declared(
        rels(
          ['hyperlink', 'https://example.com/?a=1&amp;b=2', 'External'],
          ['image', 'media/image1.png'],
          ['settings', 'settings.xml'],
          ['customXml', '../customXml/item1.xml'],
        ),
      ),
      'word/settings.xml': declared(
        '<w:settings xmlns:w="w" xmlns:r="r"><w:attachedTemplate r:id="rId1"/></w:settings>',
      ),
      'word/_rels/settings.xml.rels': declared(
        rels(['attachedTemplate', 'file:///C:\\Templates\\Lease.dotx', 'External']),
      ),
      'word/media/image1.png': Buffer.from('89504e47', 'hex'),
      'customXml/item1.xml': declared(
        '<b:Sources xmlns:b="b" SelectedStyle="\\APASixthEditionOfficeOnline.xsl"/>',
      ),
      'docProps/app.xml': declared(
        '<Properties><Template>Lease.dotx</Template><HyperlinkBase/></Properties>',
      ),
    },
  ],
  'Word, with parts of a document store and of an add-in': [
    'docx',
    {
      '[Content_Types].xml': declared(types('/word/document.xml')),
      '_rels/.rels': declared(rels(['officeDocument', 'word/document.xml'])),
      'word/document.xml': declared(word('<w:p/>')),
      'customXml/item1.xml': utf16(
        '<?xml version="1.0" encoding="utf-16"?><properties xmlns="http://www.imanage.com/xmlschema"><documentid>ACTIVE!1.1</documentid></properties>',
      ),
      'customXml/itemProps1.xml': declared('<ds:datastoreItem xmlns:ds="ds"/>'),
      'customXml/item2.xml': declared('<data xmlns="urn:add-in"><![CDATA[{"clauses":["<1>"]}]]></data>'),
    },
  ],
  'Google Docs': [
    'docx',
    {
      'word/document.xml': word('<w:p><w:hyperlink r:id="rId1"/></w:p>'),
      'word/_rels/document.xml.rels': rels(
        ['hyperlink', 'https://docs.google.com/', 'External'],
        ['theme', 'theme/theme1.xml'],
        ['fontTable', 'fontTable.xml'],
      ),
      'word/theme/theme1.xml': '<a:theme xmlns:a="a"/>',
      'word/fontTable.xml':
        '<w:fonts xmlns:w="w" xmlns:r="r"><w:font w:name="Inter"><w:embedRegular r:id="rId1"/></w:font></w:fonts>',
      'word/_rels/fontTable.xml.rels': rels(['font', 'fonts/Inter-regular.ttf']),
      'word/fonts/Inter-regular.ttf': Buffer.from('00010000', 'hex'),
      '[Content_Types].xml': types('/word/document.xml'),
    },
  ],
  'an older Word, with its text in another part': [
    'docx',
    {
      '[Content_Types].xml': types('/word/document2.xml'),
      '_rels/.rels': rels(['officeDocument', '/word/document2.xml']),
      'word/document2.xml': word('<w:p/>'),
    },
  ],
  'LibreOffice, DOCX': [
    'docx',
    {
      '_rels/.rels': rels(['officeDocument', 'word/document.xml']),
      'word/document.xml': `\ufeff${word('<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r></w:p>')}`,
      'docProps/app.xml': '<Properties/>',
      '[Content_Types].xml': types('/word/document.xml'),
    },
  ],
  'LibreOffice, ODT': [
    'odt',
    {
      mimetype: odtType,
      'content.xml': odf(
        '<text:p><text:a xlink:href="https://example.com/" xlink:type="simple">a</text:a><draw:frame><draw:image xlink:href="Pictures/1.png" xlink:type="simple"/></draw:frame></text:p>',
      ),
      'meta.xml':
        '<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:xlink="x"><meta:template xlink:href="../Templates/Lease.ott" xlink:type="simple"/></office:document-meta>',
      'settings.xml':
        '<office:document-settings xmlns:office="o" xmlns:config="c"><config:config-item config:name="PrinterName">\\\\server\\printer</config:config-item></office:document-settings>',
      'Thumbnails/thumbnail.png': Buffer.from('89504e47', 'hex'),
      'Configurations2/accelerator/current.xml': '',
      'manifest.rdf':
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="styles.xml"/></rdf:RDF>',
      'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
    },
  ],
  'LibreOffice, ODT with macros and pictures': [
    'odt',
    {
      mimetype: odtType,
      'content.xml': odf(
        '<text:p><draw:frame><draw:image xlink:href="Pictures/1.svg"/></draw:frame></text:p>',
      ),
      'Basic/script-lc.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">\n<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>',
      'Basic/Standard/Module1.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script">Sub Main</script:module>',
      'Pictures/1.svg':
        '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[.a{fill:#000}]]></style></svg>',
      'Object 1/content.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">\n<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"/>',
      'META-INF/manifest.xml':
        '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest xmlns:manifest="m"/>',
    },
  ],
  'Word, ODT': [
    'odt',
    {
      mimetype: `${odtType}\n`,
      'content.xml': odf(
        '<text:p text:style-name="P1"><text:a xlink:href="mailto:a@example.com">a</text:a></text:p>',
      ),
      'styles.xml': '<office:document-styles xmlns:office="o"/>',
    },
  ],
}

describe('a document of every program is accepted', () => {
  it.each(Object.keys(documents))('%s', async (producer) => {
    const [type, files] = documents[producer]!
    expect(await checkTextDocument(await makeZip(files))).toMatchObject({ ok: true, type, isLarge: false })
  })

  it.each(Object.keys(documents))('%s, with its parts in any order', async (producer) => {
    const [type, files] = documents[producer]!
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Object.entries(files), { minLength: Object.keys(files).length }),
        async (parts) => {
          expect(await checkTextDocument(await makeZip(Object.fromEntries(parts)))).toMatchObject({
            ok: true,
            type,
          })
        },
      ),
      { numRuns: 10 },
    )
  })

  it.each(Object.keys(documents))('%s, with one linked picture more, is not', async (producer) => {
    const [type, files] = documents[producer]!
    const link: Record<string, string> =
      type === 'odt'
        ? { 'styles.xml': '<a xmlns:xlink="x"><b xlink:href="https://a.example/a.png"/></a>' }
        : { 'word/_rels/header9.xml.rels': rels(['image', 'https://a.example/a.png', 'External']) }
    expect(await checkTextDocument(await makeZip({ ...files, ...link }))).toMatchObject({
      reason: 'linked_content',
    })
  })
})

it.each([
  [
    'a spreadsheet',
    { '[Content_Types].xml': types('/a').replace('wordprocessingml.document', 'spreadsheetml.sheet') },
  ],
  ['a template of Word', { '[Content_Types].xml': types('/a').replace('document.main', 'template.main') }],
  [
    'a document with macros',
    {
      '[Content_Types].xml': types('/a').replace(
        main,
        'application/vnd.ms-word.document.macroEnabled.main+xml',
      ),
    },
  ],
  [
    'a presentation of LibreOffice',
    { mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': odf('') },
  ],
  ['a template of LibreOffice', { mimetype: `${odtType}-template`, 'content.xml': odf('') }],
  ['a book', { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }],
  ['a program', { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }],
  ['an archive of a PDF', { 'lease.pdf': '%PDF-1.7' }],
])('%s is no text document', async (_, files) => {
  expect(await checkTextDocument(await makeZip(files as Record<string, string>))).toMatchObject({
    ok: false,
    reason: 'not_pdf',
  })
})
