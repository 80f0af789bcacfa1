import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, type FixturePage, stream } from '../fixtures/build.ts'
import { englishLabels } from '../fixtures/labels.ts'
import { withPage } from '../fixtures/render.ts'
import type { ZoneBox } from '../geometry.ts'
import { renderReport } from '../report.ts'
import { findTexts } from './fields-in-file.ts'
import { lineBoxes, type PageText } from './page-text.ts'
import { readPageTexts } from './readings.ts'

async function getTexts(bytes: Uint8Array): Promise<PageText[]> {
  const pdf = await loadPdf(bytes)
  return readPageTexts(pdf, inspect(pdf).pages, []).flat()
}

/** A page with this content and the fonts F1 (Helvetica), F2 (Courier) and F3 (Times). */
function getPage(content: string, page: FixturePage = {}, resources = '', inherited = ''): Uint8Array {
  const { mediaBox = [0, 0, 400, 300], cropBox, rotate, userUnit } = page
  const entries = [
    `/MediaBox [${mediaBox?.join(' ')}]`,
    cropBox && `/CropBox [${cropBox.join(' ')}]`,
    rotate && `/Rotate ${rotate}`,
    userUnit && `/UserUnit ${userUnit}`,
  ].filter(Boolean)
  const fonts = '/Font << /F1 3 0 R /F2 30 0 R /F3 31 0 R >>'
  return buildPdf({
    inherited,
    objects: {
      30: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
      31: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
      1001: `<< /Type /Page /Parent 2 0 R /Contents 1002 0 R ${entries.join(' ')} ${resources || `/Resources << ${fonts} >>`} >>`,
      1002: stream(content),
    },
  })
}

/** Text matrices that turn text by a page's /Rotate, so that it is displayed from left to right. */
const upright = { 0: '1 0 0 1', 90: '0 1 -1 0', 180: '-1 0 0 -1', 270: '0 -1 1 0' }

const draw = (text: string, x: number, y: number, font = 'F1', size = 12) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

/** Where pdf.js displays the beginning of a text: points from the top left, on its baseline. */
async function seenPlaces(bytes: Uint8Array): Promise<Map<string, { x: number; y: number }>> {
  return withPage(bytes, 1, async (page) => {
    const viewport = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    return new Map(
      items.flatMap((item) => {
        if (!('str' in item) || !item.str.trim()) return []
        const [x, y] = viewport.convertToViewportPoint(item.transform[4], item.transform[5])
        return [[item.str, { x: x!, y: y! }] as const]
      }),
    )
  })
}

