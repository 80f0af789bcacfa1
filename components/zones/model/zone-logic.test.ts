import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { copyToPages, duplicateZones, pasteZones } from '#components/zones/model/copies.ts'
import { applyStep, newHistory } from '#components/zones/model/history.ts'
import {
  findTargetLabel,
  findZoneLogicErrors,
  getComparison,
  labelledZones,
  makeCondition,
} from '#components/zones/model/zone-logic.ts'
import { type DraftZone, makeZone, zoneFromRecord, zoneToInput } from '#components/zones/model/zone-model.ts'
import { sendFindings } from '#components/zones/send/send-checks.ts'
import { englishMessage } from '#lib/messages/english'
import en from '#messages/en/dashboard.json'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'zones' })
const page = { width: 595, height: 842 }
const zone = (key: string, label: string, members: Partial<DraftZone> = {}): DraftZone => ({
  ...makeZone(key, { type: 'number', documentId: 1, signerId: 9, page: 1 }, { x: 100, y: 100 }, page),
  label,
  ...members,
})
const rent = zone('rent', 'Rent')
const year = zone('year', 'Year', {
  formula: '{{ Rent }} * 12 + {{Fee}}',
  condition: { field: 'Rent', filled: true },
})
const fee = zone('fee', 'Fee')
/** The zone `year` after `rent` has got the label. */
const yearAfterRename = (zones: DraftZone[], label: string) =>
  applyStep(newHistory(zones), { type: 'change', changes: [{ key: 'rent', label }] }).zones.find(
    ({ key }) => key === 'year',
  )!

describe('renaming a field', () => {
  it('updates the conditions and formulas that refer to it', () => {
    const { formula, condition } = yearAfterRename([rent, year, fee], 'Monthly rent ')
    expect([formula, condition]).toEqual([
      '{{Monthly rent}} * 12 + {{Fee}}',
      { field: 'Monthly rent', filled: true },
    ])
  })

  it.each([
    ['the new label is empty', [rent, year, fee], ' '],
    ['another field has the new label', [rent, year, fee], 'Fee'],
    ['another field has the old label', [rent, year, fee, zone('other', 'Rent')], 'Monthly rent'],
    ['the field belongs to another signer', [{ ...rent, signerId: 8 }, year, fee], 'Monthly rent'],
  ])('updates nothing when %s', (_case, zones, label) => {
    expect(yearAfterRename(zones, label)).toBe(year)
  })

  it('leaves the references to another field whose letters are composed, or apart', () => {
    const [composed, apart] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form))
    const others = [zone('other', apart!), { ...year, formula: `{{${composed}}} + {{${apart}}}` }]
    const { formula } = yearAfterRename([{ ...rent, label: composed! }, ...others], 'Size')
    expect(formula).toBe(`{{Size}} + {{${apart}}}`)
  })

  it.each([
    ['is emptied first', ['', 'M', 'Mo', 'Month']],
    ['is that of another field for a moment', ['Ren', 'Fee', 'Fe', 'Month']],
  ])('updates them at the end of the edit when the label %s', (_case, typed) => {
    const change = (label: string) => ({
      type: 'change' as const,
      changes: [{ key: 'rent', label }],
      run: 'label',
    })
    const start = newHistory([rent, year, fee])
    const history = typed.reduce((before, label) => applyStep(before, change(label)), start)
    expect(history.zones[1]).toMatchObject({
      formula: '{{Month}} * 12 + {{Fee}}',
      condition: { field: 'Month', filled: true },
    })
    expect(applyStep(history, { type: 'undo' }).zones).toBe(start.zones)
  })
})

it('a condition refers to the label as its field has it, composed or not', () => {
  const [composed, apart] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form))
  const find = (field: string) => findTargetLabel({ field, filled: true }, ['Rent', apart!])
  expect([find(composed!), find('Gone')]).toEqual([apart, 'Gone'])
  const both = [composed!, apart!]
  expect(both.map((field) => findTargetLabel({ field, filled: true }, both))).toEqual(both)
})

describe('a copy of a field that others refer to', () => {
  let count = 0
  const newKey = () => `copy-${++count}`
  const zones = [rent, year, fee]
  const labels = (copies: DraftZone[]) => copies.map(({ label }) => label)

  it('has a label of its own, so that saving goes on', () => {
    const place = { documentId: 1, page: 1, size: page }
    const pages = [1, 2, 3].map((number) => ({ number, ...page }))
    const duplicates = duplicateZones([rent], zones, () => page, newKey)
    const pasted = pasteZones([rent], place, [...zones, ...duplicates], [{ id: 9, name: 'Ada' }], 9, newKey)
    const repeated = copyToPages([rent, fee], pages, [...zones, ...duplicates, ...pasted], newKey)
    const copies = [...duplicates, ...pasted, ...repeated]
    expect(labels(copies)).toEqual(['Rent 2', 'Rent 3', 'Rent 4', 'Fee 2', 'Rent 5', 'Fee 3'])
    expect(findZoneLogicErrors([...zones, ...copies])).toEqual([])
  })

  it('is what the copies of the others refer to', () => {
    const copies = duplicateZones([year, rent], zones, () => page, newKey)
    expect(copies.map(({ label, formula, condition }) => [label, formula, condition?.field])).toEqual([
      ['Year', '{{Rent 2}} * 12 + {{Fee}}', 'Rent 2'],
      ['Rent 2', '', undefined],
    ])
    const onTwoPages = [year, { ...rent, page: 2 }]
    const [yearCopy] = copyToPages(onTwoPages, [{ number: 3, ...page }], zones, newKey)
    expect(yearCopy!.condition?.field).toBe('Rent 2')
  })

  it('has one, too, where they have the letters of its label composed', () => {
    const size = { ...rent, label: 'Größe'.normalize('NFD') }
    const total = { ...year, formula: `{{${'Größe'.normalize('NFC')}}} * 12`, condition: null }
    const copies = duplicateZones([size], [size, total], () => page, newKey)
    expect(labels(copies)).toEqual(['Größe 2'.normalize('NFC')])
    expect(yearAfterRename([size, total], 'Size').formula).toBe('{{Size}} * 12')
    expect(findZoneLogicErrors([size, total, ...copies])).toEqual([])
  })

  it('has a label that is not too long', () => {
    const long = { ...rent, label: 'x'.repeat(255) }
    const originals = [long, { ...year, formula: `{{${long.label}}} * 12` }]
    const copies = duplicateZones([long, long], originals, () => page, newKey)
    expect(labels(copies)).toEqual([`${'x'.repeat(253)} 2`, `${'x'.repeat(253)} 3`])
  })

  it('keeps its label where no other field of its signer has it', () => {
    const place = { documentId: 2, page: 1, size: page }
    const copies = pasteZones(zones, place, [], [{ id: 9, name: 'Ada' }], 9, newKey)
    expect(labels(copies)).toEqual(['Rent', 'Year', 'Fee'])
    const ofAnother = zones.map((zone) => ({ ...zone, signerId: 8 }))
    expect(labels(duplicateZones([rent], [rent, ...ofAnother], () => page, newKey))).toEqual(['Rent'])
  })
})

