import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { PDF, type PdfRef, type PdfStream } from '@libpdf/core'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { ImageError, placeImage } from './place-image.ts'

/** A PNG with a rectangle of a colour; what is around it is transparent. */
function png(
  width: number,
  height: number,
  box: [x: number, y: number, w: number, h: number],
  colour = '#ff8000',
) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(...box)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** A PNG written chunk by chunk: colour type 2 (RGB) or what is asked. */
function rawPng(
  width: number,
  height: number,
  options: { type?: number; depth?: number; rows?: Buffer; chunks?: [string, Buffer][] } = {},
) {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), out.length - 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = options.depth ?? 8
  header[9] = options.type ?? 2
  const rows =
    options.rows ??
    Buffer.alloc(height * (1 + width * 3), 0x40).map((byte, index) =>
      index % (1 + width * 3) === 0 ? 0 : byte,
    )
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...(options.chunks ?? []).map(([name, data]) => chunk(name, data)),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

async function place(bytes: Uint8Array) {
  const pdf = PDF.create()
  const placedImage = await placeImage(pdf, bytes)
  const image = pdf.context.resolve(placedImage.ref) as PdfStream
  const maskRef = image.getRef('SMask')
  const mask = maskRef ? (pdf.context.resolve(maskRef as PdfRef) as PdfStream) : null
  return {
    pdf,
    placed: placedImage,
    image,
    mask,
    pixels: inflateSync(image.data),
    alpha: mask && inflateSync(mask.data),
  }
}

describe('a PNG in the file', () => {
  test('is an RGB image XObject, deflated', async () => {
    const { image, placed, pixels } = await place(png(40, 20, [0, 0, 40, 20]))
    expect(image.getName('Type')?.value).toBe('XObject')
    expect(image.getName('Subtype')?.value).toBe('Image')
    expect(image.getName('ColorSpace')?.value).toBe('DeviceRGB')
    expect(image.getName('Filter')?.value).toBe('FlateDecode')
    expect(image.getNumber('BitsPerComponent')?.value).toBe(8)
    expect(image.getNumber('Width')?.value).toBe(40)
    expect(image.getNumber('Height')?.value).toBe(20)
    expect(placed).toMatchObject({ width: 40, height: 20 })
    expect(pixels).toHaveLength(40 * 20 * 3)
    expect([...pixels.subarray(0, 3)]).toEqual([255, 128, 0])
  })

  test('without transparency has no mask', async () => {
    expect((await place(png(40, 20, [0, 0, 40, 20]))).mask).toBeNull()
    expect((await place(rawPng(8, 8))).mask).toBeNull()
  })

  test('with transparency has a mask of its size', async () => {
    const canvas = createCanvas(30, 30)
    const context = canvas.getContext('2d')
    context.fillStyle = 'rgba(0, 0, 255, 0.5)'
    context.beginPath()
    context.arc(15, 15, 15, 0, 7)
    context.fill()
    const { mask, image, alpha, pixels } = await place(new Uint8Array(canvas.toBuffer('image/png')))
    expect(mask!.getName('ColorSpace')?.value).toBe('DeviceGray')
    expect(mask!.getNumber('Width')?.value).toBe(image.getNumber('Width')?.value)
    expect(mask!.getNumber('Height')?.value).toBe(image.getNumber('Height')?.value)
    expect(alpha).toHaveLength(30 * 30)
    expect(alpha![0]).toBe(0)
    expect(alpha![15 * 30 + 15]).toBeGreaterThan(120)
    expect(alpha![15 * 30 + 15]).toBeLessThan(135)
    expect([...pixels.subarray((15 * 30 + 15) * 3, (15 * 30 + 15) * 3 + 3)]).toEqual([0, 0, 255])
  })

  test.each<[number, number, number, number]>([
    [10, 5, 20, 8],
    [0, 0, 1, 1],
    [59, 29, 1, 1],
    [0, 0, 60, 30],
    [0, 10, 60, 2],
  ])('loses the empty margin around %i,%i %i×%i', async (x, y, width, height) => {
    const { placed, pixels } = await place(png(60, 30, [x, y, width, height]))
    expect(placed).toMatchObject({ width, height })
    expect([...pixels.subarray(0, 3)]).toEqual([255, 128, 0])
    expect([...pixels.subarray(-3)]).toEqual([255, 128, 0])
  })

  test('keeps its proportions when it is made smaller', async () => {
    const { placed } = await place(png(4000, 1000, [0, 0, 4000, 1000]))
    expect(placed).toMatchObject({ width: 1600, height: 400 })
    const narrow = await place(png(10, 3000, [0, 0, 10, 3000]))
    expect(narrow.placed.height).toBe(1600)
    expect(narrow.placed.width).toBeGreaterThanOrEqual(4)
  })

  test('is small in the file', async () => {
    const { image, mask } = await place(png(600, 200, [100, 50, 300, 4]))
    expect(image.data.length + (mask?.data.length ?? 0)).toBeLessThan(2000)
  })

  test.each<[string, Uint8Array]>([
    ['grey', rawPng(4, 4, { type: 0, rows: Buffer.concat(Array(4).fill(Buffer.from([0, 9, 9, 9, 9]))) })],
    [
      'of 16 bits',
      rawPng(2, 2, { depth: 16, rows: Buffer.concat(Array(2).fill(Buffer.from([0, ...Array(12).fill(7)]))) }),
    ],
    [
      'with a palette',
      rawPng(4, 1, {
        type: 3,
        rows: Buffer.from([0, 0, 1, 0, 1]),
        chunks: [['PLTE', Buffer.from([255, 0, 0, 0, 0, 255])]],
      }),
    ],
  ])('%s is accepted too', async (_, bytes) => {
    const { placed } = await place(bytes)
    expect(placed.width).toBeGreaterThan(0)
    expect(placed.height).toBeGreaterThan(0)
  })

  test('accepts a view into a larger buffer', async () => {
    const bytes = png(20, 10, [0, 0, 20, 10])
    const memory = new Uint8Array(bytes.length + 100)
    memory.set(bytes, 50)
    const { placed } = await place(memory.subarray(50, 50 + bytes.length))
    expect(placed).toMatchObject({ width: 20, height: 10 })
  })
})