describe('text is found where pdf.js displays it', () => {
  const side = fc.integer({ min: -500, max: 500 })
  const length = fc.integer({ min: 300, max: 900 })
  const boxes = fc.record({
    origin: fc.tuple(side, side),
    size: fc.tuple(length, length),
    inset: fc.integer({ min: 0, max: 60 }),
    rotate: fc.constantFrom<0 | 90 | 180 | 270>(0, 90, 180, 270),
    userUnit: fc.constantFrom(1, 2, 0.75),
  })

  test('on pages of every turn, unit, box and origin', async () => {
    const word = fc.record({
      at: fc.tuple(
        fc.double({ min: 0.3, max: 0.6, noNaN: true }),
        fc.double({ min: 0.3, max: 0.6, noNaN: true }),
      ),
      font: fc.constantFrom('F1', 'F2', 'F3'),
      size: fc.integer({ min: 6, max: 24 }),
    })
    await fc.assert(
      fc.asyncProperty(boxes, fc.array(word, { minLength: 1, maxLength: 4 }), async (boxes, words) => {
        const { origin, size, inset, rotate, userUnit } = boxes
        const [x0, y0] = origin
        const mediaBox = [x0, y0, x0 + size[0], y0 + size[1]]
        const cropBox = [x0 + inset, y0 + inset / 2, x0 + size[0], y0 + size[1] - inset]
        const content = words.map(({ at, font, size: points }, index) => {
          const [x, y] = [x0 + at[0] * size[0], y0 + at[1] * size[1]].map((value) => Number(value.toFixed(2)))
          return `BT /${font} ${points} Tf ${upright[rotate]} ${x} ${y} Tm (W${index}) Tj ET`
        })
        const bytes = getPage(content.join(' '), { mediaBox, cropBox, rotate, userUnit })
        const placesSeen = await seenPlaces(bytes)
        const places = await findTexts(bytes, [...placesSeen.keys()])
        for (const [index, [text, point]] of [...placesSeen].entries()) {
          const [place] = places[index]!
          expect(place, text).toBeDefined()
          // The baseline begins at the left side of the box, and is within the box.
          const { x, y, width, height } = place!
          expect(Math.abs(point.x - x)).toBeLessThan(0.6 * userUnit)
          expect(point.x).toBeGreaterThan(x - 0.6 * userUnit)
          expect(point.x).toBeLessThan(x + width + 0.6 * userUnit)
          expect(point.y).toBeGreaterThan(y - 0.6 * userUnit)
          expect(point.y).toBeLessThan(y + height + 0.6 * userUnit)
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each([0, 90, 180, 270] as const)(
    'on a page turned by %i whose lines begin below each other',
    async (rotate) => {
      // Where the lines of a page of 400 by 300 points begin, the second 14 points below the first.
      const begin = { 0: [50, 200], 90: [100, 50], 180: [350, 100], 270: [300, 250] }[rotate]
      const step = { 0: [0, -14], 90: [14, 0], 180: [0, 14], 270: [-14, 0] }[rotate]
      const lines = ['Sign here', 'Name here', 'Date there', '{{Rent;type=number}}']
      const content = lines.map((line, index) => {
        const [x, y] = [0, 1].map((axis) => begin[axis]! + index * step[axis]!)
        return `BT /F2 10 Tf ${upright[rotate]} ${x} ${y} Tm (${line}) Tj ET`
      })
      const bytes = getPage(content.join(' '), { rotate })
      const [page] = await getTexts(bytes)
      expect(page!.text).toBe(lines.join(' '))
      const matches = await findTexts(bytes, lines)
      expect(matches.map((places) => places.length)).toEqual([1, 1, 1, 1])
      const lefts = matches.map(([place]) => place!.x)
      for (const left of lefts) expect(left).toBeCloseTo(lefts[0]!, 1)
      for (const [index, [place]] of matches.entries())
        expect(place!.y - matches[0]![0]!.y).toBeCloseTo(14 * index, 1)
    },
  )

  test.each([
    ['a scaled matrix', `q 2 0 0 2 10 10 cm ${draw('Here', 20, 30)} Q`],
    ['nested matrices', `q 1 0 0 1 40 40 cm q 0.5 0 0 0.5 0 0 cm ${draw('Here', 100, 100)} Q Q`],
    [
      'a mirrored page with mirrored text',
      `q 1 0 0 -1 0 300 cm BT /F1 12 Tf 1 0 0 -1 50 60 Tm (Here) Tj ET Q`,
    ],
    ['horizontal scaling', `BT /F1 12 Tf 50 Tz 1 0 0 1 50 60 Tm (Here) Tj ET`],
    ['a text rise', `BT /F1 12 Tf 5 Ts 1 0 0 1 50 60 Tm (Here) Tj ET`],
    ['relative moves', `BT /F1 12 Tf 14 TL 30 200 Td (There) Tj T* 5 -20 Td (Here) Tj ET`],
    ['moves that set the leading', `BT /F1 12 Tf 30 200 TD (There) Tj 0 -20 TD (Here) Tj ET`],
    ['the next-line operator', `BT /F1 12 Tf 16 TL 30 200 Td (There) Tj (Here) ' ET`],
    ['a matrix that enlarges a font of one point', `BT /F1 1 Tf 12 0 0 12 50 60 Tm (Here) Tj ET`],
    ['a number before the text', `BT /F1 12 Tf 50 60 Td [-2000 (Here)] TJ ET`],
  ])('drawn with %s', async (_, content) => {
    const bytes = getPage(content)
    const point = (await seenPlaces(bytes)).get('Here')
    const place: ZoneBox | undefined = (await findTexts(bytes, ['Here']))[0]?.[0]
    expect(place).toBeDefined()
    expect(Math.abs(place!.x - point!.x)).toBeLessThan(1)
    expect(point!.y).toBeGreaterThan(place!.y - 5)
    expect(point!.y).toBeLessThan(place!.y + place!.height + 5)
  })
})

describe('the text of a page', () => {
  test.each<[string, string, string]>([
    ['words of one operator', draw('two words', 10, 100), 'two words'],
    ['words with a gap', `${draw('two', 10, 100)} ${draw('words', 60, 100)}`, 'two words'],
    ['letters without a gap', `BT /F2 10 Tf 10 100 Td (on) Tj (e) Tj ET`, 'one'],
    ['letters of one array', `BT /F1 12 Tf 10 100 Td [(o) 20 (n) -20 (e)] TJ ET`, 'one'],
    ['words of one array', `BT /F1 12 Tf 10 100 Td [(two) -400 (words)] TJ ET`, 'two words'],
    ['lines', `${draw('first', 10, 100)} ${draw('second', 10, 80)}`, 'first second'],
    ['a line that is above', `${draw('first', 10, 80)} ${draw('second', 10, 100)}`, 'first second'],
    ['a line to the left', `${draw('first', 200, 80)} ${draw('second', 10, 80)}`, 'first second'],
    ['several spaces', draw('a    b', 10, 80), 'a b'],
    ['spaces at the beginning', draw('   a', 10, 80), 'a'],
    ['a no-break space', draw('a\xa0b', 10, 80), 'a b'],
    ['escaped parentheses', draw('a\\(b\\)', 10, 80), 'a(b)'],
    ['an octal escape', draw('\\101\\102', 10, 80), 'AB'],
    ['a hexadecimal string', 'BT /F1 12 Tf 10 80 Td <414243> Tj ET', 'ABC'],
    ['an odd hexadecimal string', 'BT /F1 12 Tf 10 80 Td <41424> Tj ET', 'AB@'],
    ['umlauts', draw('\xc4\xe4\xdf', 10, 80), 'Ääß'],
    ['a euro', draw('\x80', 10, 80), '€'],
    ['invisible text, as of scanned pages', `BT 3 Tr /F1 12 Tf 10 80 Td (ocr) Tj ET`, 'ocr'],
    ['marked content', `/Span << /Lang (de) >> BDC ${draw('a', 10, 80)} EMC`, 'a'],
    ['no text', '0 0 m 9 9 l S', ''],
    ['nothing', '', ''],
  ])('with %s', async (_, content, text) => {
    const [page] = await getTexts(getPage(content))
    expect(page!.text.trim()).toBe(text)
    expect(page!.boxes).toHaveLength(page!.text.length)
  })

  test.each<[string, string]>([
    ['an operator that does not exist', `foo 1 2 bar ${draw('text', 10, 80)}`],
    ['operands that are missing', `Tm Td Tf ${draw('text', 10, 80)}`],
    ['more restores than saves', `Q Q Q ${draw('text', 10, 80)}`],
    ['more saves than restores', `q q q ${draw('text', 10, 80)}`],
    ['a text object within another', `BT BT ET ${draw('text', 10, 80)}`],
    ['an inline picture', `BI /W 1 /H 1 /BPC 8 /CS /G ID \x41 EI ${draw('text', 10, 80)}`],
    ['a font that does not exist', `BT /F9 12 Tf 10 90 Td (x) Tj ET ${draw('text', 10, 80)}`],
    ['a picture that does not exist', `/Im9 Do ${draw('text', 10, 80)}`],
  ])('is read after %s', async (_, content) => {
    const [page] = await getTexts(getPage(content))
    expect(page!.text).toContain('text')
  })

  test.each<[string, string]>([
    ['a string without an end', `${draw('text', 10, 80)} BT (`],
    ['an array without an end', `${draw('text', 10, 80)} [ 1 2`],
    ['a dictionary without an end', `${draw('text', 10, 80)} << /A`],
    ['a hexadecimal string without an end', `${draw('text', 10, 80)} <41`],
    ['a picture without an end', `${draw('text', 10, 80)} BI /W 1 ID )))`],
    ['parentheses in a comment', `${draw('text', 10, 80)} % )))\n`],
    ['parentheses in a picture', `BI /W 1 /H 1 /BPC 8 /CS /G ID ) EI ${draw('text', 10, 80)}`],
    ['parentheses in a string', `(a (b) \\) c) pop ${draw('text', 10, 80)}`],
    ['a name of a parenthesis', `/a#29 gs ${draw('text', 10, 80)}`],
    ['angle brackets', `> >> ${draw('text', 10, 80)}`],
  ])('is read next to %s', async (_, content) => {
    expect((await getTexts(getPage(content)))[0]!.text).toContain('text')
  })

  test.each([')', '))))', '{', '}', '] )', 'q } Q', '/a)b', '(a)) Tj', '<41)>', '<< ) >>', '[ } ]'])(
    'is read before and after the stray delimiters %j, which belong to no value',
    async (stray) => {
      const [page] = await getTexts(getPage(`${draw('one', 10, 80)} ${stray} ${draw('two', 40, 80)}`))
      expect(page!.text).toContain('one')
      if (!/\[|<</.test(stray)) expect(page!.text).toContain('two')
    },
  )

  test('ends at any content', async () => {
    const piece = fc.constantFrom(
      ...[
        '(',
        ')',
        '[',
        ']',
        '<',
        '>',
        '<<',
        '>>',
        '{',
        '}',
        '/',
        '%',
        '\n',
        '\0',
        'ID',
        'EI',
        'BI',
        'BT',
        'ET',
      ],
      ...[
        'Tj',
        'TJ',
        'Tf',
        '/F1',
        '12',
        '-',
        '.',
        '\\',
        'q',
        'Q',
        'cm',
        "'",
        '"',
        'true',
        'null',
        '#',
        '\xff',
      ],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('', ' '),
        async (pieces, separator) => {
          expect(await getTexts(getPage(pieces.join(separator)))).toHaveLength(1)
        },
      ),
      { numRuns: 400 },
    )
  })

  test.each<[string, string, string]>([
    ['no resources', '/Resources null', ''],
    ['resources that are a number', '/Resources 5', ''],
    ['resources that are missing', '/Resources 700 0 R', ''],
    ['fonts that are a number', '/Resources << /Font 5 >>', ''],
    ['a font that is missing', '/Resources << /Font << /F1 700 0 R >> >>', ''],
    ['a font without a type', '/Resources << /Font << /F1 << >> >> >>', ''],
    [
      'a font that is its own descendant',
      '/Resources << /Font << /F1 << /Subtype /Type0 /DescendantFonts [3 0 R] >> >> >>',
      '',
    ],
    [
      'an encoding that is a number',
      '/Resources << /Font << /F1 << /Subtype /Type1 /BaseFont /Helvetica /Encoding 5 >> >> >>',
      '',
    ],
  ])('does not throw at a page with %s', async (_, resources, inherited) => {
    const texts = await getTexts(getPage(draw('text', 10, 80), {}, resources, inherited))
    expect(texts).toHaveLength(1)
    expect(texts[0]!.boxes).toHaveLength(texts[0]!.text.length)
  })

  test('uses the resources that the page inherits', async () => {
    const inherited = '/Resources << /Font << /F1 3 0 R >> >>'
    const [page] = await getTexts(getPage(draw('text', 10, 80), {}, '/Tabs /S', inherited))
    expect(page!.text).toBe('text')
  })

  test('of one page does not depend on that of another which cannot be read', async () => {
    const bytes = buildPdf({
      pages: [{ text: 'first' }, { text: 'second' }, { text: 'third' }],
      objects: { 1004: '5' },
    })
    expect((await getTexts(bytes)).map(({ text }) => text)).toEqual(['first', '', 'third'])
  })
})

describe('the boxes of characters', () => {
  test('are next to one another from left to right, and as high as the font', async () => {
    const [page] = await getTexts(getPage(draw('Wide and narrow', 20, 100, 'F3', 20)))
    const boxes = page!.boxes.filter((box) => box !== null)
    expect(boxes).toHaveLength('Wide and narrow'.length)
    for (const [index, box] of boxes.entries()) {
      expect(box.height).toBeGreaterThan(14)
      expect(box.height).toBeLessThan(30)
      const next = boxes[index + 1]
      if (next) expect(box.x + box.width).toBeCloseTo(next.x, 1)
    }
    expect(boxes[0]!.x).toBeCloseTo(20, 1)
  })

  test('of a line make one box, of two lines two', async () => {
    const [page] = await getTexts(getPage(`${draw('one line', 20, 100)} ${draw('and another', 20, 80)}`))
    const whole = lineBoxes(page!, 0, page!.text.length)
    expect(whole).toHaveLength(2)
    expect(whole[0]!.y + whole[0]!.height).toBeLessThanOrEqual(whole[1]!.y + 3)
    expect(lineBoxes(page!, 0, 3)).toHaveLength(1)
    expect(lineBoxes(page!, 3, 3)).toEqual([])
    expect(lineBoxes(page!, 900, 999)).toEqual([])
  })

  test('of a part are within those of the whole', async () => {
    const [page] = await getTexts(getPage(draw('abcdefghijklmnop', 20, 100)))
    const [whole] = lineBoxes(page!, 0, 16)
    fc.assert(
      fc.property(fc.nat(15), fc.nat(15), (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b) + 1]
        const [part] = lineBoxes(page!, start, end)
        expect(part!.x).toBeGreaterThanOrEqual(whole!.x - 0.001)
        expect(part!.x + part!.width).toBeLessThanOrEqual(whole!.x + whole!.width + 0.001)
        expect(part!.height).toBeCloseTo(whole!.height, 3)
      }),
    )
  })
})

describe('text that we have drawn ourselves', () => {
  let bytes: Uint8Array
  beforeAll(async () => {
    bytes = await renderReport({
      kind: 'certificate',
      title: 'Vertrag über Größe und Weiß',
      subtitle: 'Договор, σύμβαση and 合同',
      reference: 'R-1',
      issuer: 'Issuer',
      test: false,
      madeAt: new Date('2026-03-01T10:00:00Z'),
      facts: [{ label: 'Word by word', value: 'every single word is found again' }],
      documents: [],
      people: [],
      events: [],
      chain: { head: 'abc', length: 1 },
      labels: englishLabels,
      language: 'en',
    })
  })

  test.each([
    'Vertrag über Größe und Weiß',
    'Договор',
    'σύμβαση',
    '合同',
    'every single word is found again',
  ])('%s is found', async (text) => {
    const [places] = await findTexts(bytes, [text])
    expect(places).toHaveLength(1)
    expect(places![0]).toMatchObject({ page: 1 })
    expect(places![0]!.x).toBeGreaterThan(50)
  })
})
