import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeEntries, withPlainXRef, xrefChain } from './xref.ts'
import { readSection, type XRefEntry, XRefError } from './xref-section.ts'

/** Entries by their number, as a table and a stream may have them. */
const entries = fc
  .uniqueArray(
    fc.record({ number: fc.nat(40), isFree: fc.boolean(), offset: fc.nat(99_999), generation: fc.nat(9) }),
    { selector: ({ number }) => number, minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list
      .toSorted((a, b) => a.number - b.number)
      .map(
        ({ number, isFree, offset, generation }): XRefEntry =>
          isFree ? { number, type: 'free', generation } : { number, type: 'offset', generation, offset },
      ),
  )

function getTable(list: XRefEntry[], end: string): Buffer {
  const rows = list.map((entry) => {
    const offset = entry.type === 'offset' ? entry.offset : 0
    const digits = `${String(offset).padStart(10, '0')} ${String(entry.generation).padStart(5, '0')}`
    return `${entry.number} 1\n${digits} ${entry.type === 'free' ? 'f' : 'n'}${end}`
  })
  return Buffer.from(
    `xref\n${rows.join('')}trailer\n<< /Size 41 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  )
}

function getStream(list: XRefEntry[], widths: readonly [number, number, number]): Buffer {
  const rows = list.map((entry) => {
    const row = Buffer.alloc(widths[0] + widths[1] + widths[2])
    row.writeUIntBE(entry.type === 'free' ? 0 : 1, 0, widths[0])
    row.writeUIntBE(entry.type === 'offset' ? entry.offset : 0, widths[0], widths[1])
    row.writeUIntBE(entry.generation, widths[0] + widths[1], widths[2])
    return row
  })
  const data = Buffer.concat(rows)
  const index = list.map(({ number }) => `${number} 1`).join(' ')
  const head = `<< /Type /XRef /Size 41 /Root 1 0 R /W [${widths.join(' ')}] /Index [${index}] /Length ${data.length} >>`
  const [before, after] = [`50 0 obj\n${head}\nstream\n`, '\nendstream\nendobj\nstartxref\n0\n%%EOF\n']
  return Buffer.concat([Buffer.from(before, 'latin1'), data, Buffer.from(after, 'latin1')])
}

describe('any entries', () => {
  test('of a table are read as they were written, whatever its line ends', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(' \n', '\r\n', ' \r'), (list, end) => {
        // A subsection from 1 on that begins with the head of the free list would be shifted.
        const file = getTable(list, end)
        const section = readSection(file, 0)
        expect(section).toMatchObject({ kind: 'table', at: 0, isShifted: false })
        expect(section.entries()).toEqual(list)
        expect([...mergeEntries(file, xrefChain(file)!).values()]).toEqual(list)
      }),
      { numRuns: 300 },
    )
  })

  test('of a stream are read as they were written, whatever the widths of its fields', () => {
    const widths = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 3, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
    )
    fc.assert(
      fc.property(entries, widths, (list, fields) => {
        const file = getStream(list, fields)
        expect(readSection(file, 0).entries()).toEqual(list)
        expect(readSection(file, 0).widths).toEqual(fields)
        // The library can follow it: nothing is added.
        expect(withPlainXRef(file)).toBe(file)
      }),
      { numRuns: 300 },
    )
  })

  test('are read, or refused as damaged, wherever the section is cut or changed', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), fc.nat(400), fc.nat(255), (list, isTable, offset, byte) => {
        const file = isTable ? getTable(list, ' \n') : getStream(list, [1, 4, 2])
        const changedFile = Buffer.from(file)
        changedFile[offset % file.length] = byte
        for (const damagedFile of [changedFile, file.subarray(0, offset % file.length)]) {
          try {
            for (const entry of readSection(damagedFile, 0).entries())
              expect(entry.number).toBeGreaterThanOrEqual(-1)
          } catch (error) {
            expect(error).toBeInstanceOf(XRefError)
          }
          const chain = xrefChain(damagedFile)
          expect(chain === null || chain.length > 0).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
