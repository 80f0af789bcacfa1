import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { jpegImage } from '../fixtures/images.ts'
import { imageToPdf } from './image-to-pdf.ts'
import { isJpeg, readJpeg } from './jpeg.ts'

const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])

/** A segment (ISO/IEC 10918-1, B.1.1.4) with its length. */
function segment(marker: number, data: Buffer | number[] | string): Buffer {
  const content = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A frame of 16 by 24 pixels. */
function frame({ marker = 0xc0, components = 3, bits = 8, width = 16, height = 24 } = {}): Buffer {
  const data = [bits, height >> 8, height & 255, width >> 8, width & 255, components]
  return segment(marker, [...data, ...Array(components * 3).fill(1)])
}

const scan = Buffer.concat([segment(0xda, [1, 1, 0, 0, 63, 0]), Buffer.from([1, 2, 0xff, 0, 3])])
const tables = segment(0xdb, Array(65).fill(1))
const jfif = ({ unit = 1, x = 300, y = 300 } = {}) =>
  segment(
    0xe0,
    Buffer.concat([
      Buffer.from('JFIF\0\x01\x02', 'latin1'),
      Buffer.from([unit, x >> 8, x & 255, y >> 8, y & 255, 0, 0]),
    ]),
  )
const exif = (orientation: number) =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
      Buffer.from([orientation, 0, 0, 0, 0, 0, 0]),
    ]),
  )
const file = (...segments: Buffer[]) => Buffer.concat([START, ...segments, END])

