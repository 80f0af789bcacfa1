import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BidiLine, buildBidiPdf } from '../fixtures/bidi.ts'
import { buildPdf, type FixturePage, stream } from '../fixtures/build.ts'
import { readPageGeometry, type ZoneBox } from '../geometry.ts'
import { fieldsInFile, findTexts, type TextPlace } from './fields-in-file.ts'
import { firstPlace } from './page-text.ts'
import { readSegments } from './segments.ts'
import { readTagFields } from './text-tags.ts'

const draw = (text: string, x: number, y: number, size = 12) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

/** Pages of 400 by 300 points with this content. */
function getFile(contents: string[], page = ''): Uint8Array {
  const objects: Record<number, string> = {}
  for (const [index, content] of contents.entries()) {
    const number = 1001 + 2 * index
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] ${page} /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
    objects[number + 1] = stream(content)
  }
  return buildPdf({ pages: contents.map((): FixturePage => ({})), objects })
}

async function getPlaces(text: string, ...contents: string[]): Promise<TextPlace[]> {
  const [places] = await findTexts(getFile(contents), [text])
  return places!
}

describe('an anchor is found', () => {
  test.each<[string, string, string, number]>([
    ['once', 'Sign', draw('Sign here', 10, 100), 1],
    ['at each of its occurrences', 'Sign', draw('Sign and Sign, then Sign', 10, 100), 3],
    ['within a word', 'nat', draw('Signature', 10, 100), 1],
    ['by case only', 'sign', draw('Sign SIGN', 10, 100), 0],
    ['over two operators', 'Sign here', `${draw('Sign', 10, 100)} ${draw('here', 40, 100)}`, 1],
    ['over two lines', 'Sign here', `${draw('Sign', 10, 100)} ${draw('here', 10, 86)}`, 1],
    ['with several spaces in the file', 'Sign here', draw('Sign     here', 10, 100), 1],
    ['with several spaces in the anchor', 'Sign \n\t here', draw('Sign here', 10, 100), 1],
    ['with spaces around the anchor', '  Sign  ', draw('xSignx', 10, 100), 1],
    [
      'as letters that are placed one by one',
      'Sign',
      [...'Sign'].map((letter, index) => draw(letter, [10, 18, 20.7, 27.4][index]!, 100)).join(' '),
      1,
    ],
    ['as punctuation', '____', draw('Name: ________', 10, 100), 2],
    ['as a character that patterns know', '(.*)[a]+?', draw('\\(.*\\)[a]+?', 10, 100), 1],
    ['in parentheses', '(1)', draw('\\(1\\) \\(2\\)', 10, 100), 1],
    ['without overlap', 'aa', draw('aaaaa', 10, 100), 2],
    ['as white text', 'Sign', `1 g ${draw('Sign', 10, 100)}`, 1],
    ['as tiny text', 'Sign', draw('Sign', 10, 100, 1), 1],
    ['under another text', 'Sign', `${draw('Sign', 10, 100)} 1 g 0 0 400 300 re f`, 1],
    ['not as nothing', '', draw('Sign', 10, 100), 0],
    ['not as a space', ' ', draw('Sign here', 10, 100), 0],
    ['not as a long text', 'x'.repeat(5000), draw('xxx', 10, 100), 0],
    ['not where it is cut by a word between', 'Sign here', draw('Sign right here', 10, 100), 0],
  ])('%s', async (_, anchor, content, count) => {
    expect(await getPlaces(anchor, content)).toHaveLength(count)
  })

  test('on every page, in the order of the pages', async () => {
    const places = await getPlaces(
      'Here',
      draw('no', 10, 10),
      draw('Here Here', 10, 100),
      draw('Here', 10, 100),
    )
    expect(places.map(({ page }) => page)).toEqual([2, 2, 3])
  })

  test('on the same page in the order in which it is drawn', async () => {
    const places = await getPlaces(
      'Here',
      `${draw('Here', 10, 50)} ${draw('Here', 10, 200)} ${draw('Here', 200, 50)}`,
    )
    expect(places.map(({ x, y }) => [Math.round(x), y > 150])).toEqual([
      [10, true],
      [10, false],
      [200, true],
    ])
  })

  test('each of several at once, in the order of the question', async () => {
    const bytes = getFile([draw('one two three', 10, 100)])
    const matches = await findTexts(bytes, ['three', 'none', 'one', 'three'])
    expect(matches.map((places) => places.length)).toEqual([1, 0, 1, 1])
    expect(matches[0]).toEqual(matches[3])
    expect(matches[0]![0]!.x).toBeGreaterThan(matches[2]![0]!.x)
  })
})

describe.each(['visual', 'portions', 'logical'] as const)(
  'an anchor beside letters from right to left, written %s',
  (writer) => {
    const lines: BidiLine[] = [
      { text: 'חתימה:', direction: 'rtl' },
      { text: 'توقيع المستأجر', direction: 'rtl', y: 220 },
      { text: 'Signature: חתימה (קונה)', direction: 'ltr', y: 190 },
      { text: 'Signature', direction: 'ltr', y: 160 },
    ]

    test.each([
      ['חתימה', [26, 128]],
      ['חתימה:', [20]],
      ['توقيع المستأجر', [20]],
      ['Signature', [20, 20]],
      ['Signature: חתימה', [20]],
      ['(קונה)', [86]],
      ['המיתח', []],
    ])('%s', async (text, lefts) => {
      const [places] = await findTexts(buildBidiPdf(lines, writer), [text])
      expect(places!.map(({ x }) => Math.round(x))).toEqual(lefts)
    })
  },
)

