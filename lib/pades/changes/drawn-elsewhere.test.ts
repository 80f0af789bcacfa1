import { beforeAll, describe, expect, test } from 'vitest'
import {
  bodyOf,
  catalogNumber,
  firstPage,
  type Objects,
  pdfObjects,
  stream,
  writeRevision,
} from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

/** Files that draw what later revisions may change: a page has the catalog, the form or a field among its resources. */

const contents = firstPage + 1
const drawn = (amount: string, entries = '') =>
  stream(
    `BT /F1 12 Tf 20 20 Td (${amount}) Tj ET`,
    `/Type /XObject /Subtype /Form /BBox [0 0 90 90] ${entries}`,
  )
/** Encoded as long as `drawn`, with the same entries. */
const [signedDrawing, otherDrawing] = [drawn('100 EUR'), drawn('900 EUR')]
const page = (xObjects: string, entries = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Annots [20 0 R] /Resources << /Font << /F1 3 0 R >> /XObject ${xObjects} >> ${entries} >>`
const widget = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /Rect [9 9 99 99] /F 4 /FT /Tx /T (a) ${entries} >>`
const form = '<< /SigFlags 3 /Fields [20 0 R] /DR 30 0 R >>'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

function signed(catalog: string, objects: Record<number, string>): Promise<Uint8Array> {
  const numbered = Object.entries(objects).map(([number, body]) => [Number(number), body] as const)
  const all: Objects = new Map([...pdfObjects({ catalog }), ...numbered])
  return signedElsewhere(fixture, writeRevision(null, all))
}

async function getVerdict(bytes: Uint8Array) {
  const { signatures } = await verifyPdf(bytes)
  const { valid, digestOk, changedAfterSigning, modificationLevel } = signatures[0]!
  return { valid, digestOk, changedAfterSigning, modificationLevel }
}

const content = { valid: false, digestOk: true, changedAfterSigning: true, modificationLevel: 'other' }

type Case = [holder: string, key: string, number: number, catalog: string, objects: Record<number, string>]
const cases: Case[] = [
  ...['Extensions', 'MarkInfo', 'Metadata'].map(
    (key): Case => [
      'the catalog',
      key,
      catalogNumber,
      `/${key} 30 0 R /AcroForm << /Fields [20 0 R] >>`,
      { [firstPage]: page(`${catalogNumber} 0 R`), 20: widget('') },
    ],
  ),
  ['the form', 'DR', 40, '/AcroForm 40 0 R', { [firstPage]: page('40 0 R'), 20: widget(''), 40: form }],
  [
    'a field',
    'AP',
    20,
    '/AcroForm << /Fields [20 0 R] >>',
    { [firstPage]: page('20 0 R'), 20: widget('/AP 30 0 R') },
  ],
]

describe.each(cases)('%s among the resources, its /%s', (_, key, number, catalog, objects) => {
  const build = () => signed(catalog, { [contents]: stream(`/${key} Do`), 30: signedDrawing, ...objects })

  test('is not replaced', async () => {
    expect(await getVerdict(writeRevision(await build(), new Map([[30, otherDrawing]])))).toEqual(content)
  })

  test('does not lead to another object', async () => {
    const bytes = await build()
    const body = bodyOf(bytes, number)
    expect(body).toContain(`/${key} 30 0 R`)
    const other = new Map([
      [number, body.replace(`/${key} 30 0 R`, `/${key} 31 0 R`)],
      [31, otherDrawing],
    ])
    expect(await getVerdict(writeRevision(bytes, other))).toEqual(content)
  })
})

test('a field that is a stream and drawn is not replaced', async () => {
  const entries = '/FT /Tx /T (a) /Rect [9 9 99 99]'
  const bytes = await signed('/AcroForm << /Fields [20 0 R] >>', {
    [firstPage]: page('30 0 R'),
    [contents]: stream('/T Do'),
    20: drawn('100 EUR', entries),
    30: '<< /T 20 0 R >>',
  })
  expect(await getVerdict(writeRevision(bytes, new Map([[20, drawn('900 EUR', entries)]])))).toEqual(content)
})

test('a page that is a stream and drawn is not replaced', async () => {
  const asStream = (amount: string) =>
    drawn(amount, page('<< >>').slice(2, -2).replace('/Type /Page', '')).replace(
      '/Type /XObject',
      '/Type /Page',
    )
  const bytes = await signed('', {
    2: `<< /Type /Pages /Count 2 /Kids [${firstPage} 0 R 31 0 R] >>`,
    [firstPage]: page('30 0 R').replace('/Annots [20 0 R]', ''),
    [contents]: stream('/P Do'),
    30: '<< /P 31 0 R >>',
    31: asStream('100 EUR').replace('/Annots [20 0 R]', ''),
  })
  const other = bodyOf(bytes, 31).replace('100 EUR', '900 EUR')
  expect(await getVerdict(writeRevision(bytes, new Map([[31, other]])))).toEqual(content)
})

test('what is used as itself alone may change, also where a signature is about the catalog', async () => {
  const bytes = await signed('/AcroForm 40 0 R /Extensions 30 0 R', {
    [firstPage]: page('<< >>'),
    20: widget('/V << /Reference [<< /Data 1 0 R >>] >>'),
    30: '<< /ADBE << /BaseVersion /1.7 /ExtensionLevel 5 >> >>',
    40: form.replace('/DR 30 0 R', ''),
  })
  const extensions = '<< /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>'
  const { signatures } = await verifyPdf(writeRevision(bytes, new Map([[30, extensions]])))
  expect(signatures[0]).toMatchObject({ valid: true, modificationLevel: 'lta_updates' })
})
