import { PDF, type PdfDict, PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import type { Zone } from '#lib/pdf/zones'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  twoPages,
} from './fixtures/process.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** The normal appearance of the field of a zone. */
async function readAppearance(bytes: Uint8Array, zone: Zone): Promise<PdfStream> {
  const pdf = await PDF.load(bytes)
  const field = topFields(pdf).find(({ name }) => name.endsWith(`-${zone.id}`))!.dict
  return asDict(field.get('AP', resolver(pdf)))!.get('N', resolver(pdf)) as PdfStream
}

const readFonts = (appearance: PdfStream) =>
  [...((appearance.get('Resources') as PdfDict).getDict('Font') ?? [])].map(
    ([name, font]) => `${name.value} ${(font as PdfRef).objectNumber}`,
  )

// EU DSS compares the appearances of two revisions by the names of their entries.
test('a preset text that its signer changes keeps its fonts beside the new ones', async () => {
  const box = { page: 1, x: 60, y: 100, width: 200, height: 30 }
  const zone: Zone = {
    ...box,
    id: 'preset',
    signer: 'ada',
    type: 'text',
    required: true,
    value: 'Preset 文本',
  }
  const { bytes } = await prepare(fixture, twoPages(), { zones: [zone], signers: [ada] })
  const signed = await signAs(fixture, bytes, ada, [zone], { values: { preset: 'Changed по-русски' } })
  const [before, after] = [await readAppearance(bytes, zone), await readAppearance(signed, zone)]
  expect(readFonts(before)).toHaveLength(2)
  expect(readFonts(after)).toHaveLength(3)
  expect(readFonts(after)).toEqual(expect.arrayContaining(readFonts(before)))
  expect(Buffer.from(after.getDecodedData()).equals(Buffer.from(before.getDecodedData()))).toBe(false)
})

test('every appearance is compressed, empty and filled, and no object of a font is written again', async () => {
  const { revisions } = await allRevisions(fixture, twoPages())
  const fonts = new Map<number, string>()
  for (const bytes of revisions.slice(1)) {
    const pdf = await PDF.load(bytes)
    const last = pdf.context.registry.nextObjectNumber
    for (let number = 1; number < last; number++) {
      const object = pdf.context.resolve(PdfRef.of(number))
      const isFont = asDict(object)?.getName('Subtype')?.value === 'Type0'
      if (object instanceof PdfStream && object.getName('Subtype')?.value === 'Form')
        expect(object.getName('Filter')?.value).toBe('FlateDecode')
      if (!isFont) continue
      const name = asDict(object)!.getName('BaseFont')!.value
      expect(fonts.get(number) ?? name).toBe(name)
      fonts.set(number, name)
    }
  }
  expect(fonts.size).toBeGreaterThan(4)
})
