import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { objectsAreStrict } from '../file/strict-objects.ts'
import { buildPdf, type FixturePage } from '../fixtures/build.ts'
import { withPage } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import type { Zone } from '../zones.ts'
import { FieldMaker, fieldName } from './fields.ts'
import { ensureAcroForm } from './form.ts'

/** A widget as pdf.js reads it. */
interface SeenWidget {
  fieldName: string
  fieldType: string
  fieldValue: unknown
  alternativeText?: string
  rect: [number, number, number, number]
  rotation?: number
  required: boolean
  readOnly: boolean
  multiLine?: boolean
  combo?: boolean
  exportValue?: string
  buttonValue?: string
  radioButton?: boolean
  options?: { exportValue: string; displayValue: string }[]
}

const base: Zone = {
  id: 'z',
  signer: 'p',
  type: 'text',
  page: 1,
  x: 20,
  y: 30,
  width: 120,
  height: 20,
  required: false,
}

/** Adds the zones to a page, each as a field of its own, and reads them with pdf.js. */
async function seenAfter(groups: Zone[][], page: FixturePage = { mediaBox: [0, 0, 400, 300] }) {
  await loadShaping(groups)
  const fileBefore = buildPdf({ pages: [page] })
  const pdf = await loadPdf(fileBefore)
  const [geometry] = inspect(pdf).pages
  const fonts = new FontBook(pdf)
  const maker = new FieldMaker(pdf, fonts, await ensureAcroForm(pdf, fonts, false), 'tag')
  const place = { ref: pdf.context.pages.getPages()[0]!, geometry: geometry! }
  for (const zones of groups) maker.value(zones, () => place)
  maker.write()
  fonts.embed()
  const fileAfter = withIncrement(fileBefore, incrementalUpdate(pdf, fileBefore))
  const { widgets, viewport } = await withPage(fileAfter, 1, async (shownPage) => {
    const list = (await shownPage.getAnnotations()) as SeenWidget[]
    return { widgets: list, viewport: shownPage.getViewport({ scale: 1 }) }
  })
  return { after: fileAfter, widgets, viewport, geometry: geometry! }
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    '/Name',
    '(',
    ')',
    '<<',
    '>>',
    '\\',
    '#20',
    '%',
    'a\nb',
    '\u0000',
    '𝒳',
    'Ä',
    '漢字',
    '\ufeff',
    'þÿ',
  ),
)
const text = anyText.filter((value) => value.isWellFormed() && !value.includes('\u001b'))

