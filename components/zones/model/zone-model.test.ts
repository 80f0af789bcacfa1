import fc from 'fast-check'
import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { applyStep, newHistory } from '#components/zones/model/history.ts'
import { automaticDate, changeOptions, chosenDate } from '#components/zones/model/presets.ts'
import {
  type DraftZone,
  type Edge,
  getAccessibleName,
  keepOnPage,
  kinds,
  makeZone,
  onPage,
  resize,
  zoneFromRecord,
  zoneToInput,
} from '#components/zones/model/zone-model.ts'
import { sendFindings } from '#components/zones/send/send-checks.ts'
import { englishMessage } from '#lib/messages/english'
import { fieldTypes } from '#lib/pdf/zones'
import { findDefaultErrors } from '#lib/processes/fields/field-defaults'
import { FieldInput, type PlacedField } from '#lib/processes/fields/input'
import en from '#messages/en/dashboard.json'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'zones' })
const page = { width: 595, height: 842 }
const initial = { type: 'text' as const, documentId: 1, signerId: 9, page: 1 }
const zone = (key: string, change: Partial<DraftZone> = {}): DraftZone => ({
  ...makeZone(key, initial, { x: 200, y: 200 }, page),
  ...change,
})

const anyPage = fc.record({
  width: fc.integer({ min: 60, max: 3000 }),
  height: fc.integer({ min: 60, max: 3000 }),
})
const anyType = fc.constantFrom(...fieldTypes)
const anyDistance = fc.double({ min: -5000, max: 5000, noNaN: true })
const edges: Edge[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']

function expectInside(box: { x: number; y: number; width: number; height: number }, onPage: typeof page) {
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(onPage.width + 0.02)
  expect(box.y + box.height).toBeLessThanOrEqual(onPage.height + 0.02)
}

/** English messages stay as they are. */

describe('keeping a zone on its page', () => {
  it('keeps every new zone on its page, wherever it is dropped', () => {
    fc.assert(
      fc.property(anyPage, anyType, anyDistance, anyDistance, (onPage, type, x, y) => {
        expectInside(makeZone('a', { ...initial, type }, { x, y }, onPage), onPage)
      }),
    )
  })

  it('centres a new zone where it is dropped', () => {
    const newZone = makeZone('a', { ...initial, type: 'signature' }, { x: 300, y: 400 }, page)
    expect(newZone.x + newZone.width / 2).toBe(300)
    expect(newZone.y + newZone.height / 2).toBe(400)
  })

  it('does not shrink below the smallest size of its kind', () => {
    expect(keepOnPage(zone('a', { width: 1, height: 1 }), page)).toMatchObject({
      width: kinds.text.minWidth,
      height: kinds.text.minHeight,
    })
  })
})

describe('resizing', () => {
  it('stays on the page, above its smallest size, for every edge and distance', () => {
    fc.assert(
      fc.property(fc.constantFrom(...edges), anyType, anyDistance, anyDistance, (edge, type, dx, dy) => {
        const start = makeZone('a', { ...initial, type }, { x: 300, y: 400 }, page)
        const pulled = resize(start, edge, dx, dy, page)
        expectInside(pulled, page)
        expect(pulled.width).toBeGreaterThanOrEqual(kinds[type].minWidth)
        expect(pulled.height).toBeGreaterThanOrEqual(kinds[type].minHeight)
      }),
    )
  })

  it('leaves the opposite corner where it is', () => {
    const start = zone('a')
    const pulled = resize(start, 'nw', 30, 8, page)
    expect(pulled.x + pulled.width).toBeCloseTo(start.x + start.width)
    expect(pulled.y + pulled.height).toBeCloseTo(start.y + start.height)
    expect(pulled).toMatchObject({ x: start.x + 30, y: start.y + 8 })
  })
})

describe('a change of a field with a preset value', () => {
  const isAccepted = (zone: DraftZone) =>
    findDefaultErrors(FieldInput.parse(zoneToInput(zone)) as PlacedField).length === 0

  it('removes the value when it is no option any more', () => {
    const list = zone('a', { type: 'dropdown', options: ['A', 'B '], value: 'B' })
    expect(changeOptions(list, { options: ['Basic', 'B'] })).toEqual({ options: ['Basic', 'B'], value: 'B' })
    expect(changeOptions(list, { options: ['A'] })).toEqual({ options: ['A'], value: '' })
    expect(changeOptions(list, { options: ['A', ' '] })).toEqual({ options: ['A', ' '], value: '' })
    const editable = { ...list, editable: true, value: 'C' }
    expect(changeOptions(editable, { options: ['D'] })).toEqual({ options: ['D'], value: 'C' })
    expect(changeOptions(editable, { editable: false })).toEqual({ editable: false, value: '' })
  })

  it('keeps the line of the options that is the value while it is edited', () => {
    let list = zone('a', { type: 'radio', options: ['A', 'Best'], value: 'Best' })
    for (const line of ['Bes', 'Best', 'Best ', 'Best o', 'Best of']) {
      list = { ...list, ...changeOptions(list, { options: ['A', line] }) }
      expect(list.value).toBe(line.trim())
    }
    let amounts = zone('b', { type: 'radio', options: ['10', '100'], value: '100' })
    for (const line of ['10', '105']) {
      amounts = { ...amounts, ...changeOptions(amounts, { options: ['10', line] }) }
      expect(amounts.value).toBe('')
    }
    const unset = zone('a', { type: 'radio', options: ['A', ''] })
    expect(changeOptions(unset, { options: ['A', 'B'] })).toEqual({ options: ['A', 'B'], value: '' })
  })

  it('removes the value of a date that gets the day of signing', () => {
    const date = zone('a', { type: 'date', ...chosenDate, value: '2026-12-01', readOnly: true })
    expect(isAccepted(date)).toBe(true)
    expect(isAccepted({ ...date, ...automaticDate })).toBe(true)
    expect(isAccepted({ ...date, ...automaticDate, ...chosenDate })).toBe(true)
  })
})

describe('history', () => {
  it('undoes and redoes step by step', () => {
    const added = applyStep(newHistory([]), { type: 'add', zones: [zone('a')] })
    const historyAfterMove = applyStep(added, { type: 'change', changes: [{ key: 'a', x: 5 }] })
    const back = applyStep(historyAfterMove, { type: 'undo' })
    expect(back.zones[0]?.x).toBe(zone('a').x)
    expect(applyStep(back, { type: 'redo' }).zones[0]?.x).toBe(5)
    expect(applyStep(applyStep(back, { type: 'undo' }), { type: 'undo' }).zones).toEqual([])
  })

  it('undoes a series of small moves as one; a pause ends the series', () => {
    let history = newHistory([zone('a', { x: 10 })])
    for (const x of [11, 12, 13])
      history = applyStep(history, { type: 'change', changes: [{ key: 'a', x }], run: 'nudge' })
    history = applyStep(history, { type: 'endRun' })
    for (const x of [14, 15])
      history = applyStep(history, { type: 'change', changes: [{ key: 'a', x }], run: 'nudge' })
    history = applyStep(history, { type: 'undo' })
    expect(history.zones[0]?.x).toBe(13)
    expect(applyStep(history, { type: 'undo' }).zones[0]?.x).toBe(10)
  })

  it('drops undone steps after a new one', () => {
    const undone = applyStep(applyStep(newHistory([zone('a')]), { type: 'remove', keys: new Set('a') }), {
      type: 'undo',
    })
    const next = applyStep(undone, { type: 'add', zones: [zone('b')] })
    expect(applyStep(next, { type: 'redo' })).toBe(next)
  })
})

describe('the API input', () => {
  it('round-trips every field type', () => {
    for (const type of fieldTypes) {
      const newZone = makeZone('field-3', { ...initial, type }, { x: 100, y: 100 }, page)
      const input = zoneToInput({ ...newZone, label: ' Rent ', value: 'x', placeholder: 'y', readOnly: true })
      const record = {
        label: null,
        placeholder: null,
        value: null,
        options: [],
        read_only: false,
        auto: false,
        imported: false,
        validation: {},
        condition: null,
        formula: null,
        ...input,
        editable: false,
        layout: {},
        id: 3,
      }
      expect(zoneFromRecord(record)).toEqual({
        ...newZone,
        label: 'Rent',
        value: 'x',
        placeholder: 'y',
        readOnly: true,
      })
    }
  })

  it('leaves out empty members', () => {
    expect(Object.keys(zoneToInput(zone('a')))).toEqual(
      'document_id signer_id type page x y width height required'.split(' '),
    )
  })
})

describe('send checks', () => {
  const signer = { id: 9, name: 'Ada', role: 'signer' } as Parameters<
    typeof sendFindings
  >[0]['signers'][number]
  const documents = [
    { id: 1, order: 1, name: 'Lease', page_count: 2, status: 'uploaded' as const, deleted_at: null },
  ]

  it('stops a process that cannot be sent', () => {
    const messages = sendFindings(
      { documents: [], signers: [{ ...signer, role: 'cc' }] },
      [],
      t,
      englishMessage,
    ).map(({ message }) => message)
    expect(messages).toEqual(['Add a document.', 'Add a signer or approver.'])
    expect(
      sendFindings({ documents, signers: [{ ...signer, role: 'approver' }] }, [], t, englishMessage),
    ).toEqual([])
  })

  it('stops a process with fields whose document or signer was removed elsewhere', () => {
    const zones = [
      zone('kept', { type: 'signature' }),
      zone('on other', { documentId: 2 }),
      zone('of other', { signerId: 8, page: 2 }),
    ]
    expect(sendFindings({ documents, signers: [signer] }, zones, t, englishMessage)).toEqual([
      {
        weight: 'stop',
        message: 'The documents or signers of 2 fields were removed: “Text” on page 1, “Text” on page 2.',
        zones: ['on other', 'of other'],
      },
    ])
  })

  it('does not stop a process with a signer without a signature field', () => {
    expect(sendFindings({ documents, signers: [signer] }, [zone('a')], t, englishMessage)).toEqual([
      {
        weight: 'note',
        message:
          'Ada has no signature field. A signature page will be added at the end; a file that was already signed gets an invisible signature instead.',
      },
    ])
    const signed = zone('b', { type: 'signature' })
    expect(sendFindings({ documents, signers: [signer] }, [signed], t, englishMessage)).toEqual([])
  })

  it('reports the same problem of several fields or signers once', () => {
    const signers = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name, id) => ({ ...signer, id, name }))
    const zones = ['a', 'b'].map((key, index) =>
      zone(key, { type: 'radio', options: [], label: key, signerId: 1, y: 100 * index }),
    )
    expect(
      sendFindings({ documents, signers }, zones, t, englishMessage).map(({ message }) => message),
    ).toEqual([
      '2 fields need at least two options: “a” on page 1, “b” on page 1.',
      expect.stringMatching(
        /^6 signers have no signature field: Ada, Bo, Cy, Di and 2 more\. A signature page/,
      ),
    ])
  })

  it('names fields with the same label once, with their number', () => {
    const lists = [0, 1, 2].map((index) =>
      zone(`${index}`, { type: 'dropdown', options: [], y: 100 * index }),
    )
    expect(sendFindings({ documents, signers: [] }, lists, t, englishMessage)).toContainEqual({
      weight: 'stop',
      message: '3 fields have no options: 3 × “Drop-down” on page 1.',
      zones: ['0', '1', '2'],
    })
  })

  it('notes fields that cover each other, in one finding for all pages', () => {
    const covering = [zone('a'), zone('b', { x: 120 }), zone('apart', { y: 600 })]
    const overlapNotes = (zones: DraftZone[]) =>
      sendFindings({ documents, signers: [] }, zones, t, englishMessage).filter(
        ({ weight }) => weight === 'note',
      )
    expect(overlapNotes(covering)).toEqual([
      { weight: 'note', message: '2 fields on page 1 cover each other.', zones: ['a', 'b'] },
    ])
    const secondPage = ['c', 'd'].map((key) => zone(key, { page: 2 }))
    expect(overlapNotes([...covering, ...secondPage])[0]?.message).toBe(
      '4 fields cover each other, on the pages 1, 2.',
    )
    expect(overlapNotes([zone('a', { x: 0, width: 90 }), zone('b', { x: 90 })])).toEqual([])
  })

  it('names the fields with a preset value that they do not accept, also where only its input has the text', () => {
    const wrong = zone('wrong', { type: 'email', value: 'juergen' })
    const refused = zone('refused', { type: 'email', refusedPreset: 'juergen' })
    const calculated = zone('calculated', { type: 'number', formula: '1 + 1', refusedPreset: 'two' })
    const list = zone('list', { type: 'dropdown', options: ['A'], refusedPreset: 'a'.repeat(2001) })
    const found = (zones: DraftZone[]) =>
      sendFindings({ documents, signers: [signer] }, zones, t, englishMessage).flatMap(({ weight, zones }) =>
        weight === 'stop' ? (zones ?? []) : [],
      )
    expect(found([wrong, refused, calculated, list])).toEqual(['wrong', 'refused'])
    expect(found([{ ...list, editable: true }])).toEqual(['list'])
  })

  it('names the fields with invalid options or without text', () => {
    const single = zone('single', { type: 'radio', options: ['Yes', ' '] })
    const twice = zone('twice', { type: 'dropdown', options: ['A', 'A '] })
    const fixed = zone('fixed', { readOnly: true, label: 'Clause' })
    const found = sendFindings({ documents, signers: [signer] }, [single, twice, fixed], t, englishMessage)
    expect(found.filter(({ weight }) => weight === 'stop').flatMap(({ zones }) => zones)).toEqual([
      'single',
      'twice',
      'fixed',
    ])
  })

  it('accepts what an import makes: a list with one option, and buttons with places of their own', () => {
    const list = zone('list', { type: 'dropdown', options: ['Germany'] })
    const button = { page: 1, dx: 0, dy: 0, width: 10, height: 10, option: 'Yes' }
    const radio = zone('radio', { type: 'radio', options: ['Yes'], y: 400, layout: { widgets: [button] } })
    const found = sendFindings({ documents, signers: [signer] }, [list, radio], t, englishMessage)
    expect(found.filter(({ weight }) => weight === 'stop')).toEqual([])
  })
})

