import { PDF, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolver } from './check/inspect.ts'
import { incrementalUpdate, withIncrement } from './file/incremental-update.ts'
import { loadPdf } from './file/load.ts'
import { buildPdf, stream } from './fixtures/build.ts'
import { isXmpWellFormed, repairXmp } from './xmp.ts'

const rdfNamespace = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
const packet = (inner: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">${inner}</x:xmpmeta>`
const bareRdf = (inner = '') => `<rdf:RDF ${rdfNamespace}>${inner}</rdf:RDF>`
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

function fileWith(metadata: string, entries = ''): Uint8Array {
  return buildPdf({
    catalog: '/Metadata 20 0 R',
    objects: { 20: stream(latin1(metadata), `/Type /Metadata /Subtype /XML ${entries}`) },
  })
}

/** The metadata after a repair that was written to the file; null when there are none. */
async function afterRepair(bytes: Uint8Array): Promise<string | null> {
  const pdf = await loadPdf(bytes)
  repairXmp(pdf)
  const fileAfter = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const reloadedPdf = await PDF.load(fileAfter, { lenient: false })
  expect(isXmpWellFormed(reloadedPdf)).toBe(true)
  const metadata = reloadedPdf.context.catalog.getDict().get('Metadata', resolver(reloadedPdf))
  return metadata instanceof PdfStream ? Buffer.from(metadata.getDecodedData()).toString() : null
}

describe('a packet is well-formed', () => {
  test.each<[string, string]>([
    ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>${packet('')}`],
    ['with white space around it', `\n \t${packet('')}\n\n`],
    ['with a byte order mark', `\ufeff${packet('')}`],
    ['with padding of two thousand spaces', `${packet('')}${' '.repeat(2000)}`],
    ['with a comment before it', `<!-- a -->${packet('')}`],
    ['with another prefix', '<y:xmpmeta xmlns:y="adobe:ns:meta/"/>'],
    ['with the namespace as the default', '<xmpmeta xmlns="adobe:ns:meta/"/>'],
    ['with attributes', '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Writer 1.0"/>'],
    ['with text in every script', packet(bareRdf('<a xmlns="b">Größe 漢字 😀</a>'))],
    ['with CDATA', packet(bareRdf('<a xmlns="b"><![CDATA[<&>]]></a>'))],
    ['with character references', packet(bareRdf('<a xmlns="b">&#228;&#x6f22;&amp;</a>'))],
  ])('%s', async (_, text) => {
    expect(isXmpWellFormed(await loadPdf(fileWith(text)))).toBe(true)
  })

  test.each<[string, string]>([
    ['two roots', `${packet('')}${packet('')}`],
    ['text after it', `${packet('')}x`],
    ['a declaration after white space', ` <?xml version="1.0"?>${packet('')}`],
    ['another namespace', '<x:xmpmeta xmlns:x="adobe:ns:meta"/>'],
    ['no namespace', '<xmpmeta/>'],
    ['another case', '<x:XMPMETA xmlns:x="adobe:ns:meta/"/>'],
    ['an attribute twice', '<x:xmpmeta xmlns:x="adobe:ns:meta/" a="1" a="2"/>'],
    ['an attribute without quotes', '<x:xmpmeta xmlns:x="adobe:ns:meta/" a=1/>'],
    ['a control character', packet('\u0001')],
    ['an ampersand alone', packet('a & b')],
    ['elements that overlap', packet('<a><b></a></b>')],
    ['a comment with two hyphens', packet('<!-- a -- b -->')],
    ['an entity that is not declared', packet('&nbsp;')],
    ['an entity that grows', `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${packet('&b;')}`],
    ['half of an element', packet('').slice(0, -3)],
  ])('not with %s', async (_, text) => {
    expect(isXmpWellFormed(await loadPdf(fileWith(text)))).toBe(false)
  })

  test.each<[string, string, string]>([
    [
      'in UTF-16',
      '/Metadata 20 0 R',
      stream(Buffer.from(`\ufeff${packet('')}`, 'utf16le').toString('latin1')),
    ],
    ['in a filter that does not exist', '/Metadata 20 0 R', stream(packet(''), '/Filter /Nothing')],
    ['that is a string', '/Metadata 20 0 R', `(${packet('')})`],
    ['that is the catalog', '/Metadata 1 0 R', 'null'],
    ['that is null', '/Metadata null', 'null'],
  ])('not %s', async (_, catalog, object) => {
    const bytes = buildPdf({ catalog, objects: { 20: object } })
    expect(isXmpWellFormed(await loadPdf(bytes))).toBe(false)
    expect(await afterRepair(bytes)).toBeNull()
  })
})

describe('a repair', () => {
  test.each<[string, string]>([
    ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>${bareRdf()}`],
    ['with a declaration in single quotes', `<?xml version='1.0'?>\n${bareRdf()}`],
    ['with a packet around it', `<?xpacket begin="\ufeff" id="W5"?>${bareRdf()}<?xpacket end="w"?>`],
    ['with a byte order mark', `\ufeff${bareRdf()}`],
    ['with text in every script', bareRdf('<a xmlns="b">Größe 漢字 😀</a>')],
    ['with a comment', `<!-- a -->${bareRdf()}`],
  ])('wraps a bare rdf:RDF %s, and keeps its content', async (_, text) => {
    const repaired = await afterRepair(fileWith(text))
    expect(repaired).toMatch(/^<x:xmpmeta /)
    expect(repaired).toContain(text.slice(text.indexOf('<rdf:RDF')).split('<?xpacket')[0])
    expect(repaired).not.toContain('<?xml ')
  })

  test.each<[string, string]>([
    ['a document type, which cannot be within an element', `<!DOCTYPE rdf:RDF>${bareRdf()}`],
    ['another RDF namespace', '<rdf:RDF xmlns:rdf="http://example.org/"/>'],
    ['a root that is called so without a namespace', '<RDF/>'],
    ['an RDF that is cut', bareRdf().slice(0, -4)],
  ])('removes metadata with %s', async (_, text) => {
    expect(await afterRepair(fileWith(text))).toBeNull()
  })

  test('leaves any text well-formed or without metadata, and changes no packet that is well-formed', async () => {
    const piece = fc.constantFrom(
      ...['<x:xmpmeta xmlns:x="adobe:ns:meta/">', '</x:xmpmeta>', `<rdf:RDF ${rdfNamespace}>`, '</rdf:RDF>'],
      ...[
        '<?xml version="1.0"?>',
        '<?xpacket end="w"?>',
        '<!-- c -->',
        '<a>',
        '</a>',
        'text',
        '&amp;',
        '<',
        '>',
        ' ',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const bytes = fileWith(pieces.join(''))
        const wasWellFormed = isXmpWellFormed(await loadPdf(bytes))
        const repaired = await afterRepair(bytes)
        if (wasWellFormed) expect(repaired).toBe(pieces.join(''))
        if (repaired !== null) expect(repaired).toContain('xmpmeta')
      }),
      { numRuns: 150 },
    )
  })
})
