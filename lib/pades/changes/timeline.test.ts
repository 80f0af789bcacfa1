import { PdfDict, PdfNumber, PdfRef } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import {
  buildPdf,
  catalogNumber,
  firstPage,
  objectStream,
  pdfObjects,
  startXref,
  stream,
  writeRevision,
} from '#lib/pdf/fixtures/build'
import { encryptedPdf, encryption } from '#lib/pdf/fixtures/encrypt'
import { RevisionError } from './revisions.ts'
import { type Revision, Timeline } from './timeline.ts'

const formats = ['table', 'stream', 'object-streams'] as const
const withValue = (number: number, value: number) => new Map([[number, `<< /A ${value} >>`]])

/** /A of an object; null for a missing one. */
function getEntry({ resolve }: Revision, number: number): number | null {
  const object = resolve(PdfRef.of(number))
  const value = object instanceof PdfDict ? object.get('A') : null
  return value instanceof PdfNumber ? value.value : null
}

describe.each(formats)('revisions written as %s', (format) => {
  const base = buildPdf({ format, objects: { 50: '<< /A 1 >>' } })
  const second = writeRevision(base, new Map([...withValue(50, 2), ...withValue(51, 5)]), { format })
  const third = writeRevision(second, withValue(50, 3), { format })
  const open = () => Timeline.open(Buffer.from(third), base.length)

  test('are passed one by one, each with the objects before and after', async () => {
    const timeline = await open()
    expect(getEntry(timeline.revision, 50)).toBe(1)
    const toSecond = timeline.advance(second.length)
    expect([toSecond.before, toSecond.after].map((revision) => getEntry(revision, 50))).toEqual([1, 2])
    expect([toSecond.before, toSecond.after].map((revision) => getEntry(revision, 51))).toEqual([null, 5])
    expect(toSecond.touched.get(50)).toMatchObject({ inUse: true, offset: startXref(second) })
    const toThird = timeline.advance(third.length)
    expect([toThird.before, toThird.after].map((revision) => getEntry(revision, 50))).toEqual([2, 3])
    expect(toThird.touched.has(51)).toBe(false)
    expect(getEntry(timeline.revision, 51)).toBe(5)
    expect(timeline.listTouchedNumbers()).toContain(51)
  })

  test('are passed together', async () => {
    const { before, after, touched } = (await open()).advance(third.length)
    expect([before, after].map((revision) => getEntry(revision, 50))).toEqual([1, 3])
    expect(touched.get(50)).toMatchObject({ offset: startXref(third) })
    expect(after.catalog.getRef('Pages')?.objectNumber).toBe(2)
    expect(after.trailer.getRef('Root')?.objectNumber).toBe(catalogNumber)
  })

  test('are passed section by section', async () => {
    const timeline = await open()
    const values = Array.from(timeline.advanceBySection(third.length), ({ before, after, touched }) => [
      getEntry(before, 50),
      getEntry(after, 50),
      touched.has(51),
    ])
    expect(values).toEqual([
      [1, 2, true],
      [2, 3, false],
    ])
    expect([...timeline.advanceBySection(third.length)]).toEqual([])
  })

  test('lead only forwards, and to revisions of the file', async () => {
    const timeline = await open()
    expect([base, second, third].map(({ length }) => timeline.reaches(length))).toEqual([true, true, true])
    expect(timeline.reaches(second.length + 20)).toBe(true)
    timeline.advance(third.length)
    expect(timeline.reaches(second.length)).toBe(false)
    expect(() => timeline.advance(second.length)).toThrow(/undo the signed one/)
  })
})

describe('an object stream', () => {
  const base = buildPdf({ format: 'object-streams', objects: { 50: '<< /A 1 >>', 51: '<< /A 2 >>' } })
  const number = Number(
    /(\d+) 0 obj\n<< \/Length \d+ \/Type \/ObjStm/.exec(Buffer.from(base).toString('latin1'))![1],
  )
  const bodyWith = (value: number) => {
    const objects = pdfObjects({ objects: { 50: `<< /A ${value} >>`, 51: '<< /A 2 >>' } })
    return objectStream([...objects].filter(([, text]) => !text.includes('stream')))
  }

  test('that is replaced touches every object that is read from it', async () => {
    const file = writeRevision(base, new Map([[number, bodyWith(7)]]))
    const { before, after, touched, structural } = (
      await Timeline.open(Buffer.from(file), base.length)
    ).advance(file.length)
    expect(structural).toContain(number)
    expect([before, after].map((revision) => getEntry(revision, 50))).toEqual([1, 7])
    expect(touched.has(51)).toBe(true)
    expect(touched.has(firstPage + 1)).toBe(false)
  })

  const packed = pdfObjects({ objects: { 50: '<< /A 7 >>', 51: '<< /A 2 >>' } })
  const moved = writeRevision(base, new Map([...packed].filter(([, text]) => !text.includes('stream'))))

  test('is not structural where nothing is read from it', async () => {
    const file = writeRevision(moved, new Map([[number, bodyWith(1)]]))
    const { structural } = (await Timeline.open(Buffer.from(file), moved.length)).advance(file.length)
    expect(structural).not.toContain(number)
  })

  test('may not get an object that no section lists there: readers that rebuild the file find it', async () => {
    const file = writeRevision(moved, new Map([[number, bodyWith(8)]]))
    await expect(Timeline.open(Buffer.from(file), moved.length)).rejects.toThrow(
      'object 50, which is not listed',
    )
  })
})