test('a line of any length is one segment, with the first of its places', () => {
  const characters = Array.from({ length: 150_000 }, (_, place) => ({
    ...{ char: 'א', place, ascends: true },
    box: { x: 20 + place * 5, y: 30, width: 5, height: 10 },
  }))
  const [segment, ...others] = readSegments(characters)
  expect(others).toEqual([])
  expect(segment!.box).toEqual({ x: 20, y: 30, width: 750_000, height: 10 })
  expect(firstPlace({ characters: characters.map(({ place }) => place + 3) })).toBe(3)
})

describe('the place of an anchor', () => {
  test('is its own box, at any place and size', async () => {
    const anyPlace = fc.record({
      x: fc.integer({ min: 5, max: 300 }),
      y: fc.integer({ min: 20, max: 250 }),
      size: fc.integer({ min: 4, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(anyPlace, async ({ x, y, size }) => {
        const [place] = await getPlaces('Here', draw('Here', x, y, size))
        // "Here" has 2.168 of the size in Helvetica; its baseline is within the box.
        expect(place!.x).toBeCloseTo(x, 1)
        expect(place!.width).toBeCloseTo(2.168 * size, 0)
        expect(300 - y).toBeGreaterThan(place!.y)
        expect(300 - y).toBeLessThanOrEqual(place!.y + place!.height)
        expect(place!.height).toBeGreaterThan(0.7 * size)
        expect(place!.height).toBeLessThan(1.5 * size)
      }),
      { numRuns: 40 },
    )
  })

  test('begins after the words before it', async () => {
    const [alone] = await getPlaces('Here', draw('Here', 10, 100))
    const [after] = await getPlaces('Here', draw('xxx Here', 10, 100))
    expect(after!.x - alone!.x).toBeCloseTo((3 * 0.5 + 0.278) * 12, 0)
    expect(after!.width).toBeCloseTo(alone!.width, 3)
  })

  test('over two lines is that of the first', async () => {
    const [place] = await getPlaces(
      'Sign here',
      `${draw('Please Sign', 200, 100)} ${draw('here now', 10, 86)}`,
    )
    expect(place!.x).toBeGreaterThan(200)
    expect(place!.height).toBeLessThan(20)
  })

  test('scales with the unit of the page', async () => {
    const content = [draw('Here', 50, 100)]
    const [[plain], [scaled]] = (await Promise.all(
      [getFile(content), getFile(content, '/UserUnit 2')].map(
        async (bytes) => (await findTexts(bytes, ['Here']))[0]!,
      ),
    )) as [TextPlace[], TextPlace[]]
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(scaled![side]).toBeCloseTo(2 * plain![side], 3)
  })
})

describe('text tags at odd places', () => {
  const tag = '{{Rent;type=number}}'
  test.each<[string, string[], object[]]>([
    ['two in one line', [draw('{{a}}{{b}}', 10, 100)], [{ name: 'a' }, { name: 'b' }]],
    ['one within other braces', [draw('{{{{a}}}}', 10, 100)], [{ name: 'a' }]],
    ['one over two pages is none', [draw('{{a;', 10, 10), draw('type=date}}', 10, 290)], []],
    ['one at the edge of the page', [draw(tag, 380, 2)], [{ name: 'Rent' }]],
    ['one that begins beside the page', [draw(tag, -60, 100)], [{ name: 'Rent', x: 0 }]],
    ['one above the page', [draw(tag, 10, 320)], [{ name: 'Rent', y: 0 }]],
    [
      'one that is drawn twice',
      [`${draw(tag, 10, 100)} ${draw(tag, 10.3, 100)}`],
      [{ name: 'Rent' }, { name: 'Rent' }],
    ],
    ['one in invisible text', [`3 Tr ${draw(tag, 10, 100)}`], [{ name: 'Rent' }]],
    [
      'one that is broken within its key',
      [`${draw('{{Rent;ty', 10, 100)} ${draw('pe=number}}', 56.7, 100)}`],
      [{ type: 'number' }],
    ],
    ['one with a name of spaces', [draw('{{   }}', 10, 100)], [{ name: '', label: '' }]],
    [
      'one with a line break in its name',
      [`${draw('{{Long', 10, 100)} ${draw('name}}', 10, 86)}`],
      [{ name: 'Long name' }],
    ],
    [
      'one of a thousand characters',
      [draw(`{{${'x'.repeat(1000)}}}`, 10, 100, 0.1)],
      [{ name: 'x'.repeat(1000) }],
    ],
    ['one of more characters is none', [draw(`{{${'x'.repeat(1001)}}}`, 10, 100, 0.1)], []],
    ['an empty pair is none', [draw('{{}} {{ a', 10, 100)], []],
  ])('%s', async (_, contents, fields) => {
    const fileFields = await fieldsInFile(getFile(contents))
    expect(fileFields.problems).toEqual([])
    expect(fileFields.fields).toMatchObject(fields)
    for (const { x, y, width, height } of fileFields.fields) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(400)
      expect(y + height).toBeLessThanOrEqual(300)
    }
  })

  test('a million braces end', () => {
    const page = readPageGeometry(1, { mediaBox: [0, 0, 9, 9] })
    for (const text of ['{{', '{{a', '}}', '{ {', '{{a}'].map((piece) => piece.repeat(300_000))) {
      const boxes = Array<ZoneBox>(text.length).fill({ x: 0, y: 0, width: 1, height: 1 })
      expect(readTagFields([{ page, turns: 0, text, boxes, characters: boxes.map(() => null) }])).toEqual({
        fields: [],
        problems: [],
      })
    }
  })
})
