import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkPdf } from '#lib/pdf/check/check'
import { buildPdf, type XrefFormat } from '#lib/pdf/fixtures/build'
import { seenFields } from '#lib/pdf/fixtures/render'
import type { Zone } from '#lib/pdf/zones'
import { ada, makeProcessFixture, type ProcessFixture, prepare, readPages, time } from './fixtures/process.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
beforeAll(async () => {
  fixture = await makeProcessFixture()
})

const share = fc.double({ min: 0.02, max: 0.6, noNaN: true })
const page = fc.record({
  origin: fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
  size: fc.tuple(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 200, max: 900 })),
  rotate: fc.constantFrom(0, 90, 180, 270),
  userUnit: fc.constantFrom(1, 2),
})
const value = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.constantFrom('/Name', '(', ')', '\\', '<<>>', 'Größe', '漢字', 'محمد', 'a\nb', '%', '#20'),
  )
  .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text.replaceAll('\n', '')))
const field = fc.record({
  type: fc.constantFrom<Zone['type']>('text', 'name', 'dropdown'),
  value,
  x: share,
  y: share,
})

describe('a process on any page with any values', () => {
  test('is valid from its first signature to its seal, and its values are read by pdf.js', async () => {
    await fc.assert(
      fc.asyncProperty(
        page,
        fc.constantFrom<XrefFormat>('table', 'stream', 'object-streams'),
        fc.array(field, { minLength: 1, maxLength: 4 }),
        async ({ origin: [x0, y0], size: [width, height], rotate, userUnit }, format, fields) => {
          const mediaBox = [x0, y0, x0 + width, y0 + height]
          const bytes = buildPdf({ pages: [{ mediaBox, rotate, userUnit }], format })
          expect(await checkPdf(bytes, { maxPages: 5 })).toMatchObject({ ok: true, repaired: null })
          const [shownPage] = await readPages(bytes)
          const place = (x: number, y: number) => ({
            ...{ x: x * shownPage!.width, y: y * shownPage!.height },
            ...{ width: shownPage!.width * 0.3, height: shownPage!.height * 0.05 },
          })
          const base = { signer: ada.id, page: 1, required: true }
          const zones: Zone[] = [
            { ...base, id: 'signature', type: 'signature', ...place(0.1, 0.7) },
            ...fields.map(
              ({ type, value: text, x, y }, index): Zone => ({
                ...{ ...base, id: `field ${index}`, type, ...place(x, y) },
                ...(type === 'dropdown' && { options: [text, 'another'] }),
              }),
            ),
          ]
          const prepared = await prepare(fixture, bytes, { zones, signers: [ada] })
          const values = Object.fromEntries(
            fields.map((anyField, index) => [`field ${index}`, anyField.value]),
          )
          const signature = { kind: 'text', text: ada.name } as const
          const signedFile = await signRevision(prepared.bytes, {
            signer: ada,
            values,
            signature,
            identity: fixture.ada,
            at: time,
          })
          const sealedFile = await sealRevision(signedFile, { identity: fixture.platform, at: time })
          for (const file of [signedFile, sealedFile]) {
            const report = await verifyPdf(file)
            expect(report.faults).toEqual([])
            expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
            expect(report).toMatchObject({ valid: true, coversWholeFile: true })
          }
          const fieldsSeen = (await seenFields(sealedFile, 1)).filter(({ type }) => type !== 'Sig')
          const shownValues = fieldsSeen.map(({ value: text }) => (Array.isArray(text) ? text[0] : text))
          expect(shownValues.sort()).toEqual(fields.map((field) => field.value).sort())
        },
      ),
      { numRuns: 12 },
    )
  })
})
