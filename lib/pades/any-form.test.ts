import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { seenFields } from '#lib/pdf/fixtures/render'
import { ada, makeProcessFixture, type ProcessFixture, prepare, signAs } from './fixtures/process.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A field of the author, as PDF syntax. */
const look = '/AP << /N << /On 40 0 R /Off 40 0 R >> >>'
const authorField = fc.constantFrom(
  '/FT /Tx /V (Ada)',
  '/FT /Tx /V <EFBBBFC384> /Ff 2',
  '/FT /Tx /Ff 4097 /V (one\\ntwo)',
  '/FT /Tx /V (x) /AP << /N 40 0 R >> /MaxLen 5 /Ff 16777216',
  `/FT /Btn /V /On /AS /On ${look}`,
  `/FT /Btn ${look}`,
  `/FT /Btn /Ff 32768 /V /Off /AS /Off ${look}`,
  '/FT /Btn /Ff 65536 /MK << /CA (Send) >>',
  '/FT /Ch /Ff 131072 /Opt [(a) [(b) (Bee)]] /V (b)',
  '/FT /Ch /Ff 2097152 /Opt [(a) (b) (c)] /V [(a) (c)] /I [0 2]',
  '/FT /Sig',
)
const formEntries = fc.constantFrom(
  '',
  '/NeedAppearances true',
  '/DA (/Helv 9 Tf)',
  '/DR null',
  '/CO [20 0 R]',
  '/Q 1',
)

describe('a form of the author', () => {
  test('has the same fields with the same values after it was prepared and signed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(authorField, { minLength: 1, maxLength: 6 }),
        formEntries,
        async (fields, form) => {
          const refs = fields.map((_, index) => `${20 + index} 0 R`).join(' ')
          const bodies = fields.map((entries, index) => [
            20 + index,
            `<< /Type /Annot /Subtype /Widget /Rect [9 ${20 + 30 * index} 109 ${40 + 30 * index}] /T (author ${index}) ${entries} >>`,
          ])
          const bytes = buildPdf({
            catalog: `/AcroForm << /Fields [${refs}] ${form} >>`,
            objects: {
              ...Object.fromEntries(bodies),
              40: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
              1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 1002 0 R /Annots [${refs}]
              /Resources << /Font << /F1 3 0 R >> >> >>`,
            },
          })
          const before = await seenFields(bytes, 1)
          const prepared = await prepare(fixture, bytes)
          const signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones)
          const after = (await seenFields(signedFile, 1)).filter(({ name }) => name.startsWith('author'))
          const fieldsAsRead = (list: typeof before) =>
            list.map(({ name, type, value, readOnly }) => ({ name, type, value, readOnly }))
          expect(fieldsAsRead(after)).toEqual(fieldsAsRead(before))
          expect(await verifyPdf(signedFile)).toMatchObject({ valid: true, faults: [] })
        },
      ),
      { numRuns: 15 },
    )
  })
})
