import { describe, expect, test } from 'vitest'
import { buildPdf, signedPdf, writeRevision } from '#lib/pdf/fixtures/build'
import { verifyPdf } from '../verify.ts'
import { RevisionError } from './revisions.ts'
import { Timeline } from './timeline.ts'

const formats = ['table', 'stream', 'object-streams'] as const
const open = (file: Uint8Array, length: number) => Timeline.open(Buffer.from(file), length)

test.each(
  formats.flatMap((format) =>
    [
      '<< /A 1 /B /A /A 2 >>',
      '<< /A 1 /#41 2 >>',
      '<< /K << /A (1) % /A\n/A <31> >> >>',
      '[ [ << /A 5 0 R /A 5 1 R >> ] ]',
    ].map((body) => ({ format, body })),
  ),
)('$body in a later revision written as $format is refused', async ({ format, body }) => {
  const base = buildPdf({ format, objects: { 50: '<< /A 1 >>' } })
  const second = writeRevision(base, new Map([[50, body]]), { format })
  await expect(open(second, base.length)).rejects.toThrow(RevisionError)
  const third = writeRevision(second, new Map([[50, '<< /A 3 >>']]), { format })
  await expect(open(third, base.length)).rejects.toThrow('two values for one key')
  // Readers may show another value than the one that is replaced.
  await expect(open(third, second.length)).rejects.toThrow('two values for one key')
  const other = writeRevision(second, new Map([[51, '<< /A 3 >>']]), { format })
  await expect(open(other, second.length)).resolves.toBeInstanceOf(Timeline)
})

test.each(formats)(
  'one value twice, and two dictionaries with the same key, written as %s',
  async (format) => {
    const base = buildPdf({ format })
    const body = '<< /A 1 /A 1 /B << /A 2 >> /C [<< /A 3 >> << /A 4 >>] /D (/A 5) >>'
    const second = writeRevision(base, new Map([[50, body]]), { format })
    await expect(open(second, base.length)).resolves.toBeInstanceOf(Timeline)
  },
)

test('a page with two contents is changed after it was signed', async () => {
  const signed = signedPdf({ objects: { 60: '<< /A 1 >>' } })
  const later = writeRevision(signed, new Map([[60, '<< /Contents 5 0 R /Contents 6 0 R >>']]))
  const [report] = (await verifyPdf(later)).signatures
  expect(report).toMatchObject({ changedAfterSigning: true })
  expect(JSON.stringify(report)).toContain('two values for one key')
})

test('keys that @libpdf/core takes for one are named', async () => {
  const base = buildPdf({ objects: { 50: '<< /A 1 >>' } })
  const second = writeRevision(base, new Map([[50, '<< /H#E4 1 /H#E5 2 >>']]))
  await expect(open(second, base.length)).rejects.toThrow('keys /H#E4 and /H#E5, which some readers take')
})

describe.each(formats)('a name with an incomplete escape, written as %s', (format) => {
  const signedBody = '<< /B << /C#2 [1 << /D 2 >>] /D /E#G >> /F (x) >>'
  const base = buildPdf({ format, objects: { 50: signedBody } })
  const openLater = (body: string, number = 50) =>
    open(writeRevision(base, new Map([[number, body]]), { format }), base.length)

  test.each([
    '<< /B << /C#2 [ 1 <</D 2>> ] /D /E#G >> /F (y) /A 1 >>',
    '<< /F (y) /B << /A 1 /C#2 [1 << /D 2 >>] /H 2 /D /E#G >> >>',
  ])('is accepted as it was signed: %s', async (body) => {
    await expect(openLater(body)).resolves.toBeInstanceOf(Timeline)
  })

  test.each([
    ['spelled as others read it', '<< /B << /C#232 [1 << /D 2 >>] /D /E#G >> /F (x) >>'],
    ['spelled otherwise as a value', '<< /B << /C#2 [1 << /D 2 >>] /D /E#23G >> /F (x) >>'],
    ['with another value', '<< /B << /C#2 [1 << /D 3 >>] /D /E#G >> /F (x) >>'],
    ['removed', '<< /B << /D /E#G >> /F (x) >>'],
    ['at another place', '<< /B << /D /E#G >> /C#2 [1 << /D 2 >>] /F (x) >>'],
    ['beside a key that it may be taken for', '<< /B << /C#2 [1 << /D 2 >>] /D /E#G /C2 3 >> /F (x) >>'],
    ['more than before', '<< /B << /C#2 [1 << /D 2 >>] /D /E#G >> /F (x) /G# 1 >>'],
  ])('is refused %s', async (_, body) => {
    await expect(openLater(body)).rejects.toThrow('Object 50 has names with incomplete escapes')
  })

  test('is refused in a new object and in a trailer', async () => {
    await expect(openLater('<< /C#2 1 >>', 51)).rejects.toThrow('Object 51 has names with incomplete escapes')
    const later = writeRevision(base, new Map([[51, '<< >>']]), { format, trailer: '/Inf#o 5' })
    await expect(open(later, base.length)).rejects.toThrow('A trailer has a name')
  })
})
