import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { scanRaw } from '../check/inspect.ts'
import {
  buildPdf,
  type FixtureOptions,
  getText,
  signedPdf,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { outsideStreamData } from './stream-data.ts'

const signed = getText(signedPdf())

/** A file with `content` as an attachment, not compressed. */
function withAttached(content: string, { type = 'EmbeddedFile', ...options }: Options = {}) {
  return buildPdf({
    catalog:
      '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.pdf) /EF << /F 30 0 R >> >>] >> >>',
    objects: {
      30: `<< /Type /${type} /Length 31 0 R >>\nstream\r\n${content}\nendstream`,
      31: String(content.length + 1),
    },
    ...options,
  })
}
type Options = FixtureOptions & { type?: string }

const findOutside = (bytes: Uint8Array) => {
  const file = Buffer.from(bytes)
  const offset = file.indexOf('/ByteRange')
  expect(offset).toBeGreaterThan(0)
  return outsideStreamData(file, [offset]).length
}

describe('a PDF that is attached', () => {
  test.each([
    ['signed', signed],
    ['with an unfinished signature', '/ByteRange [0 /********** /********** /**********]'],
    ['encrypted', 'trailer << /Encrypt 5 0 R >>'],
    ['a hybrid file', '/XRefStm 100 /XRefStm 100'],
  ])('and %s says nothing of the file', async (_, content) => {
    const bytes = withAttached(content)
    const none = { signatureTraces: false, unfilledByteRange: false, encrypt: false, repeatedXRefStm: false }
    expect(scanRaw(bytes)).toEqual({ header: true, ...none })
    expect(await checkPdf(bytes, { maxPages: 10 })).toMatchObject({ ok: true, repaired: null })
  })

  test.each(['table', 'stream', 'object-streams'] as const)('is found in a file with a %s', (format) => {
    expect(findOutside(withAttached(signed, { format }))).toBe(0)
  })

  test('is found also where it is replaced, and by another revision', () => {
    const again = withAttached(signed)
    expect(findOutside(writeRevision(again, new Map([[30, 'null']])))).toBe(0)
  })
})

describe('behind the stream of a PDF that is attached', () => {
  const padding = 'x'.repeat(40)
  /** Puts `text` between the object of the attachment and the next one. */
  const withText = (text: string) =>
    Buffer.from(
      getText(withAttached(`${signed}${padding}`)).replace(
        `${padding}\nendstream\nendobj\n`,
        `\nendstream\nendobj\n${text.padEnd(padding.length)}`,
      ),
      'latin1',
    )

  test.each(['%-----\n', '% a\r% b % c\n\n', '%%%\r\n%', '% 7 0 obj\n'])(
    'a comment is white space: %j',
    (text) => {
      expect(findOutside(withText(text))).toBe(0)
    },
  )

  test.each(['%-----\n7 0 obj\n', '7 0 obj % a\n', '% a\n/X % b\n'])('an object counts: %j', (text) => {
    expect(findOutside(withText(text))).toBe(1)
  })

  test('what a comment contains counts', () => {
    const file = withText('% /ByteRange [0 1 2 3]\n')
    expect(outsideStreamData(file, [file.lastIndexOf('/ByteRange')])).toHaveLength(1)
  })

  test('many comments are read in time', () => {
    const comments = `\nendstream\nendobj\n${'%'.repeat(1e5)}\n${'%\n'.repeat(1e5)}`
    const bytes = withAttached(`${signed}\nendstream\nendobj\n${comments}x\n`)
    expect(findOutside(bytes)).toBe(0)
    const file = Buffer.from(getText(bytes).replace(/x\n\nendstream/, 'x\n\nendSTREAM'), 'latin1')
    const startedAt = performance.now()
    expect(findOutside(file)).toBe(1)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

describe('what a page writes about signatures', () => {
  const text = 'Write /ByteRange [0 840 960 240] and /DocMDP, and no /XRefStm 100 /XRefStm 100'
  const pages = [{ mediaBox: [0, 0, 595, 842], text }]

  test('says nothing of the file', async () => {
    const bytes = buildPdf({ pages })
    expect(scanRaw(bytes)).toMatchObject({ signatureTraces: false, repeatedXRefStm: false })
    expect(await checkPdf(bytes, { maxPages: 10 })).toMatchObject({ ok: true, signed: false, repaired: null })
  })

  test.each(['table', 'stream', 'object-streams'] as const)('is found in a file with a %s', (format) => {
    expect(findOutside(buildPdf({ pages, format }))).toBe(0)
  })
})

describe('what is found in the bytes counts', () => {
  test.each([
    ['an object', '7 0 obj << /ByteRange [0 1 2 3] >>'],
    ['an object on lines', '7\n0\nobj\n<< /ByteRange [0 1 2 3] >>'],
    ['the end of one', '<< /ByteRange [0 1 2 3] >> endobj'],
    ['a trailer', 'trailer << /X /ByteRange >>'],
    ['the end of a stream', 'endstream /ByteRange'],
  ])('in a stream with %s', (_, content) => {
    expect(findOutside(withAttached(content, { type: 'Other' }))).toBe(1)
    expect(findOutside(withAttached('/ByteRange', { type: 'Other' }))).toBe(0)
  })

  test('in an object stream', () => {
    const packed = stream('51 0 << /ByteRange [0 1 2 3] >>', '/Type /ObjStm /N 1 /First 5')
    expect(findOutside(buildPdf({ objects: { 30: packed } }))).toBe(1)
    expect(findOutside(buildPdf({ objects: { 30: packed.replace('/First', '/#46irst') } }))).toBe(1)
  })

  test('in a stream of another type', () => {
    expect(findOutside(withAttached(signed, { type: 'Other' }))).toBe(1)
  })

  test('in what a revision takes for an object', () => {
    const content = '\n32 0 obj\n<< /ByteRange [0 1 2 3] >>\nendobj\n'
    const bytes = withAttached(content)
    const at = getText(bytes).indexOf('32 0 obj')
    const xref = `xref\n32 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const trailer = `trailer\n<< /Size 33 /Root 1 0 R /Prev ${getText(bytes).match(/startxref\s+(\d+)/)![1]} >>\n`
    const hidden = Buffer.concat([
      bytes,
      Buffer.from(`\n${xref}${trailer}startxref\n${bytes.length + 1}\n%%EOF\n`),
    ])
    expect(findOutside(hidden)).toBe(1)
  })

  test('where the attachment is in no cross-reference section, or the sections cannot be read', () => {
    const bytes = getText(withAttached(signed))
    expect(findOutside(Buffer.from(bytes.replace(/startxref\s+\d+\s+%%EOF\s*$/, ''), 'latin1'))).toBe(1)
    expect(findOutside(Buffer.from(bytes.replaceAll('30 0 obj', '39 0 obj'), 'latin1'))).toBe(1)
  })

  test('after the end of its stream', () => {
    const bytes = withAttached('nothing')
    const file = getText(bytes).replace('\nendstream\nendobj\n31', '\nendstream\n/ByteRange\n31')
    expect(findOutside(Buffer.from(file, 'latin1'))).toBe(1)
  })
})
