import { beforeAll, describe, expect, test } from 'vitest'
import {
  bodyOf,
  catalogNumber,
  type FixtureOptions,
  firstPage,
  type Objects,
  objectStream,
  pdfObjects,
  type RevisionOptions,
  stream,
  writeRevision,
} from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { type VerifyReport, verifyPdf } from '../verify.ts'

/** Files whose signed content was replaced without a trace in what the objects call themselves. */

const contents = firstPage + 1
const pages = [{ mediaBox: [0, 0, 595, 842], text: '100 EUR' }]
const drawn = (text: string, entries = '') => stream(`BT /F1 12 Tf 20 20 Td (${text}) Tj ET`, entries)
const otherFont =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [49 /nine] >> >>'
const note = (number: number) =>
  `<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N ${number} 0 R >> >>`
const form = (fields: string, entries = '') => `/AcroForm << /SigFlags 3 /Fields [${fields}] ${entries} >>`
const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /Rect [9 9 99 99] /F 4 ${entries} >>`
const xObject = (text: string) => drawn(text, '/Type /XObject /Subtype /Form /BBox [0 0 90 90]')
const page = (annotations: string, entries = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Annots [${annotations}] /Resources << /Font << /F1 3 0 R >> >> ${entries} >>`

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A file of these objects, signed by somebody. */
function signed(
  options: FixtureOptions,
  { objects = {}, ...revision }: RevisionOptions & { objects?: Record<number, string> } = {},
): Promise<Uint8Array> {
  const all: Objects = new Map([...pdfObjects({ pages, ...options }), ...numbered(objects)])
  return signedElsewhere(fixture, writeRevision(null, all, revision))
}

const numbered = (objects: Record<number, string>): Objects =>
  new Map(Object.entries(objects).map(([number, body]) => [Number(number), body]))

async function expectChanged(bytes: Uint8Array, fault: RegExp): Promise<VerifyReport> {
  const report = await verifyPdf(bytes)
  const [signature] = report.signatures
  expect(report.valid).toBe(false)
  expect(signature).toMatchObject({ digestOk: true, changedAfterSigning: true, modificationLevel: 'other' })
  expect(signature!.faults.join()).toMatch(fault)
  return report
}

describe('an object stream that is written again', () => {
  const build = () => signed({}, { format: 'object-streams' })
  const streamNumber = (bytes: Uint8Array) =>
    Number(/(\d+) 0 obj\n<< \/Length \d+ \/Type \/ObjStm/.exec(Buffer.from(bytes).toString('latin1'))![1])
  const packed = (edit: (objects: Objects) => void) => {
    const objects = pdfObjects({ pages })
    edit(objects)
    return objectStream([...objects].filter(([, body]) => !body.includes('stream')))
  }

  test.each(['table', 'stream'] as const)('with another font in it, listed by a %s', async (format) => {
    const bytes = await build()
    const body = packed((objects) => objects.set(3, otherFont))
    await expectChanged(
      writeRevision(bytes, new Map([[streamNumber(bytes), body]]), { format }),
      /Object 3 was changed/,
    )
  })

  test('with the same objects is no change', async () => {
    const bytes = await build()
    const revision = writeRevision(bytes, new Map([[streamNumber(bytes), packed(() => undefined)]]))
    const { valid, signatures } = await verifyPdf(revision)
    expect([valid, signatures[0]!.changedAfterSigning, signatures[0]!.modificationLevel]).toEqual([
      true,
      false,
      'none',
    ])
  })

  test('after a second signature, counts for both', async () => {
    const twice = await signedElsewhere(fixture, await build())
    const body = packed((objects) => objects.set(3, otherFont))
    const bytes = writeRevision(twice, new Map([[streamNumber(twice), body]]))
    const { signatures } = await expectChanged(bytes, /Object 3 was changed/)
    expect(signatures.map(({ valid }) => valid)).toEqual([false, false])
  })
})

