import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPdf, signedPdf } from '#lib/pdf/fixtures/build'
import { mapFields, toText } from './form-tree.ts'
import { listFieldOwners, listSignedFields, readPermissions } from './signature-fields.ts'
import { toRevision } from './timeline.ts'

/** A text as PDF syntax in each encoding of the standard (7.9.2.2). */
const encodings = {
  utf16: (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  utf8: (text: string) => `<EFBBBF${Buffer.from(text).toString('hex')}>`,
  latin1: (text: string) => `<${Buffer.from(text, 'latin1').toString('hex')}>`,
}
const names = Object.keys(encodings) as (keyof typeof encodings)[]
const pairs = names.flatMap((inField) => names.map((inLock) => [inField, inLock] as const))

describe.each(pairs)('a field name in %s, and in %s in a lock', (inField, inLock) => {
  const name = 'Größe'
  const listed = encodings[inLock](name)

  test.each([
    ['Include', true],
    ['Exclude', false],
  ])('a signature that locks by %s means the field: %s', async (action, isLocked) => {
    const params = `<< /Type /TransformParams /V /1.2 /Action /${action} /Fields [${listed}] >>`
    const bytes = signedPdf({
      fields: '50 0 R 60 0 R',
      objects: { 60: `<< /FT /Tx /T ${encodings[inField](name)} >>` },
      signature: `/Reference [<< /TransformMethod /FieldMDP /TransformParams ${params} >>]`,
    })
    const pdf = await PDF.load(bytes)
    const [field] = listSignedFields(toRevision(pdf))
    const locked = readPermissions(toRevision(pdf), field!).isLocked
    const fields = [...mapFields(toRevision(pdf)).values()].map((field) => field.name)
    expect(fields).toContain(name)
    expect(locked(name)).toBe(isLocked)
    expect(locked(`${name}.kid`)).toBe(isLocked)
    expect(locked('other')).toBe(!isLocked)
  })

  test('the owner of a field is the signature field whose lock names it', async () => {
    const pdf = await PDF.load(
      buildPdf({
        catalog: '/AcroForm << /Fields [50 0 R 60 0 R] >>',
        objects: {
          50: `<< /FT /Sig /T (Ada) /Lock << /Action /Include /Fields [${listed} 61 0 R] >> >>`,
          60: `<< /FT /Tx /T ${encodings[inField](name)} >>`,
          61: encodings[inLock]('Ä'),
        },
      }),
    )
    const revision = toRevision(pdf)
    const owners = listFieldOwners(revision, mapFields(revision))
    expect(owners(name)).toEqual(['Ada'])
    expect(owners(`${name}.kid`)).toEqual(['Ada'])
    expect(owners('Ä')).toEqual(['Ada'])
    expect(owners('Größe2')).toEqual([])
  })
})

describe('the value of a field as text', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((value) => value.isWellFormed() && !value.includes('\u001b'))

  test('is the same in UTF-16 and UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const objects = { 20: `[${encodings.utf16(value)} ${encodings.utf8(value)}]` }
        const pdf = await PDF.load(buildPdf({ catalog: '/Own 20 0 R', objects }))
        const ownArray = pdf.context.catalog.getDict().getArray('Own', (ref) => pdf.context.resolve(ref))!
        expect(ownArray.toArray().map(toText)).toEqual([value.slice(0, 200), value.slice(0, 200)])
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['(x)', 'x'],
    ['/On', 'On'],
    ['[(a) /B (c)]', 'a, B, c'],
    ['[(a) [(b) (c)]]', 'a, b, c'],
    ['[]', ''],
    ['5', ''],
    ['true', ''],
    ['<< /A (x) >>', ''],
    ['[5 (x)]', ', x'],
    ['<EFBBBFC3A4>', 'ä'],
    ['<FEFF001B0064001B0061>', 'a'],
    [`(${'x'.repeat(500)})`, 'x'.repeat(200)],
  ])('%j', async (syntax, expected) => {
    const pdf = await PDF.load(buildPdf({ catalog: '/Own 20 0 R', objects: { 20: syntax } }))
    const ownObject = pdf.context.catalog.getDict().get('Own', (ref) => pdf.context.resolve(ref))
    expect(toText(ownObject)).toBe(expected)
  })
})
