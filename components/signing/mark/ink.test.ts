import { describe, expect, it } from 'vitest'
import { isolateInk } from './ink.ts'
import { readPictureSize } from './picture.ts'

const WIDTH = 400
const HEIGHT = 240
type Paint = (x: number, y: number) => number

/** An opaque grey picture. */
function picture(paint: Paint, alpha: Paint = () => 255) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const grey = paint(x, y)
      data.set([grey, grey, grey, alpha(x, y)], 4 * (y * WIDTH + x))
    }
  return { data, width: WIDTH, height: HEIGHT }
}

/** A stroke from 100, 60 to 300, 180, six pixels thick. */
const isStroke = (x: number, y: number) => x >= 100 && x <= 300 && Math.abs(y - (60 + (x - 100) * 0.6)) < 3
const alphaAt = (data: Uint8ClampedArray, x: number, y: number) => data[4 * (y * WIDTH + x) + 3]

const sheets: [string, Paint][] = [
  ['white', () => 250],
  ['grey', () => 120],
  ['in a light that falls off to a third', (x) => 240 - x * 0.4],
  ['with the shadow of a hand', (x, y) => 235 - 110 / (1 + Math.exp((250 - x - y * 0.3) / 12))],
  ['with grain', (x, y) => 225 + ((x * 7 + y * 13) % 17)],
]

