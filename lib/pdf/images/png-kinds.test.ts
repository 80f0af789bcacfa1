import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exifData, rawPng, withChunk } from '../fixtures/images.ts'
import { encodePng, type PngInput, sampleCounts } from '../fixtures/png-encoder.ts'
import { paint } from '../fixtures/render.ts'
import { decodeToRgb } from './decode.ts'
import { imageToPdf } from './image-to-pdf.ts'
import { isWholePng, readPlainPng, readPngDisplay, readPngSize, withoutColourSpace } from './png.ts'

const SIDE = 72
/** A page of the size of the image in points: 72 pixels per inch. */
const oneToOne = Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])
const palette = Buffer.from([255, 0, 0, 0, 160, 0, 0, 0, 255, 250, 240, 10])

/** Every colour type with every bit depth that the standard allows (ISO/IEC 15948, table 11.1). */
const kinds = [
  ...[1, 2, 4, 8, 16].map((bits) => ({ name: 'grey', colourType: 0, bits })),
  ...[8, 16].map((bits) => ({ name: 'colour', colourType: 2, bits })),
  ...[1, 2, 4, 8].map((bits) => ({ name: 'palette', colourType: 3, bits })),
  ...[8, 16].map((bits) => ({ name: 'grey with alpha', colourType: 4, bits })),
  ...[8, 16].map((bits) => ({ name: 'colour with alpha', colourType: 6, bits })),
]

/** Samples that differ along both axes, and use the lowest and the highest value. */
function samplesFor(colourType: number, bits: number) {
  const highest = 2 ** bits - 1
  const colours = Math.min(highest, palette.length / 3 - 1)
  return (x: number, y: number): number[] => {
    if (colourType === 3) return [((x >> 3) + (y >> 4)) % (colours + 1)]
    const across = [x, y, (x + y) % SIDE].map((place) => Math.round((place / (SIDE - 1)) * highest))
    const colour = colourType === 2 || colourType === 6 ? across : across.slice(0, 1)
    const alpha = colourType >= 4 ? [(y >> 3) % 2 ? highest : highest >> 1] : []
    return [...colour, ...alpha]
  }
}

/** What is seen of a pixel on white paper. */
function getColour(samples: number[], colourType: number, bits: number): number[] {
  if (colourType === 3) return [...palette.subarray(samples[0]! * 3, samples[0]! * 3 + 3)]
  const bytes = samples.map((sample) => (sample * 255) / (2 ** bits - 1))
  const alpha = colourType >= 4 ? bytes.at(-1)! / 255 : 1
  const colours = colourType === 0 || colourType === 4 ? Array(3).fill(bytes[0]!) : bytes.slice(0, 3)
  return colours.map((value: number) => value * alpha + 255 * (1 - alpha))
}

async function getPainting(png: Uint8Array) {
  const result = await imageToPdf(withChunk(png, 'pHYs', oneToOne))
  if (!result.ok) throw new Error(result.message)
  const painting = await paint(result.bytes, 1, 1)
  expect([painting.width, painting.height]).toEqual([SIDE, SIDE])
  return painting
}

/** Some places of each part of the image; readers may round a value. */
function expectColours(
  colourAt: (x: number, y: number) => number[],
  expectedAt: (x: number, y: number) => number[],
) {
  for (const [x, y] of [
    [0, 0],
    [SIDE - 1, 0],
    [0, SIDE - 1],
    [SIDE - 1, SIDE - 1],
    [9, 20],
    [33, 41],
    [64, 7],
  ] as const) {
    const [seen, expected] = [colourAt(x, y), expectedAt(x, y)]
    for (const [index, value] of expected.entries())
      expect(Math.abs(seen[index]! - value), `${x},${y}: ${seen} for ${expected}`).toBeLessThanOrEqual(2)
  }
}

describe.each(kinds)('a PNG of $name with $bits bits', ({ colourType, bits }) => {
  const getSamples = samplesFor(colourType, bits)
  const input: PngInput = { width: SIDE, height: SIDE, colourType, bits, getSamples }
  if (colourType === 3) input.palette = palette.subarray(0, 3 * Math.min(2 ** bits, 4))

  it.each([
    { interlaced: false, how: 'in rows' },
    { interlaced: true, how: 'in the seven passes of Adam7' },
  ])('is shown with its colours, stored $how', async ({ interlaced }) => {
    const png = encodePng({ ...input, interlaced })
    expect(await isWholePng(png)).toBe(true)
    const painting = await getPainting(png)
    expectColours(
      (x, y) => painting.colourAt(x, y),
      (x, y) => getColour(getSamples(x, y), colourType, bits),
    )
  })

  it('is embedded as it is unless it is transparent or interlaced', () => {
    const plain = readPlainPng(encodePng(input))
    if (colourType >= 4) expect(plain).toBeNull()
    else expect(plain).toMatchObject({ bitsPerSample: bits, samples: sampleCounts[colourType], width: SIDE })
    expect(readPlainPng(encodePng({ ...input, interlaced: true }))).toBeNull()
  })

  it.each([1, 2, 3, 4])('is shown with its colours, its rows filtered by filter %i', async (filter) => {
    const painting = await getPainting(encodePng({ ...input, filter }))
    expectColours(
      (x, y) => painting.colourAt(x, y),
      (x, y) => getColour(getSamples(x, y), colourType, bits),
    )
  })
})