describe('readJpeg', () => {
  it.each([
    ['baseline', 0xc0],
    ['extended sequential', 0xc1],
    ['progressive', 0xc2],
  ])('reads a %s frame', (_, marker) => {
    expect(readJpeg(file(tables, frame({ marker }), scan))).toMatchObject({
      width: 16,
      height: 24,
      components: 3,
      orientation: 1,
      resolution: null,
      isAdobe: false,
    })
  })

  it.each([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
    'refuses a frame with the marker 0x%x, which readers of PDF cannot decode',
    (marker) => {
      expect(readJpeg(file(frame({ marker }), scan))).toBeNull()
      expect(readJpeg(file(frame(), frame({ marker }), scan))).toBeNull()
    },
  )

  it.each([
    ['12 bits per sample', frame({ bits: 12 })],
    ['two components', frame({ components: 2 })],
    ['five components', frame({ components: 5 })],
    ['no components', frame({ components: 0 })],
    ['no width', frame({ width: 0 })],
    ['no height', frame({ height: 0 })],
    ['a frame that is too short', segment(0xc0, [8, 0, 1, 0, 1])],
    ['two frames', Buffer.concat([frame(), frame({ width: 60_000, height: 60_000 })])],
    ['no frame', tables],
  ])('refuses an image with %s', (_, wrongFrame) => {
    expect(readJpeg(file(wrongFrame, scan))).toBeNull()
  })

  it.each([1, 3, 4])('reads an image of %i components', (components) => {
    expect(readJpeg(file(frame({ components }), scan))).toMatchObject({ components })
  })

  it('goes on after escaped bytes and restart markers in the data of a scan', () => {
    const restarts = Array.from({ length: 8 }, (_, index) => [0xff, 0xd0 + index, 7]).flat()
    const data = Buffer.from([1, 0xff, 0, 0xff, 0, ...restarts, 9])
    const jpeg = file(frame({ marker: 0xc2 }), scan, data, segment(0xc4, Array(20).fill(2)), scan, data)
    expect(readJpeg(jpeg)?.data.equals(jpeg)).toBe(true)
  })

  it('allows fill bytes before a marker, and leaves them out', () => {
    const fill = Buffer.from([0xff, 0xff, 0xff])
    const jpeg = readJpeg(file(fill, frame(), fill, scan))
    expect(jpeg?.data.equals(file(frame(), scan.subarray(0, scan.length)))).toBe(true)
  })

  it('allows fill bytes before the markers in and after a scan', () => {
    const fill = Buffer.from([0xff, 0xff])
    const restart = Buffer.from([0xff, 0xd0, 7])
    for (const parts of [[fill], [fill, restart], [fill, restart, fill]]) {
      const jpeg = file(frame(), scan, ...parts)
      expect(readJpeg(jpeg)?.data.equals(jpeg)).toBe(true)
      expect(readJpeg(jpeg.subarray(0, -1))).toBeNull()
    }
  })

  it('ends at the end of the image, whatever follows', () => {
    const jpeg = file(frame(), scan)
    expect(readJpeg(Buffer.concat([jpeg, Buffer.from('<?php ?>')]))?.data.equals(jpeg)).toBe(true)
  })

  it.each([
    ['per inch', jfif(), { x: 300, y: 300, unit: 'inch' }],
    ['per centimetre', jfif({ unit: 2, x: 100, y: 100 }), { x: 254, y: 254, unit: 'inch' }],
    ['without a unit', jfif({ unit: 0, x: 1, y: 2 }), { x: 1, y: 2, unit: null }],
    ['in an unknown unit', jfif({ unit: 3 }), null],
    ['that differs by direction', jfif({ y: 200 }), { x: 300, y: 200, unit: 'inch' }],
    ['of zero', jfif({ x: 0, y: 0 }), null],
    ['of one direction only', jfif({ y: 0 }), null],
    ['in a segment that is too short', segment(0xe0, 'JFIF\0\x01\x02\x01\x01'), null],
    ['in a segment of another program', segment(0xe0, 'JFXX\0\x01\x02\x01\x01\x2c\x01\x2c'), null],
  ])('reads a resolution %s', (_, metadata, expected) => {
    expect(readJpeg(file(metadata, frame(), scan))?.resolution).toEqual(expected)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'reads the orientation %i of Exif data before and after JFIF',
    (orientation) => {
      expect(readJpeg(file(exif(orientation), jfif(), frame(), scan))).toMatchObject({
        orientation,
        resolution: { x: 300, y: 300, unit: 'inch' },
      })
      expect(readJpeg(file(jfif(), exif(orientation), frame(), scan))).toMatchObject({
        orientation,
        resolution: { x: 300, y: 300, unit: 'inch' },
      })
    },
  )

  it('keeps what decoding needs, and no metadata', () => {
    const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x02')
    const metadata = [
      exif(6),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'),
      segment(0xe2, 'ICC_PROFILE\0'),
      segment(0xed, 'Photoshop 3.0\0'),
      segment(0xef, 'x'),
      segment(0xfe, 'a comment'),
    ]
    const restartInterval = segment(0xdd, [0, 4])
    const jpeg = file(jfif(), ...metadata, adobe, tables, restartInterval, frame({ components: 4 }), scan)
    const read = readJpeg(jpeg)!
    expect(read.isAdobe).toBe(true)
    const kept = file(jfif(), adobe, tables, restartInterval, frame({ components: 4 }), scan)
    expect(read.data.equals(kept)).toBe(true)
  })

  it('has the data with a profile, too', () => {
    const profile = [segment(0xe2, 'ICC_PROFILE\0\x01\x02a'), segment(0xe2, 'ICC_PROFILE\0\x02\x02b')]
    const read = readJpeg(file(exif(6), ...profile, segment(0xe2, 'MPF\0'), frame(), scan))!
    expect(read.data.equals(file(frame(), scan))).toBe(true)
    expect(read.dataWithProfile?.equals(file(...profile, frame(), scan))).toBe(true)
    expect(readJpeg(file(exif(6), frame(), scan))?.dataWithProfile).toBeNull()
  })

  it.each([
    ['the first marker', Buffer.concat([START, Buffer.from([0, 1, 2, 3]), END])],
    ['a length that leads out of the file', file(Buffer.from([0xff, 0xdb, 0xff, 0xff, 1]))],
    ['a scan without an end', Buffer.concat([START, frame(), scan])],
    ['nothing but the beginning', START],
    ['no bytes', Buffer.alloc(0)],
  ])('refuses a file that is damaged in %s', (_, bytes) => {
    expect(readJpeg(bytes)).toBeNull()
  })
})

describe('isJpeg', () => {
  it.each([
    ['a photo', jpegImage(), true],
    ['the first two bytes', START, false],
    ['another third byte', Buffer.from([0xff, 0xd8, 0, 0]), false],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), false],
    ['nothing', Buffer.alloc(0), false],
  ])('of %s', (_, bytes, expected) => {
    expect(isJpeg(bytes)).toBe(expected)
  })
})

