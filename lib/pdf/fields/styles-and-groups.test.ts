import {
  PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  type PdfStream,
  PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { decodeStream, dict, textString } from '../file/objects.ts'
import { buildPdf } from '../fixtures/build.ts'
import { seenFields, withPage } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { alignments, type Zone } from '../zones.ts'
import { stateName } from './buttons.ts'
import { readChoices, shownChoice } from './choices.ts'
import { widgetBox } from './field-box.ts'
import { FieldMaker, topFields } from './fields.ts'
import { ensureAcroForm } from './form.ts'
import { defaultAppearance, readStyle } from './text-style.ts'

const zone = (more: Partial<Zone> = {}): Zone => ({
  ...{ id: 'z', signer: 'p', type: 'text', page: 1, x: 20, y: 30, width: 120, height: 20, required: false },
  ...more,
})

interface PageKind {
  userUnit?: number
  pageCount?: number
  catalog?: string
  objects?: Record<number, string>
}

/** A file to which `make` has added fields to its pages, read again. */
async function made(
  make: (maker: FieldMaker, pages: Parameters<FieldMaker['certification']>[0][]) => void,
  { userUnit = 1, pageCount = 1, catalog, objects }: PageKind = {},
) {
  const pages = Array.from({ length: pageCount }, () => ({ mediaBox: [0, 0, 400, 300], userUnit }))
  const bytes = buildPdf({ pages, catalog, objects })
  const pdf = await loadPdf(bytes)
  const { pages: geometries } = inspect(pdf)
  const fonts = new FontBook(pdf)
  const maker = new FieldMaker(pdf, fonts, await ensureAcroForm(pdf, fonts, false), 'tag')
  const refs = pdf.context.pages.getPages()
  make(
    maker,
    geometries.map((geometry, index) => ({ ref: refs[index]!, geometry })),
  )
  maker.write()
  fonts.embed()
  const after = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  return { after, pdf: await PDF.load(after, { lenient: false }) }
}

const add = (...zones: Zone[]) =>
  ((maker, [page]) => {
    for (const item of zones) maker.value([item], () => page!)
  }) satisfies Parameters<typeof made>[0]

describe('the style of a text', () => {
  const style = fc.record(
    {
      align: fc.constantFrom(...alignments),
      cells: fc.integer({ min: 1, max: 60 }),
      largest: fc.integer({ min: 1, max: 144 }),
      colour: fc.tuple(
        ...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 1000 }).map((part) => part / 1000)),
      ) as fc.Arbitrary<[number, number, number]>,
    },
    { requiredKeys: [] },
  )

  test('is read from the file as the zone has it, on a page of any unit', async () => {
    await fc.assert(
      fc.asyncProperty(style, fc.constantFrom(1, 2, 4, 0.5, 72, 2500), async (wanted, userUnit) => {
        const { pdf } = await made(add(zone({ ...wanted, value: 'ab' })), { userUnit })
        const widget = topFields(pdf)[0]!.dict
        const found = readStyle(pdf, widget, widgetBox(pdf, widget))
        const { largest, colour, ...rest } = wanted
        expect(found).toMatchObject(rest)
        // /DA has five decimals.
        expect(Math.abs((found.largest ?? 0) - (largest ?? 0))).toBeLessThan(0.005 + userUnit * 5e-6)
        for (const [index, part] of (colour ?? [0, 0, 0]).entries())
          expect(found.colour![index]).toBeCloseTo(part, 3)
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    [{}, '/Helv 0 Tf 0 g'],
    [{ largest: 9 }, '/Helv 9 Tf 0 g'],
    [{ largest: 9, colour: [1, 0, 0.12345] }, '/Helv 9 Tf 1 0 0.123 rg'],
    [{ largest: 1 / 3 }, '/Helv 0.333 Tf 0 g'],
  ] as const)('%j is %s', (wanted, expected) => {
    const box = { width: 1, height: 1, rotation: 0, userUnit: 1 } as const
    expect(defaultAppearance(wanted, box)).toBe(expected)
  })

  test('of another program is read as far as it is known', async () => {
    const read = async (entries: string) => {
      const pdf = await loadPdf(buildPdf({ objects: { 20: `<< /Rect [0 0 9 9] ${entries} >>` } }))
      const widget = pdf.context.resolve(PdfRef.of(20, 0)) as PdfDict
      return readStyle(pdf, widget, widgetBox(pdf, widget))
    }
    expect(await read('')).toEqual({})
    expect(await read('/Q 1 /Ff 16777216 /MaxLen 5')).toEqual({ align: 'center', cells: 5 })
    expect(await read('/Q 9 /MaxLen 5')).toEqual({})
    expect(await read('/Q (1) /DA 5 /Ff /x')).toEqual({})
    expect(await read('/DA (/Helv -5 Tf)')).toEqual({})
  })
})

describe('flags as pdf.js reads them', () => {
  const kinds: [string, Partial<Zone>, object][] = [
    ['a text', { value: 'x' }, { fieldType: 'Tx', multiLine: false, comb: false }],
    ['a tall text', { height: 80 }, { multiLine: true, comb: false }],
    ['cells', { cells: 4, height: 80 }, { multiLine: false, comb: true, maxLen: 4 }],
    ['a date', { type: 'date', height: 80 }, { fieldType: 'Tx', multiLine: false }],
    ['a list', { type: 'dropdown', options: ['a'] }, { fieldType: 'Ch', combo: true }],
    ['a list with own texts', { type: 'dropdown', options: ['a'], editable: true }, { combo: true }],
    ['a check box', { type: 'checkbox' }, { fieldType: 'Btn', checkBox: true, radioButton: false }],
    ['options', { type: 'radio', options: ['a', 'b'] }, { fieldType: 'Btn', radioButton: true }],
  ]
  test.each(kinds)('%s, required or not, read-only or not', async (_, more, expected) => {
    for (const required of [false, true])
      for (const readOnly of [false, true]) {
        const { after } = await made(add(zone({ ...more, required, readOnly })))
        const [widget] = await withPage(after, 1, (page) => page.getAnnotations())
        expect(widget).toMatchObject({ ...expected, required, readOnly })
        expect(widget.hidden ?? false).toBe(false)
      }
  })

  test('signatures and initials cannot be typed over', async () => {
    const { after } = await made((maker, [page]) => {
      maker.signature(zone({ id: 's', type: 'signature' }), page!, [])
      maker.value([zone({ id: 'i', type: 'initials', y: 90 })], () => page!)
    })
    const widgets = await withPage(after, 1, (page) => page.getAnnotations())
    expect(widgets.map(({ fieldType, readOnly }) => [fieldType, readOnly])).toEqual([
      ['Sig', false],
      ['Tx', true],
    ])
  })
})

describe('options in one zone', () => {
  const option = fc.constantFrom('I accept', 'Yes', 'no', 'Off', 'true', '1', 'Größe ✓', '中文')

  test('have their texts, and that of a preset is chosen, however many they are', async () => {
    const options = fc.uniqueArray(option, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(options, fc.nat(3), async (texts, index) => {
        const value = texts[index]
        const { pdf } = await made(add(zone({ type: 'radio', options: texts, ...(value && { value }) })))
        const widget = topFields(pdf)[0]!.dict
        const states = (widget.getDict('AP') as PdfDict).getDict('N') as PdfDict
        expect([...states.keys()].map((name) => name.value)).toEqual([...texts.map(stateName), 'Off'])
        expect(widget.getName('V')!.value).toBe(value ? stateName(value) : 'Off')
        expect(widget.getName('AS')!.value).toBe(value ? stateName(value) : 'Off')
        for (const state of states.keys()) {
          const stream = pdf.context.resolve(states.get(state) as PdfRef) as PdfStream
          const content = Buffer.from(decodeStream(stream)).toString('latin1')
          expect(content.match(/T[jJ]/g)!.length).toBeGreaterThanOrEqual(texts.length)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('buttons of a group', () => {
  const button = (id: string, more: Partial<Zone> = {}) =>
    zone({ id, type: 'radio', group: 'g', value: id, width: 12, height: 12, x: 20 + 20 * id.length, ...more })

  test('may be on several pages, and are one field there', async () => {
    const { after, pdf } = await made(
      (maker, pages) => {
        maker.value(
          [button('a'), button('bb', { page: 2 }), button('ccc', { page: 3 })],
          ({ page }) => pages[page - 1]!,
        )
      },
      { pageCount: 3 },
    )
    const seen = (await Promise.all([1, 2, 3].map((number) => seenFields(after, number)))).flat()
    expect(seen.map(({ exportValue }) => exportValue)).toEqual(['a', 'bb', 'ccc'])
    const group = topFields(pdf)
    expect(group).toHaveLength(1)
    // Each is a kid with a name of its own below that of the group.
    expect(new Set(seen.map(({ name }) => name)).size).toBe(3)
    expect(seen.every(({ name }) => name.startsWith(`${group[0]!.name}.`))).toBe(true)
  })

  test.each([
    ['none is required', [{}, {}], false, false],
    ['one is required', [{}, { required: true }], true, false],
    ['one is read-only', [{ readOnly: true }, {}], false, true],
  ])('where %s', async (_, more, required, readOnly) => {
    const { after } = await made((maker, [page]) => {
      maker.value([button('a', more[0]), button('bb', more[1])], () => page!)
    })
    const seen = await seenFields(after, 1)
    expect(seen.map((field) => [field.required, field.readOnly])).toEqual([
      [required, readOnly],
      [required, readOnly],
    ])
  })

  test.each([
    ['its own value', { value: 'X1', options: ['One'] }, 'X1'],
    ['its option where the value only says that it is on', { value: 'true', options: ['One'] }, 'One'],
    ['its id without both', { value: undefined }, 'a'],
    ['an option that is the name of the other state', { value: 'Off' }, 'a'],
    ['letters of another script', { value: undefined, options: ['Да'] }, 'Да'],
    ['signs of the syntax', { value: undefined, options: ['a/b (c) #20 [d]'] }, 'a/b (c) #20 [d]'],
  ])('the state of a button is %s', async (_, more, state) => {
    const { after } = await made((maker, [page]) => {
      maker.value([button('a', more), button('bb')], () => page!)
    })
    // Names are UTF-8 (7.3.5), which pdf.js gives byte by byte.
    const [seen] = await seenFields(after, 1)
    expect(Buffer.from(seen!.exportValue!, 'latin1').toString()).toBe(state)
  })

  test('no zones make no field', async () => {
    const { after, pdf } = await made((maker, [page]) => {
      expect(maker.value([], () => page!)).toEqual([])
    })
    expect(topFields(pdf)).toEqual([])
    expect(await seenFields(after, 1)).toEqual([])
  })
})

describe('beside the fields of the author', () => {
  test.each([
    ['of one name', '/T (paraph-tag-text-p-z)'],
    ['that names fonts as ours', '/T (a) /DA (/Helv 40 Tf 1 0 0 rg)'],
    ['without a name', ''],
  ])('a field %s stays, and ours is apart', async (_, entries) => {
    const { after } = await made(add(zone({ value: 'ours' })), {
      catalog: '/AcroForm << /Fields [20 0 R] /DR << /Font << /Helv 3 0 R >> >> >>',
      objects: {
        20: `<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [200 200 300 220] /V (theirs) ${entries} >>`,
        1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
      },
    })
    const seen = await seenFields(after, 1)
    expect(seen.map(({ value }) => value)).toEqual(['theirs', 'ours'])
  })
})

describe('readChoices', () => {
  const none = () => null
  const string = (text: string) => textString(text)

  test('gives the pairs that were written, in their order, whatever their texts', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
      .filter((sample) => sample.isWellFormed() && !/\p{Cc}/u.test(sample))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.option(text)), { maxLength: 10 }), (pairs) => {
        const options = new PdfArray(
          pairs.map(([exported, shown]) =>
            shown === null ? string(exported) : PdfArray.of(string(exported), string(shown)),
          ),
        )
        const choices = readChoices(options, none)
        expect(choices).toEqual(pairs.map(([exported, shown]) => ({ exported, text: shown ?? exported })))
        for (const { exported } of choices) {
          const first = choices.find((choice) => choice.exported === exported)!
          expect(shownChoice(exported, choices)).toBe(first.text)
        }
      }),
    )
  })

  test.each<[string, PdfObject | undefined]>([
    ['nothing', undefined],
    ['a name', PdfName.of('a')],
    ['a text', string('a')],
    ['a dictionary', dict({ a: 1 })],
    ['an empty list', new PdfArray()],
    ['other things', PdfArray.of(PdfNumber.of(1), PdfName.of('a'), new PdfArray(), dict({}))],
    ['a missing object', PdfArray.of(PdfRef.of(7, 0))],
    ['an empty text', PdfArray.of(PdfString.fromString(''))],
    ['a pair with an empty text', PdfArray.of(PdfArray.of(string('a'), PdfString.fromString('')))],
    ['a pair of numbers', PdfArray.of(PdfArray.of(PdfNumber.of(1), PdfNumber.of(2)))],
  ])('has no choices in %s', (_, options) => {
    expect(readChoices(options, none)).toEqual([])
  })

  test('a value that is no choice is shown as it is', () => {
    expect(shownChoice('x', [{ exported: 'a', text: 'A' }])).toBe('x')
    expect(shownChoice('A', [{ exported: 'a', text: 'A' }])).toBe('A')
  })
})