describe('the fields in the file, as another reader sees them', () => {
  test('texts: the value and the label, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), async (values) => {
        const zones = values.map(([value, label], index) => [{ ...base, id: `z${index}`, value, label }])
        const { widgets, after } = await seenAfter(zones)
        // pdf.js takes out zero characters, and takes carriage returns for line feeds.
        const normalizedText = (value: string) => value.replaceAll('\u0000', '').replace(/\r\n?/g, '\n')
        expect(widgets.map(({ fieldValue }) => normalizedText(String(fieldValue)))).toEqual(
          values.map(([value]) => normalizedText(value)),
        )
        expect(widgets.map(({ alternativeText }) => alternativeText)).toEqual(
          values.map(([, label]) => label),
        )
        expect(objectsAreStrict(after)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a list: its options in their order, and the chosen one', async () => {
    const options = fc.uniqueArray(text, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(options, fc.nat(5), async (texts, choice) => {
        const value = texts[choice % texts.length]!
        const { widgets } = await seenAfter([[{ ...base, type: 'dropdown', options: texts, value }]])
        expect(widgets).toMatchObject([{ fieldType: 'Ch', combo: true }])
        expect(widgets[0]!.options!.map(({ displayValue }) => displayValue)).toEqual(texts)
        expect(widgets[0]!.options!.map(({ exportValue }) => exportValue)).toEqual(texts)
        expect(widgets[0]!.fieldValue).toEqual([value])
      }),
      { numRuns: 40 },
    )
  })

  test('a group of buttons: a state for each, and one that is on', async () => {
    const values = fc.uniqueArray(fc.stringMatching(/^[\p{L}\p{N} /#()%<>-]{1,12}$/u), {
      minLength: 2,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(values, async (texts) => {
        fc.pre(
          texts.every((value) => !/^(true|false|on|off|yes|no|0|1)$/i.test(value.trim()) && value.trim()),
        )
        const zones = texts.map(
          (value, index): Zone => ({
            ...base,
            ...{
              id: `b${index}`,
              type: 'radio',
              group: 'g',
              value,
              x: 20 + 30 * index,
              width: 14,
              height: 14,
            },
          }),
        )
        const { widgets } = await seenAfter([zones])
        expect(widgets).toHaveLength(texts.length)
        // pdf.js gives the bytes of a name.
        const states = widgets.map(({ buttonValue }) => Buffer.from(buttonValue!, 'latin1').toString())
        expect(states).toEqual(texts)
        for (const widget of widgets) expect(widget).toMatchObject({ radioButton: true, fieldType: 'Btn' })
        expect(new Set(widgets.map((widget) => widget.fieldName)).size).toBe(texts.length)
      }),
      { numRuns: 40 },
    )
  })

  test('names are those of the zones, whatever their ids', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), text, async (ids, signer) => {
        const zones = ids.map((id) => [{ ...base, id, signer }])
        const { widgets } = await seenAfter(zones)
        expect(widgets.map((widget) => widget.fieldName)).toEqual(
          ids.map((zone) => fieldName({ tag: 'tag', role: 'text', signer, zone })),
        )
      }),
      { numRuns: 30 },
    )
  })

  test.each<[string, Partial<Zone>, Partial<SeenWidget>]>([
    ['a required field', { required: true }, { required: true, readOnly: false }],
    [
      'a read-only field',
      { readOnly: true, value: 'x' },
      { required: false, readOnly: true, fieldValue: 'x' },
    ],
    ['a field of several lines', { height: 40 }, { multiLine: true }],
    ['a field of one line', { height: 30 }, { multiLine: false }],
    ['a high field that is no text', { type: 'number', height: 60 }, { multiLine: false }],
    ['a ticked box', { type: 'checkbox', value: 'yes' }, { fieldValue: 'Yes', exportValue: 'Yes' }],
    ['an empty box', { type: 'checkbox', value: 'no' }, { fieldValue: 'Off', exportValue: 'Yes' }],
    ['initials, which the signature draws', { type: 'initials' }, { readOnly: true, fieldType: 'Tx' }],
    ['an empty list', { type: 'dropdown', options: ['a'] }, { fieldType: 'Ch', fieldValue: [] }],
  ])('%s', async (_, zone, expected) => {
    const { widgets } = await seenAfter([[{ ...base, ...zone }]])
    expect(widgets).toMatchObject([expected])
  })
})

describe('the rectangle of a field', () => {
  const page = fc.record({
    origin: fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 })),
    size: fc.tuple(fc.integer({ min: 100, max: 900 }), fc.integer({ min: 100, max: 900 })),
    rotate: fc.constantFrom(0, 90, 180, 270, -90, 450),
    userUnit: fc.constantFrom(1, 2, 0.5),
  })
  const share = fc.double({ min: 0.01, max: 0.9, noNaN: true })

  test('is displayed where its zone is, on any page, and it is turned with the page', async () => {
    await fc.assert(
      fc.asyncProperty(page, share, share, share, share, async (box, x, y, width, height) => {
        const [x0, y0] = box.origin
        const mediaBox = [x0, y0, x0 + box.size[0], y0 + box.size[1]]
        const options = { mediaBox, rotate: box.rotate, userUnit: box.userUnit }
        const { geometry } = await seenAfter([], options)
        const zone = {
          ...{ x: x * geometry.width, y: y * geometry.height },
          ...{ width: width * (1 - x) * geometry.width, height: height * (1 - y) * geometry.height },
        }
        const { widgets, viewport } = await seenAfter([[{ ...base, ...zone }]], options)
        const [seenField] = widgets
        const corners = [seenField!.rect.slice(0, 2), seenField!.rect.slice(2)].map(([left, bottom]) =>
          viewport.convertToViewportPoint(left!, bottom!),
        )
        const [left, top] = [0, 1].map((axis) => Math.min(corners[0]![axis]!, corners[1]![axis]!))
        const [right, bottom] = [0, 1].map((axis) => Math.max(corners[0]![axis]!, corners[1]![axis]!))
        expect(left).toBeCloseTo(zone.x, 1)
        expect(top).toBeCloseTo(zone.y, 1)
        expect(right).toBeCloseTo(zone.x + zone.width, 1)
        expect(bottom).toBeCloseTo(zone.y + zone.height, 1)
        expect(seenField!.rotation ?? 0).toBe(geometry.rotation)
      }),
      { numRuns: 50 },
    )
  })
})