describe('a photo', () => {
  it('that is cut off is refused at every length', () => {
    const whole = jpegImage({ width: 24, height: 16 })
    for (let length = 0; length < whole.length; length++)
      expect([length, readJpeg(whole.subarray(0, length))]).toEqual([length, null])
    expect(readJpeg(whole)).toMatchObject({ width: 24, height: 16 })
  })

  it('has the same pixels without its metadata', async () => {
    const photo = jpegImage({ width: 40, height: 30 })
    const getPixels = async (bytes: Uint8Array) => {
      const context = createCanvas(40, 30).getContext('2d')
      context.drawImage(await loadImage(bytes), 0, 0)
      return Buffer.from(context.getImageData(0, 0, 40, 30).data)
    }
    const { data } = readJpeg(photo)!
    expect(data.length).toBeLessThan(photo.length)
    expect((await getPixels(data)).equals(await getPixels(photo))).toBe(true)
  })

  it('of changed bytes is refused, or read with sides and components that exist', () => {
    const whole = jpegImage({ width: 20, height: 20, orientation: 6, dpi: 72 })
    // After the signature, which decides who reads the file.
    const change = fc.record({ at: fc.integer({ min: 3, max: whole.length - 1 }), value: fc.nat(255) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = new Uint8Array(whole)
        for (const { at, value } of changes) bytes[at] = value
        const jpeg = readJpeg(bytes)
        if (!jpeg) return
        expect(jpeg.width * jpeg.height).toBeGreaterThan(0)
        expect([1, 3, 4]).toContain(jpeg.components)
        expect(jpeg.data.length).toBeLessThanOrEqual(bytes.length)
        expect(isJpeg(jpeg.data)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('of random segments is read in linear time, and never throws', async () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0xc0, max: 0xff }), fc.uint8Array({ maxLength: 30 })), {
          maxLength: 12,
        }),
        (list) => {
          const segments = list.map(([marker, data]) => segment(marker, Buffer.from(data)))
          expect(() => readJpeg(file(...segments))).not.toThrow()
        },
      ),
      { numRuns: 1000 },
    )
    const units = [Buffer.from([0xff]), Buffer.from([0xff, 0]), segment(0xe1, 'Exif\0\0'), segment(0xfe, '')]
    for (const unit of units) {
      const bytes = Buffer.concat([START, frame(), scan, Buffer.alloc(4_000_000, unit), END])
      const getMilliseconds = startProcessorClock()
      readJpeg(bytes)
      expect(getMilliseconds(), unit.toString('hex')).toBeLessThan(2000)
    }
  })
})

describe('the colours of a JPEG in the PDF', () => {
  const getDictionary = async (jpeg: Buffer) => {
    const result = await imageToPdf(jpeg)
    return Buffer.from((result as { bytes: Uint8Array }).bytes).toString('latin1')
  }

  it.each([
    [1, 'DeviceGray'],
    [3, 'DeviceRGB'],
    [4, 'DeviceCMYK'],
  ])('of %i components are in %s', async (components, colourSpace) => {
    const pdf = await getDictionary(file(frame({ components }), scan))
    expect(pdf).toContain(`/ColorSpace /${colourSpace}`)
    expect(pdf).not.toContain('/Decode ')
  })

  it('are inverted where Adobe programs inverted them: in CMYK only', async () => {
    const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\0')
    expect(await getDictionary(file(adobe, frame({ components: 4 }), scan))).toContain(
      '/Decode [1 0 1 0 1 0 1 0]',
    )
    expect(await getDictionary(file(adobe, frame({ components: 3 }), scan))).not.toContain('/Decode ')
  })
})