describe('what is refused', () => {
  const wholeFile = png(50, 50, [0, 0, 50, 50])
  const claiming = (width: number, height: number) => {
    const bytes = Buffer.from(wholeFile)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return new Uint8Array(bytes)
  }

  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /not a PNG/],
    ['text', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), /not a PNG/],
    ['a JPEG', new Uint8Array(createCanvas(9, 9).toBuffer('image/jpeg')), /not a PNG/],
    ['a header alone', wholeFile.subarray(0, 24), /damaged/],
    ['half of one', wholeFile.subarray(0, 50), /damaged/],
    ['one without pixels', png(20, 20, [0, 0, 0, 0]), /empty/],
    ['a bomb', claiming(60_000, 60_000), /too many pixels/],
    ['one of no width', claiming(0, 50), /damaged/],
  ])('%s', async (_, bytes, reason) => {
    await expect(place(bytes)).rejects.toThrow(ImageError)
    await expect(place(bytes)).rejects.toThrow(reason)
  })

  test('before anything is decoded when it is too large', async () => {
    const getMilliseconds = startProcessorClock()
    await expect(place(claiming(4_000_000_000, 4_000_000_000))).rejects.toThrow(/too many pixels/)
    expect(getMilliseconds()).toBeLessThan(50)
  })

  test('and leaves nothing in the document', async () => {
    const pdf = PDF.create()
    const nextNumberBefore = pdf.context.registry.nextObjectNumber
    await expect(placeImage(pdf, wholeFile.subarray(0, 60))).rejects.toThrow(ImageError)
    expect(pdf.context.registry.nextObjectNumber).toBe(nextNumberBefore)
  })
})
