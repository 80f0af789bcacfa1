import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldErrors } from '#lib/core/errors'
import { readPageGeometry } from '#lib/pdf/geometry'
import { FieldInput, type PlacedField } from './input.ts'
import { type FieldContext, fieldKey, validateFields } from './zones.ts'

const context: FieldContext = {
  documents: new Map([
    [
      7,
      {
        pages: [
          readPageGeometry(1, { mediaBox: [0, 0, 600, 800] }),
          readPageGeometry(2, { mediaBox: [0, 0, 600, 800], rotate: 90 }),
          readPageGeometry(3, { mediaBox: [-50, -50, 50, 50], userUnit: 2 }),
        ],
      },
    ],
  ]),
  signers: new Map([
    [1, { role: 'signer' }],
    [2, { role: 'approver' }],
    [3, { role: 'cc' }],
  ]),
}
const validField = {
  document_id: 7,
  signer_id: 1,
  type: 'text',
  page: 1,
  x: 10,
  y: 10,
  width: 100,
  height: 20,
}

function place(...input: object[]) {
  const errors: FieldErrors = {}
  const inputs = input.map((members) => FieldInput.parse({ ...validField, ...members }) as PlacedField)
  return { placed: validateFields(inputs, context, errors), errors }
}
const errorPaths = (members: object) => Object.keys(place(members).errors)

