import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { englishMessages, type FieldErrors } from '#lib/core/errors'
import { exifData, withChunk } from '#lib/pdf/fixtures/images'
import { getBytes } from '#lib/storage/files'
import { checkAppearance, storeAppearance } from './appearances.ts'

const dataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

function picture(width: number, height: number, draw = true): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (draw) context.fillRect(width / 4, height / 4, width / 2, height / 2)
  return canvas.toBuffer('image/png')
}

/** An image of one stroke. */
function strokeImage(ink: string, background: string): Buffer {
  const canvas = createCanvas(120, 40)
  const context = canvas.getContext('2d')
  context.fillStyle = background
  context.fillRect(0, 0, 120, 40)
  context.strokeStyle = ink
  context.lineWidth = 3
  context.moveTo(10, 30)
  context.lineTo(110, 10)
  context.stroke()
  return canvas.toBuffer('image/png')
}

async function check(bytes: Uint8Array) {
  const errors: FieldErrors = {}
  const appearance = await checkAppearance('signature', { method: 'drawn', image: dataUrl(bytes) }, errors)
  return { appearance, error: englishMessages(errors)['signature.image']?.[0] }
}

/** A PNG whose header declares this size. */
function pngDeclaring(width: number, height: number): Buffer {
  const bytes = Buffer.from(picture(8, 8))
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

describe('a submitted signature image', () => {
  it('is text if it is typed', async () => {
    const errors: FieldErrors = {}
    expect(await checkAppearance('signature', { method: 'typed', text: 'Zoë' }, errors)).toEqual({
      method: 'typed',
      text: 'Zoë',
    })
    expect(errors).toEqual({})
  })

  it('keeps its pixels and no other data', async () => {
    const input = picture(40, 20)
    const withTrailingBytes = Buffer.concat([input, Buffer.from('<script>')])
    const { appearance } = await check(withTrailingBytes)
    expect(Buffer.from(appearance!.png!).includes('<script>')).toBe(false)
    const decoded = await loadImage(Buffer.from(appearance!.png!))
    expect([decoded.width, decoded.height]).toEqual([40, 20])
  })

  it('is turned upright as its Exif data say', async () => {
    const canvas = createCanvas(40, 20)
    canvas.getContext('2d').fillRect(0, 0, 40, 5)
    const png = withChunk(canvas.toBuffer('image/png'), 'eXIf', exifData({ orientation: 6 }))
    const { appearance } = await check(png)
    const decoded = await loadImage(Buffer.from(appearance!.png!))
    expect([decoded.width, decoded.height]).toEqual([20, 40])
    const context = createCanvas(20, 40).getContext('2d')
    context.drawImage(decoded, 0, 0)
    const alphas = [2, 17].map((x) => context.getImageData(x, 20, 1, 1).data[3])
    expect(alphas).toEqual([0, 255])
  })

  it('is refused if nothing is drawn', async () => {
    expect((await check(picture(40, 20, false))).error).toMatch(/^The picture is blank\./)
  })

  it.each([
    ['white on transparent', 'white', 'rgba(0,0,0,0)'],
    ['white all over', 'white', 'white'],
    ['black all over', 'black', 'black'],
    ['hardly grey on white', '#f4f4f4', 'white'],
    ['a shade that is nearly transparent', 'rgba(0,0,0,0.05)', 'rgba(0,0,0,0)'],
  ])('is refused as blank: %s', async (_what, ink, background) => {
    expect((await check(strokeImage(ink, background))).error).toMatch(/^The picture is blank\./)
  })

  it.each([
    ['black on white', 'black', 'white'],
    ['blue on transparent', '#1d4ed8', 'rgba(0,0,0,0)'],
    ['light pencil on white', '#d0d0d0', 'white'],
  ])('is accepted: %s', async (_what, ink, background) => {
    expect((await check(strokeImage(ink, background))).error).toBeUndefined()
  })

  it.each([
    ['text', Buffer.from('hello, this is some text that is long enough')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['no bytes', Buffer.alloc(0)],
    ['an incomplete header', picture(8, 8).subarray(0, 20)],
    ['a width of 0', pngDeclaring(0, 8)],
  ])('is refused as not a PNG: %s', async (_what, bytes) => {
    expect((await check(bytes)).error).toBe('The picture is not a PNG.')
  })

  it('is refused if its end is missing', async () => {
    const wholeFile = picture(300, 300)
    for (const length of [60, wholeFile.length / 2, wholeFile.length - 13, wholeFile.length - 1]) {
      expect((await check(wholeFile.subarray(0, length))).error).toMatch(
        /^The picture is damaged or incomplete/,
      )
    }
  })

  it('is refused if a byte was changed', async () => {
    const changedBytes = Buffer.from(picture(300, 300))
    changedBytes[changedBytes.length >> 1]! ^= 0xff
    expect((await check(changedBytes)).error).toMatch(/^The picture is damaged or incomplete/)
  })

  it.each([
    [4001, 10],
    [10, 4001],
    [3000, 3000],
    [4_000_000_000, 4_000_000_000],
  ])('is refused before it is decoded if it declares %d by %d pixels', async (width, height) => {
    const startedAt = performance.now()
    expect((await check(pngDeclaring(width, height))).error).toMatch(/million pixels/)
    expect(performance.now() - startedAt).toBeLessThan(200)
  })

  it('is refused above a megabyte', async () => {
    const tooLarge = Buffer.concat([picture(8, 8), Buffer.alloc(1_000_001)])
    expect((await check(tooLarge)).error).toMatch(/larger than 1 MB/)
  })

  it('is stored by its hash', async () => {
    const { appearance } = await check(picture(40, 20))
    const stored = await storeAppearance(1, appearance!)
    expect(stored).toEqual({ method: 'drawn', imageSha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(Buffer.from(await getBytes(1, stored.imageSha256!))).toEqual(Buffer.from(appearance!.png!))
    expect(await storeAppearance(1, { method: 'typed', text: 'Z' })).toEqual({ method: 'typed', text: 'Z' })
  })
})