describe('an object of the signed document that is replaced', () => {
  test.each(['XRef', 'ObjStm'])('the content of a page that calls itself /Type /%s', async (type) => {
    const bytes = await signed({}, { objects: { [contents]: drawn('100 EUR', `/Type /${type}`) } })
    const other = drawn('900 EUR', `/Type /${type}`)
    await expectChanged(writeRevision(bytes, new Map([[contents, other]])), /Object 1002 was changed/)
  })

  test('the cross-reference stream, which is the content of a page too', async () => {
    const objects = { [firstPage]: page('').replace(`${contents} 0 R`, `[${contents} 0 R 1004 0 R]`) }
    const bytes = await signed({}, { format: 'stream', objects })
    expect(bodyOf(bytes, 1004)).toContain('/XRef')
    await expectChanged(
      writeRevision(bytes, new Map([[1004, drawn('900 EUR', '/Type /XRef')]])),
      /Object 1004 was changed/,
    )
  })

  test.each([
    ['/X', firstPage, page('', '/Rotate 90')],
    ['/Certs', 3, otherFont],
    ['/VRI', 3, otherFont],
  ])('what the %s of the validation data leads to', async (key, number, body) => {
    const bytes = await signed({ catalog: `/DSS << ${key} ${number} 0 R >>` })
    await expectChanged(writeRevision(bytes, new Map([[number, body]])), /was changed/)
  })

  test('a field that a page has as its resources', async () => {
    const objects = {
      [firstPage]: page('20 0 R').replace('/Font <<', '/XObject 20 0 R /Font <<'),
      20: widget('/FT /Tx /T (a) /V 21 0 R'),
      21: xObject('100 EUR'),
    }
    const bytes = await signed({ catalog: form('20 0 R') }, { objects })
    const other = new Map([
      [20, bodyOf(bytes, 20).replace('21 0 R', '22 0 R')],
      [22, xObject('900 EUR')],
    ])
    await expectChanged(writeRevision(bytes, other), /Object 20 was changed/)
  })

  test('the form, with an entry that every object of JavaScript has', async () => {
    const bytes = await signed({ catalog: '/PieceInfo << >>' })
    const catalog = bodyOf(bytes, catalogNumber).replace('/PieceInfo', '/constructor')
    await expectChanged(writeRevision(bytes, new Map([[catalogNumber, catalog]])), /catalog's \/constructor/)
  })

  test('the encryption', async () => {
    const trailer = '/Encrypt << /Filter /Standard /V 5 >>'
    const report = await verifyPdf(writeRevision(await signed({}), new Map([[90, '<< >>']]), { trailer }))
    expect(report.valid).toBe(false)
  })
})

describe('annotations', () => {
  const objects = {
    [firstPage]: page('20 0 R 21 0 R'),
    20: note(22),
    21: note(23),
    22: xObject('100'),
    23: xObject('900'),
  }
  const withList = (bytes: Uint8Array, edit: (list: string) => string) => {
    const body = bodyOf(bytes, firstPage).replace(
      /\/Annots ?\[([^\]]*)\]/,
      (_, list: string) => `/Annots [${edit(list)}]`,
    )
    return writeRevision(bytes, new Map([[firstPage, body]]))
  }

  test.each<[string, (list: string) => string, RegExp]>([
    ['in another order', (list) => list.replace('20 0 R 21', '21 0 R 20'), /another order/],
    ['one of them twice', (list) => `${list} 20 0 R`, /another order/],
    ['without one of them', (list) => list.replace('20 0 R', ''), /Annotations were removed/],
  ])('%s', async (_, edit, fault) => {
    await expectChanged(withList(await signed({}, { objects }), edit), fault)
  })

  test('a signature field that was on no page is put on one', async () => {
    const hidden = { 20: widget('/FT /Sig /T (hidden) /AP << /N 22 0 R >>'), 22: xObject('900') }
    const bytes = await signed({ catalog: form('20 0 R') }, { objects: hidden })
    const { valid, signatures } = await verifyPdf(withList(bytes, (list) => `${list} 20 0 R`))
    expect(valid).toBe(false)
    expect(signatures[0]!.faults).toEqual(['Annotations were added after signing.'])
  })
})

