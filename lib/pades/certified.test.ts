import { PDF, PdfRef } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, inspect, resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { dict } from '#lib/pdf/file/objects'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { pngImage } from '#lib/pdf/fixtures/images'
import { fieldsInFile } from '#lib/pdf/import/fields-in-file'
import type { Zone } from '#lib/pdf/zones'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  readPages,
  time,
  zhang,
} from './fixtures/process.ts'
import { openForIncrement, saveSigned } from './increment.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A form with a text, a list, a check box, two radio buttons and a signature field, certified by its author. */
async function certifiedForm(permission: 2 | 3): Promise<Uint8Array> {
  const widget = (left: number, top: number, width = 150, height = 20) =>
    `/Type /Annot /Subtype /Widget /F 4 /Rect [${left} ${top} ${left + width} ${top + height}]`
  const states = '/AP << /N << /On 40 0 R /Off 40 0 R >> >>'
  const form = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog:
      '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R 26 0 R 27 0 R] /SigFlags 3 /DA (/Helv 0 Tf 0 g) >>',
    objects: {
      20: `<< ${widget(50, 700)} /FT /Tx /T (name) >>`,
      21: `<< ${widget(50, 660)} /FT /Ch /Ff 131072 /T (size) /Opt [[(s) (Small)] [(l) (Large)]] >>`,
      22: `<< ${widget(50, 620, 14, 14)} /FT /Btn /T (agree) ${states} /AS /Off >>`,
      23: '<< /FT /Btn /Ff 49152 /T (choice) /Kids [24 0 R 25 0 R] >>',
      24: `<< ${widget(50, 580, 14, 14)} /Parent 23 0 R /AP << /N << /a 40 0 R /Off 40 0 R >> >> /AS /Off >>`,
      25: `<< ${widget(90, 580, 14, 14)} /Parent 23 0 R /AP << /N << /b 40 0 R /Off 40 0 R >> >> /AS /Off >>`,
      26: `<< ${widget(50, 500, 200, 60)} /FT /Sig /T (signature) >>`,
      27: '<< /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /FT /Sig /T (author) >>',
      40: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 14 14]'),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [20 0 R 21 0 R 22 0 R 24 0 R 25 0 R 26 0 R 27 0 R] >>`,
    },
  })
  const file = await openForIncrement(form)
  const author = topFields(file.pdf).find(({ name }) => name === 'author')!.dict
  const params = dict({ Type: '/TransformParams', V: '/1.2', P: permission })
  const reference = dict({ Type: '/SigRef', TransformMethod: '/DocMDP', TransformParams: params })
  const entries = { at: time, name: 'Author', references: [reference], certifies: true }
  return saveSigned(file, author, entries, await fixture.authority.identity('Author'))
}

/** The zones that the process of a sender imports. */
async function importZones(bytes: Uint8Array): Promise<Zone[]> {
  const { fields } = await fieldsInFile(bytes)
  return fields.flatMap((field, index): Zone[] => {
    const { type, page, x, y, width, height, options, layout } = field
    const zone = {
      id: String(index),
      signer: 'ada',
      type,
      page,
      x,
      y,
      width,
      height,
      required: true,
      options,
    }
    if (type !== 'radio') return [zone]
    return (layout.widgets ?? []).map((button, place) => ({
      ...zone,
      ...{ id: `${index}.${place}`, group: String(index), options: [button.option ?? ''], value: 'false' },
      ...{ x: x + button.dx, y: y + button.dy, width: button.width, height: button.height },
    }))
  })
}

const text = { kind: 'text', text: 'Ada Lovelace' } as const