describe('revisions that cannot be followed', () => {
  const base = buildPdf()

  test('an entry that points at another object', async () => {
    const file = Buffer.from(writeRevision(base, withValue(50, 1)))
    const offset = file.lastIndexOf('50 0 obj')
    file.write('51 0 obj', offset, 'latin1')
    await expect(Timeline.open(file, base.length)).rejects.toThrow(/not where its cross-reference entry says/)
  })

  test.each<[string, string, (offsetInBase: number) => number, RegExp]>([
    ['with the place of the signed object', '', (offset) => offset, /not where its cross-reference entry/],
    ['at another place', '50 1 obj\n<< /A 2 >>\nendobj\n', () => 0, /another generation number/],
  ])('another generation number, %s', async (_, object, placeOf, message) => {
    const signedFile = buildPdf({ objects: { 50: '<< /A 1 >>' } })
    const start = signedFile.length
    const place = placeOf(Buffer.from(signedFile).indexOf('50 0 obj')) || start
    const xref = `xref\n50 1\n${String(place).padStart(10, '0')} 00001 n \n`
    const trailer = `trailer\n<< /Size 9000 /Root 1 0 R /Prev ${startXref(signedFile)} >>\n`
    const tail = `${object}${xref}${trailer}startxref\n${start + object.length}\n%%EOF\n`
    const file = Buffer.concat([signedFile, Buffer.from(tail)])
    await expect(Timeline.open(file, start)).rejects.toThrow(message)
  })

  test('a freed number is used again with its next generation only, in a step of its own', async () => {
    const signedFile = buildPdf({ objects: { 50: '<< /A 1 >>' } })
    const append = (bytes: Uint8Array, object: string, entry: (offset: string) => string) => {
      const xref = `xref\n50 1\n${entry(String(bytes.length).padStart(10, '0'))} \n`
      const trailer = `trailer\n<< /Size 9000 /Root 1 0 R /Prev ${startXref(bytes)} >>\n`
      const tail = `${object}${xref}${trailer}startxref\n${bytes.length + object.length}\n%%EOF\n`
      return Buffer.concat([bytes, Buffer.from(tail)])
    }
    const freed = append(signedFile, '', () => '0000000000 00001 f')
    const reuse = (generation: number) =>
      append(freed, `50 ${generation} obj\n<< /A 2 >>\nendobj\n`, (offset) => `${offset} 0000${generation} n`)
    const timeline = await Timeline.open(reuse(1), signedFile.length)
    const values: (number | null)[][] = []
    for (const { before, after } of timeline.advanceBySection(reuse(1).length))
      values.push([before, after].map((revision) => getEntry(revision, 50)))
    expect(values).toEqual([
      [1, null],
      [null, 2],
    ])
    await expect(Timeline.open(reuse(2), signedFile.length)).rejects.toThrow(/another generation number/)
  })

  test.each([2 ** 24, 2 ** 24 + 5])(
    'the object number %d, which would be an alias of another',
    async (number) => {
      const later = writeRevision(base, withValue(number, 2))
      await expect(Timeline.open(Buffer.from(later), base.length)).rejects.toThrow(/too large/)
      const signedFile = buildPdf({ objects: { [number]: '<< /A 1 >>' } })
      const file = writeRevision(signedFile, withValue(5, 2))
      await expect(Timeline.open(Buffer.from(file), signedFile.length)).rejects.toThrow(/too large/)
      await expect(Timeline.open(Buffer.from(signedFile), signedFile.length)).resolves.toBeInstanceOf(
        Timeline,
      )
    },
  )

  test('a file that is encrypted only in part', async () => {
    const identity = '/Filter /Crypt /DecodeParms << /Name /Identity >>'
    for (const [entries, opens] of [
      ['', true],
      [identity, false],
    ] as const) {
      const options = { objects: { 50: stream('in clear text', entries) } }
      const encrypted = encryptedPdf('AES-128', options)
      const { encrypt, trailer } = encryption('AES-128', options)
      const later = new Map([[51, encrypt('<< /A 1 >>', 51)]])
      const opened = Timeline.open(
        Buffer.from(writeRevision(encrypted, later, { trailer })),
        encrypted.length,
      )
      if (opens) await expect(opened).resolves.toBeInstanceOf(Timeline)
      else await expect(opened).rejects.toThrow(/encrypted in one way/)
    }
  })

  test('the signed bytes are no revision', async () => {
    const file = Buffer.from(writeRevision(base, withValue(50, 1)))
    await expect(Timeline.open(file, base.length - 30)).rejects.toThrow(RevisionError)
  })
})