describe('the appearance of a field', () => {
  const field = widget('/FT /Tx /T (a) /AP 21 0 R')
  const base = { [firstPage]: page('20 0 R'), 20: field, 21: '<< /N 22 0 R >>', 22: xObject('100') }
  const build = (more: Record<number, string> = {}, catalog = '') =>
    signed({ catalog: form('20 0 R') + catalog }, { objects: { ...base, ...more } })
  const inPlace = (bytes: Uint8Array) => writeRevision(bytes, new Map([[22, xObject('900')]]))
  const renewed = (bytes: Uint8Array) =>
    writeRevision(
      bytes,
      new Map([
        [20, bodyOf(bytes, 20).replace('/AP 21 0 R', '/AP << /N 30 0 R >>')],
        [30, xObject('900')],
      ]),
    )

  test.each([
    ['replaced in place', inPlace],
    ['new', renewed],
  ])('%s, behind a dictionary of its own: permitted, and a change', async (_, change) => {
    const { signatures } = await verifyPdf(change(await build()))
    expect(signatures[0]).toMatchObject({
      valid: true,
      changedAfterSigning: true,
      modificationLevel: 'form_filling',
    })
  })

  test('a value that is chosen from a list, with its place and the date of the choice', async () => {
    const list = { 20: widget('/FT /Ch /T (a) /Opt [(x) (y)] /AP << /N 22 0 R >>'), 22: xObject('x') }
    const bytes = await signed(
      { catalog: form('20 0 R') },
      { objects: { [firstPage]: page('20 0 R'), ...list } },
    )
    const chosen = bodyOf(bytes, 20).replace(/>>\s*$/, '/V (y) /I [1] /TI 0 /M (D:20260301) >>')
    const { signatures } = await verifyPdf(writeRevision(bytes, new Map([[20, chosen]])))
    expect(signatures[0]).toMatchObject({ valid: true, modificationLevel: 'form_filling' })
    expect(signatures[0]!.modifications).toMatchObject([{ kind: 'field_filled', after: 'y' }])
  })

  const shared: [string, Record<number, string>, string][] = [
    [
      'another annotation',
      { 23: note(1).replace('<< /N 1 0 R >>', '21 0 R'), [firstPage]: page('20 0 R 23 0 R') },
      '',
    ],
    ['the catalog', {}, '/PieceInfo 21 0 R'],
  ]
  test.each(shared)('behind a dictionary that is also used by %s', async (_, more, catalog) => {
    const bytes = await build(more, catalog)
    await expectChanged(inPlace(bytes), /Object 22 was changed/)
    await expectChanged(renewed(bytes), /also used elsewhere/)
  })

  test('of a field with several ones is not replaced in place', async () => {
    const states = { 20: widget('/FT /Btn /T (a) /AS /On /AP << /N << /On 22 0 R >> >>') }
    await expectChanged(inPlace(await build(states)), /which has several, was replaced/)
  })
})

describe('validation data', () => {
  const store = (list: string) => `<< /Type /DSS /Certs [${list}] >>`
  const objects = { 20: store('21 0 R 22 0 R'), 21: stream('one'), 22: stream('two') }
  const build = () => signed({ catalog: '/DSS 20 0 R' }, { objects })

  test('that is written again under other numbers is still there', async () => {
    const again = new Map([
      [20, store('30 0 R 31 0 R 32 0 R')],
      [30, stream('two')],
      [31, stream('one')],
      [32, stream('three')],
    ])
    const { valid, signatures } = await verifyPdf(writeRevision(await build(), again))
    expect(valid).toBe(true)
    expect(signatures[0]).toMatchObject({
      changedAfterSigning: false,
      modificationLevel: 'lta_updates',
      addsValidationData: true,
    })
    expect(signatures[0]!.modifications.map(({ kind }) => kind)).toEqual(['validation_data'])
  })

  test('some of which is missing is called removed', async () => {
    const { valid, signatures } = await verifyPdf(
      writeRevision(await build(), new Map([[20, store('22 0 R')]])),
    )
    expect([valid, signatures[0]!.changedAfterSigning]).toEqual([true, true])
    expect(signatures[0]!.modifications).toMatchObject([
      { kind: 'validation_data_removed', level: 'lta_updates', permitted: true },
    ])
  })

  test('all of which is missing, or with something else among it', async () => {
    const bytes = await build()
    const catalog = bodyOf(bytes, catalogNumber).replace(/\/DSS 20 0 R/, '')
    await expectChanged(writeRevision(bytes, new Map([[catalogNumber, catalog]])), /data was removed/)
    for (const body of [store('3 0 R'), store('(text)'), '<< /Certs 21 0 R >>', '<< /Other 3 0 R >>', '[]'])
      await expectChanged(writeRevision(bytes, new Map([[20, body]])), /validation data has|was changed/)
  })
})

