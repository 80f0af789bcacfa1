import { PDF, PdfRef, type PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict, resolver } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { type Painting, paint } from '../fixtures/render.ts'
import { type Rect, type Rotation, readPageGeometry, rectToZone } from '../geometry.ts'
import { readDrawnText } from '../import/page-text.ts'
import { FontBook } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import { frameColours } from './author-style.ts'
import { ensureAcroForm } from './form.ts'

interface Place {
  rotate?: Rotation
  userUnit?: number
  box?: readonly [number, number, number, number]
  /** Whether the widget has a /P. */
  namesPage?: boolean
  /** /NeedAppearances */
  areOld?: boolean
}

const rect: Rect = [40, 60, 140, 90]

/** The page after the author's only widget, which has no appearance or an old one, was drawn. */
async function draw(
  entries: string,
  { rotate = 0, userUnit = 1, box = [0, 0, 200, 150], namesPage = true, areOld = true }: Place = {},
  objects: Record<number, string> = {},
) {
  const bytes = buildPdf({
    catalog: `/AcroForm << /NeedAppearances ${areOld} /Fields [20 0 R] >>`,
    objects: {
      ...objects,
      20: `<< /Type /Annot /Subtype /Widget /F 4 ${namesPage ? '/P 1001 0 R' : ''} /T (a) ${entries.includes('/Rect') ? '' : `/Rect [${rect.join(' ')}]`} ${entries} >>`,
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(' ')}] /Rotate ${rotate} /UserUnit ${userUnit} /Annots [20 0 R] >>`,
    },
  })
  const pdf = await PDF.load(bytes)
  const fonts = new FontBook(pdf)
  await ensureAcroForm(pdf, fonts, false)
  fonts.embed()
  pdf.fonts.finalize(true)
  const after = withIncrement(bytes, incrementalUpdate(pdf, bytes))
  const reloaded = await PDF.load(after, { lenient: false })
  const resolve = resolver(reloaded)
  const field = asDict(resolve(PdfRef.of(20, 0)))!
  const normal = asDict(field.get('AP', resolve))?.get('N', resolve) as PdfStream | undefined
  const content = normal?.type === 'stream' ? Buffer.from(normal.getDecodedData()).toString('latin1') : ''
  const zone = rectToZone(readPageGeometry(1, { mediaBox: box, rotate, userUnit }), rect)
  return { after, field, content, zone, resolve }
}

/** Whether the pixel at this part of the zone has a colour other than white. */
const isInked = (painting: Painting, x: number, y: number) =>
  painting.colourAt(Math.round(x), Math.round(y)).some((value) => value < 240)

beforeAll(() => loadShaping('ערב'))

test('a value that is a text stream is drawn in place of its old appearance', async () => {
  const objects = { 40: stream('Lease'), 41: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 100 30]') }
  const shown = await draw('/FT /Tx /V 40 0 R /AP << /N 41 0 R >>', {}, objects)
  const asString = await draw('/FT /Tx /V (Lease) /AP << /N 41 0 R >>', {}, objects)
  expect(shown.content).toContain('Tj')
  expect(shown.content).toBe(asString.content)
})

describe('a widget whose appearances are not older than its value', () => {
  const form = stream('', '/Type /XObject /Subtype /Form /BBox [0 0 100 30]')
  const drawn = (entries: string) => draw(entries, { areOld: false }, { 41: form })

  test.each(['<< >>', '<< /D 41 0 R >>', '<< /N null >>', '<< /N << >> >>', '<< /N 99 0 R >>'])(
    'is drawn where it has no normal one: /AP %s',
    async (appearances) => {
      const { content } = await drawn(`/FT /Tx /V (Lease) /AP ${appearances}`)
      expect(content).toContain('Tj')
      const button = await drawn(`/FT /Btn /V /Yes /AP ${appearances}`)
      const states = asDict(asDict(button.field.get('AP', button.resolve))?.get('N', button.resolve))
      expect([...states!.keys()].map(({ value }) => value)).toEqual(['Yes', 'Off'])
    },
  )

  test('keeps a normal one as it is', async () => {
    expect((await drawn('/FT /Tx /V (Lease) /AP << /N 41 0 R >>')).content).not.toContain('Tj')
  })
})

describe('a value that is newer than its appearance, with a format script', () => {
  /** The text that the field shows, and whether it is still the drawing of the author's. */
  async function show(script: string, value: string, drawn: string) {
    const code = script.replace(/[()]/g, '\\$&')
    const resources = '/Resources << /Font << /Helv 3 0 R >> >>'
    const objects = {
      41: stream(
        `/Tx BMC BT /Helv 12 Tf 2 5 Td (${drawn}) Tj ET EMC`,
        `/Type /XObject /Subtype /Form /BBox [0 0 100 30] ${resources}`,
      ),
    }
    const entries = `/FT /Tx /V (${value}) /AP << /N 41 0 R >> /AA << /F << /S /JavaScript /JS (${code}) >> >>`
    const { after, field, resolve } = await draw(entries, {}, objects)
    const normal = asDict(field.get('AP', resolve))!.get('N') as PdfRef
    const text = readDrawnText(await PDF.load(after), resolve(normal) as PdfStream)
    return { text, isKept: normal.objectNumber === 41 }
  }

  test('is drawn in the format where that is understood', async () => {
    for (const drawn of ['$12,345.50', '$99.00', '12345.5'])
      expect(await show('AFNumber_Format(2, 0, 0, 0, "$", true);', '12345.5', drawn)).toEqual({
        text: '$12,345.50',
        isKept: false,
      })
  })

  test.each([
    ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', true],
    ['ada', 'ADA', true],
    ['250', '250 EUR', true],
    ['1250', '1,250 EUR', true],
    ['1250', '12.50 EUR', false],
    ['250', '1250 EUR', false],
    ['250', '-250 EUR', false],
    ['12.500', '12500', false],
    ['Ada', 'Ada Smith', false],
    ['Ada', '', false],
  ])('that is not understood, of %s keeps a drawing that shows it: %s, %s', async (value, drawn, isKept) => {
    expect(await show('custom()', value, drawn)).toEqual({ text: isKept ? drawn : value, isKept })
  })
})

const pages: Place[] = [
  {},
  { rotate: 90 },
  { rotate: 180 },
  { rotate: 270 },
  { userUnit: 2 },
  { rotate: 90, userUnit: 0.5 },
  { box: [-50, -20, 150, 130] },
  { box: [20, 30, 220, 180], rotate: 270, userUnit: 3 },
]

describe('the drawing of a text', () => {
  test.each(pages)('is within its widget, on the page %j', async (place) => {
    for (const turn of [0, 270]) {
      const { after, zone } = await draw(`/FT /Tx /V (Hxg) /MK << /R ${turn} >> /DA (/Helv 9 Tf 0 g)`, place)
      const ink = (await paint(after, 1)).ink()!
      expect(ink.x).toBeGreaterThanOrEqual(zone.x - 0.5)
      expect(ink.y).toBeGreaterThanOrEqual(zone.y - 0.5)
      expect(ink.x + ink.width).toBeLessThanOrEqual(zone.x + zone.width + 0.5)
      expect(ink.y + ink.height).toBeLessThanOrEqual(zone.y + zone.height + 0.5)
    }
  })

  test.each(['/FT /Tx /V (Hxg) /DA (/Helv 20 Tf)', '/FT /Btn /V /Yes'])(
    'is the same where the widget does not name its page: %s',
    async (entries) => {
      for (const userUnit of [0.5, 3]) {
        const [named, unnamed] = await Promise.all(
          [true, false].map(async (namesPage) =>
            (await paint((await draw(entries, { userUnit, namesPage })).after, 1)).ink(),
          ),
        )
        expect(named).not.toBeNull()
        expect(unnamed).toEqual(named)
      }
    },
  )

  test('has the size that the author names in the unit of the page', async () => {
    const heightOfInk = async (userUnit: number) => {
      const { after } = await draw('/FT /Tx /V (H) /DA (/Helv 20 Tf)', { userUnit })
      return (await paint(after, 1)).ink()!.height
    }
    const usual = await heightOfInk(1)
    expect(usual).toBeGreaterThan(12)
    expect((await heightOfInk(2)) / usual).toBeCloseTo(2, 0)
    expect((await heightOfInk(3)) / usual).toBeCloseTo(3, 0)
  })

  test.each([72, 2500])('is within its widget where a unit is %d points', async (userUnit) => {
    const inUnits = (values: readonly number[]) => values.map((value) => value / userUnit)
    const entries = `/FT /Tx /V (Hxg) /Rect [${inUnits(rect).join(' ')}] /DA (/Helv ${(9 / userUnit).toFixed(5)} Tf)`
    const frame = `/MK << /BC [0 0 1] >> /BS << /W ${(1 / userUnit).toFixed(5)} >>`
    const box = inUnits([0, 0, 200, 150]) as unknown as Rect
    const ink = (await paint((await draw(`${entries} ${frame}`, { userUnit, box })).after, 1)).ink()!
    expect([ink.x, ink.y, ink.width, ink.height].map((value) => Math.round(value / 2) * 2)).toEqual([
      40, 60, 100, 30,
    ])
    const text = (await paint((await draw(entries, { userUnit, box })).after, 1)).ink()!
    expect(text.width).toBeGreaterThan(10)
    expect(text.width).toBeLessThan(25)
  })

  test('is laid out from 144 points on at most, whatever size the author names', async () => {
    const field = (size: number) => `/FT /Tx /Ff 4096 /V (${'Hxg '.repeat(40)}) /DA (/Helv ${size} Tf)`
    expect((await draw(field(100_000.25))).content).toBe((await draw(field(144))).content)
  })

  test.each([
    ['left', '', 0, 0.3],
    ['left', '/Q 0', 0, 0.3],
    ['centre', '/Q 1', 0.35, 0.65],
    ['right', '/Q 2', 0.7, 1],
    ['left for an unknown number', '/Q 7', 0, 0.3],
    ['left for a negative number', '/Q -1', 0, 0.3],
  ])('is at the %s with %s', async (_, alignment, from, to) => {
    const { after, zone } = await draw(`/FT /Tx /V (ab) /DA (/Helv 10 Tf) ${alignment}`)
    const ink = (await paint(after, 1)).ink()!
    expect((ink.x - zone.x) / zone.width).toBeGreaterThanOrEqual(from)
    expect((ink.x + ink.width - zone.x) / zone.width).toBeLessThanOrEqual(to)
  })

  test('from right to left is at the right', async () => {
    const { after, zone } = await draw('/FT /Tx /V <FEFF05E205E805D1> /DA (/Helv 10 Tf)')
    const ink = (await paint(after, 1)).ink()!
    expect(ink.x).toBeGreaterThan(zone.x + zone.width / 2)
  })

  test('from right to left in cells begins in the last one', async () => {
    const { after, zone } = await draw(
      '/FT /Tx /Ff 16777216 /MaxLen 8 /V <FEFF05E205E805D1> /DA (/Helv 10 Tf)',
    )
    const ink = (await paint(after, 1)).ink()!
    expect(ink.x).toBeGreaterThan(zone.x + (zone.width * 5) / 8)
    expect(ink.x + ink.width).toBeGreaterThan(zone.x + (zone.width * 7) / 8)
  })

  test.each([
    ['several lines begin at the top', '/Ff 4096 /V (one\\ntwo\\rthree)', 3],
    ['line breaks are spaces in a single line', '/V (one\\ntwo\\r\\nthree)', 1],
  ])('%s', async (_, entries, lines) => {
    const { content } = await draw(`/FT /Tx /DA (/Helv 6 Tf) ${entries}`)
    expect(new Set(content.match(/[-\d.]+ Tm/g)).size).toBe(lines)
  })

  test.each([
    ['5 characters in 5 cells', '/MaxLen 5 /V (abcde)', 5],
    ['fewer characters than cells', '/MaxLen 8 /V (abc)', 3],
    ['more characters than cells are a text', '/MaxLen 2 /V (abcde)', 1],
    ['no number of cells is a text', '/V (abcde)', 1],
    ['a negative number of cells is a text', '/MaxLen -5 /V (abcde)', 1],
  ])('%s', async (_, entries, count) => {
    const { content } = await draw(`/FT /Tx /Ff 16777216 /DA (/Helv 10 Tf) ${entries}`)
    expect(content.match(/Tm/g)).toHaveLength(count)
    const places = [...content.matchAll(/1 0 0 1 ([-\d.]+) [-\d.]+ Tm/g)].map(([, x]) => Number(x))
    const cell = 100 / Number(/MaxLen (\d+)/.exec(entries)?.[1] ?? 1)
    if (count > 1)
      for (const [index, x] of places.entries()) {
        expect(x).toBeGreaterThan(index * cell)
        expect(x).toBeLessThan((index + 1) * cell)
      }
  })

  test.each([
    ['/Ff 8192 /V (geheim)', 6],
    ['/Ff 8192 /V <FEFFD83DDE00>', 1],
  ])('of a password has a star for each character: %s', async (entries, stars) => {
    const { content } = await draw(`/FT /Tx /DA (/Helv 10 Tf) ${entries}`)
    const [, codes] = /<([\da-f]+)> Tj/.exec(content)!
    expect(codes!.length / 4).toBe(stars)
    expect(new Set(codes!.match(/.{4}/g)).size).toBe(1)
  })

  test.each([
    ['/DA (/Helv 10 Tf 1 0 0 rg)', '1 0 0 rg'],
    ['/DA (1 0 0 rg/Helv 10 Tf)', '1 0 0 rg'],
    ['/DA (/Helv 10 Tf 0 1 1 0 k)', '1 0 0 rg'],
    ['/DA (/Helv 10 Tf 0 g 1 0 0 rg)', '1 0 0 rg'],
    ['/DA (/Helv 10 Tf)', '0 0 0 rg'],
    ['/DA 7', '0 0 0 rg'],
  ])('has the colour of %s', async (appearance, operator) => {
    expect((await draw(`/FT /Tx /V (x) ${appearance}`)).content).toContain(operator)
  })
})

describe('the frame of a widget', () => {
  const edge = async (entries: string, place: Place = {}) => {
    const { after, zone } = await draw(`/FT /Tx /V (.) ${entries}`, place)
    const painting = await paint(after, 1)
    const at = (x: number, y: number) => isInked(painting, x * 2, y * 2)
    return {
      left: at(zone.x + 0.5, zone.y + zone.height / 2),
      top: at(zone.x + zone.width / 2, zone.y + 0.5),
      bottom: at(zone.x + zone.width / 2, zone.y + zone.height - 0.5),
    }
  }
  const all = { left: true, top: true, bottom: true }
  const none = { left: false, top: false, bottom: false }

  test.each([
    ['a colour alone is a line of a point', '/MK << /BC [0] >>', all],
    ['no colour is no line', '/BS << /W 2 >>', none],
    ['an empty colour is no line', '/MK << /BC [] >> /BS << /W 2 >>', none],
    ['a width of zero is no line', '/MK << /BC [0] >> /BS << /W 0 >>', none],
    ['a negative width is no line', '/MK << /BC [0] >> /BS << /W -2 >>', none],
    ['an underline', '/MK << /BC [0] >> /BS << /S /U /W 2 >>', { ...none, bottom: true }],
    ['a width that is no number is a point', '/MK << /BC [0] >> /BS << /W (2) >>', all],
    ['the older entry', '/MK << /BC [0] >> /Border [0 0 2]', all],
    ['the older entry without a line', '/MK << /BC [0] >> /Border [0 0 0]', none],
    ['the older entry without a width', '/MK << /BC [0] >> /Border [0 0]', all],
    ['the newer entry before the older', '/MK << /BC [0] >> /BS << /W 2 >> /Border [0 0 0]', all],
    ['colours in ink', '/MK << /BC [0 0 0 1] >>', all],
    ['a background to the edge', '/MK << /BG [0 0 1] >>', all],
    ['a white background', '/MK << /BG [1 1 1] >>', none],
    ['two components are no colour', '/MK << /BC [0 0] /BG [1 0] >>', none],
  ])('%s', async (_, entries, expected) => {
    expect(await edge(entries)).toEqual(expected)
  })

  test.each(pages.filter(({ userUnit = 1 }) => userUnit >= 1))(
    'is around the widget on the page %j, whatever its turn',
    async (place) => {
      for (const turn of [0, 270]) {
        const entries = `/FT /Tx /V (.) /MK << /BC [1 0 0] /R ${turn} >> /BS << /W 2 >>`
        const { after, zone } = await draw(entries, place)
        const ink = (await paint(after, 1)).ink()!
        for (const key of ['x', 'y', 'width', 'height'] as const)
          expect(Math.abs(ink[key] - zone[key]), key).toBeLessThan(1)
      }
    },
  )

  test('has the colours that the author names, in each colour space', () => {
    const component = fc.integer({ min: 0, max: 100 }).map((value) => value / 100)
    return fc.assert(
      fc.asyncProperty(fc.array(component, { maxLength: 5 }), async (components) => {
        const { field, after } = await draw(`/FT /Tx /MK << /BC [${components.join(' ')}] >>`)
        const pdf = await PDF.load(after)
        const { border } = frameColours(pdf, field)
        if (![1, 3, 4].includes(components.length)) expect(border).toBeNull()
        else if (components.length === 3) expect(border).toEqual(components)
        else expect(border!.every((part) => part >= 0 && part <= 1)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a list box', () => {
  const rows = async (entries: string) => {
    const { after } = await draw(`/FT /Ch /Rect [40 10 140 140] /DA (/Helv 10 Tf) ${entries}`)
    const painting = await paint(after, 1)
    // Ten rows of 13 points from the top of the widget.
    return Array.from({ length: 10 }, (_, row) => {
      const darkness = painting.darkness({ x: 42, y: 10 + 13 * row + 1, width: 96, height: 11 })
      return darkness > 0.5 ? 'S' : darkness > 0 ? 'o' : '.'
    }).join('')
  }
  const options = (count: number) =>
    `/Opt [${Array.from({ length: count }, (_, index) => `(${index})`).join(' ')}]`

  test.each([
    ['the third of four', `${options(4)} /V (2)`, 'ooSo......'],
    ['two of four', `${options(4)} /V [(0) (3)] /Ff 2097152`, 'SooS......'],
    ['none', options(3), '..........'],
    ['a value that is no option', `${options(3)} /V (9)`, 'ooo.......'],
    ['from the third row on', `${options(6)} /TI 2 /V (3)`, 'oSoo......'],
    ['one above the first row that is shown', `${options(6)} /TI 4 /V (1)`, 'Soooo.....'],
    ['one below the last row', `${options(30)} /V (20)`, 'Sooooooooo'],
    ['several that are not beside each other', `${options(30)} /V [(1) (20) (29)] /Ff 2097152`, 'SSS.......'],
    ['from a row before the first', `${options(4)} /TI -3 /V (0)`, 'Sooo......'],
    ['from a row that is not there', `${options(4)} /TI 40 /V (0)`, 'Sooo......'],
    ['an export value', '/Opt [[(x) (A)] [(y) (B)]] /V (y)', 'oS........'],
  ])('%s', async (_, entries, expected) => {
    expect(await rows(entries)).toBe(expected)
  })

  test('shows more selected options than have room in smaller rows', async () => {
    const values = Array.from({ length: 20 }, (_, index) => `(${index + 10})`).join(' ')
    const shown = await rows(`${options(30)} /V [(0) ${values}] /Ff 2097152`)
    expect(shown).toBe('SSSSSSSSSS')
  })
})

describe('buttons without a drawing', () => {
  test.each([
    ['a ticked box', '/FT /Btn /V /Yes /AS /Yes', 'Yes', true],
    ['a box that its value ticks', '/FT /Btn /V /On', 'On', true],
    ['a selected radio button', '/FT /Btn /Ff 32768 /V /a /AS /a', 'a', true],
    ['a box that is off', '/FT /Btn /V /Off', undefined, false],
    ['a radio button that is off', '/FT /Btn /Ff 32768 /V /b /AS /Off', 'Off', false],
    ['a push button', '/FT /Btn /Ff 65536 /V /Yes', undefined, false],
  ])('%s', async (_, entries, state, isDrawn) => {
    const { field, after, resolve } = await draw(entries)
    expect(field.getName('AS', resolve)?.value).toBe(state)
    expect((await paint(after, 1)).ink() !== null).toBe(isDrawn)
  })

  test.each(pages)('are within their widget, on the page %j', async (place) => {
    const { after, zone } = await draw('/FT /Btn /V /Yes /AS /Yes', place)
    const ink = (await paint(after, 1)).ink()!
    expect(ink.x).toBeGreaterThanOrEqual(zone.x - 0.5)
    expect(ink.x + ink.width).toBeLessThanOrEqual(zone.x + zone.width + 0.5)
    expect(ink.y + ink.height).toBeLessThanOrEqual(zone.y + zone.height + 0.5)
  })
})

test.each([
  ['of no size', '/Rect [40 60 40 60]'],
  ['of a thousandth', '/Rect [40 60 40.001 60.001]'],
  ['of millions of points', '/Rect [0 0 8000000 8000000]'],
  ['whose corners are exchanged', '/Rect [140 90 40 60]'],
  ['of too few numbers', '/Rect [40 60]'],
  ['of no numbers', '/Rect [(a) /b null true]'],
])('a widget %s does not stop the form', async (_, place) => {
  for (const kind of ['/FT /Tx /V (text)', '/FT /Ch /V (a) /Opt [(a) (b)]', '/FT /Btn /V /Yes'])
    expect((await draw(`${kind} ${place} /MK << /BC [0] /BG [1] >>`)).after.length).toBeGreaterThan(0)
})

test('a comb has lines between its cells, as many as readers can tell apart', async () => {
  const countLines = async (entries: string) =>
    (await draw(`/FT /Tx /V (1) /MK << /BC [0] >> ${entries}`)).content.match(/ l\b/g)?.length ?? 0
  for (const [entries, lines] of [
    ['/Ff 16777216 /MaxLen 10', 9],
    ['/Ff 16777216', 0],
    ['/MaxLen 10', 0],
    ['/Ff 16781312 /MaxLen 10', 0],
    ['/Ff 16777216 /MaxLen 900000000', 1999],
  ] as const)
    expect(await countLines(entries)).toBe(lines)
})

test('a list marks the rows of its values: by export value, then by index, then by text', async () => {
  const row = fc.record({ exported: fc.constantFrom('x', 'y', 'z'), text: fc.constantFrom('A', 'B', 'x') })
  const list = fc.array(row, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(list, fc.nat(4), fc.boolean(), async (options, choice, isNamed) => {
      const index = choice % options.length
      const { exported } = options[index]!
      const pairs = options.map((option) => `[(${option.exported}) (${option.text})]`).join(' ')
      const entries = `/FT /Ch /Opt [${pairs}] /V (${exported}) ${isNamed ? `/I [${index}]` : ''} /DA (/Helv 4 Tf)`
      const marked = (await draw(entries)).content.match(/ re\s+f/g) ?? []
      const same = options.filter((option) => option.exported === exported)
      expect(marked).toHaveLength(isNamed ? 1 : same.length)
    }),
    { numRuns: 60 },
  )
  const byText = await draw('/FT /Ch /Opt [[(x) (A)] [(y) (B)]] /V (B) /DA (/Helv 4 Tf)')
  expect(byText.content.match(/ re\s+f/g)).toHaveLength(1)
})

describe('radio buttons of one state', () => {
  /** The states of a radio field's buttons, after they were drawn. */
  async function drawStates(buttons: { state: string; shown: string }[], group: string) {
    const kids = buttons.map((_, index) => `${20 + index} 0 R`).join(' ')
    const bytes = buildPdf({
      catalog: '/AcroForm << /NeedAppearances true /Fields [19 0 R] >>',
      objects: {
        19: `<< /FT /Btn /T (a) /Kids [${kids}] ${group} >>`,
        40: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 150] /Annots [${kids}] >>`,
        ...Object.fromEntries(
          buttons.map(({ state, shown }, index) => [
            20 + index,
            `<< /Type /Annot /Subtype /Widget /Parent 19 0 R /Rect [9 9 18 18] /AS /${shown}
              /AP << /N << /${state} 40 0 R /Off 40 0 R >> >> >>`,
          ]),
        ),
      },
    })
    const pdf = await PDF.load(bytes)
    await ensureAcroForm(pdf, new FontBook(pdf), false)
    return buttons.map((_, index) => {
      const widget = asDict(pdf.context.resolve(PdfRef.of(20 + index, 0)))!
      return widget.getName('AS')!.value
    })
  }

  const button = fc
    .constantFrom('A', 'B')
    .chain((state) => fc.record({ state: fc.constant(state), shown: fc.constantFrom(state, 'Off') }))

  test('stay apart where one is selected, and are selected together in unison', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(button, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        async (buttons, unison) => {
          const after = await drawStates(buttons, `/Ff ${unison ? 49152 | (1 << 25) : 49152} /V /A`)
          const isSettled = !unison && buttons.some(({ shown }) => shown === 'A')
          expect(after).toEqual(
            buttons.map(({ state, shown }) =>
              isSettled ? (shown === 'A' ? 'A' : 'Off') : state === 'A' ? 'A' : 'Off',
            ),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
