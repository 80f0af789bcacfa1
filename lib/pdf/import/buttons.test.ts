import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { withPage } from '../fixtures/render.ts'
import { importedFields, readFormFields } from './form-fields.ts'

interface Button {
  state: string
  rect?: string
  entries?: string
}

/** A radio field (object 19) whose buttons are the objects from 20 on. */
function getFile(buttons: Button[], group: string, objects: Record<number, string> = {}): Uint8Array {
  const kids = buttons.map((_, index) => `${20 + index} 0 R`).join(' ')
  const bodies = buttons.map(({ state, rect, entries = '' }, index) => [
    20 + index,
    `<< /Type /Annot /Subtype /Widget /Parent 19 0 R /Rect [${rect ?? `10 ${20 + 20 * index} 22 ${32 + 20 * index}`}]
      /AP << /N << /${state} 900 0 R /Off 900 0 R >> >> ${entries} >>`,
  ])
  return buildPdf({
    catalog: '/AcroForm << /Fields [19 0 R] >>',
    objects: {
      19: `<< /FT /Btn /T (group) /Kids [${kids}] ${group} >>`,
      ...Object.fromEntries(bodies),
      900: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${kids}] >>`,
      ...objects,
    },
  })
}

async function read(bytes: Uint8Array) {
  const pdf = await loadPdf(bytes)
  const { pages } = inspect(pdf)
  return {
    ...inEnglish(readFormFields(pdf, pages)),
    widgets: importedFields(pdf, pages).flatMap(({ widgets }) => widgets),
  }
}

const radio = '/Ff 32768'
const two: Button[] = [{ state: 'a' }, { state: 'b' }]

describe('a radio field is imported as pdf.js reads it', () => {
  test('with its buttons as options, and the selected one as value', async () => {
    const state = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/).filter((name) => name !== 'Off')
    const states = fc.uniqueArray(state, { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(states, fc.nat(6), fc.constantFrom(0, 1, 2, 3), async (names, choice, flags) => {
        const selected = names[choice]
        const group = `/Ff ${32768 + flags} ${selected ? `/V /${selected}` : '/V /Off'}`
        const buttons = names.map((name) => ({
          state: name,
          entries: `/AS /${name === selected ? name : 'Off'}`,
        }))
        const bytes = getFile(buttons, group)
        const { fields, problems, widgets } = await read(bytes)
        const annotations = await withPage(bytes, 1, (page) => page.getAnnotations())
        expect(annotations.every(({ radioButton }) => radioButton)).toBe(true)
        if (flags % 2 === 1 && !selected) {
          expect(problems).toMatchObject([{ text: 'group', message: expect.stringContaining('read-only') }])
          expect(widgets).toHaveLength(0)
          return
        }
        expect(fields).toMatchObject([{ type: 'radio', name: 'group', value: selected ?? null }])
        expect(fields[0]!.options).toEqual(annotations.map(({ buttonValue }) => buttonValue))
        const selectedButton = annotations.find(({ buttonValue, fieldValue }) => buttonValue === fieldValue)
        expect(fields[0]!.value).toBe(selectedButton?.buttonValue ?? null)
        expect(fields[0]).toMatchObject({
          readOnly: annotations[0]!.readOnly,
          required: annotations[0]!.required,
        })
        expect(widgets).toHaveLength(names.length)
      }),
      { numRuns: 40 },
    )
  })

  test('with a box around its buttons, which is on the page', async () => {
    const corner = fc.tuple(fc.integer({ min: -20, max: 390 }), fc.integer({ min: -20, max: 290 }))
    await fc.assert(
      fc.asyncProperty(fc.array(corner, { minLength: 2, maxLength: 5 }), async (corners) => {
        const buttons = corners.map(([x, y], index) => ({
          state: `s${index}`,
          rect: `${x} ${y} ${x + 12} ${y + 12}`,
        }))
        const visible = corners.filter(([x, y]) => x > -12 && x < 400 && y > -12 && y < 300)
        fc.pre(visible.length >= 2)
        const { fields } = await read(getFile(buttons, radio))
        const [{ x, y, width, height }] = fields as [(typeof fields)[number]]
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(400)
        expect(y + height).toBeLessThanOrEqual(300)
        for (const [left, bottom] of visible) {
          expect(x).toBeLessThanOrEqual(Math.max(0, left))
          expect(y).toBeLessThanOrEqual(Math.max(0, 300 - bottom - 12))
          expect(x + width).toBeGreaterThanOrEqual(Math.min(400, left + 12))
          expect(y + height).toBeGreaterThanOrEqual(Math.min(300, 300 - bottom))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the texts of a radio field', () => {
  test.each<[string, Button[], string, object]>([
    ['a tooltip in UTF-8', two, `${radio} /TU <EFBBBFC384>`, { label: 'Ä' }],
    ['a tooltip in UTF-16', two, `${radio} /TU <FEFF6F22>`, { label: '漢' }],
    ['an empty tooltip', two, `${radio} /TU ( )`, { label: 'group' }],
    ['a name in UTF-8', two, `${radio} /T <EFBBBFC384>`, { name: 'Ä', label: 'Ä' }],
    [
      'options in UTF-8',
      [{ state: '0' }, { state: '1' }],
      `${radio} /Opt [<EFBBBFC384> (b)] /V /0`,
      { options: ['Ä', 'b'], value: 'Ä' },
    ],
    [
      'options behind references',
      [{ state: '0' }, { state: '1' }],
      `${radio} /Opt [910 0 R (b)]`,
      { options: ['One', 'b'] },
    ],
    [
      'fewer options than buttons',
      [{ state: '0' }, { state: '1' }],
      `${radio} /Opt [(a)]`,
      { options: ['a', '1'] },
    ],
    [
      'options that are no texts',
      [{ state: '0' }, { state: '1' }],
      `${radio} /Opt [5 /B]`,
      { options: ['0', '1'] },
    ],
    [
      'an escaped state',
      [{ state: 'A#20b' }, { state: 'c' }],
      `${radio} /V /A#20b`,
      { options: ['A b', 'c'], value: 'A b' },
    ],
    ['a value that is a string', two, `${radio} /V (a)`, { value: null }],
    ['a value behind a reference', two, `${radio} /V 911 0 R`, { value: 'b' }],
  ])('%s', async (_, buttons, group, expected) => {
    const { fields } = await read(getFile(buttons, group, { 910: '(One)', 911: '/b' }))
    expect(fields).toMatchObject([{ type: 'radio', ...expected }])
  })

  test.each<[string, Button[], string]>([
    ['one button', [{ state: 'a' }], '1 options'],
    ['buttons of one state', [{ state: 'a' }, { state: 'a' }], '1 options'],
    ['buttons that are only off', [{ state: 'Off' }, { state: 'Off' }], '0 options'],
    [
      'more buttons than options are possible',
      Array.from({ length: 201 }, (_, index) => ({ state: `s${index}`, rect: '9 9 19 19' })),
      '201 options',
    ],
  ])('%s are a problem', async (_, buttons, message) => {
    const { fields, problems } = await read(getFile(buttons, radio))
    expect(fields).toEqual([])
    expect(problems[0]!.message).toContain(message)
  })
})

