import { PDF, PdfArray, PdfDict, type PdfString } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dict, textString } from '../file/objects.ts'
import { FontBook } from '../text/fonts.ts'
import { fieldTypes, type Zone } from '../zones.ts'
import { makePanelAppearance, panelBox, readZones, writeFileZones, writeZones } from './panel.ts'

const coordinate = fc.double({ min: 0, max: 2000, noNaN: true })
const zone: fc.Arbitrary<Zone> = fc.record({
  id: fc.string({ minLength: 1 }),
  signer: fc.string(),
  type: fc.constantFrom(...fieldTypes),
  page: fc.integer({ min: 1, max: 99 }),
  required: fc.boolean(),
  label: fc.string({ unit: 'grapheme' }),
  value: fc.string({ unit: 'grapheme' }),
  options: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
  x: coordinate,
  y: coordinate,
  width: coordinate,
  height: coordinate,
})
const zones = fc.array(zone, { minLength: 1, maxLength: 6 })

describe('panelBox', () => {
  test('holds every zone, and touches one on each side', () => {
    fc.assert(
      fc.property(zones, (allZones) => {
        const box = panelBox(allZones)
        for (const { x, y, width, height } of allZones) {
          expect(x).toBeGreaterThanOrEqual(box.x)
          expect(y).toBeGreaterThanOrEqual(box.y)
          expect(x + width).toBeLessThanOrEqual(box.x + box.width + 1e-6)
          expect(y + height).toBeLessThanOrEqual(box.y + box.height + 1e-6)
        }
        expect(allZones.some(({ x }) => x === box.x)).toBe(true)
        expect(allZones.some(({ y, height }) => Math.abs(y + height - box.y - box.height) < 1e-6)).toBe(true)
      }),
    )
  })

  test('of one zone is the zone', () => {
    const singleZone = { ...fc.sample(zone, 1)[0]!, x: 10, y: 20, width: 30, height: 40 }
    expect(panelBox([singleZone])).toEqual({ x: 10, y: 20, width: 30, height: 40 })
  })
})

describe('zones in a field', () => {
  test('are read back as they were written, their places from the panel’s corner', () => {
    fc.assert(
      fc.property(zones, (allZones) => {
        const field = new PdfDict()
        writeZones(field, allZones)
        const box = panelBox(allZones)
        expect(readZones(field)).toEqual(
          JSON.parse(
            JSON.stringify(allZones.map((zone) => ({ ...zone, x: zone.x - box.x, y: zone.y - box.y }))),
          ),
        )
      }),
    )
  })

  test('are written as strings of lengths that PDF/A permits', () => {
    const options = Array.from({ length: 195 }, (_, index) => `🇫🇷 Country ${index}`)
    const allZones = fc.sample(zone, 100).map((one) => ({ ...one, options }))
    for (const write of [writeZones, writeFileZones]) {
      const field = new PdfDict()
      write(field, allZones)
      const strings = field.getArray('XXParaphZones')!.toArray()
      expect(strings.length).toBeGreaterThan(10)
      for (const string of strings) expect((string as PdfString).bytes.length).toBeLessThanOrEqual(32_767)
      expect(readZones(field)).toMatchObject(allZones.map(({ id }) => ({ id, options })))
    }
  })

  test('are read from one string, as earlier versions wrote them', () => {
    const allZones = fc.sample(zone, 100)
    const XXParaphZones = textString(JSON.stringify(allZones))
    expect(readZones(dict({ XXParaphZones }))).toMatchObject(allZones.map(({ id }) => ({ id })))
  })

  test.each([
    dict({}),
    dict({ XXParaphZones: new PdfArray() }),
    dict({ XXParaphZones: PdfArray.of(textString('['), new PdfDict(), textString(']')) }),
    dict({ XXParaphZones: 5 }),
    dict({ XXParaphZones: '/Name' }),
    dict({ T: 'Signature1' }),
  ])('are none in a field of others', (field) => {
    expect(readZones(field)).toBeNull()
  })

  test.each(['{', 'null', '5', '{}', '"text"', '[null]', '[{"id":1}]', '[1'])(
    'are null where the entry contains %s',
    (text) => {
      expect(readZones(dict({ XXParaphZones: text }))).toBeNull()
    },
  )
})

