import { PDF, PdfArray, type PdfDict, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asDict, resolver } from '../check/inspect.ts'
import { dict, numberArray, unitDecimals } from '../file/objects.ts'
import { buildPdf } from '../fixtures/build.ts'
import { type Rotation, readPageGeometry } from '../geometry.ts'
import { FontBook } from '../text/fonts.ts'
import { fieldTypes, type Zone } from '../zones.ts'
import { computeBox, widgetBox } from './field-box.ts'
import {
  decodeId,
  FieldMaker,
  type FieldPage,
  fieldLock,
  fieldName,
  parseFieldName,
  timestampName,
  topFields,
} from './fields.ts'
import { ensureAcroForm } from './form.ts'

const rotations: Rotation[] = [0, 90, 180, 270]

describe('names of fields', () => {
  const id = fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }), fc.uuid())
  const wellFormed = id.filter((text) => text.isWellFormed())
  const role = fc.constantFrom(...fieldTypes)

  test('hold every id and give it back', () => {
    fc.assert(
      fc.property(role, wellFormed, wellFormed, (kind, signer, zone) => {
        const parts = { tag: 'a1b2c3', role: kind, signer, zone }
        expect(parseFieldName(fieldName(parts))).toEqual(parts)
      }),
      { numRuns: 500 },
    )
  })

  test('are ASCII without periods (12.7.4.2)', () => {
    fc.assert(
      fc.property(role, wellFormed, wellFormed, (kind, signer, zone) => {
        expect(fieldName({ tag: 'a1b2c3', role: kind, signer, zone })).toMatch(/^[\w~-]+$/)
      }),
    )
  })

  test('of different zones differ', () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, wellFormed, wellFormed, (signer, zone, otherSigner, otherZone) => {
        const [firstRole, other] = [
          { tag: 't', role: 'text', signer, zone } as const,
          { tag: 't', role: 'text', signer: otherSigner, zone: otherZone } as const,
        ]
        expect(fieldName(firstRole) === fieldName(other)).toBe(signer === otherSigner && zone === otherZone)
      }),
    )
  })

  test.each([
    [
      'of a signer without a zone',
      { tag: 't', role: 'signature', signer: 'ada', zone: '' },
      'paraph-t-signature-ada',
    ],
    ['of the platform', { tag: 't', role: 'seal', signer: '', zone: '' }, 'paraph-t-seal'],
    [
      'with other letters',
      { tag: 't', role: 'text', signer: 'ä', zone: 'a.b-c d' },
      'paraph-t-text-~c3~a4-a~2eb~2dc~20d',
    ],
  ] as const)('%s', (_, parts, name) => {
    expect(fieldName(parts)).toBe(name)
    expect(parseFieldName(name)).toEqual(parts)
  })

  test.each([
    '',
    'paraph',
    'paraph-',
    'paraph-t',
    'paraph--seal',
    'Paraph-t-seal',
    'other-t-seal',
    'paraph-t-text-a-b-c',
    'Signature1',
  ])('%j is not ours', (name) => {
    expect(parseFieldName(name)).toBeNull()
  })

  test.each(['~', '~4', '~zz', '100~', '~~41'])('%j has no escape but stays readable', (text) => {
    expect(decodeId(text)).toBe(text.replace('~41', 'A'))
  })

  test('the time stamp of a process has the tag of its fields', () => {
    expect(parseFieldName(timestampName('abc123'))).toMatchObject({ tag: 'abc123', role: 'timestamp' })
  })
})