describe('the buttons of a radio field', () => {
  test('may have a type of their own, without the flag of radio buttons', async () => {
    const buttons = ['Yes', 'No'].map((state) => ({ state, entries: '/FT /Btn' }))
    const { fields, problems } = await read(getFile(buttons, `${radio} /V /No`))
    expect(problems).toEqual([])
    expect(fields).toMatchObject([{ name: 'group', options: ['Yes', 'No'], value: 'No' }])
  })

  test('may have names of their own', async () => {
    const buttons = ['a', 'b'].map((state) => ({ state, entries: `/T (${state})` }))
    const { fields } = await read(getFile(buttons, radio))
    expect(fields).toMatchObject([{ name: 'group', options: ['a', 'b'] }])
  })

  test('are each at their place, with their option, in the order of the page', async () => {
    const { fields } = await read(getFile(two, radio))
    const [{ x, y, layout }] = fields as [(typeof fields)[number]]
    const places = layout.widgets!.map(({ dx, dy, width, height, option }) => [
      x + dx,
      y + dy,
      width,
      height,
      option,
    ])
    expect(places).toEqual([
      [10, 268, 12, 12, 'a'],
      [10, 248, 12, 12, 'b'],
    ])
  })

  test('that are turned on the page stay turned', async () => {
    const { fields } = await read(
      getFile([{ state: 'a', entries: '/MK << /R 90 >>' }, { state: 'b' }], radio),
    )
    expect(fields[0]!.layout.rotation).toBe(90)
  })
})