describe('the appearance of a panel', () => {
  const place = { signer: 'ada', page: 1, required: false, width: 40, height: 20 }
  const appearances = {
    signature: { kind: 'text', text: 'Ada' },
    initials: { kind: 'text', text: 'A' },
    caption: 'caption',
  } as const

  function getForms(allZones: Zone[], values: Record<string, string | boolean> = {}) {
    const pdf = PDF.create()
    const box = { ...panelBox(allZones), rotation: 0, userUnit: 1 } as const
    const stream = makePanelAppearance(pdf, new FontBook(pdf), box, allZones, values, appearances)
    const content = Buffer.from(stream.data).toString('latin1')
    return [...content.matchAll(/1 0 0 1 (\S+) (\S+) cm \/(Fm\d+) Do/g)].map(([, x, y, name]) => {
      const ref = stream.getDict('Resources')!.getDict('XObject')!.getRef(name!)!
      const form = pdf.context.resolve(ref) as unknown as { data: Uint8Array }
      return { x: Number(x), y: Number(y), content: Buffer.from(form.data).toString('latin1') }
    })
  }

  test('draws every zone at its place, counted from the bottom', () => {
    const allZones: Zone[] = [
      { ...place, id: 'a', type: 'signature', x: 0, y: 0 },
      { ...place, id: 'b', type: 'text', x: 50, y: 80 },
    ]
    expect(getForms(allZones).map(({ x, y }) => [x, y])).toEqual([
      [0, 80],
      [50, 0],
    ])
  })

  test.each<[Partial<Zone>, string | boolean | undefined, boolean]>([
    [{ type: 'text' }, undefined, false],
    [{ type: 'text' }, '', false],
    [{ type: 'text' }, 'value', true],
    [{ type: 'text', value: 'default' }, undefined, true],
    [{ type: 'text', value: 'default' }, '', false],
    [{ type: 'dropdown', options: ['a'] }, 'a', true],
    [{ type: 'initials' }, undefined, true],
    [{ type: 'signature' }, undefined, true],
    [{ type: 'radio', options: ['one'] }, undefined, true],
    [{ type: 'radio', options: ['one'] }, 'one', true],
    [{ type: 'radio', options: ['one', 'two'] }, undefined, true],
    [{ type: 'radio', options: ['one'], group: 'g' }, true, false],
  ])('%o with %j: text %s', (overrides, value, hasText) => {
    const zone = { ...place, id: 'a', type: 'text', x: 0, y: 0, ...overrides } as Zone
    const [form] = getForms([zone], value === undefined ? {} : { a: value })
    expect(/Tj|TJ/.test(form!.content)).toBe(hasText)
  })

  test.each<[Partial<Zone>, string | boolean | undefined, boolean]>([
    [{ type: 'checkbox' }, true, true],
    [{ type: 'checkbox' }, false, false],
    [{ type: 'checkbox' }, undefined, false],
    [{ type: 'checkbox', value: 'true' }, undefined, true],
    [{ type: 'checkbox', value: 'true' }, false, false],
    [{ type: 'radio', value: 'red', group: 'g' }, true, true],
    [{ type: 'radio', value: 'red', group: 'g' }, 'red', true],
    [{ type: 'radio', value: 'red', group: 'g' }, 'blue', false],
    [{ type: 'radio', value: 'red', group: 'g' }, undefined, false],
    [{ type: 'radio', options: ['a', 'b'] }, 'b', true],
    [{ type: 'radio', options: ['a', 'b'] }, 'c', false],
    [{ type: 'radio', options: ['a'] }, 'a', true],
    [{ type: 'radio', options: ['a'] }, undefined, false],
  ])('%o with %j: on %s', (overrides, value, isOn) => {
    const zone = { ...place, id: 'a', type: 'text', x: 0, y: 0, ...overrides } as Zone
    const values: Record<string, string | boolean> = value === undefined ? {} : { a: value }
    const off = getForms([{ ...zone, value: zone.type === 'checkbox' ? undefined : zone.value } as Zone], {
      a: false,
    })
    const [form] = getForms([zone], values)
    expect(form!.content.length > off[0]!.content.length).toBe(isOn)
  })
})
