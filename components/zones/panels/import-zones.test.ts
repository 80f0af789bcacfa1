import { describe, expect, it } from 'vitest'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { type DocumentFields, importedZones } from '#components/zones/panels/import-zones.ts'

const signers = [{ id: 9, name: 'Ada' }]
type FileField = DocumentFields['fields'][number]
const fileField = (label: string, y: number, members: Partial<FileField> = {}): FileField => ({
  ...{ source: 'form', name: label, label, type: 'text', page: 1, x: 72, y, width: 160, height: 20 },
  ...{ role: null, required: false, read_only: false, auto: false, value: null, options: [] },
  ...{ placeholder: null, max_length: null, editable: false, formula: null, layout: {} },
  ...members,
})
const file = (documentId: number, ...fields: FileField[]): DocumentFields => ({ documentId, fields })
const importAll = (files: DocumentFields[], existing: DraftZone[] = []): DraftZone[] =>
  importedZones(files, signers, existing).map((zone, index) => ({
    ...zone,
    key: `${existing.length + index}`,
  }))

describe('importing the fields of a file again', () => {
  const [rent, city] = [fileField('Rent', 100), fileField('City', 140)]
  const imported = importAll([file(1, rent, city)])

  it('leaves out those that were imported before, also where they were moved or renamed', () => {
    const changed = imported.map((zone, index) =>
      index === 0 ? { ...zone, x: zone.x + 4 } : { ...zone, label: 'Town' },
    )
    expect(importAll([file(1, rent, city)], imported)).toEqual([])
    expect(importAll([file(1, rent, city)], changed)).toEqual([])
  })

  it('imports those that were removed, and those of further documents', () => {
    const again = importAll([file(1, rent, city), file(2, rent)], [imported[1]!])
    expect(again.map(({ documentId, label }) => [documentId, label])).toEqual([
      [1, 'Rent'],
      [2, 'Rent'],
    ])
  })

  it('counts each field once where several have the same label, or none', () => {
    const unnamed = [100, 140, 180].map((y) => fileField('', y))
    const moved = importAll([file(1, ...unnamed)]).map((zone) => ({ ...zone, x: zone.x + 4 }))
    expect(importAll([file(1, ...unnamed)], moved)).toEqual([])
    expect(importAll([file(1, ...unnamed)], moved.slice(1))).toHaveLength(1)
  })

  it('tells the operands of a document that was added later apart', () => {
    const total = fileField('Total', 200, { type: 'number', formula: '{{Rent}} * 12' })
    const amount = fileField('Rent', 100, { type: 'number' })
    const before = importAll([file(1, amount, total)])
    const added = importAll([file(1, amount, total), file(2, amount, total)], before)
    expect(added.map(({ label, formula }) => [label, formula])).toEqual([
      ['Rent (2)', ''],
      ['Total', '{{Rent (2)}} * 12'],
    ])
  })
})

it('keeps the decimals of a calculation', () => {
  const decimals = { min_decimals: 2, max_decimals: 2 }
  const total = fileField('Total', 200, { type: 'number', formula: '{{Rent}} * 12', decimals })
  expect(importAll([file(1, total)])[0]!.validation).toEqual(decimals)
})

it('lets the signer choose the dates of a file that are not filled in', () => {
  const dates = [
    { auto: false },
    { auto: true },
    { value: '1875-03-01', read_only: true },
    { value: '1875-03-01' },
  ]
  const zones = importAll([
    file(1, ...dates.map((members, index) => fileField('', index * 40, { ...members, type: 'date' }))),
  ])
  expect(zones.map(({ validation }) => validation)).toEqual([
    ...[{ min_date: '1900-01-01' }, {}, {}, { min_date: '1875-03-01' }],
  ])
})
