import { describe, expect, test } from 'vitest'
import { buildPdf, stream } from '../fixtures/build.ts'
import { readWithPdfjs } from './reading.ts'

const options = { maxPages: 9, textPages: 9 }
const large = buildPdf({ objects: { 20: stream('x'.repeat(40_000_000)) } })

/** The file somewhere in memory that holds more. */
function within(file: Uint8Array, leadingBytes: number, trailingBytes: number): Uint8Array {
  const memory = new Uint8Array(leadingBytes + file.length + trailingBytes).fill(0x25)
  memory.set(file, leadingBytes)
  return memory.subarray(leadingBytes, leadingBytes + file.length)
}

describe('pdf.js reads', () => {
  test.each([
    ['in memory of its own', 0, 0],
    ['with room behind it', 0, 1000],
    ['in the middle of other memory', 1000, 1000],
  ])('a file %s, and leaves it there', async (_, before, trailingBytes) => {
    for (const format of ['table', 'stream', 'object-streams'] as const) {
      const file = within(buildPdf({ format }), before, trailingBytes)
      const pdfjsResult = await readWithPdfjs(file, options)
      expect([pdfjsResult.texts, pdfjsResult.pages.length]).toEqual([['Hello'], 1])
      expect(Buffer.compare(file, buildPdf({ format }))).toBe(0)
    }
  })

  test('several files at once', async () => {
    const files = ['One', 'Two', 'Three'].map((text) =>
      buildPdf({ pages: [{ mediaBox: [0, 0, 99, 99], text }] }),
    )
    const pdfjsResult = await Promise.all(files.map((file) => readWithPdfjs(file, options)))
    expect(pdfjsResult.map(({ texts }) => texts)).toEqual([['One'], ['Two'], ['Three']])
  })

  test('a large file without copying it', async () => {
    await readWithPdfjs(buildPdf(), options)
    const bytesBefore = process.memoryUsage().arrayBuffers
    await readWithPdfjs(large, options)
    expect(process.memoryUsage().arrayBuffers - bytesBefore).toBeLessThan(large.length / 2)
  })

  test('rejects bytes that are no PDF', async () => {
    await expect(readWithPdfjs(new Uint8Array(), options)).rejects.toThrow()
    await expect(readWithPdfjs(new Uint8Array(5000), options)).rejects.toThrow()
  })
})