describe('the ink of a photo', () => {
  it.each(sheets)('is kept and all else transparent on paper that is %s', (_, paper) => {
    const pixels = picture((x, y) => (isStroke(x, y) ? paper(x, y) * 0.25 : paper(x, y)))
    const box = isolateInk(pixels)!
    expect(Math.abs(box.left - 100) + Math.abs(box.top - 60)).toBeLessThan(9)
    expect(Math.abs(box.left + box.width - 300) + Math.abs(box.top + box.height - 180)).toBeLessThan(9)
    expect(alphaAt(pixels.data, 200, 120)).toBe(255)
    for (const [x, y] of [
      [20, 20],
      [380, 220],
      [200, 60],
      [120, 200],
      [350, 30],
    ] as const)
      expect(alphaAt(pixels.data, x, y), `${x}, ${y}`).toBe(0)
  })

  it('is cropped without dust, and without the table below the paper', () => {
    const pixels = picture((x, y) => {
      if (y > 215 || x < 12) return 60
      if (x === 30 && y === 30) return 40
      return isStroke(x, y) ? 30 : 240
    })
    const box = isolateInk(pixels)!
    expect([box.left, box.top].map((value) => Math.round(value / 10))).toEqual([10, 6])
    expect(alphaAt(pixels.data, 30, 30)).toBe(0)
    expect(alphaAt(pixels.data, 200, 216)).toBe(0)
  })

  it('stays when it reaches the edge of the picture', () => {
    const pixels = picture((x, y) => (Math.abs(y - 120) < 4 && x < 300 ? 20 : 240))
    expect(isolateInk(pixels)).toMatchObject({ left: 0 })
  })

  const isCropped: [string, (x: number, y: number) => boolean][] = [
    ['a stroke from side to side', (x, y) => Math.abs(y - (120 + 115 * Math.sin(x / 40))) < 4],
    ['the dot of an i', (x, y) => Math.hypot(x - 200, y - 200) < 5],
    ['a letter from the upper to the lower edge', (x) => x >= 350 && x < 358],
  ]
  it.each(['opaque', 'transparent'])('stays whole when a picture that is %s is cropped to it', (kind) => {
    const isInk: typeof isStroke = (x, y) => isCropped.some(([, isPart]) => isPart(x, y))
    const pixels =
      kind === 'opaque'
        ? picture((x, y) => (isInk(x, y) ? 20 : 250))
        : picture(
            () => 20,
            (x, y) => (isInk(x, y) ? 255 : 0),
          )
    expect(isolateInk(pixels)).toMatchObject({ left: 0, width: WIDTH, top: 0, height: HEIGHT })
    for (const [name, isPart] of isCropped)
      for (let index = 0; index < WIDTH * HEIGHT; index++) {
        const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)]
        if (isPart(x, y) && alphaAt(pixels.data, x, y)! < 200) expect.fail(`${name}: ${x}, ${y}`)
      }
  })

  it('is not a speck beside a signature that reaches the edge', () => {
    const isSpeck: typeof isStroke = (x, y) => x >= 200 && x < 202 && y >= 40 && y < 42
    const pixels = picture((x, y) => (isSpeck(x, y) || (Math.abs(y - 120) < 4 && x < 300) ? 20 : 240))
    expect(isolateInk(pixels)).toMatchObject({ left: 0, width: 300 })
  })

  it.each<[string, (x: number, y: number) => boolean]>([
    ['at a corner', (x, y) => x / WIDTH + y / HEIGHT > 1.7],
    ['below', (_, y) => y > 195],
    ['on all sides', (x, y) => x < 50 || y < 40 || x > 350 || y > 200],
  ])('is cropped without a table that is seen %s', (_, isTable) => {
    const pixels = picture((x, y) => (isTable(x, y) || isStroke(x, y) ? 30 : 240))
    const box = isolateInk(pixels)!
    expect([box.left, box.top, box.width].map((value) => Math.round(value / 10))).toEqual([10, 6, 20])
  })

  it('stays whole in uneven light, too', () => {
    const isDot: typeof isStroke = (x, y) => Math.hypot(x - 200, y - 200) < 5
    const pixels = picture((x, y) => (240 - x * 0.4) * (Math.abs(y - 120) < 4 || isDot(x, y) ? 0.2 : 1))
    expect(isolateInk(pixels)).toMatchObject({ left: 0, width: WIDTH })
  })

  it('of a picture that is transparent already is left as it is', () => {
    const pixels = picture(
      () => 200,
      (x, y) => (isStroke(x, y) ? 255 : 0),
    )
    expect(isolateInk(pixels)).toMatchObject({ left: 100 })
    expect(alphaAt(pixels.data, 200, 120)).toBe(255)
  })

  it.each<[string, number, number]>([
    ['white', 255, 255],
    ['nearly white', 240, 255],
    ['grey, but hardly opaque', 200, 95],
  ])('that is transparent around ink that is %s is nothing', (_, grey, opacity) => {
    const pixels = picture(
      () => grey,
      (x, y) => (isStroke(x, y) ? opacity : 0),
    )
    expect(isolateInk(pixels)).toBeNull()
  })

  it('is what is seen on white: a white border around it is cropped', () => {
    const pixels = picture(
      (x, y) => (isStroke(x, y) ? 30 : 255),
      (x, y) => (x < 40 || y < 20 ? 0 : 255),
    )
    const box = isolateInk(pixels)!
    expect(Math.abs(box.left - 100) + Math.abs(box.top - 60)).toBeLessThan(17)
    expect(alphaAt(pixels.data, 350, 30)).toBe(0)
  })

  it.each(sheets)('of a blank picture is nothing: paper that is %s', (_, paper) => {
    expect(isolateInk(picture(paper))).toBeNull()
  })
})

describe('the size of a picture', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(40)
    bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return new Blob([bytes])
  }
  const jpeg = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0001108120016c00301220002110103',
    'hex',
  )

  it('is read before the picture is decoded', async () => {
    expect(await readPictureSize(png(60_000, 60_000))).toEqual({ width: 60_000, height: 60_000 })
    expect(await readPictureSize(new Blob([jpeg]))).toEqual({ width: 0x16c0, height: 0x1200 })
  })

  it.each([
    ['text', 'hello'],
    ['nothing', ''],
    ['a GIF', 'GIF89a0123456789012345678901234567890'],
  ])('is none of %s', async (_, content) => {
    expect(await readPictureSize(new Blob([content]))).toBeNull()
  })
})