describe('the extensions of the catalog', () => {
  const extensions = '<< /ISO_ << /BaseVersion /2.0 /ExtensionLevel 32002 >> >>'
  const inCatalog = (bytes: Uint8Array, entries: string) =>
    bodyOf(bytes, catalogNumber).replace(/>>$/, `${entries} >>`)

  test.each<[string, string, (bytes: Uint8Array) => Objects]>([
    ['in it', '', (bytes) => new Map([[catalogNumber, inCatalog(bytes, `/Extensions ${extensions}`)]])],
    ['as an object', '/Extensions 20 0 R', () => new Map([[20, extensions]])],
  ])('%s are no validation data by themselves', async (_, catalog, change) => {
    const bytes = await signed({ catalog }, { objects: { 20: '<< >>' } })
    const changed = writeRevision(bytes, change(bytes))
    for (const file of [changed, await signedElsewhere(fixture, changed)]) {
      const [signature] = (await verifyPdf(file)).signatures
      expect(signature).toMatchObject({ valid: true, changedAfterSigning: false, addsValidationData: false })
      const kinds = signature!.modifications.map(({ kind }) => kind)
      expect([kinds.includes('metadata'), kinds.includes('validation_data')]).toEqual([true, false])
    }
  })

  test('are part of the validation data that is added with them', async () => {
    const bytes = await signed({})
    const catalog = inCatalog(bytes, `/Extensions ${extensions} /DSS 20 0 R`)
    const added: Objects = new Map([
      [catalogNumber, catalog],
      [20, '<< /Type /DSS /Certs [21 0 R] >>'],
      [21, stream('one')],
    ])
    const [signature] = (await verifyPdf(writeRevision(bytes, added))).signatures
    expect(signature).toMatchObject({ changedAfterSigning: false, addsValidationData: true })
    expect(signature!.modifications.map(({ kind }) => kind)).toEqual(['validation_data'])
  })
})

describe('the signature of somebody else, in a new field', () => {
  const build = async () => signed({})
  const verdict = async (bytes: Uint8Array) => {
    const { valid, signatures } = await verifyPdf(bytes)
    const { changedAfterSigning, modificationLevel, modifications } = signatures[0]!
    expect([valid, modificationLevel]).toEqual([true, 'form_filling'])
    return { changedAfterSigning, message: modifications[0]!.message }
  }

  test('over text is a change, and says so', async () => {
    expect(await verdict(await signedElsewhere(fixture, await build(), [10, 10, 90, 40]))).toEqual({
      changedAfterSigning: true,
      message: 'The signature field Signature2 was added over other content of its page and signed.',
    })
  })

  test.each<[string, [number, number, number, number]]>([
    ['beside it', [10, 100, 90, 140]],
    ['invisibly', [0, 0, 0, 0]],
  ])('%s is none', async (_, rect) => {
    const { changedAfterSigning } = await verdict(await signedElsewhere(fixture, await build(), rect))
    expect(changedAfterSigning).toBe(false)
  })

  test('over the signature of another one is a change', async () => {
    const first = await signedElsewhere(fixture, await build(), [10, 100, 90, 140])
    const { signatures } = await verifyPdf(await signedElsewhere(fixture, first, [20, 110, 80, 130]))
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([true, true, false])
  })
})