describe('the box of a widget', () => {
  const zoneArbitrary = fc.record({
    x: fc.double({ min: 0, max: 500, noNaN: true }),
    y: fc.double({ min: 0, max: 500, noNaN: true }),
    width: fc.double({ min: 1, max: 400, noNaN: true }),
    height: fc.double({ min: 1, max: 400, noNaN: true }),
  })

  test('is found again from the file, on every page', async () => {
    const pdf = PDF.create()
    fc.assert(
      fc.property(
        zoneArbitrary,
        fc.constantFrom(...rotations),
        fc.constantFrom(1, 0.5, 2, 3.7, 72, 2500),
        fc.integer({ min: -500, max: 500 }),
        (zone, rotation, userUnit, origin) => {
          const geometry = readPageGeometry(1, {
            mediaBox: [origin, origin, origin + 900, origin + 1000],
            rotate: rotation,
            userUnit,
          })
          const box = computeBox(zone, geometry)
          const widget = dict({
            Rect: numberArray(getRect(zone, geometry), unitDecimals(userUnit)),
            MK: dict({ R: rotation }),
            P: dict({ UserUnit: userUnit }),
          })
          expect(widgetBox(pdf, widget)).toEqual(box)
          expect(box.width).toBeCloseTo(zone.width, 1)
          expect(box.height).toBeCloseTo(zone.height, 1)
        },
      ),
    )
  })

  test.each<[string, PdfDict, object]>([
    ['nothing', dict({}), { width: 0, height: 0, rotation: 0, userUnit: 1 }],
    ['corners in another order', dict({ Rect: numberArray([50, 40, 10, 10]) }), { width: 40, height: 30 }],
    ['a turn that is none', dict({ MK: dict({ R: 45 }) }), { rotation: 0 }],
    ['a turn the other way', dict({ MK: dict({ R: -90 }) }), { rotation: 270 }],
    ['a turn of more than one round', dict({ MK: dict({ R: 450 }) }), { rotation: 90 }],
    ['a unit of nothing', dict({ P: dict({ UserUnit: 0 }) }), { userUnit: 1 }],
    ['a negative unit', dict({ P: dict({ UserUnit: -2 }) }), { userUnit: 1 }],
    [
      'names for numbers',
      dict({ Rect: new PdfArray([dict({})]), MK: dict({ R: '/A' }) }),
      { width: 0, rotation: 0 },
    ],
  ])('of %s', (_, widget, box) => {
    expect(widgetBox(PDF.create(), widget)).toMatchObject(box)
  })

  function getRect(zone: Parameters<typeof computeBox>[0], geometry: ReturnType<typeof readPageGeometry>) {
    const [x0, y0, x1, y1] = geometry.box
    const [x, y, width, height] = [zone.x, zone.y, zone.width, zone.height].map(
      (value) => value / geometry.userUnit,
    ) as [number, number, number, number]
    const rects: Record<Rotation, number[]> = {
      0: [x0 + x, y1 - y - height, x0 + x + width, y1 - y],
      90: [x0 + y, y0 + x, x0 + y + height, y0 + x + width],
      180: [x1 - x - width, y0 + y, x1 - x, y0 + y + height],
      270: [x1 - y - height, y1 - x - width, x1 - y, y1 - x],
    }
    return rects[geometry.rotation]
  }
})

describe('a lock (tables 236 and 259)', () => {
  test('of a field names the fields, and has no version', () => {
    const lock = fieldLock('SigFieldLock', 'Include', ['a', 'ž'])
    expect(lock.getName('Type')?.value).toBe('SigFieldLock')
    expect(lock.getName('Action')?.value).toBe('Include')
    expect(lock.getArray('Fields')?.length).toBe(2)
    expect(lock.has('V')).toBe(false)
  })

  test('of a signature has version 1.2', () => {
    expect(fieldLock('TransformParams', 'Exclude', []).getName('V')?.value).toBe('1.2')
  })
})