describe('the name of a zone', () => {
  it('has its text, signer and page', () => {
    expect(getAccessibleName(zone('a'), 'Ada', t)).toBe('Text, Ada, page 1, required')
    expect(getAccessibleName(zone('a', { label: 'Rent', value: '900', required: false }), 'Ada', t)).toBe(
      'Rent, 900, Ada, page 1',
    )
    const choice = makeZone(
      'b',
      { ...initial, type: 'radio', options: ['First', 'Second'] },
      { x: 200, y: 200 },
      page,
    )
    choice.options = ['First', '', ' Second', '']
    expect(getAccessibleName(choice, 'Ada', t)).toBe('Radio buttons, First, Second, Ada, page 1, required')
  })
})

describe('onPage', () => {
  it('takes the further places of the page along, and leaves those of other pages', () => {
    const zone = makeZone('a', { type: 'text', documentId: 1, signerId: 1, page: 1 }, { x: 50, y: 50 }, page)
    const place = (number: number) => ({ page: number, dx: 0, dy: 30, width: 20, height: 10 })
    const moved = onPage({ ...zone, layout: { widgets: [place(1), place(2)] } }, 3)
    expect(moved).toMatchObject({ page: 3, layout: { widgets: [{ page: 3 }, { page: 2 }] } })
    expect(onPage(zone, 3).layout).toEqual({})
  })
})