describe('transparency without an alpha channel', () => {
  it('makes the colours of a palette transparent', async () => {
    const getSamples = (x: number) => [x < SIDE / 2 ? 0 : 2]
    const png = encodePng({
      width: SIDE,
      height: SIDE,
      colourType: 3,
      bits: 2,
      palette,
      transparency: Buffer.from([0, 255, 128]),
      getSamples,
    })
    expect(readPlainPng(png)).toBeNull()
    const painting = await getPainting(png)
    expect(painting.colourAt(5, 5)).toEqual([255, 255, 255])
    const [red, , blue] = painting.colourAt(60, 5)
    expect(Math.abs(red! - 127)).toBeLessThanOrEqual(2)
    expect(blue).toBeGreaterThan(252)
  })

  it.each([
    { name: 'grey', colourType: 0, transparency: [0, 7], samples: [7], other: [200] },
    { name: 'colour', colourType: 2, transparency: [0, 1, 0, 2, 0, 3], samples: [1, 2, 3], other: [1, 2, 4] },
  ])('makes the one colour of an image of $name transparent', async (kind) => {
    const png = encodePng({
      width: SIDE,
      height: SIDE,
      colourType: kind.colourType,
      bits: 8,
      transparency: Buffer.from(kind.transparency),
      getSamples: (x) => (x < SIDE / 2 ? kind.samples : kind.other),
    })
    const painting = await getPainting(png)
    expect(painting.colourAt(5, 5)).toEqual([255, 255, 255])
    const expected = kind.other.length === 1 ? Array(3).fill(kind.other[0]) : kind.other
    expectColours(
      () => painting.colourAt(60, 5),
      () => expected,
    )
  })
})

describe('decodeToRgb', () => {
  it('gives the pixels of images that are higher than a band, whatever their height', async () => {
    for (const height of [1, 127, 128, 129, 300]) {
      const getSamples = (x: number, y: number) => [y % 256, x * 60, 255 - (y % 256), 255]
      const png = encodePng({ width: 3, height, colourType: 6, bits: 8, getSamples })
      const pixels = inflateSync((await decodeToRgb(png, { width: 3, height }))!)
      expect(pixels).toHaveLength(3 * height * 3)
      for (const y of [0, height >> 1, height - 1])
        expect([...pixels.subarray((y * 3 + 1) * 3, (y * 3 + 1) * 3 + 3)]).toEqual([
          y % 256,
          60,
          255 - (y % 256),
        ])
    }
  })

  it('refuses bytes that no decoder reads, and another size than the header has', async () => {
    const png = encodePng({ width: 4, height: 5, colourType: 6, bits: 8, getSamples: () => [1, 2, 3, 4] })
    expect(await decodeToRgb(png, { width: 5, height: 4 })).toBeNull()
    expect(await decodeToRgb(Buffer.from('no image'), { width: 4, height: 5 })).toBeNull()
    expect(await decodeToRgb(png.subarray(0, 40), { width: 4, height: 5 })).toBeNull()
  })
})

describe('kinds that the standard does not have', () => {
  it.each([
    [0, 3],
    [0, 32],
    [2, 4],
    [3, 16],
    [1, 8],
    [5, 8],
    [7, 8],
    [4, 4],
    [255, 255],
  ])('of colour type %i with %i bits are never embedded as they are', async (colourType, bits) => {
    const data = deflateSync(Buffer.alloc(8 * (1 + 8)))
    const png = rawPng({ width: 8, height: 8, colourType, bits, palette, data })
    expect(readPlainPng(png)).toBeNull()
    expect(await imageToPdf(png)).toMatchObject({ ok: false, reason: 'corrupt' })
  })

  it.each([
    ['no palette', undefined],
    ['an empty palette', Buffer.alloc(0)],
    ['half a colour in its palette', Buffer.from([1, 2, 3, 4])],
  ])('are refused with %s', (_, wrongPalette) => {
    const data = deflateSync(Buffer.alloc(8 * 9))
    const input = { width: 8, height: 8, colourType: 3, data }
    expect(readPlainPng(rawPng(wrongPalette ? { ...input, palette: wrongPalette } : input))).toBeNull()
  })
})

