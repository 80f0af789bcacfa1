import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { numbers, resolver } from '../check/inspect.ts'
import { buildPdf } from '../fixtures/build.ts'
import { makeTimestampField } from './timestamp-field.ts'

test.each<[number[], number[]?]>([
  [[0, 0, 595, 842]],
  [[-9, -9, 604, 851]],
  [
    [-9.5, -8.25, 604, 851],
    [-9.3, -8.1, 600, 850],
  ],
  [[604, 851, -9, -9]],
  [[100, 200, 695, 1042]],
  [
    [0, 0, 595, 842],
    [-20, -20, 700, 900],
  ],
  [
    [-20, -20, 700, 900],
    [0, 0, 595, 842],
  ],
])('the field of a time stamp is a point outside of the boxes %o and %o of its page', async (media, crop) => {
  const cropBox = crop ? `/CropBox [${crop.join(' ')}]` : ''
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [${media.join(' ')}] ${cropBox} >>`
  const pdf = await PDF.load(buildPdf({ pages: [{ mediaBox: media }], objects: { 1001: page } }))
  const field = makeTimestampField(pdf, 'paraph-1', pdf.getPage(0)!.ref)
  const [left, bottom, right, top] = numbers(field.get('Rect', resolver(pdf)), resolver(pdf))!
  expect([right, top]).toEqual([left, bottom])
  for (const [ax, ay, bx, by] of [media, crop ?? media]) {
    expect(right).toBeLessThanOrEqual(Math.min(ax!, bx!))
    expect(top).toBeLessThanOrEqual(Math.min(ay!, by!))
  }
})
