import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { readWithPdfjs } from '../file/reading.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { paint } from '../fixtures/render.ts'
import type { ZoneBox } from '../geometry.ts'
import { readTagTexts } from './readings.ts'
import { replaceFileFields } from './replace.ts'
import { stringBytes } from './shown-strings.ts'
import { tagBoxes } from './text-tags.ts'

/** The file without its text tags, and the boxes that they had on each page. */
async function withoutTags(before: Uint8Array) {
  const pdf = await loadPdf(before)
  const { pages } = inspect(pdf)
  const texts = readTagTexts(pdf, pages).texts
  const boxes = pages.map((page) => texts.filter((text) => text.page === page).flatMap(tagBoxes))
  replaceFileFields(pdf, pages)
  return { after: withIncrement(before, incrementalUpdate(pdf, before)), boxes }
}

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await readWithPdfjs(bytes, { maxPages: 9, textPages: 9 })).texts.join('').replaceAll(' ', '')
}

/** The pixels that differ outside the tags; letters reach a little beyond their boxes. */
async function listChanges(before: Uint8Array, after: Uint8Array, page: number, boxes: ZoneBox[]) {
  const scale = 2
  const [old, now] = [await paint(before, page, scale), await paint(after, page, scale)]
  const isInTag = (x: number, y: number) =>
    boxes.some((box) => {
      const margin = 2 + Math.min(box.width, box.height) / 4
      const [left, top] = [x / scale - box.x, y / scale - box.y]
      return left > -margin && left < box.width + margin && top > -margin && top < box.height + margin
    })
  const changes: string[] = []
  for (let y = 0; y < old.height; y++)
    for (let x = 0; x < old.width; x++) {
      const colour = now.colourAt(x, y)
      // Positions are rounded to a thousandth, which smoothing of edges may show.
      const differs = old.colourAt(x, y).some((value, index) => Math.abs(value - colour[index]!) > 8)
      if (differs && !isInTag(x, y)) changes.push(`${x}, ${y}`)
    }
  return changes
}

describe('a text tag is removed from the content, and nothing else moves', () => {
  /** A literal or hexadecimal string of a content stream. */
  const written = (text: string, isHex: boolean) =>
    isHex ? `<${Buffer.from(text, 'latin1').toString('hex')}>` : `(${text.replace(/[()\\]/g, '\\$&')})`
  const words = fc.string({ unit: fc.constantFrom(...'abcW (.)\\'), minLength: 1, maxLength: 6 })
  /** A text, split at some places, in each of the operators that show one. */
  const shown = fc
    .record({
      before: words,
      after: words,
      operator: fc.constantFrom('Tj', 'TJ', "'", '"'),
      cuts: fc.array(fc.nat(24), { maxLength: 4 }),
      isHex: fc.boolean(),
      kerning: fc.integer({ min: -60, max: 60 }),
    })
    .map(({ before, after, operator, cuts, isHex, kerning }) => {
      const text = `${before}{{Rent;type=number}}${after}`
      if (operator === '"') return `1 0.5 ${written(text, isHex)} "`
      if (operator !== 'TJ') return `${written(text, isHex)} ${operator}`
      const ends = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
        (a, b) => a - b,
      )
      const pieces = ends.slice(1).map((end, index) => written(text.slice(ends[index], end), isHex))
      return `[${pieces.join(` ${kerning} `)}] TJ`
    })

  test('however the text is written, spaced and turned', async () => {
    const state = fc.record({
      size: fc.integer({ min: 8, max: 14 }),
      characterSpacing: fc.constantFrom(-0.25, 0, 0.5),
      wordSpacing: fc.integer({ min: 0, max: 4 }),
      scale: fc.integer({ min: 60, max: 120 }),
      rise: fc.integer({ min: -3, max: 3 }),
      rotate: fc.constantFrom(0, 90, 180, 270),
      parts: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(shown, shown, state, async (first, second, options) => {
        const { size, characterSpacing, wordSpacing, scale, rise, rotate, parts } = options
        const operators = [
          `q BT /F1 ${size} Tf ${characterSpacing} Tc ${wordSpacing} Tw ${scale} Tz ${rise} Ts 20 TL`,
          `1 0 0 1 30 150 Tm ${first} T*`,
          `${second} (end) Tj T* (stays) Tj ET Q 0.8 1 0.8 rg 30 20 90 30 re f`,
        ]
        const streams = [operators.slice(0, parts - 1), operators.slice(parts - 1)].flatMap((part) =>
          part.length > 0 ? [part.join(' ')] : [],
        )
        const before = buildPdf({
          objects: {
            1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Rotate ${rotate}
              /Contents [${streams.map((_, index) => `${20 + index} 0 R`).join(' ')}] /Resources << /Font << /F1 3 0 R >> >> >>`,
            ...Object.fromEntries(streams.map((text, index) => [20 + index, stream(text)])),
          },
        })
        const { after, boxes } = await withoutTags(before)
        expect(await textOf(before)).toContain('{{')
        expect(await textOf(after)).not.toMatch(/[{}]|Rent/)
        expect(await listChanges(before, after, 1, boxes[0]!)).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  test.each(['writer.pdf', 'word.pdf', 'rotated.pdf', 'sideways.pdf'])(
    'in a file of a word processor, with subset fonts: %s',
    async (name) => {
      const path = join(import.meta.dirname, '../fixtures/word-processors', name)
      const before = new Uint8Array(await readFile(path))
      const { after, boxes } = await withoutTags(before)
      expect(await textOf(before)).toContain('{{')
      expect(await textOf(after)).not.toContain('{{')
      for (const [index, pageBoxes] of boxes.entries())
        expect(await listChanges(before, after, index + 1, pageBoxes)).toEqual([])
    },
  )
})

test('the bytes of strings', () => {
  const bytesOf = (source: string) => stringBytes(source).toString('latin1')
  expect(bytesOf('(a\\(b\\)\\\\\\101\\7x)')).toBe('a(b)\\A\x07x')
  expect(bytesOf('(a\\\nb\r\nc\rd\\n\\q)')).toBe('ab\nc\nd\nq')
  expect(bytesOf('<41 42\n5>')).toBe('ABP')
})
