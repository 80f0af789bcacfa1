import { PDF, PdfArray, PdfNumber, PdfRef, type PdfStream } from '@libpdf/core'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { handwritingFontNames } from '#lib/core/handwriting'
import { dict, numberArray } from '../file/objects.ts'
import { buildPdf } from '../fixtures/build.ts'
import { type Painting, paint } from '../fixtures/render.ts'
import { type Rotation, readPageGeometry, type ZoneBox, zoneToRect } from '../geometry.ts'
import { placeImage } from '../images/place-image.ts'
import { FontBook, lineHeight, textWidth } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import { fitText, wrapText } from '../text/wrap.ts'
import {
  makeCheckboxAppearance,
  makeEmptyAppearance,
  makeInitialsAppearance,
  makeOptionsAppearance,
  makeRadioAppearance,
  makeSignatureAppearance,
  makeTextAppearance,
  stampAppearance,
} from './appearance.ts'
import type { AppearanceBox } from './drawing.ts'
import { computeBox } from './field-box.ts'
import type { PlacedAppearance } from './mark.ts'

const rotations: Rotation[] = [0, 90, 180, 270]

interface Place {
  rotation?: Rotation
  userUnit?: number
  box?: readonly [number, number, number, number]
}

/** A page of 400 × 300 user space units on which an annotation shows the appearance in the zone. */
async function painted(
  zone: ZoneBox,
  make: (fontBook: FontBook, box: AppearanceBox, pdf: PDF) => PdfStream | Promise<PdfStream>,
  { rotation = 0, userUnit = 1, box = [0, 0, 400, 300] }: Place = {},
): Promise<{ painting: Painting; stream: PdfStream }> {
  const pdf = await PDF.load(buildPdf({ pages: [{ mediaBox: box, rotate: rotation, userUnit, text: '' }] }))
  const fonts = new FontBook(pdf)
  const geometry = readPageGeometry(1, { mediaBox: box, rotate: rotation, userUnit })
  const stream = await make(fonts, computeBox(zone, geometry), pdf)
  const annotation = dict({
    Type: '/Annot',
    Subtype: '/Stamp',
    F: 4,
    Rect: numberArray(zoneToRect(geometry, zone)),
    AP: dict({ N: pdf.context.register(stream) }),
  })
  pdf.getPage(0)!.dict.set('Annots', PdfArray.of(pdf.context.register(annotation)))
  fonts.embed()
  return { painting: await paint(await pdf.save(), 1), stream }
}

/** Everything drawn lies in the zone, to a pixel. */
function expectWithin(ink: ZoneBox | null, zone: ZoneBox): void {
  expect(ink).not.toBeNull()
  expect(ink!.x).toBeGreaterThanOrEqual(zone.x - 1)
  expect(ink!.y).toBeGreaterThanOrEqual(zone.y - 1)
  expect(ink!.x + ink!.width).toBeLessThanOrEqual(zone.x + zone.width + 1)
  expect(ink!.y + ink!.height).toBeLessThanOrEqual(zone.y + zone.height + 1)
}

