import { expect, test } from 'vitest'
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
