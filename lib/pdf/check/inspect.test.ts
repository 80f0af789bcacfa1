import { expect, test } from 'vitest'
import { loadPdf } from '../file/load.ts'
import { firstPage, pdfObjects, writeRevision } from '../fixtures/build.ts'
import { inspect } from './inspect.ts'

test('annotations stay unread: the opened file would keep tens of thousands of them', async () => {
  const objects = pdfObjects({ objects: { 20: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>' } })
  objects.set(firstPage, objects.get(firstPage)!.replace(/>>\s*$/, '/Annots [20 0 R] >>'))
  const pdf = await loadPdf(writeRevision(null, objects))
  expect(inspect(pdf).pages).toHaveLength(1)
  const read = [...pdf.context.registry.getLoadedObjects()].map(([ref]) => ref.objectNumber)
  expect(read).toContain(firstPage)
  expect(read).not.toContain(20)
})