describe('readPngDisplay', () => {
  const png = encodePng({ width: 2, height: 2, colourType: 0, bits: 8, getSamples: () => [0] })
  const chunk = (x: number, y: number, unit: number) => {
    const data = Buffer.alloc(9)
    data.writeUInt32BE(x, 0)
    data.writeUInt32BE(y, 4)
    data[8] = unit
    return withChunk(png, 'pHYs', data)
  }

  it.each([
    ['per metre', chunk(11_811, 11_811, 1), { x: 300, y: 300, unit: 'inch' }],
    ['without a unit', chunk(1, 2, 0), { x: 1, y: 2, unit: null }],
    ['in an unknown unit', chunk(300, 300, 2), null],
    ['of none', chunk(0, 0, 1), null],
    ['of less than a pixel per inch', chunk(1, 1, 1), null],
    ['that differs by direction', chunk(2835, 5669, 1), { x: 72, y: 144, unit: 'inch' }],
    ['in a chunk that is too short', withChunk(png, 'pHYs', Buffer.alloc(8, 1)), null],
    ['that is missing', png, null],
  ])('reads a resolution %s', (_, bytes, expected) => {
    expect(readPngDisplay(bytes)).toEqual({ orientation: 1, resolution: expected })
  })

  it('does not read what comes after the image data', () => {
    const end = Buffer.from(png).lastIndexOf('IEND') - 4
    const physical = chunk(11_811, 11_811, 1).subarray(33, 33 + 21)
    const late = Buffer.concat([png.subarray(0, end), physical, png.subarray(end)])
    expect(readPngDisplay(late).resolution).toBeNull()
  })

  it('reads Exif data, whose resolution counts where the PNG has none', () => {
    const exif = exifData({ orientation: 6, dpi: 150 })
    const inExif = { orientation: 6, resolution: { x: 150, y: 150, unit: 'inch' } }
    expect(readPngDisplay(withChunk(png, 'eXIf', exif))).toEqual(inExif)
    const both = withChunk(chunk(11_811, 11_811, 1), 'eXIf', exif)
    expect(readPngDisplay(both)).toEqual({ orientation: 6, resolution: { x: 300, y: 300, unit: 'inch' } })
    expect(readPngDisplay(withChunk(png, 'eXIf', exif.subarray(0, 9)))).toEqual({
      orientation: 1,
      resolution: null,
    })
  })
})

describe('withoutColourSpace', () => {
  const png = encodePng({ width: 2, height: 2, colourType: 0, bits: 8, getSamples: () => [0] })
  const value = Buffer.from([0, 0, 0xb1, 0x8f])

  it('leaves out what is no sRGB', () => {
    const described = ['iCCP', 'gAMA', 'cHRM'].reduce((bytes, name) => withChunk(bytes, name, value), png)
    expect(withoutColourSpace(withChunk(described, 'tEXt', value))).toEqual(
      Buffer.from(withChunk(png, 'tEXt', value)),
    )
  })

  it('does nothing for a PNG in sRGB, or without a word of its colours', () => {
    expect(withoutColourSpace(png)).toBeNull()
    expect(withoutColourSpace(withChunk(withChunk(png, 'gAMA', value), 'sRGB', Buffer.from([0])))).toBeNull()
  })
})

describe('whatever the bytes are', () => {
  const whole = encodePng({
    width: 13,
    height: 9,
    colourType: 6,
    bits: 8,
    interlaced: true,
    getSamples: (x, y) => [x * 19, y * 28, 90, 255 - x],
  })

  it('a changed PNG is refused, or shows an image of the size in its header', async () => {
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = new Uint8Array(whole)
        for (const { at, value } of changes) bytes[at] = value
        const isWhole = await isWholePng(bytes)
        const result = await imageToPdf(bytes)
        if (result.ok) expect(isWhole).toBe(true)
        else expect(['corrupt', 'too_many_pixels']).toContain(result.reason)
      }),
      { numRuns: 300 },
    )
  })

  it('the functions that read a PNG throw for no bytes after a signature', () => {
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
    const header = Buffer.from('\0\0\0\rIHDR', 'latin1')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, hasHeader) => {
        const file = Buffer.concat([signature, ...(hasHeader ? [header] : []), bytes])
        for (const read of [readPngSize, readPngDisplay, readPlainPng, withoutColourSpace])
          expect(() => read(file)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('every pixel of a random image is read, whatever its size, filter and order', async () => {
    const random = fc.record({
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
      filter: fc.integer({ min: 0, max: 4 }),
      interlaced: fc.boolean(),
      seed: fc.nat(255),
    })
    await fc.assert(
      fc.asyncProperty(random, async ({ seed, ...input }) => {
        const getSamples = (x: number, y: number) => [(x * 31 + seed) % 256, (y * 57) % 256, (x * y) % 256]
        const png = encodePng({ ...input, colourType: 2, bits: 8, getSamples })
        const pixels = inflateSync((await decodeToRgb(png, input))!)
        const expected: number[] = []
        for (let y = 0; y < input.height; y++)
          for (let x = 0; x < input.width; x++) expected.push(...getSamples(x, y))
        expect([...pixels]).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})