describe('a condition', () => {
  it.each([{ equals: 'a' }, { not_equals: '' }, { filled: true }, { filled: false }])(
    'is not changed by reading and writing its comparison: %o',
    (comparison) => {
      const condition = { field: 'Rent', ...comparison }
      expect(
        makeCondition('Rent', getComparison(condition), comparison.equals ?? comparison.not_equals ?? ''),
      ).toEqual(condition)
    },
  )

  it('refers to the labelled fields of the same signer, other than signatures and itself', () => {
    const otherZones = [
      ...[rent, fee, zone('nameless', ' '), zone('foreign', 'Foreign', { signerId: 8 })],
      zone('signature', 'Signature', { type: 'signature' }),
    ]
    expect([...labelledZones(year, [year, ...otherZones]).keys()]).toEqual(['Rent', 'Fee'])
  })
})

describe('the API input', () => {
  it('keeps the decimals of a calculated number, and its limits once it is calculated no longer', () => {
    const decimals = { min_decimals: 4, max_decimals: 4 }
    const calculated = { ...year, validation: { ...decimals, min: 1 } }
    expect(zoneToInput(calculated).validation).toEqual(decimals)
    expect(zoneToInput({ ...calculated, formula: '' }).validation).toEqual({ min: 1 })
  })

  it('compares with a text without the space at its end, like the value', () => {
    const getCondition = (condition: DraftZone['condition']) => zoneToInput({ ...year, condition }).condition
    expect(getCondition({ field: 'Rent', equals: 'Yes ' })).toEqual({ field: 'Rent', equals: 'Yes' })
    expect(getCondition({ field: 'Rent', not_equals: ' ' })).toEqual({ field: 'Rent', not_equals: '' })
  })

  it('keeps condition and formula, and leaves out members that a calculated number ignores', () => {
    const input = zoneToInput({ ...year, value: '5', readOnly: true, validation: { min: 1 } })
    expect(input).toMatchObject({ formula: year.formula, condition: year.condition })
    for (const member of ['value', 'read_only', 'validation']) expect(input).not.toHaveProperty(member)
    const record = {
      ...input,
      id: 3,
      placeholder: null,
      value: null,
      options: [],
      read_only: false,
      auto: false,
    }
    const back = zoneFromRecord({
      label: null,
      condition: null,
      formula: null,
      imported: false,
      validation: {},
      ...record,
      editable: false,
      layout: {},
    })
    expect([back.formula, back.condition]).toEqual([year.formula, year.condition])
  })
})

describe('a process', () => {
  it.each([
    ['an option that there is no more', { type: 'dropdown' as const, options: ['Basic', 'B'], value: 'A' }],
    ['a number below its limit', { value: '4', validation: { min: 5 } }],
    ['a date beside the day of signing', { type: 'date' as const, auto: true, value: '2026-12-01' }],
  ])('cannot be sent while a preset value is %s', (_case, members) => {
    const isRefused = (members: Partial<DraftZone>) =>
      sendFindings({ documents: [], signers: [] }, [zone('fee', 'Fee', members)], t, englishMessage).some(
        ({ message }) => message === '“Fee” on page 1 does not accept its preset value.',
      )
    expect([isRefused(members), isRefused({ ...members, value: '' })]).toEqual([true, false])
  })

  it('cannot be sent while a condition or formula is wrong', () => {
    expect(findZoneLogicErrors([rent, year, fee])).toEqual([])
    const findings = sendFindings({ documents: [], signers: [] }, [rent, year], t, englishMessage)
    expect(findings).toContainEqual({
      weight: 'stop',
      zones: ['year'],
      message: 'The formula of “Year” on page 1: No field of this signer has the label “Fee”.',
    })
  })

  it('names each problem for itself, also before the texts of errors are loaded', () => {
    const zones = [rent, year, { ...year, key: 'month', label: 'Month', formula: '{{Rent}} *' }]
    const isOfLogic = ({ message }: { message: string }) => message.includes('Later')
    const findings = sendFindings({ documents: [], signers: [] }, zones, t, () => 'Later').filter(isOfLogic)
    expect(findings.map((finding) => finding.zones)).toEqual([['year'], ['month']])
  })
})