describe('FieldMaker', () => {
  const zone = (type: Zone['type'], overrides: Partial<Zone> = {}): Zone => ({
    ...{ id: `z-${type}`, signer: 'ada', type, page: 1, required: false },
    ...{ x: 10, y: 10, width: 60, height: 20 },
    ...overrides,
  })

  async function making(make: (maker: FieldMaker, place: FieldPage) => void) {
    const pdf = await PDF.load(buildPdf({ pages: [{ mediaBox: [0, 0, 300, 300] }] }))
    const fonts = new FontBook(pdf)
    const maker = new FieldMaker(pdf, fonts, await ensureAcroForm(pdf, fonts, false), 'abc123')
    const ref = pdf.context.pages.getPages()[0]!
    make(maker, { ref, geometry: readPageGeometry(1, { mediaBox: [0, 0, 300, 300] }) })
    maker.write()
    fonts.embed()
    const reloadedPdf = await PDF.load(await pdf.save())
    const resolve = resolver(reloadedPdf)
    const fields = topFields(reloadedPdf)
    const annotations = (reloadedPdf.getPage(0)!.dict.getArray('Annots', resolve)?.toArray() ??
      []) as PdfRef[]
    return { pdf: reloadedPdf, resolve, fields, annotations }
  }

  const text = { FT: 'Tx' }
  test.each<[Zone, Record<string, string | number>]>([
    [zone('text'), { ...text, Ff: 0 }],
    [zone('text', { height: 60 }), { ...text, Ff: 1 << 12 }],
    [zone('text', { required: true }), { ...text, Ff: 2 }],
    [zone('text', { readOnly: true, value: 'fixed' }), { ...text, Ff: 1 }],
    [zone('date'), { ...text, Ff: 0 }],
    [zone('number', { required: true }), { ...text, Ff: 2 }],
    [zone('initials'), { ...text, Ff: 1 }],
    [zone('dropdown', { options: ['a', 'b'] }), { FT: 'Ch', Ff: 1 << 17 }],
    [zone('checkbox'), { FT: 'Btn', V: 'Off', AS: 'Off' }],
    [zone('checkbox', { value: 'true' }), { FT: 'Btn', V: 'Yes', AS: 'Yes' }],
    [zone('radio', { options: ['a', 'b'] }), { FT: 'Btn', Ff: (1 << 15) | (1 << 14), V: 'Off' }],
    [zone('radio', { options: ['a', 'Off'], value: 'Off' }), { FT: 'Btn', V: 'Off_', AS: 'Off_' }],
    [zone('radio', { options: ['a', 'b'], value: 'c' }), { FT: 'Btn', V: 'Off', AS: 'Off' }],
  ])('$type %o', async (newZone, expected) => {
    const { fields, annotations } = await making((maker, place) => {
      expect(maker.value([newZone], () => place)).toEqual([
        fieldName({ tag: 'abc123', role: newZone.type, signer: 'ada', zone: newZone.id }),
      ])
    })
    expect(fields).toHaveLength(1)
    const [{ dict: field, ref }] = fields as [(typeof fields)[number]]
    expect(annotations).toEqual([ref])
    for (const [key, value] of Object.entries(expected)) {
      const actual = typeof value === 'number' ? field.getNumber(key)?.value : field.getName(key)?.value
      expect([key, actual]).toEqual([key, value])
    }
    // Printed, not hidden (table 167); every state has an appearance (12.5.5).
    expect(field.getNumber('F')?.value).toBe(4)
    expect(field.has('AP')).toBe(true)
  })

  test('buttons of a group are named kids of one field, each on its page', async () => {
    const zones = ['a', 'b', 'c'].map((value, index) =>
      zone('radio', { id: value, value, group: 'g', x: index * 30, width: 14 }),
    )
    const { fields, annotations, resolve } = await making((maker, place) => {
      const names = maker.value(zones, () => place)
      expect(names).toEqual([
        'paraph-abc123-radio-ada-a',
        ...['a', 'b', 'c'].map((id) => `paraph-abc123-radio-ada-a.${id}`),
      ])
    })
    const [{ dict: group, ref }] = fields as [(typeof fields)[number]]
    const kids = group.getArray('Kids', resolve)!.toArray() as PdfRef[]
    expect(annotations).toEqual(kids)
    for (const [index, kid] of kids.entries()) {
      const widget = asDict(resolve(kid))!
      expect(widget.getRef('Parent')).toEqual(ref)
      const states = [...widget.getDict('AP', resolve)!.getDict('N', resolve)!].map(([key]) => key.value)
      expect(states.sort()).toEqual(['Off', zones[index]!.value].sort())
    }
  })

  test('equal appearances are in the file once', async () => {
    const { pdf, fields, resolve } = await making((maker, place) => {
      for (let number = 0; number < 20; number++)
        maker.value(
          [zone('checkbox', { id: `${number}`, x: number * 12, width: 10, height: 10 })],
          () => place,
        )
    })
    const states = fields.map(
      ({ dict: field }) => field.getDict('AP', resolve)!.getDict('N', resolve)!.getRef('Yes')!,
    )
    expect(new Set(states.map(({ objectNumber }) => objectNumber)).size).toBe(1)
    expect(pdf.context.resolve(states[0]!)).toBeInstanceOf(PdfStream)
  })

  test('a label is the field’s tooltip, which screen readers read (12.7.4.1)', async () => {
    const { fields } = await making((maker, place) => {
      maker.value([zone('text', { id: 'a', label: 'Größe (cm)' })], () => place)
      maker.value([zone('text', { id: 'b', y: 90 })], () => place)
    })
    expect(fields.map(({ dict: field }) => field.getString('TU')?.asString())).toEqual([
      'Größe (cm)',
      undefined,
    ])
  })

  test('a check box that is off has its outline and no tick', async () => {
    const { fields, resolve } = await making((maker, place) => {
      maker.value([zone('checkbox', { width: 20, height: 20 })], () => place)
    })
    const states = fields[0]!.dict.getDict('AP', resolve)!.getDict('N', resolve)!
    const [checkedState, off] = ['Yes', 'Off'].map((state) =>
      Buffer.from((resolve(states.getRef(state)!) as PdfStream).getDecodedData()).toString('latin1'),
    )
    expect(checkedState!.length).toBeGreaterThan(off!.length + 10)
    expect(fields[0]!.dict.getName('AS')?.value).toBe('Off')
  })

  test('hidden fields have no size, and stand on the page', async () => {
    const { fields, annotations, resolve } = await making((maker, place) => {
      maker.certification(place, 'Platform')
      maker.hiddenSignature({ id: 'ada', name: 'Ada' }, place, ['other'])
      maker.seal(place, 'Platform')
    })
    expect(annotations).toHaveLength(3)
    expect(fields.map(({ name }) => parseFieldName(name)?.role)).toEqual([
      'certification',
      'signature',
      'seal',
    ])
    for (const { dict: field } of fields) {
      expect(field.getName('FT')?.value).toBe('Sig')
      expect(field.getArray('Rect')?.toArray()).toEqual(new Array(4).fill(PdfNumber.of(0)))
      expect(field.getNumber('F')?.value).toBe(132)
      const appearance = resolve(field.getDict('AP', resolve)!.getRef('N')!) as PdfStream
      expect(appearance.getArray('BBox')?.toArray()).toEqual(new Array(4).fill(PdfNumber.of(0)))
    }
  })

  test('stamps of one size share an appearance only when they have the same text', async () => {
    const { annotations, resolve } = await making((maker, page) => {
      for (const text of ['TEST', 'COPY', 'TEST']) maker.stamp(text, page)
    })
    const [first, second, third] = annotations.map((ref) =>
      asDict(asDict(resolve(ref))?.get('AP', resolve))?.getRef('N'),
    )
    expect(first).toBeDefined()
    expect(second).not.toEqual(first)
    expect(third).toEqual(first)
  })

  test('annotations of the author stay, also where their list is an object of its own', async () => {
    const linkAnnotation = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>'
    for (const list of ['[20 0 R]', '21 0 R']) {
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots ${list} >>`
      const pdf = await PDF.load(buildPdf({ objects: { 1001: page, 20: linkAnnotation, 21: '[20 0 R]' } }))
      const fonts = new FontBook(pdf)
      const maker = new FieldMaker(pdf, fonts, await ensureAcroForm(pdf, fonts, false), 'abc123')
      const ref = pdf.context.pages.getPages()[0]!
      maker.certification({ ref, geometry: readPageGeometry(1, { mediaBox: [0, 0, 300, 300] }) }, 'Platform')
      maker.write()
      const annotations = pdf.getPage(0)!.dict.getArray('Annots', resolver(pdf))!.toArray()
      expect(annotations).toHaveLength(2)
      expect(annotations[0]).toEqual(PdfRef.of(20, 0))
    }
  })
})

describe('topFields', () => {
  test.each<[string, string, string[]]>([
    ['no form', '', []],
    ['no fields', '/AcroForm << >>', []],
    ['fields that are no array', '/AcroForm << /Fields 20 0 R >>', []],
    ['fields in order', '/AcroForm << /Fields [21 0 R 20 0 R] >>', ['second', 'first']],
    ['what is no field', '/AcroForm << /Fields [20 0 R 700 0 R null << /T (direct) >> 22 0 R] >>', ['first']],
    ['a field without a name', '/AcroForm << /Fields [23 0 R] >>', ['']],
  ])('%s', async (_, catalog, names) => {
    const objects = { 20: '<< /T (first) >>', 21: '<< /T (second) >>', 22: '(text)', 23: '<< /FT /Tx >>' }
    const pdf = await PDF.load(buildPdf({ catalog, objects }))
    expect(topFields(pdf).map(({ name }) => name)).toEqual(names)
  })
})
