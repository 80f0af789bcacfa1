import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { buildPdf, signedPdf, stream } from '../fixtures/build.ts'
import { fieldsInFile, findTexts } from './fields-in-file.ts'

const mediaBox = [0, 0, 420, 595]
const widget = '/Type /Annot /Subtype /Widget /Rect [20 500 120 520] /FT /Tx'

test('form fields come before text tags', async () => {
  const bytes = buildPdf({
    pages: [{ mediaBox, text: '{{Tag;role=Client}} {{x;type=unknown}}' }],
    catalog: '/AcroForm << /Fields [20 0 R 21 0 R] >>',
    objects: {
      20: `<< ${widget} /T (rent) >>`,
      21: '<< /Type /Annot /Subtype /Widget /Rect [20 400 120 420] /FT /Btn /Ff 65536 /T (send) >>',
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 1002 0 R /Annots [20 0 R 21 0 R]
        /Resources << /Font << /F1 3 0 R >> >> >>`,
    },
  })
  const { fields, problems } = inEnglish(await fieldsInFile(bytes))
  expect(fields.map(({ source, name }) => [source, name])).toEqual([
    ['form', 'rent'],
    ['tag', 'Tag'],
  ])
  expect(problems.map(({ source, text }) => [source, text])).toEqual([
    ['form', 'send'],
    ['tag', '{{x;type=unknown}}'],
  ])
})

test('a signed file has none: its content must not change', async () => {
  const { fields, problems } = inEnglish(await fieldsInFile(signedPdf()))
  expect(fields).toEqual([])
  expect(problems).toMatchObject([{ source: 'file', message: expect.stringContaining('signed already') }])
})

test('the file stays unchanged', async () => {
  const bytes = buildPdf({ pages: [{ mediaBox, text: '{{Tag}}' }] })
  const fileBefore = bytes.slice()
  await fieldsInFile(bytes)
  await findTexts(bytes, ['Tag'])
  expect(bytes).toEqual(fileBefore)
})

describe('texts', () => {
  const bytes = buildPdf({
    pages: [
      { mediaBox, text: 'Signature: of the tenant, signature: no, Signature:' },
      { mediaBox, text: 'Signature: again' },
    ],
  })

  test('are found in order, by case, with their place', async () => {
    const [signature, lower, tenant] = await findTexts(bytes, ['Signature:', 'signature:', ' the  tenant '])
    expect(signature!.map(({ page }) => page)).toEqual([1, 1, 2])
    expect(lower).toHaveLength(1)
    expect(tenant).toHaveLength(1)
    const [first] = signature!
    expect(first!.x).toBeCloseTo(20, 1)
    expect(first!.y + first!.height).toBeGreaterThan(595 - 20)
    expect(tenant![0]!.x).toBeGreaterThan(first!.x + first!.width)
  })

  test('that do not occur, or are nothing, have no place', async () => {
    expect(await findTexts(bytes, ['Landlord', '', '   '])).toEqual([[], [], []])
  })

  test('that repeat themselves are counted without overlap', async () => {
    const [places] = await findTexts(buildPdf({ pages: [{ mediaBox, text: 'aaaa' }] }), ['aa'])
    expect(places).toHaveLength(2)
  })

  test('are at most a thousand', async () => {
    const [places] = await findTexts(buildPdf({ pages: [{ mediaBox, text: 'a '.repeat(3000) }] }), ['a'])
    expect(places).toHaveLength(1000)
  })
})

test.each([
  ['damaged', 'BT /F1 12 Tf [( Tj ] { ET'],
  ['compressed by something unknown', ''],
])('a page whose content is %s has no text, the others have theirs', async (_, content) => {
  const broken = content ? stream(content) : stream('x', '/Filter /NoSuchFilter')
  const bytes = buildPdf({
    pages: [{ mediaBox }, { mediaBox, text: '{{Tag}}' }],
    objects: { 1002: broken },
  })
  const { fields, problems } = inEnglish(await fieldsInFile(bytes))
  expect(fields.map(({ page }) => page)).toEqual([2])
  expect(problems.map(({ source, page, message }) => [source, page, message.split(':')[0]])).toEqual(
    content ? [] : [['file', 1, 'The content of page 1 cannot be read']],
  )
  expect((await findTexts(bytes, ['Tag']))[0]!.map(({ page }) => page)).toEqual([2])
})
