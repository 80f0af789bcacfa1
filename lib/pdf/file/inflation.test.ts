import { deflateSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { buildPdf, stream } from '../fixtures/build.ts'
import { entriesBomb, objectStreamBomb, xrefBomb, zerosDeflated } from '../fixtures/hostile.ts'
import { inflatesTooMuch, inflationLimits } from './inflation.ts'

const limits = { stream: 2_000_000, file: 5_000_000 }
const small = { limits }

/** A file with this object beside its page. */
function fileWith(...objects: string[]): Uint8Array {
  return buildPdf({ objects: Object.fromEntries(objects.map((body, index) => [20 + index, body])) })
}

function objectStream(megabytes: number, entries = ''): string {
  return stream(
    zerosDeflated(megabytes).toString('latin1'),
    `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${entries}`,
  )
}

const zeros = zerosDeflated(3).toString('latin1')
const picture = stream(zeros, '/Subtype /Image /Width 9 /Filter /FlateDecode')

describe('too much', () => {
  test.each([
    ['a cross-reference stream', xrefBomb(3)],
    ['an object stream', objectStreamBomb(3)],
    ['a cross-reference stream whose entries take no bytes', entriesBomb(1_000_000)],
    ['object streams that are each within the limit', fileWith(...Array(5).fill(objectStream(1)))],
    ['a name that is escaped', fileWith(objectStream(3).replace('/First', '/#46irst'))],
    ['the filter elsewhere', fileWith(objectStream(3).replace('/FlateDecode', '9 0 R'))],
    ['a comment before the data', fileWith(objectStream(3).replace('>>', '>> % here\n'))],
    [
      'no line break after the keyword but a return',
      fileWith(objectStream(3).replace('stream\n', 'stream\r')),
    ],
    ['a wrong checksum', fileWith(objectStream(3).replace(/....\nendstream/s, 'aaaa\nendstream'))],
    ['one compression over another', fileWith(objectStream(1).replace('/Flate', '[/FlateDecode /Flate'))],
  ])('%s', async (_, file) => {
    expect(await inflatesTooMuch(file, small)).toBe(true)
  })

  test('a gigabyte of real size is not inflated to its end', async () => {
    const before = process.memoryUsage()
    expect(await inflatesTooMuch(xrefBomb())).toBe(true)
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(3 * inflationLimits.stream)
  })
})

describe('not too much', () => {
  test.each([
    ['a plain file', buildPdf()],
    ['a file of object streams', buildPdf({ format: 'object-streams' })],
    ['nothing', new Uint8Array()],
    ['what is within the limit', fileWith(objectStream(1), objectStream(1))],
    ['a large picture', fileWith(stream(zeros, '/Subtype /Image /Width 9 /Filter /FlateDecode'))],
    ['data that is no zlib data', fileWith(stream('xx', '/Type /ObjStm /First 4 /Filter /FlateDecode'))],
  ])('%s', async (_, file) => {
    expect(await inflatesTooMuch(file, small)).toBe(false)
  })
})

describe('a picture after an object that has entries of cross-reference and object streams', () => {
  test.each([
    ['a border of a link', '<</Subtype/Link/Rect[0 0 9 9]/BS<</W 0>>/F 4>>'],
    ['a border of a fraction', '<< /BS << /W .5 >> >>'],
    ['an outline', '<< /Title (a) /First 7 0 R /Last 7 0 R >>'],
    ['an outline with a long number', '<< /First 1234 0 R /Last 1234 0 R >>'],
    ['an outline with line breaks', '<< /First\n7\n0\nR >>'],
    ['widths of a font', '<< /Subtype /CIDFontType2 /W [0 [500 600] 7 [300]] >>'],
    ['widths of a font behind a reference', '<< /Subtype /CIDFontType2 /W 8 0 R >>'],
    ['a width and a first character', '<< /Width 9 /FirstChar 32 /WMode 0 >>'],
  ])('%s', async (_, object) => {
    expect(await inflatesTooMuch(fileWith(object, picture), small)).toBe(false)
  })
})

describe('a structural stream is found', () => {
  const flate = '/Filter /FlateDecode'
  test.each([
    ['by its type alone', `/Type /ObjStm ${flate}`],
    ['by the type of a cross-reference stream', `/Type/XRef ${flate}`],
    ['by /First without a type', `/N 1 /First 4 ${flate}`],
    ['by /First at the end', `${flate} /N 1 /First 4`],
    ['by /First after a comment', `/N 1 /First%x\n4 ${flate}`],
    ['by /W without a type', `/W [1 4 2] /Size 9 ${flate}`],
    ['by /W without spaces', `/W[1 4 2]/Size 9${flate}`],
    ['by /W with a comment', `/W % here\n [1 % and here\n 4 2] ${flate}`],
    ['by an escaped /W', `/#57 [1 4 2] ${flate}`],
    ['by an escaped type', `/Type /XR#65f ${flate}`],
    ['though it says that it is a picture', `/Subtype /Image /Type /ObjStm /First 4 ${flate}`],
  ])('%s', async (_, entries) => {
    expect(await inflatesTooMuch(fileWith(stream(zeros, entries)), small)).toBe(true)
  })
})

test('content counts where every text is read, pictures never', async () => {
  const content = stream(deflateSync(Buffer.alloc(3e6)).toString('latin1'), '/Filter /FlateDecode')
  expect(await inflatesTooMuch(fileWith(content), small)).toBe(false)
  expect(await inflatesTooMuch(fileWith(content), { ...small, everyStream: true })).toBe(true)
  const picture = content.replace('/Length', '/Subtype /Image /Length')
  expect(await inflatesTooMuch(fileWith(picture), { ...small, everyStream: true })).toBe(false)
})

test('a file of nothing but keywords is scanned in linear time', async () => {
  const getMilliseconds = startProcessorClock()
  expect(await inflatesTooMuch(Buffer.from('>>stream'.repeat(500_000)), small)).toBe(false)
  expect(getMilliseconds()).toBeLessThan(10_000)
})

describe('another object before a stream', () => {
  const stream = `5 0 obj\n<< /Filter /FlateDecode /Length 9 >>\nstream\nx\nendstream\nendobj\n`
  const file = (objects: string) => Buffer.from(`%PDF-1.7\n${objects}`, 'latin1')

  it.each([
    ['widths of a font', '4 0 obj\n<< /Type /Font /W [0 0] >>\nendobj\n'],
    ['names of a cross-reference stream in a string', '4 0 obj\n(/Type /XRef /W [0 0 0])\nendobj\n'],
    ['an array', '4 0 obj\n[/W [0 0]]\nendobj\n'],
  ])('is none of its dictionary: %s', async (_, object) => {
    expect(await inflatesTooMuch(file(object + stream))).toBe(false)
  })

  it('does not hide entries without bytes', async () => {
    const xref = '5 0 obj\n<< /Type /XRef /W [0 0 0] /X (4 0 obj <<) >>\nstream\nx\nendstream\nendobj\n'
    for (const before of ['', '4 0 obj\n<< /A 1 >>\nendobj\n', '4 0 obj\n<< /A (\n', '4 0 obj\n'])
      expect(await inflatesTooMuch(file(before + xref)), before).toBe(true)
  })

  it('does not count an object in a comment, in which a string begins', async () => {
    const xref =
      '% 4 0 obj (\n5 0 obj\n<< /Type /XRef /W [0 0 0] %) 6 0 obj <<\n>>\nstream\nx\nendstream\nendobj\n'
    expect(await inflatesTooMuch(Buffer.from(`%PDF-1.7\n${xref}`), small)).toBe(true)
  })

  it('counts an object behind a per cent sign that begins no comment', async () => {
    const text =
      '3 0 obj\n(stream %) endobj 5 0 obj << /Type /XRef /W [0 0 0] >>\nstream\nx\nendstream\nendobj\n'
    expect(await inflatesTooMuch(Buffer.from(`%PDF-1.7\n${text}`), small)).toBe(true)
  })

  it('takes no more time for many objects', async () => {
    const objects = '4 0 obj\n<< /W [0 0] >>\nendobj\n'.repeat(100_000)
    const getMilliseconds = startProcessorClock()
    expect(await inflatesTooMuch(file(objects + stream))).toBe(false)
    expect(await inflatesTooMuch(file('1'.repeat(3_000_000) + stream))).toBe(false)
    expect(getMilliseconds()).toBeLessThan(2000)
  })
})