describe('validateFields', () => {
  it('rounds points to three decimals', () => {
    expect(place({ x: 1.23456 }).placed[0]).toMatchObject({ x: 1.235, y: 10, width: 100, height: 20 })
  })

  it('converts further places to points of the page of the field, and keeps them on their pages', () => {
    const widget = { page: 2, dx: 50, dy: 0, width: 10, height: 5 }
    const half = { unit: 'percent', x: 10, y: 10, width: 10, height: 5 }
    expect(place({ ...half, layout: { widgets: [widget] } }).placed[0]!.layout).toEqual({
      widgets: [{ page: 2, dx: 300, dy: 0, width: 60, height: 40 }],
    })
    expect(errorPaths({ layout: { widgets: [{ ...widget, page: 9 }] } })).toEqual(['fields.0.layout'])
    expect(errorPaths({ layout: { widgets: [{ ...widget, dx: -11 }] } })).toEqual(['fields.0.layout'])
  })

  it('has one key for a layout however its members are ordered', () => {
    const widget = { page: 1, dx: 1, dy: 2, width: 3, height: 4 }
    const [field] = place({ layout: { align: 'right', widgets: [widget] } }).placed
    const reordered = { widgets: [{ height: 4, width: 3, dy: 2, dx: 1, page: 1 }], align: 'right' as const }
    expect(fieldKey({ ...field!, layout: reordered })).toBe(fieldKey(field!))
    for (const layout of [{ align: 'left' }, { font_size: 9 }, { color: '#ff0000' }] as const)
      expect(fieldKey({ ...field!, layout })).not.toBe(fieldKey({ ...field!, layout: {} }))
  })

  it('converts percent to points of the page as displayed', () => {
    const quarter = { unit: 'percent', x: 50, y: 25, width: 50, height: 75 }
    expect(place(quarter).placed[0]).toMatchObject({ x: 300, y: 200, width: 300, height: 600 })
    expect(place({ ...quarter, page: 2 }).placed[0]).toMatchObject({
      x: 400,
      y: 150,
      width: 400,
      height: 450,
    })
    expect(place({ ...quarter, page: 3 }).placed[0]).toMatchObject({ x: 100, y: 50, width: 100, height: 150 })
  })

  it.each([
    ['fields.0.x', { x: -1 }],
    ['fields.0.y', { y: -0.5 }],
    ['fields.0.width', { x: 550, width: 51 }],
    ['fields.0.height', { y: 790 }],
    ['fields.0.page', { page: 4 }],
    ['fields.0.height', { page: 2, y: 585 }],
    ['fields.0.width', { unit: 'percent', width: 95, height: 5 }],
    ['fields.0.document_id', { document_id: 8 }],
    ['fields.0.signer_id', { signer_id: 9 }],
    ['fields.0.signer_id', { signer_id: 3 }],
    ['fields.0.options', { type: 'dropdown' }],
    ['fields.0.options', { type: 'radio', options: [] }],
    ['fields.0.options', { type: 'radio', options: ['a', 'a'] }],
    ['fields.0.value', { type: 'dropdown', options: ['a'], value: 'b' }],
    ['fields.0.value', { type: 'number', value: 'many' }],
    ['fields.0.value', { type: 'number', value: '1,5' }],
    ['fields.0.value', { type: 'number', value: '1.250.000' }],
    ['fields.0.value', { type: 'number', value: 9, validation: { min: 10 } }],
    ['fields.0.value', { type: 'number', value: 11, validation: { max: 10 } }],
    ['fields.0.value', { type: 'date', value: '32/13/2026' }],
    ['fields.0.value', { type: 'date', value: '2026-02-30' }],
    ['fields.0.value', { type: 'date', value: '2026-01-01', validation: { min_date: '2026-01-02' } }],
    ['fields.0.value', { type: 'email', value: 'not mail' }],
    ['fields.0.value', { value: 'too long', validation: { max_length: 7 } }],
    ['fields.0.value', { value: 'x', validation: { min_length: 2 } }],
    ['fields.0.value', { value: 'x'.repeat(2001) }],
    ['fields.0.value', { type: 'company', value: 'Acme\nLtd' }],
    ['fields.0.value', { value: 'too long', read_only: true, validation: { max_length: 7 } }],
    ['fields.0.value', { type: 'checkbox', value: 'perhaps' }],
    ['fields.0.value', { type: 'signature', value: 'Ada' }],
    ['fields.0.value', { read_only: true }],
    ['fields.0.read_only', { type: 'signature', read_only: true }],
    ['fields.0.validation', { validation: { min: 2, max: 1 } }],
    ['fields.0.auto', { auto: true }],
    ['fields.0.value', { type: 'date', auto: true, value: '2026-01-31' }],
    ['fields.0.auto', { type: 'date', auto: true, validation: { max_date: '2026-01-31' } }],
    ['fields.0.validation', { validation: { min_date: '2026-02-01', max_date: '2026-01-31' } }],
    ['fields.0.validation', { validation: { min_length: 2, max_length: 1 } }],
    [
      'fields.0.validation',
      { type: 'number', formula: '1 / 3', validation: { min_decimals: 2, max_decimals: 1 } },
    ],
  ])('reports an error at %s for %o', (path, members) => {
    const { placed, errors } = place(members)
    expect(Object.keys(errors)).toEqual([path])
    expect(placed).toEqual([])
  })

  it('reports all errors of all fields at once', () => {
    const { placed, errors } = place({}, { x: -1, y: -1, signer_id: 9 }, { page: 9 })
    expect(placed).toEqual([])
    expect(Object.keys(errors).sort()).toEqual([
      'fields.1.signer_id',
      'fields.1.x',
      'fields.1.y',
      'fields.2.page',
    ])
  })

  it('accepts fields that fit exactly, and values as number or boolean', () => {
    expect(errorPaths({ x: 0, y: 0, width: 600, height: 800 })).toEqual([])
    expect(errorPaths({ signer_id: 2, type: 'signature' })).toEqual([])
    expect(place({ type: 'number', value: 12.5 }).placed[0]!.value).toBe('12.5')
    expect(place({ type: 'checkbox', value: true }).placed[0]!.value).toBe('true')
    expect(place({ type: 'number', value: 1e-7 }).placed[0]!.value).toBe('0.0000001')
    expect(place({ type: 'number', value: ' +12.50 ' }).placed[0]!.value).toBe('12.50')
    expect(place({ type: 'date', value: '2020-02-29' }).placed[0]!.value).toBe('2020-02-29')
    expect(
      place({ type: 'radio', options: ['yes'], value: 'yes', validation: { max_length: 2 } }).errors,
    ).toEqual({})
  })

  it('accepts a value that an imported field has in the file, whatever its rule is', () => {
    expect(errorPaths({ imported: true, value: 'too long', validation: { max_length: 7 } })).toEqual([])
    expect(errorPaths({ imported: true, type: 'signature', value: 'Ada' })).toEqual(['fields.0.value'])
  })

  it('converts any part of the page in both units', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3),
        share,
        share,
        share,
        share,
        fc.boolean(),
        (page, x1, x2, y1, y2, percent) => {
          const geometry = context.documents.get(7)!.pages[page - 1]!
          const [fullWidth, fullHeight] = percent ? [100, 100] : [geometry.width, geometry.height]
          const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)]
          const [width, height] = [Math.abs(x1 - x2), Math.abs(y1 - y2)]
          fc.pre(width > 1e-3 && height > 1e-3)
          const box = {
            x: left * fullWidth,
            y: top * fullHeight,
            width: width * fullWidth,
            height: height * fullHeight,
          }
          const { placed, errors } = place({ page, ...box, unit: percent ? 'percent' : 'pt' })
          expect(errors).toEqual({})
          expect(placed[0]!.x + placed[0]!.width).toBeLessThanOrEqual(geometry.width + 0.02)
          expect(placed[0]!.y).toBeCloseTo(top * geometry.height, 2)
          expect(placed[0]!.height).toBeCloseTo(height * geometry.height, 2)
        },
      ),
    )
  })
})

describe('fieldKey', () => {
  it('is the same only for fields with the same members', () => {
    const [inPercent, rulesReordered, inPoints, otherLabel, withoutRules] = place(
      { unit: 'percent', x: 10, y: 10, width: 10, height: 10, validation: { min_length: 1, max_length: 2 } },
      { unit: 'percent', x: 10, y: 10, width: 10, height: 10, validation: { max_length: 2, min_length: 1 } },
      { x: 60, y: 80, width: 60, height: 80, validation: { min_length: 1, max_length: 2 } },
      { x: 60, y: 80, width: 60, height: 80, validation: { min_length: 1, max_length: 2 }, label: 'Name' },
      { x: 60, y: 80, width: 60, height: 80 },
    ).placed.map(fieldKey)
    expect([rulesReordered, inPoints]).toEqual([inPercent, inPercent])
    expect(new Set([inPercent, otherLabel, withoutRules]).size).toBe(3)
  })
})
