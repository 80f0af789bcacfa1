import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#lib/testing/values/any-character'
import {
  cleanFilename,
  documentFilename,
  documentName,
  nameForOffice,
  pdfFilename,
  safeFilename,
  safePathPart,
  signedName,
} from './names.ts'

describe('cleanFilename', () => {
  it.each([
    ['contract.pdf', 'contract.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\evil.pdf', 'evil.pdf'],
    ['a\u202Efdp.exe', 'afdp.exe'],
    ['line\r\nbreak.pdf', 'linebreak.pdf'],
    ['  ', 'document.pdf'],
    ['folder/', 'document.pdf'],
  ])('%j becomes %j', (input, stored) => {
    expect(cleanFilename(input)).toBe(stored)
  })

  it('shortens a long name and keeps its extension', () => {
    const stored = cleanFilename(`${'ß'.repeat(400)}.pdf`)
    expect(stored).toHaveLength(255)
    expect(stored.endsWith('.pdf')).toBe(true)
  })

  it('returns 1 to 255 well-formed characters without control characters or slashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (input) => {
        const stored = cleanFilename(input)
        expect(stored.length).toBeGreaterThan(0)
        expect(stored.length).toBeLessThanOrEqual(255)
        expect(stored.isWellFormed()).toBe(true)
        expect(stored).not.toMatch(/[\p{Cc}/\\]/u)
      }),
    )
  })
})

describe('nameForOffice', () => {
  it.each([
    ['Lease 2026-14.docx', 'Lease 2026-14'],
    ['Lease 2026-14.pdf', 'Lease 2026-14'],
    ['C:\\Leases\\Größe.v2.ODT', 'Größe.v2'],
    ['100% #1?.html', '100_ _1_'],
    ['.docx', 'document'],
    ['..', 'document'],
    [`${'契'.repeat(99)}.docx`, '契'.repeat(66)],
    [`${'😀'.repeat(99)}.docx`, '😀'.repeat(50)],
  ])('of %j is %j', (filename, expected) => {
    expect(nameForOffice(filename)).toBe(expected)
  })
})

it('documentFilename has one extension, whatever the name of the document ends with', () => {
  const names = ['lease', 'lease.pdf', 'lease.PDF', 'rent/2026', '.pdf']
  expect(names.map(documentFilename)).toEqual([
    'lease.pdf',
    'lease.pdf',
    'lease.pdf',
    'rent_2026.pdf',
    'pdf.pdf',
  ])
})

describe('pdfFilename', () => {
  it.each([
    ['photo.JPEG', 'photo.pdf'],
    ['scan.png', 'scan.pdf'],
    ['lease.v2.docx', 'lease.v2.pdf'],
    ['Invoice.HTML', 'Invoice.pdf'],
    ['invoice.htm', 'invoice.pdf'],
    ['No. 12', 'No. 12.pdf'],
  ])('replaces the extension of a converted file: %s', (filename, converted) => {
    expect(pdfFilename(filename)).toBe(converted)
  })
})

describe('documentName', () => {
  it('is the file name without the extension .pdf', () => {
    expect([documentName('a.b.PDF'), documentName('scan'), documentName('.pdf')]).toEqual([
      'a.b',
      'scan',
      '.pdf',
    ])
  })
})

describe('safePathPart', () => {
  it.each([
    ['Lease: 3/4 "final"?', 'Lease_ 3_4 _final__'],
    ['..', 'document'],
    ['con', '_con'],
    ['LPT1.txt', '_LPT1.txt'],
    ['name. ', 'name'],
    ['合同', '合同'],
  ])('%j becomes %j', (input, stored) => {
    expect(safePathPart(input)).toBe(stored)
  })

  it('returns one safe part of a path for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (input) => {
        const stored = safePathPart(input)
        expect(stored).not.toMatch(/[\p{Cc}/\\:*?"<>|]/u)
        expect(stored).not.toMatch(/^\.|[. ]$/)
        expect(stored.length).toBeGreaterThan(0)
        expect(stored.isWellFormed()).toBe(true)
        expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(201)
      }),
    )
  })

  it.each([
    ['契'.repeat(99), '契'.repeat(66)],
    ['😀'.repeat(99), '😀'.repeat(50)],
    ['é'.repeat(99), 'é'.repeat(99)],
  ])('cuts %s after a character, at 200 bytes', (input, stored) => {
    expect(safePathPart(input)).toBe(stored)
  })

  it('cuts a name at fewer characters', () => {
    expect(safePathPart('Lease of a flat', 8)).toBe('Lease of')
  })
})

describe('safeFilename', () => {
  it.each([
    ['passport.PDF', 'passport.PDF'],
    ['con.pdf', '_con.pdf'],
    ['.pdf', 'document.pdf'],
    ['a/b.p:f', 'a_b.p_f'],
    ['name.', 'name'],
    [`${'Scan '.repeat(40)}.pdf`, `${'Scan '.repeat(20).trim()}.pdf`],
    [`${'契'.repeat(99)}.jpeg`, `${'契'.repeat(66)}.jpeg`],
  ])('%j becomes %j', (input, stored) => {
    expect(safeFilename(input)).toBe(stored)
  })
})

it('the signed file of a long name has at most 255 bytes', () => {
  expect(Buffer.byteLength(`01-${signedName('ไทย'.repeat(85))}`)).toBeLessThanOrEqual(255)
})

it.each([
  ['Lease', 'Lease-signed.pdf'],
  ['Lease.PDF', 'Lease-signed.pdf'],
  ['.pdf', 'pdf-signed.pdf'],
])('the signed file of %j is named %j', (name, signed) => expect(signedName(name)).toBe(signed))
