import { PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { buildPdf, getBytes } from '../fixtures/build.ts'
import { loadPdf } from './load.ts'
import { hasStrayDelimiter } from './stray-delimiters.ts'

describe('a stray delimiter is', () => {
  test.each([
    ['the value of an entry', '<< /T) /A 1 >>'],
    ['the key of an entry', '<< } 1 >>'],
    ['an item of an array', '[1 { 2]'],
    ['in a nested dictionary', '[<< /A << /B 1 } >> >>]'],
    ['behind a string and a comment', '<< /A (a\\)(b)) % (\n /B <41> ) >>'],
    ['behind brackets of the wrong kind', '<< /A 1 ] } >>'],
    ['behind an array that has no end', '<< /A [1 >> /B 1 } >>'],
    ['in the data of a stream whose dictionary has no end', '<< /Length 2\nstream\n}{\nendstream'],
  ])('%s', async (_, object) => {
    for (const head of ['20 0 obj\n', '20 0obj', '20 0 % comment\nobj'])
      expect(hasStrayDelimiter(getBytes(`%PDF-1.7\n${head}${object}\nendobj\n`))).toBe(true)
    const pdf = await loadPdf(buildPdf({ objects: { 20: object } }))
    expect(() => pdf.context.resolve(PdfRef.of(20, 0))).toThrow()
  })
})

describe('no stray delimiter is', () => {
  test.each([
    ['in a string or a comment', '<< /A (\\){}) /B <7b) > % {})\n /C 1 >>'],
    ['in the data of a stream', '<< /Length 4 >>\nstream\n){}\\\nendstream'],
    ['behind a value', '[1] ) } {'],
    ['in another value', ') }'],
  ])('%s', (_, object) => {
    expect(hasStrayDelimiter(buildPdf({ objects: { 20: object } }))).toBe(false)
  })

  test('behind a word that ends with `obj`', () => {
    expect(hasStrayDelimiter(getBytes('20 0 endobj << ) >>'))).toBe(false)
    expect(hasStrayDelimiter(getBytes('20 0 object << ) >>'))).toBe(false)
  })
})

const token = fc.constantFrom(
  ...[
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '<',
    '>',
    '\\',
    '/A',
    '/B#20',
    '12',
    '-',
    '1 0 R',
    'x',
    'true',
  ],
  ...['%', '\n', '20 0 obj', 'endobj', 'stream\n', 'endstream', '(a)', '<41>', '/Length 3'],
)

test('an object of any tokens is read to an end, also where objects are searched for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(token, { maxLength: 30 }), fc.boolean(), async (tokens, isFound) => {
      const file = buildPdf({ objects: { 20: tokens.join(' ') } })
      const bytes = isFound
        ? file
        : getBytes(
            Buffer.from(file)
              .toString('latin1')
              .replace(/startxref\n\d+/, ''),
          )
      const pdf = await loadPdf(bytes).catch(() => null)
      try {
        pdf?.context.resolve(PdfRef.of(20, 0))
      } catch {
        // Refused.
      }
    }),
    { numRuns: 500 },
  )
})

test('objects that contain each other are looked at in linear time', () => {
  const file = getBytes(`1 0 obj${'[ obj'.repeat(100_000)}`)
  const getMilliseconds = startProcessorClock()
  expect(hasStrayDelimiter(file)).toBe(true)
  expect(getMilliseconds()).toBeLessThan(2000)
})
