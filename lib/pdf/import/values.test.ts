import { PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { asDict, inspect, resolver } from '../check/inspect.ts'
import { drawAuthorFields } from '../fields/author-fields.ts'
import { readExactKeys, readExactName } from '../file/exact-names.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { seenFields } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { importedFields, readFormFields } from './form-fields.ts'

/* Which value a field has (ISO 32000-2, 12.7.4.2 and 12.7.5.2). */

/** A page whose widgets are the objects from 20 on; 90 is a drawing. */
function getFile(widgets: string[], { form = '', objects = {} as Record<number, string>, fields = '' } = {}) {
  const refs = widgets.map((_, index) => `${20 + index} 0 R`).join(' ')
  const box = (index: number) => `/Rect [10 ${260 - 20 * index} 22 ${272 - 20 * index}]`
  return buildPdf({
    catalog: `/AcroForm << /Fields [${fields || refs}] ${form} >>`,
    objects: {
      ...Object.fromEntries(
        widgets.map((entries, index) => [
          20 + index,
          `<< /Type /Annot /Subtype /Widget ${box(index)} ${entries} >>`,
        ]),
      ),
      90: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      ...objects,
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${refs}] >>`,
    },
  })
}

async function read(...input: Parameters<typeof getFile>) {
  const pdf = await loadPdf(getFile(...input))
  return inEnglish(readFormFields(pdf, inspect(pdf).pages))
}

const states = (state: string) => `/AP << /N << /${state} 90 0 R /Off 90 0 R >> >>`

describe('several dictionaries of one name', () => {
  const values = fc.array(fc.constantFrom('Ada', 'Bob', '', null), { minLength: 2, maxLength: 4 })

  test('are one text with the only value that they have, else texts with their own', async () => {
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const widgets = given.map((value) => `/FT /Tx /T (a) ${value === null ? '' : `/V (${value})`}`)
        const { fields, problems } = await read(widgets)
        const distinct = [...new Set(given.filter(Boolean))]
        const shown = given.map((value) => value || null)
        expect(fields.map(({ value }) => value)).toEqual(distinct.length > 1 ? shown : [distinct[0] ?? null])
        expect(problems).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['(Ada)', '(Ada )', 'Ada'],
    ['( )', '(Ada)', 'Ada'],
    ['(A\\rB)', '(A\\nB)', 'A\nB'],
    ['(A\\r\\nB)', '<FEFF0041000B0042>', 'A\nB'],
  ])('are one text where these are imported as the same: %s, %s', async (first, second, value) => {
    const { fields } = await read([first, second].map((given) => `/FT /Tx /T (a) /V ${given}`))
    expect(fields).toMatchObject([{ value, layout: { widgets: [{ page: 1 }] } }])
  })

  test.each([
    ['/FT /Tx /T (a)', '/Parent 30 0 R', [1, 0], []],
    ['/FT /Tx /T (a)', '/FT /Tx /T (a) /V (Ada)', [0, 0], ['A hidden field is not imported.']],
    // A password is not imported.
    ['/FT /Tx /T (a) /Ff 8192', '/Parent 30 0 R', [0], ['A hidden field is not imported.']],
  ])('that differ: the hidden widget of %s is its own: %s', async (entries, hidden, unseen, problems) => {
    const file = getFile(['/Parent 30 0 R', `${hidden} /F 2`, '/FT /Tx /T (a) /V (Bob)'], {
      fields: '30 0 R 21 0 R 22 0 R',
      objects: {
        30: `<< ${entries} /V (Ada) /Kids [20 0 R ${hidden.includes('Parent') ? '21 0 R' : ''}] >>`,
      },
    })
    const pdf = await loadPdf(file)
    const { pages } = inspect(pdf)
    expect(importedFields(pdf, pages).map((field) => field.unseen.length)).toEqual(unseen)
    const messages = inEnglish(readFormFields(pdf, pages)).problems.map(({ message }) => message)
    expect(messages.filter((message) => message.includes('hidden'))).toEqual(problems)
  })

  test('are one check box where they agree, else boxes that are each ticked as shown', async () => {
    const tick = fc.constantFrom('Yes', 'Off', null)
    await fc.assert(
      fc.asyncProperty(fc.array(tick, { minLength: 2, maxLength: 4 }), async (given) => {
        const widgets = given.map(
          (value) => `/FT /Btn /T (a) ${states('Yes')} ${value ? `/V /${value}` : ''} /AS /${value ?? 'Off'}`,
        )
        const { fields } = await read(widgets)
        const isTicked = (value: string | null) => (value === 'Yes' ? 'true' : null)
        const differ = given.includes('Yes') && given.includes('Off')
        expect(fields.map(({ value }) => value)).toEqual(
          differ ? given.map(isTicked) : [isTicked(given.includes('Yes') ? 'Yes' : null)],
        )
      }),
      { numRuns: 40 },
    )
  })

  test('are one choice where one of several states is selected', async () => {
    const widgets = ['A', 'B', 'C'].map(
      (state) => `/FT /Btn /T (a) ${states(state)} /V /${state === 'B' ? 'B' : 'Off'}`,
    )
    expect((await read(widgets)).fields).toMatchObject([
      { type: 'radio', options: ['A', 'B', 'C'], value: 'B' },
    ])
  })

  test('are radio fields of their own where another button is selected in each', async () => {
    const group = (value: string, kids: string) =>
      `<< /FT /Btn /Ff 32768 /T (a) /V /${value} /Kids [${kids}] >>`
    const button = (state: string, parent: number) => `${states(state)} /Parent ${parent} 0 R`
    const { fields } = await read([button('A', 30), button('B', 30), button('A', 31), button('B', 31)], {
      objects: { 30: group('A', '20 0 R 21 0 R'), 31: group('B', '22 0 R 23 0 R') },
      fields: '30 0 R 31 0 R',
    })
    expect(fields).toMatchObject([
      { options: ['A', 'B'], value: 'A' },
      { options: ['A', 'B'], value: 'B' },
    ])
  })

  test('with different values are in no formula', async () => {
    const script = 'AFSimple_Calculate("SUM", new Array("a"))'
    const { fields, problems } = await read([
      '/FT /Tx /T (a) /V (1)',
      '/FT /Tx /T (a) /V (2)',
      `/FT /Tx /T (total) /AA << /C << /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >> >>`,
    ])
    expect(fields.map(({ value, formula }) => value ?? formula)).toEqual(['1', '2', null])
    expect(problems).toMatchObject([
      { text: 'total', message: expect.stringContaining('calculation of the field is not kept') },
    ])
  })
})

describe('radio fields below a group that says that they are', () => {
  test('are fields of their own, as pdf.js reads them', async () => {
    const group = fc.record({
      inherited: fc.boolean(),
      depth: fc.integer({ min: 1, max: 3 }),
      selected: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 3 }), async (groups) => {
        const type = '/FT /Btn /Ff 49152'
        const objects: Record<number, string> = {}
        const widgets = groups.flatMap(({ inherited, depth, selected }, index) => {
          const [top, end] = [100 + 10 * index, 100 + 10 * index + depth]
          for (let number = top; number < end; number++)
            objects[number] =
              `<< /T (g${number}) ${number === top ? type : `/Parent ${number - 1} 0 R`} /Kids [${number + 1} 0 R] >>`
          objects[end] =
            `<< /T (q) /Parent ${end - 1} 0 R ${inherited ? '' : type} /V /s${selected} /Kids [${20 + 2 * index} 0 R ${21 + 2 * index} 0 R] >>`
          return [0, 1].map(
            (state) =>
              `/Parent ${end} 0 R ${states(`s${state}`)} /AS /${state === selected ? `s${state}` : 'Off'}`,
          )
        })
        const fieldRefs = groups.map((_, index) => `${100 + 10 * index} 0 R`).join(' ')
        const file = getFile(widgets, { objects, fields: fieldRefs })
        const pdf = await loadPdf(file)
        const { fields } = readFormFields(pdf, inspect(pdf).pages)
        const seen = await seenFields(file, 1)
        expect(fields.map(({ name }) => name)).toEqual([...new Set(seen.map(({ name }) => name))])
        expect(fields.map(({ value }) => value)).toEqual(
          groups.map(({ selected }) => (selected < 2 ? `s${selected}` : null)),
        )
      }),
      { numRuns: 40 },
    )
  })
})

describe('where appearances are older than values (table 224)', () => {
  test('a check box is ticked by its value, as the drawing of the file as it is', async () => {
    const name = fc.constantFrom('Yes', 'Other', 'Off', null)
    await fc.assert(
      fc.asyncProperty(name, name, fc.boolean(), async (value, shown, isOld) => {
        const widget = `/FT /Btn /T (a) ${states('Yes')} ${value ? `/V /${value}` : ''} ${shown ? `/AS /${shown}` : ''}`
        const file = getFile([widget], { form: isOld ? '/NeedAppearances true' : '' })
        const pdf = await loadPdf(file)
        const [field] = readFormFields(pdf, inspect(pdf).pages).fields
        const fonts = new FontBook(pdf)
        const catalog = pdf.context.catalog.getDict()
        await drawAuthorFields(pdf, fonts, asDict(catalog.get('AcroForm', resolver(pdf)))!)
        const drawn = asDict(pdf.context.resolve(PdfRef.of(20, 0)))!.getName('AS')?.value
        if (isOld && value) expect(field!.value).toBe(value === 'Yes' ? 'true' : null)
        if (isOld && value) expect(drawn ?? 'Off').toBe(value === 'Yes' ? 'Yes' : 'Off')
        if (!isOld && shown) expect(field!.value).toBe(shown === 'Off' ? null : 'true')
      }),
      { numRuns: 60 },
    )
  })

  test('a check box without an appearance is drawn by its value', async () => {
    const file = getFile(['/FT /Btn /T (a) /V /Yes /AS /Off'], { form: '/NeedAppearances true' })
    const pdf = await loadPdf(file)
    const catalog = pdf.context.catalog.getDict()
    await drawAuthorFields(pdf, new FontBook(pdf), asDict(catalog.get('AcroForm', resolver(pdf)))!)
    expect(asDict(pdf.context.resolve(PdfRef.of(20, 0)))!.getName('AS')!.value).toBe('Yes')
    expect(readFormFields(pdf, inspect(pdf).pages).fields).toMatchObject([{ value: 'true' }])
  })
})

test('radio buttons of one state are a problem where they exclude each other (table 229)', async () => {
  const group = (flags: number, kids: string) => `<< /FT /Btn /T (a) /Ff ${flags} /V /A /Kids [${kids}] >>`
  const button = (state: string, field: number) => `${states(state)} /Parent ${field} 0 R`
  const readGroup = (flags: number) =>
    read(
      ['A', 'A', 'B'].map((state) => button(state, 30)),
      {
        objects: { 30: group(flags, '20 0 R 21 0 R 22 0 R') },
        fields: '30 0 R',
      },
    )
  const message = 'The buttons with the text “A” are selected together.'
  expect((await readGroup(1 << 15)).problems).toMatchObject([{ text: 'a', message }])
  expect((await readGroup((1 << 15) | (1 << 25))).problems).toEqual([])
  const twoPages = await read([button('A', 30), button('B', 30), button('A', 31), button('B', 31)], {
    objects: { 30: group(1 << 15, '20 0 R 21 0 R'), 31: group(1 << 15, '22 0 R 23 0 R') },
    fields: '30 0 R 31 0 R',
  })
  expect(twoPages).toMatchObject({ fields: [{ value: 'A' }], problems: [] })
})

describe('a value that is none of the options is a problem', () => {
  const list = '/FT /Ch /T (a) /Opt [(Germany) (France)]'
  test.each([
    ['a list', `${list} /Ff 131072 /V (Austria)`, 'Austria'],
    ['a list with a list of values', `${list} /V [(Austria)]`, 'Austria'],
    ['a list whose option it is', `${list} /V (France)`, null],
    ['a list that may be edited', `${list} /Ff 393216 /V (Austria)`, null],
    ['a list without a value', `${list} /V ()`, null],
  ])('%s', async (_, entries, value) => {
    const messages = (await read([entries])).problems.map(({ message }) => message)
    const expected = value ? [`The value “${value}” is none of the options: it is not kept.`] : []
    expect(messages).toEqual(expected)
  })

  test.each([
    ['/V /Other', ['The value “Other” is none of the options: it is not kept.']],
    ['/V /Off', []],
    ['', []],
  ])('radio buttons with %j', async (value, messages) => {
    const { problems } = await read(
      ['A', 'B'].map((state) => `${states(state)} /Parent 30 0 R`),
      {
        objects: { 30: `<< /FT /Btn /T (a) /Ff 32768 ${value} /Kids [20 0 R 21 0 R] >>` },
        fields: '30 0 R',
      },
    )
    expect(problems.map(({ message }) => message)).toEqual(messages)
  })
})

test('a tooltip is that of the widget or its field, and of no group above (table 226)', async () => {
  const tooltip = fc.constantFrom('Widget', 'Field', 'Group', null)
  await fc.assert(
    fc.asyncProperty(tooltip, tooltip, tooltip, async (ofWidget, ofField, ofGroup) => {
      const entry = (text: string | null) => (text ? `/TU (${text})` : '')
      const { fields } = await read([`${entry(ofWidget)} /Parent 31 0 R`], {
        objects: {
          30: `<< /FT /Tx /T (address) ${entry(ofGroup)} /Kids [31 0 R] >>`,
          31: `<< /T (city) ${entry(ofField)} /Parent 30 0 R /Kids [20 0 R] >>`,
        },
        fields: '30 0 R',
      })
      expect(fields).toMatchObject([{ label: ofWidget ?? ofField ?? 'address.city' }])
    }),
    { numRuns: 30 },
  )
})

test('states are names of bytes, which need not be UTF-8 (7.3.5)', async () => {
  const names = [
    { syntax: 'J#e4', text: 'Jä' },
    { syntax: 'J\xf6', text: 'Jö' },
    { syntax: 'J#C3#BC', text: 'Jü' },
    { syntax: 'Nein', text: 'Nein' },
  ]
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 2 }), fc.nat(3), async (chosen, choice) => {
      const selected = chosen[choice % chosen.length]!
      const kids = chosen.map((_, index) => `${20 + index} 0 R`).join(' ')
      const buttons = chosen.map(({ syntax }) => `${states(syntax)} /Parent 30 0 R /AS /Off`)
      const file = getFile(buttons, {
        form: '/NeedAppearances true',
        objects: { 30: `<< /FT /Btn /Ff 32768 /T (a) /V /${selected.syntax} /Kids [${kids}] >>` },
        fields: '30 0 R',
      })
      const pdf = await loadPdf(file)
      const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
      expect(fields).toMatchObject([{ options: chosen.map(({ text }) => text), value: selected.text }])
      expect(problems).toEqual([])
      const catalog = pdf.context.catalog.getDict()
      await drawAuthorFields(pdf, new FontBook(pdf), asDict(catalog.get('AcroForm', resolver(pdf)))!)
      const after = await loadPdf(withIncrement(file, incrementalUpdate(pdf, file)))
      for (const [index, name] of chosen.entries()) {
        const widget = asDict(after.context.resolve(PdfRef.of(20 + index, 0)))!
        const shown = readExactName(after, widget, 'AS')!
        expect(shown.value !== 'Off').toBe(name === selected)
        expect(readExactKeys(after, widget, ['AP', 'N'])).toContain(shown)
      }
    }),
    { numRuns: 60 },
  )
})
