import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImageError } from '#lib/pdf/images/place-image'
import { getInitials, placeAppearances } from './appearances.ts'
import { drawnPng } from './fixtures/process.ts'

describe('the initials of a name', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada lovelace', 'AL'],
    ['Ada', 'A'],
    ['Jean-Luc Picard', 'JLP'],
    ['  Ada   King  Lovelace ', 'AKL'],
    ['Žofie Ängström', 'ŽÄ'],
    ['Ελένη Παππά', 'ΕΠ'],
    ['Пётр Ильич', 'ПИ'],
    ['張偉', '張偉'],
    ['张伟 Zhang Wei', '张ZW'],
    ['محمد علي', 'مع'],
    ['(Ada) "Lovelace"', 'AL'],
    ['Ada 2 Lovelace', 'AL'],
    ["D'Arcy O'Neil", 'DO'],
    ['Ada\tLovelace\nKing', 'ALK'],
    ['𝒜da 𝓛', '𝒜𝓛'],
    ['ößling ß', 'ÖSS'],
    ['გიორგი მაისურაძე', 'გმ'],
    ['- 5 !', ''],
    ['', ''],
  ])('%j are %j', (name, initials) => {
    expect(getInitials(name)).toBe(initials)
  })

  test('are letters of the name, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const initials = getInitials(name)
        expect(initials.isWellFormed()).toBe(true)
        expect(/\s/.test(initials) && !/\p{Script=Han}/u.test(name)).toBe(false)
        if (/\p{L}/u.test(name)) expect(initials).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })
})

describe('the appearances of a signer', () => {
  const time = new Date('2026-03-01T10:00:59Z')
  const signer = { id: 'a', name: 'Ada Lovelace' }
  const text = { kind: 'text', text: 'Ada' } as const

  test('have a caption with the name, and the minute in UTC', async () => {
    const { caption, signature, initials } = await placeAppearances(
      PDF.create(),
      { signer, signature: text, at: time },
      true,
    )
    expect(caption).toBe('Ada Lovelace · \u20662026-03-01 10:00 UTC\u2069')
    expect(signature).toEqual(text)
    expect(initials).toEqual({ kind: 'text', text: 'AL' })
  })

  test('have the time of signing in the caption, also where the signature is made later', async () => {
    const later = new Date('2026-03-02T09:12:00Z')
    const input = { signer, signature: text, signedAt: time, at: later }
    const { caption } = await placeAppearances(PDF.create(), input, false)
    expect(caption).toContain('2026-03-01 10:00 UTC')
  })

  test('isolate a name from right to left in the caption', async () => {
    const named = { id: 'm', name: 'محمد' }
    const { caption } = await placeAppearances(
      PDF.create(),
      { signer: named, signature: text, at: time },
      false,
    )
    expect(caption).toBe('\u2068محمد\u2069 · \u20662026-03-01 10:00 UTC\u2069')
  })

  test('are images in the document, and initials only where there are zones for them', async () => {
    const png = { kind: 'image', png: drawnPng(60, 20) } as const
    for (const withInitials of [true, false]) {
      const pdf = PDF.create()
      const nextNumberBefore = pdf.context.registry.nextObjectNumber
      const appearances = await placeAppearances(
        pdf,
        { signer, signature: text, initials: png, at: time },
        withInitials,
      )
      expect(appearances.initials?.kind).toBe(withInitials ? 'image' : 'text')
      expect(pdf.context.registry.nextObjectNumber > nextNumberBefore).toBe(withInitials)
    }
  })

  test('that are no picture are refused', async () => {
    const brokenFile = { kind: 'image', png: new Uint8Array([1, 2, 3]) } as const
    await expect(
      placeAppearances(PDF.create(), { signer, signature: brokenFile, at: time }, false),
    ).rejects.toThrow(ImageError)
  })
})