/** A PNG whose upper left quarter is dark, the rest barely visible: its turns and mirror images differ. */
function cornerPng(): Uint8Array {
  const canvas = createCanvas(80, 40)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fdfdfd'
  context.fillRect(0, 0, 80, 40)
  context.fillStyle = '#000'
  context.fillRect(0, 0, 40, 20)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

beforeAll(() => loadShaping('שלום'))

describe('on pages of every turn, unit and origin', () => {
  const boxes = [
    [0, 0, 400, 300],
    [-100, -200, 300, 100],
    [50.5, 20.25, 450.5, 320.25],
  ] as const
  const places = rotations.flatMap((rotation) =>
    [1, 2, 0.5].flatMap((userUnit) => boxes.map((box) => ({ rotation, userUnit, box }))),
  )

  test.each(places)('$rotation°, unit $userUnit, $box: upright, in its zone, unmirrored', async (place) => {
    const zone = { x: 20, y: 30, width: 80, height: 40 }
    const { painting } = await painted(
      zone,
      async (fonts, box, pdf) =>
        makeInitialsAppearance(fonts, box, { kind: 'image', image: await placeImage(pdf, cornerPng()) }),
      place,
    )
    const quarter = (left: number, top: number) =>
      painting.darkness({ x: 22 + left * 40, y: 32 + top * 20, width: 34, height: 15 })
    expect(quarter(0, 0)).toBeGreaterThan(0.9)
    for (const other of [quarter(1, 0), quarter(0, 1), quarter(1, 1)]) expect(other).toBeLessThan(0.05)
    const dark = painting.ink()!
    expectWithin(dark, zone)
  })

  test.each(rotations)('at %i° text runs from left to right: its ink is wide, not tall', async (rotation) => {
    const zone = { x: 20, y: 30, width: 150, height: 24 }
    const { painting } = await painted(zone, (fonts, box) => makeTextAppearance(fonts, box, 'Ada Lovelace'), {
      rotation,
    })
    const ink = painting.ink()
    expectWithin(ink, zone)
    expect(ink!.width).toBeGreaterThan(3 * ink!.height)
    expect(ink!.x).toBeLessThan(zone.x + 5)
  })
})

describe('text', () => {
  const wide = { x: 20, y: 20, width: 200, height: 20 }

  test.each([
    [
      'one line stands in the middle',
      wide,
      'Value',
      (ink: ZoneBox) => Math.abs(ink.y + ink.height / 2 - 30) < 3,
    ],
    ['a tall zone is filled from the top', { ...wide, height: 120 }, 'Value', (ink: ZoneBox) => ink.y < 30],
    [
      'several lines stay in the zone',
      { ...wide, height: 40 },
      'one\ntwo\nthree',
      (ink: ZoneBox) => ink.height > 20,
    ],
    [
      'a long value shrinks',
      wide,
      'a long value that does not fit at its largest size',
      (ink: ZoneBox) => ink.width > 150,
    ],
    ['from right to left begins at the right', wide, 'שלום', (ink: ZoneBox) => ink.x + ink.width > 212],
    ['a digit', { ...wide, width: 12 }, '7', (ink: ZoneBox) => ink.height > 5],
  ])('%s', async (_, zone, value, isRight) => {
    const { painting } = await painted(zone, (fonts, box) => makeTextAppearance(fonts, box, value))
    const ink = painting.ink()
    expectWithin(ink, zone)
    expect(isRight(ink!)).toBe(true)
  })

  test.each([1, 3, 5, 8, 15, 60])('a page of text is clipped to a zone of %i points', async (height) => {
    const zone = { ...wide, height }
    const { painting } = await painted(zone, (fonts, box) =>
      makeTextAppearance(fonts, box, 'word '.repeat(500)),
    )
    expectWithin(painting.ink(), zone)
  })

  test('an empty appearance has no content, and its size', () => {
    const stream = makeEmptyAppearance(new FontBook(PDF.create()), {
      width: 30,
      height: 20,
      rotation: 90,
      userUnit: 2,
    })
    expect(stream.data).toHaveLength(0)
    expect(stream.getArray('BBox')?.toArray()).toEqual([0, 0, 15, 10].map((value) => PdfNumber.of(value)))
  })
})

describe('fitText', () => {
  test.each([
    ['short', 200, 20, 12],
    ['short', 200, 20, 9],
    ['a text of several words', 60, 60, 12],
    ['Donaudampfschifffahrtsgesellschaft', 100, 20, 12],
    ['line\nline\nline', 100, 30, 12],
    ['张伟先生双方同意', 50, 60, 12],
    ['x'.repeat(300), 100, 20, 12],
  ])(
    '%j in %i × %i, at most %i: no line is wider, and the size is the largest that fits',
    (text, width, height, largest) => {
      const { size, lines } = fitText(text, width, height, largest)
      expect(size).toBeLessThanOrEqual(largest)
      expect(size).toBeGreaterThanOrEqual(4)
      for (const line of lines) expect(textWidth(line, size)).toBeLessThanOrEqual(width + 0.001)
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      const fits = (offset: number, count: number) =>
        count * offset * lineHeight <= height + offset * (lineHeight - 1)
      if (size > 4) expect(fits(size, lines.length)).toBe(true)
      if (size < largest) {
        const larger = wrapText(text, width, size + 0.5)
        const isBroken = larger.some(
          (line) => line !== '' && !` ${text.replace(/\n/g, ' ')} `.includes(` ${line} `),
        )
        expect(fits(size + 0.5, larger.length) && !isBroken).toBe(false)
      }
    },
  )

  test.each([0, -5, 0.001, Number.MIN_VALUE])('a width of %d ends', (width) => {
    expect(fitText('some words', width, 20).size).toBe(4)
  })

  test.each([0, -1, 0.5])('a height of %d ends', (height) => {
    expect(fitText('some words', 100, height, 3)).toMatchObject({ size: 3 })
  })

  test('an amount is made smaller rather than broken between its thousands', () => {
    expect(fitText('150\u202f000,00', 56, 28, 12)).toMatchObject({ lines: ['150\u202f000,00'] })
    expect(fitText('Prix\u00a0: 150\u202f000,00\u00a0€', 56, 40, 12).lines).toEqual([
      'Prix\u00a0:',
      '150\u202f000,00\u00a0€',
    ])
  })

  test('an email address, name or amount alone is made smaller rather than broken', () => {
    for (const word of [
      'ada.lovelace@example.com',
      'Rechtsschutzversicherung',
      '150\u202f000,00',
      '2026-03-31',
    ])
      expect(fitText(word, 40 + textWidth(word, 1), 40, 12).lines).toEqual([word])
  })

  const address = 'https://www.example-housing.de/dokumente/hausordnung-2026-fassung-maerz/anlage-3.pdf'
  const burmese =
    'မြန်မာနိုင်ငံသားအားလုံးသည်ဥပဒေအရတန်းတူညီမျှရှိသည်။ လုပ်ငန်းခွင်အတွင်းလိုက်နာရမည့်စည်းကမ်းချက်များကိုသေချာစွာဖတ်ရှုပြီးသဘောတူလက်မှတ်ရေးထိုးပါသည်။'
  test.each([
    [`The tenant has read the house rules (${address}) and agrees to keep to them.`, 11],
    ['Mitglied der Rechtsschutzversicherungsgesellschaft/Haftpflichtversicherungsgemeinschaft Nord.', 9],
    [`The fingerprint is ${'0123456789abcdef'.repeat(6)}, as shown on the device.`, 7],
    [burmese, 12],
    ['x\u200b'.repeat(150), 12],
  ])('a word that is too wide does not make a whole text small: %s', (text, smallest) => {
    expect(fitText(text, 196, 96).size).toBeGreaterThanOrEqual(smallest)
  })

  test('nothing has one empty line', () => {
    expect(fitText('', 100, 20).lines).toEqual([''])
    expect(fitText('\n\n', 100, 60).lines).toEqual(['', '', ''])
  })
})

describe('wrapText', () => {
  test.each([
    ['a b c', 1000, ['a b c']],
    ['one two', 25, ['one', 'two']],
    ['a\r\nb\rc\nd', 100, ['a', 'b', 'c', 'd']],
    ['  indented', 100, ['  indented']],
    ['trailing   ', 100, ['trailing']],
    ['中文', 11, ['中', '文']],
    ['中，文', 25, ['中，', '文']],
  ])('%j at %i points', (text, width, lines) => {
    expect(wrapText(text, width, 10)).toEqual(lines)
  })

  test('breaks no surrogate pair', () => {
    for (const line of wrapText('😀'.repeat(20), 30, 10)) expect(line).toMatch(/^(😀)+$/u)
  })
})

describe('words that are wider than the line', () => {
  test.each([
    ['😀', ['😀']],
    ['😀 a', ['😀', 'a']],
    ['😀😀', ['😀', '😀']],
    ['a😀\nb', ['a', '😀', 'b']],
    ['ab  ', ['a', 'b']],
    ['漢字', ['漢', '字']],
    ['a b', ['a', 'b']],
    ['a\n\nb', ['a', '', 'b']],
    [' a', ['a']],
  ])('%j has a line for each character, and no empty line of its own', (text, lines) => {
    expect(wrapText(text, 1, 10)).toEqual(lines)
  })

  test('a single wide letter is made smaller too', () => {
    const { size, lines } = fitText('W', 6, 20)
    expect(lines).toEqual(['W'])
    expect(size).toBeLessThan(12)
    expect(textWidth('W', size)).toBeLessThanOrEqual(6)
  })

  test('forty thousand letters are broken into lines of one', () => {
    expect(fitText('x'.repeat(40_000), 0, 10).lines).toHaveLength(40_000)
  })

  const word = fc.stringMatching(/^[a-zäéñß]{1,30}$/)
  const text = fc.array(fc.oneof(word, fc.constantFrom('漢字', '😀', 'a', '...', '\n')), { maxLength: 12 })

  test('wrapping loses no character, and no line is wider than it may be', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 15, max: 200 }),
        fc.integer({ min: 4, max: 14 }),
        (parts, width, size) => {
          const wholeText = parts.join(' ')
          const lines = wrapText(wholeText, width, size)
          expect(lines.join('').replace(/\s/g, '')).toBe(wholeText.replace(/\s/g, ''))
          for (const line of lines) {
            expect(line).toBe(line.trimEnd())
            if ([...line].length > 1) expect(textWidth(line, size)).toBeLessThanOrEqual(width + 0.001)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('every line is full: the first word of the next would not fit', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 120, max: 300 }),
        (words, width) => {
          fc.pre(words.every((text) => textWidth(text, 8) <= width))
          const lines = wrapText(words.join(' '), width, 8)
          for (const [index, line] of lines.entries()) {
            const next = lines[index + 1]?.split(' ')[0]
            if (next !== undefined) expect(textWidth(`${line} ${next}`, 8)).toBeGreaterThan(width - 0.001)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a larger zone never has smaller text', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 8, max: 60 }),
        (parts, width, height) => {
          const wholeText = parts.join(' ')
          const { size } = fitText(wholeText, width, height)
          expect(fitText(wholeText, width + 10, height).size).toBeGreaterThanOrEqual(size)
          expect(fitText(wholeText, width, height + 10).size).toBeGreaterThanOrEqual(size)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('buttons', () => {
  const square = { x: 50, y: 50, width: 20, height: 20 }
  const middle = { x: 57, y: 57, width: 6, height: 6 }

  test.each([
    ['checkbox', makeCheckboxAppearance],
    ['radio button', makeRadioAppearance],
  ])('a %s has an outline, and its mark only when on', async (_, make) => {
    const off = await painted(square, (fonts, box) => make(fonts, box, false))
    const checkedBox = await painted(square, (fonts, box) => make(fonts, box, true))
    expectWithin(off.painting.ink(), square)
    expectWithin(checkedBox.painting.ink(), square)
    expect(off.painting.ink()!.width).toBeGreaterThan(15)
    expect(off.painting.darkness(middle)).toBe(0)
    expect(checkedBox.painting.darkness(middle)).toBeGreaterThan(0.2)
  })

  test.each([0, 0.5, 1, 2, 3])('of a zone of %d points stay within it', async (size) => {
    for (const make of [makeCheckboxAppearance, makeRadioAppearance]) {
      const zone = { ...square, width: size, height: size }
      const { stream } = await painted(zone, (fonts, box) => make(fonts, box, true))
      expect(Buffer.from(stream.data).toString('latin1')).not.toMatch(/NaN|Infinity|e[+-]\d/)
    }
  })

  test('options stand one below the other, the chosen one dotted', async () => {
    const zone = { x: 20, y: 20, width: 120, height: 60 }
    const dots = async (chosen: number) => {
      const { painting } = await painted(zone, (fonts, box) =>
        makeOptionsAppearance(fonts, box, ['first', 'second', 'third'], chosen),
      )
      expectWithin(painting.ink(), zone)
      return [0, 1, 2].map(
        (row) => painting.darkness({ x: 25.5, y: 28 + row * 20, width: 4, height: 4 }) > 0.9,
      )
    }
    expect(await dots(0)).toEqual([true, false, false])
    expect(await dots(2)).toEqual([false, false, true])
    expect(await dots(-1)).toEqual([false, false, false])
  })
})

describe('appearances of signatures', () => {
  /** A wide black bar. */
  const wideCanvas = () => {
    const canvas = createCanvas(300, 60)
    canvas.getContext('2d').fillRect(0, 0, 300, 60)
    return canvas
  }
  const caption = 'Ada Lovelace · 2026-03-01 10:00 UTC'
  const typed = { kind: 'text', text: 'Ada Lovelace' } as const

  test('a tall signature has its caption below, a flat one no caption', async () => {
    const tall = { x: 20, y: 20, width: 160, height: 50 }
    const flat = { ...tall, height: 29 }
    const below = await painted(tall, (fonts, box) => makeSignatureAppearance(fonts, box, typed, caption))
    expectWithin(below.painting.ink(), tall)
    expect(below.painting.ink({ x: 20, y: 58, width: 160, height: 12 })).not.toBeNull()
    const alone = await painted(flat, (fonts, box) => makeSignatureAppearance(fonts, box, typed, caption))
    const samePainting = await painted(flat, (fonts, box) => makeInitialsAppearance(fonts, box, typed))
    expectWithin(alone.painting.ink(), flat)
    expect(Math.abs(alone.painting.ink()!.height - samePainting.painting.ink()!.height)).toBeLessThan(3)
  })

  test.each([
    [200, 20],
    [20, 200],
    [60, 60],
  ])('a picture keeps its proportions in %i × %i', async (width, height) => {
    const zone = { x: 20, y: 20, width, height }
    const { painting } = await painted(zone, async (fonts, box, pdf) =>
      makeInitialsAppearance(fonts, box, { kind: 'image', image: await placeImage(pdf, cornerPng()) }),
    )
    const ink = painting.ink()!
    expectWithin(ink, zone)
    expect(ink.width / ink.height).toBeGreaterThan(1.7)
    expect(ink.width / ink.height).toBeLessThan(2.35)
  })

  test('in a narrow upright zone a mark that is hard to read across is drawn from bottom to top', async () => {
    const zone = { x: 20, y: 20, width: 20, height: 100 }
    const wide = (pdf: PDF) => placeImage(pdf, new Uint8Array(wideCanvas().toBuffer('image/png')))
    const marks: [string, (pdf: PDF) => Promise<PlacedAppearance>][] = [
      ['text', async () => ({ kind: 'text', text: 'Alexandra Papadopoulou' })],
      ['image', async (pdf) => ({ kind: 'image', image: await wide(pdf) })],
    ]
    for (const [name, place] of marks) {
      const { painting } = await painted(zone, async (fonts, box, pdf) =>
        makeSignatureAppearance(fonts, box, await place(pdf), caption),
      )
      const ink = painting.ink()!
      expectWithin(ink, zone)
      expect(ink.height, name).toBeGreaterThan(70)
    }
    const initials = await painted(zone, (fonts, box) =>
      makeInitialsAppearance(fonts, box, { kind: 'text', text: 'AP' }),
    )
    expect(initials.painting.ink()!.height).toBeLessThan(20)
  })

  test.each(handwritingFontNames)('letters that reach beyond their widths are whole: %s', async (font) => {
    const zone = { x: 20, y: 20, width: 20, height: 40 }
    const { painting } = await painted(zone, (fonts, box) =>
      makeInitialsAppearance(fonts, box, { kind: 'text', text: 'JT', font }),
    )
    const ink = painting.ink()!
    expect(ink.x).toBeGreaterThan(zone.x + 0.5)
    expect(ink.x + ink.width).toBeLessThan(zone.x + zone.width - 0.5)
  })

  test.each([0, 0.5, 1, 2, 3, 4, 5])(
    'in a zone of %d points nothing is mirrored or without end',
    async (size) => {
      const zone = { x: 20, y: 20, width: size, height: size }
      for (const kind of ['text', 'image'] as const) {
        const { stream } = await painted(zone, async (fonts, box, pdf) =>
          makeSignatureAppearance(
            fonts,
            box,
            kind === 'text' ? typed : { kind: 'image', image: await placeImage(pdf, cornerPng()) },
            caption,
          ),
        )
        const content = Buffer.from(stream.data).toString('latin1')
        expect(content).not.toMatch(/NaN|Infinity|e[+-]\d/)
        expect(content).not.toMatch(/ -[\d.]+ Tf/)
        expect(content).not.toMatch(/q -[\d.]+ 0 0 -?[\d.]+ [\d.-]+ [\d.-]+ cm/)
      }
    },
  )

  test('a text without letters draws nothing', async () => {
    const { painting } = await painted({ x: 20, y: 20, width: 50, height: 20 }, (fonts, box) =>
      makeInitialsAppearance(fonts, box, { kind: 'text', text: '' }),
    )
    expect(painting.ink()).toBeNull()
  })
})

describe('the stamp of a trial', () => {
  test.each(rotations)(
    'goes across a page turned by %i°, and lets the page show through',
    async (rotation) => {
      const turned = rotation === 90 || rotation === 270
      const zone = { x: 0, y: 0, width: turned ? 300 : 400, height: turned ? 400 : 300 }
      const { painting, stream } = await painted(zone, (fonts, box) => stampAppearance(fonts, box, 'TEST'), {
        rotation,
      })
      const ink = painting.ink()!
      expect(ink.width).toBeGreaterThan(zone.width * 0.4)
      expect(ink.height).toBeGreaterThan(zone.height * 0.4)
      expect(
        painting.ink({ x: 0, y: zone.height * 0.6, width: zone.width * 0.45, height: 1e3 }),
      ).not.toBeNull()
      expect(painting.ink({ x: 0, y: 0, width: zone.width * 0.25, height: zone.height * 0.25 })).toBeNull()
      expect(
        stream.getDict('Resources')?.getDict('ExtGState')?.getDict('Multiply')?.getName('BM')?.value,
      ).toBe('Multiply')
    },
  )

  test('of no text draws nothing', () => {
    const box = { width: 100, height: 100, rotation: 0, userUnit: 1 } as const
    const stream = stampAppearance(new FontBook(PDF.create()), box, '')
    expect(Buffer.from(stream.data).toString()).not.toMatch(/NaN|Tj/)
  })
})

test('an appearance names every resource that its content uses (7.8.3)', async () => {
  const pdf = PDF.create()
  const fonts = new FontBook(pdf)
  const box = { width: 200, height: 60, rotation: 0, userUnit: 1 } as const
  const image = await placeImage(pdf, cornerPng())
  const stream = makeSignatureAppearance(fonts, box, { kind: 'image', image }, 'Ada 张伟 שלום 😀')
  const content = Buffer.from(stream.data).toString('latin1')
  const resources = stream.getDict('Resources')!
  const used = (pattern: RegExp) => new Set([...content.matchAll(pattern)].map((match) => match[1]))
  for (const font of used(/\/(\S+) [\d.]+ Tf/g))
    expect(resources.getDict('Font')?.getRef(font!)).toBeInstanceOf(PdfRef)
  for (const name of used(/\/(\S+) Do/g))
    expect(resources.getDict('XObject')?.getRef(name!)).toEqual(image.ref)
  expect(used(/\/(\S+) [\d.]+ Tf/g).size).toBeGreaterThan(2)
})

describe('where the ink is', () => {
  const middle = ({ x, y, width, height }: ZoneBox) => [x + width / 2, y + height / 2] as const
  const inset = ({ x, y, width, height }: ZoneBox, share: number): ZoneBox => ({
    x: x + width * share,
    y: y + height * share,
    width: width * (1 - 2 * share),
    height: height * (1 - 2 * share),
  })

  test.each([16, 24, 60])(
    'a tick fills the middle of a box of %i points, which is empty when off',
    async (side) => {
      const zone = { x: 40, y: 50, width: side, height: side }
      const [on, off] = await Promise.all(
        [true, false].map(
          async (isOn) =>
            (await painted(zone, (fonts, box) => makeCheckboxAppearance(fonts, box, isOn))).painting,
        ),
      )
      expect(off!.ink(inset(zone, 0.2))).toBeNull()
      const tick = on!.ink(inset(zone, 0.12))!
      expect(tick.width).toBeGreaterThan(side * 0.4)
      expect(tick.height).toBeGreaterThan(side * 0.25)
      const [x, y] = middle(tick)
      expect(Math.abs(x - (zone.x + side / 2))).toBeLessThan(side * 0.12)
      expect(Math.abs(y - (zone.y + side / 2))).toBeLessThan(side * 0.12)
      // The long stroke rises to the right.
      expect(
        on!.darkness({ x: x + side * 0.05, y: tick.y, width: side * 0.25, height: tick.height / 2 }),
      ).toBeGreaterThan(0)
      expect(on!.darkness({ x: tick.x, y: tick.y, width: tick.width / 4, height: tick.height / 4 })).toBe(0)
    },
  )

  test.each([12, 20, 50])('a dot is in the middle of its ring of %i points', async (side) => {
    const zone = { x: 30, y: 30, width: side, height: side }
    const [on, off] = await Promise.all(
      [true, false].map(
        async (isOn) => (await painted(zone, (fonts, box) => makeRadioAppearance(fonts, box, isOn))).painting,
      ),
    )
    const [x, y] = middle(zone)
    const core = { x: x - side * 0.1, y: y - side * 0.1, width: side * 0.2, height: side * 0.2 }
    expect([on!.darkness(core), off!.darkness(core)]).toEqual([1, 0])
    const ring = off!.ink()!
    const [ringX, ringY] = middle(ring)
    expect(Math.hypot(ringX - x, ringY - y)).toBeLessThan(1)
    expect(ring.width).toBeGreaterThan(side * 0.5)
    expect(Math.abs(ring.width - ring.height)).toBeLessThan(1)
  })

  test.each([
    [400, 300],
    [300, 400],
  ])('the text across a page of %i by %i is centred and rises to the right', async (width, height) => {
    const zone = { x: 0, y: 0, width, height }
    const { painting } = await painted(zone, (fonts, box) => stampAppearance(fonts, box, 'TEST'), {
      box: [0, 0, width, height],
    })
    const ink = painting.ink()!
    const [x, y] = middle(ink)
    expect(Math.abs(x - width / 2)).toBeLessThan(width * 0.04)
    expect(Math.abs(y - height / 2)).toBeLessThan(height * 0.04)
    const quarter = (left: number, top: number) =>
      painting.darkness({ x: left, y: top, width: width / 2, height: height / 2 })
    expect(quarter(0, height / 2)).toBeGreaterThan(2 * quarter(0, 0))
    expect(quarter(width / 2, 0)).toBeGreaterThan(2 * quarter(width / 2, height / 2))
  })

  test('a signature stands above a rule as wide as its zone, its caption below', async () => {
    const zone = { x: 60, y: 80, width: 200, height: 70 }
    const { painting } = await painted(zone, (fonts, box) =>
      makeSignatureAppearance(
        fonts,
        box,
        { kind: 'text', text: 'Ada Lovelace' },
        'Ada Lovelace\n2026-03-04 05:06 UTC',
      ),
    )
    const strips = Array.from({ length: zone.height * 2 }, (_, index) => zone.y + index / 2)
    const rule = strips.find(
      (y) => painting.darkness({ x: zone.x + 12, y, width: zone.width - 24, height: 0.5 }) === 1,
    )!
    expect(rule).toBeGreaterThan(zone.y + zone.height * 0.4)
    expect(rule).toBeLessThan(zone.y + zone.height * 0.9)
    const above = painting.ink({ x: zone.x, y: zone.y, width: zone.width, height: rule - zone.y - 1 })!
    const below = painting.ink({
      x: zone.x,
      y: rule + 1.5,
      width: zone.width,
      height: zone.y + zone.height - rule - 1.5,
    })!
    expect(above.height).toBeGreaterThan(8)
    expect(Math.abs(middle(above)[0] - middle(zone)[0])).toBeLessThan(6)
    expect(below.y - rule).toBeLessThan(6)
    expect(below.y + below.height).toBeLessThanOrEqual(zone.y + zone.height)
  })
})
