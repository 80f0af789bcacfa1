import { PDF, PdfString } from '@libpdf/core'
import { expect, it } from 'vitest'
import { attachFiles } from './attachments.ts'
import { resolver } from './check/inspect.ts'
import { decodeText } from './file/objects.ts'

it('lists files in the order of the bytes of their keys, in which programs search by halves', () => {
  const pdf = PDF.create()
  const names = ['01-Größe.pdf', '02-Lease (new).pdf', '03-Annex.pdf', '04-付録.pdf', 'audit-trail.json']
  const file = { bytes: Buffer.from('{}'), mimeType: 'application/json', relationship: 'Data' } as const
  attachFiles(
    pdf,
    names.map((name) => ({ ...file, name })),
    new Date('2026-01-02T03:04:05Z'),
  )
  const resolve = resolver(pdf)
  const tree = pdf.context.catalog.getDict().getDict('Names', resolve)!.getDict('EmbeddedFiles', resolve)!
  const keys = [...tree.getArray('Names', resolve)!].filter((entry) => entry instanceof PdfString)
  expect(keys.map(({ bytes }) => bytes)).toEqual(
    keys.map(({ bytes }) => bytes).sort((a, b) => Buffer.compare(a, b)),
  )
  // Those of other than plain characters are in UTF-16, whose mark comes after all of ASCII.
  expect(keys.map(decodeText)).toEqual([2, 4, 0, 1, 3].map((index) => names[index]))
})
