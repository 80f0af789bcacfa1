import { PDF, type PdfArray, PdfRef, PdfStream } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { makeArchival } from './archival.ts'
import { asDict, resolver } from './check/inspect.ts'
import { listStandards } from './conformance.ts'
import { isXmpWellFormed } from './xmp.ts'

const description = {
  author: 'Acme',
  producer: 'Paraph',
  madeAt: new Date('2026-03-04T05:06:07Z'),
  language: 'en',
}

async function makeDocument(title: string): Promise<PDF> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'a4' })
  makeArchival(pdf, { ...description, title })
  return PDF.load(await pdf.save())
}

describe('a new document as PDF/A-3b', () => {
  test.each(['Lease', 'Lease & <more> "quoted"', 'عقد', 'a\u0000b\ud800c'])(
    'claims it, with the title %j',
    async (title) => {
      const pdf = await makeDocument(title)
      expect(isXmpWellFormed(pdf)).toBe(true)
      expect(listStandards(pdf)).toEqual(['PDF/A-3b'])
    },
  )

  test('has sRGB as output intent: an ICC profile of a display, whose tags are within it', async () => {
    const pdf = await makeDocument('Lease')
    const resolve = resolver(pdf)
    const intents = pdf.context.catalog.getDict().getArray('OutputIntents', resolve) as PdfArray
    const item = intents.at(0)!
    const intent = asDict(item instanceof PdfRef ? resolve(item) : item)!
    const profile = intent.get('DestOutputProfile', resolve) as PdfStream
    expect(profile).toBeInstanceOf(PdfStream)
    const bytes = Buffer.from(profile.getDecodedData())
    expect(bytes.readUInt32BE(0)).toBe(bytes.length)
    expect(bytes.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ')
    expect(bytes.toString('latin1', 36, 40)).toBe('acsp')
    const count = bytes.readUInt32BE(128)
    expect(count).toBe(9)
    for (let index = 0; index < count; index++) {
      const [offset, length] = [136, 140].map((position) => bytes.readUInt32BE(position + 12 * index))
      expect(offset! + length!).toBeLessThanOrEqual(bytes.length)
    }
  })
})