describe.each([2, 3] as const)('a file that its author has certified with P=%i', (permission) => {
  let certified: Uint8Array

  beforeAll(async () => {
    certified = await certifiedForm(permission)
  })

  test('its own fields are filled in and signed; a signer without one signs invisibly', async () => {
    const zones = await importZones(certified)
    expect(zones.map(({ type }) => type)).toEqual([
      'text',
      'dropdown',
      'checkbox',
      'radio',
      'radio',
      'signature',
    ])
    const { bytes } = await prepare(fixture, certified, { zones })
    const values = { 0: 'Ада Лавлейс', 1: 'Large', 2: true, '3.0': false, '3.1': true }
    const input = { identity: fixture.ada, at: time, values, signature: text }
    const first = await signRevision(bytes, { ...input, signer: ada })
    const second = await signRevision(first, {
      ...{ signer: zhang, identity: fixture.zhang, at: time, values: {} },
      signature: { kind: 'text', text: zhang.name },
    })
    const sealed = await sealRevision(second, { identity: fixture.platform, at: time })
    const report = await verifyPdf(sealed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual([
      'Author',
      ada.name,
      zhang.name,
      'Paraph Platform',
    ])
    expect(report.signatures[1]!.fieldName).toBe('signature')
    const pdf = await PDF.load(sealed)
    const resolve = resolver(pdf)
    const field = (name: string) => topFields(pdf).find((candidate) => candidate.name === name)!.dict
    expect(field('size').getString('V')?.asString()).toBe('l')
    expect(field('agree').getName('V')?.value).toBe('On')
    expect(field('agree').getName('AS')?.value).toBe('On')
    expect(field('choice').getName('V')?.value).toBe('b')
    const states = field('choice').getArray('Kids', resolve)!.toArray()
    expect(
      states.map((kid) => asDict(kid instanceof PdfRef ? resolve(kid) : kid)?.getName('AS')?.value),
    ).toEqual(['Off', 'b'])
    expect(field('name').getDict('AP', resolve)?.has('N')).toBe(true)
    const empty = topFields(pdf).filter(
      ({ dict: candidate }) => candidate.getName('FT')?.value === 'Sig' && !candidate.has('V'),
    )
    expect(empty).toEqual([])
    expect(inspect(pdf).pages).toEqual(await readPages(certified))
  })

  test.each([
    ['text', { kind: 'text', text: 'A. L.' }, 'A. L.'],
    ['a picture', { kind: 'image', png: pngImage() }, 'AL'],
  ] as const)('initials in a text field of the author’s are drawn: %s', async (_, initials, value) => {
    const [zone] = await importZones(certified)
    const zones: Zone[] = [{ ...zone!, type: 'initials' }]
    const { bytes } = await prepare(fixture, certified, { zones })
    const input = { identity: fixture.ada, at: time, values: {}, signature: text, initials }
    const first = await signRevision(bytes, { ...input, signer: ada })
    const sealed = await sealRevision(first, { identity: fixture.platform, at: time })
    const report = await verifyPdf(sealed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    const pdf = await PDF.load(sealed)
    const resolve = resolver(pdf)
    const field = topFields(pdf).find(({ name }) => name === 'name')!.dict
    expect(field.getString('V')?.asString()).toBe(value)
    const appearance = asDict(field.getDict('AP', resolve)?.get('N', resolve))
    expect(
      appearance?.getDict('Resources', resolve)?.has(initials.kind === 'text' ? 'Font' : 'XObject'),
    ).toBe(true)
  })

  test('zones that are none of its fields are refused', async () => {
    const zone: Zone = {
      id: 'z',
      signer: 'ada',
      type: 'text',
      page: 1,
      x: 9,
      y: 9,
      width: 99,
      height: 20,
      required: true,
    }
    await expect(prepare(fixture, certified, { zones: [zone] })).rejects.toMatchObject({ code: 'certified' })
  })

  test('without zones, everyone signs invisibly', async () => {
    let { bytes } = await prepare(fixture, certified, { zones: [] })
    for (const [signer, identity] of [
      [ada, fixture.ada],
      [zhang, fixture.zhang],
    ] as const)
      bytes = await signRevision(bytes, { signer, identity, at: time, values: {}, signature: text })
    const report = await verifyPdf(await sealRevision(bytes, { identity: fixture.platform, at: time }))
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures).toHaveLength(4)
  })
})
