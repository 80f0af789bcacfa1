import { PDFDocument } from '@cantoo/pdf-lib'
import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import {
  buildPdf,
  type FixtureOptions,
  firstPage,
  getBytes,
  getText,
  pdfObjects,
  signedPdf,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { checkPdf } from './check.ts'

const limits = { maxPages: 3 }
const signature = (entries: string) => `<< /Type /Sig /ByteRange [0 1 2 3] /Contents <30> ${entries} >>`
const transform = (method: string, params: string) =>
  `/Reference [<< /TransformMethod /${method} /TransformParams << ${params} >> >>]`
const xfaForm = (fields: string) => `/AcroForm << /Fields [${fields}] /XFA 40 0 R >>`
const xfaObjects = { 40: stream('<xdp/>'), 41: '<< /FT /Tx /T (a) >>' }
const portfolio = '/Collection << /Type /Collection /View /D >>'
const many = (count: number) => Array.from({ length: count }, () => ({ mediaBox: [0, 0, 90, 90] }))

describe('every reason for which a file is refused, and its message', () => {
  const notPdf = ['not_pdf', 'This is not a PDF file.']
  const damaged = ['corrupt', 'This PDF is damaged']
  const protectedFile = ['encrypted', 'protected by a password']
  const xfa = ['xfa', 'which only Adobe Reader can show']
  const unreadable = ['corrupt', 'a signature that cannot be read']

  test.each<[string, Uint8Array, string[]]>([
    ['no bytes', new Uint8Array(), notPdf],
    ['a picture', getBytes('\x89PNG\r\n\x1a\n'), notPdf],
    ['a header after 1,024 bytes', getBytes(`${' '.repeat(1020)}${getText(buildPdf())}`), notPdf],
    ['a header in capitals only in part', getBytes('%pdf-1.7'), notPdf],
    ['only a header', getBytes('%PDF-1.7'), damaged],
    ['a header and an end', getBytes('%PDF-1.7\nstartxref\n9\n%%EOF'), damaged],
    ['no pages', buildPdf({ objects: { 2: '<< /Type /Pages /Kids [] /Count 0 >>' } }), damaged],
    ['no page tree', buildPdf({ objects: { 1: '<< /Type /Catalog >>' } }), damaged],
    [
      'encryption',
      buildPdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>' }),
      protectedFile,
    ],
    [
      'encryption by reference',
      buildPdf({ trailer: '/Encrypt 30 0 R', objects: { 30: '<< /Filter /Other >>' } }),
      protectedFile,
    ],
    ['too many pages', buildPdf({ pages: many(4) }), ['too_many_pages', 'has 4 pages; the limit is 3.']],
    ['XFA without fields', buildPdf({ catalog: xfaForm(''), objects: xfaObjects }), xfa],
    [
      'XFA that is to be rendered',
      buildPdf({ catalog: `${xfaForm('41 0 R')} /NeedsRendering true`, objects: xfaObjects }),
      xfa,
    ],
    [
      'XFA with a page that says so',
      buildPdf({
        catalog: xfaForm('41 0 R'),
        objects: xfaObjects,
        pages: [{ text: 'Please wait... If this message' }],
      }),
      xfa,
    ],
    [
      'XFA that is signed',
      signedPdf({ form: '/XFA 40 0 R', objects: { 40: stream('<xdp/>') } }),
      ['xfa', 'already signed'],
    ],
    ['a portfolio', buildPdf({ catalog: portfolio }), ['portfolio', 'the files in it, not its pages']],
    [
      'a portfolio that is signed',
      signedPdf({ catalog: portfolio }),
      ['portfolio', 'the files in it, not its pages'],
    ],
    [
      'a certification that permits no change',
      signedPdf({ signature: transform('DocMDP', '/P 1'), catalog: '/Perms << /DocMDP 51 0 R >>' }),
      ['certified', 'no change at all'],
    ],
    [
      'a certification that the catalog does not name',
      signedPdf({ signature: transform('DocMDP', '/P 2') }),
      ['certified', 'certifies the document'],
    ],
    [
      'a lock on all fields',
      signedPdf({ signature: transform('FieldMDP', '/Action /All') }),
      ['certified', '“Approval”'],
    ],
    [
      'a lock of the document',
      signedPdf({ field: '/Lock << /Action /All /P 1 >>' }),
      ['certified', 'closes the document'],
    ],
    ['a signature without a field', buildPdf({ objects: { 51: signature('') } }), unreadable],
    [
      'a signature in a text field',
      buildPdf({
        catalog: '/AcroForm << /Fields [50 0 R] >>',
        objects: { 50: '<< /FT /Tx /T (a) /V 51 0 R >>', 51: signature('') },
      }),
      unreadable,
    ],
    [
      'a signature that is unfinished',
      buildPdf({ objects: { 51: '<< /Type /Sig /ByteRange [0 /********** /**********] >>' } }),
      ['corrupt', 'an unfinished signature'],
    ],
    [
      'a certification that no field has',
      buildPdf({ objects: { 51: '<< /TransformMethod /DocMDP >>' } }),
      unreadable,
    ],
    [
      'a signed file with wrong offsets',
      getBytes(getText(signedPdf()).replace(/startxref\n\d+/g, 'startxref\n7')),
      ['corrupt', 'signed and damaged'],
    ],
    ['a signed file that is cut', signedPdf().slice(0, -90), unreadable],
    [
      'a page that is too long',
      buildPdf({ pages: [{ mediaBox: [0, 0, 9, 200_000] }] }),
      ['corrupt', 'Page 1 of this PDF is too large'],
    ],
  ])('%s', async (_, bytes, [reason, message]) => {
    const check = await checkPdf(bytes, limits)
    expect(check).toMatchObject({ ok: false, reason })
    if (!check.ok) expect(check.message).toContain(message)
    if (!check.ok) expect(check.message).toMatch(/^[A-Z][^\n]*\.$/)
  })
})

describe('what is no reason to refuse', () => {
  test.each<[string, FixtureOptions]>([
    ['the word Encrypt in a text', { pages: [{ text: '/Encrypt 5 0 R', mediaBox: [0, 0, 99, 99] }] }],
    ['an entry /Encrypt outside of a trailer', { catalog: '/Own << /Encrypt null >>' }],
    ['a form without fields', { catalog: '/AcroForm << /Fields [] >>' }],
    ['a null XFA', { catalog: '/AcroForm << /Fields [] /XFA null >>' }],
    ['a page that asks to wait, without XFA', { pages: [{ text: 'Please wait', mediaBox: [0, 0, 99, 99] }] }],
    ['as many pages as are permitted', { pages: many(3) }],
    [
      'usage rights',
      { catalog: '/Perms << /UR3 51 0 R >>', objects: { 51: signature(transform('UR3', '/V /2.2')) } },
    ],
    [
      'an empty signature field',
      { catalog: '/AcroForm << /Fields [50 0 R] /SigFlags 1 >>', objects: { 50: '<< /FT /Sig /T (s) >>' } },
    ],
    ['JavaScript', { catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }],
    ['an unknown version', { catalog: '/Version /9.9' }],
    [
      'a developer extension',
      { catalog: '/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>' },
    ],
    ['a language and a title', { catalog: '/Lang (de) /ViewerPreferences << /DisplayDocTitle true >>' }],
  ])('%s', async (_, options) => {
    const check = await checkPdf(buildPdf(options), limits)
    expect(check).toMatchObject({ ok: true, signed: false, repaired: null })
  })
})

describe('of several reasons the first counts that the sender can do something about', () => {
  test.each<[string, Uint8Array, string]>([
    [
      'encrypted and too many pages',
      buildPdf({ pages: many(9), trailer: '/Encrypt << /Filter /Standard >>' }),
      'encrypted',
    ],
    [
      'too many pages and XFA',
      buildPdf({ pages: many(9), catalog: xfaForm(''), objects: xfaObjects }),
      'too_many_pages',
    ],
    [
      'XFA and certified',
      signedPdf({
        form: '/XFA 40 0 R',
        objects: { 40: stream('<xdp/>') },
        catalog: '/NeedsRendering true /Perms << /DocMDP 51 0 R >>',
      }),
      'xfa',
    ],
    [
      'certified and locked',
      signedPdf({ field: '/Lock << /Action /All /P 1 >>', catalog: '/Perms << /DocMDP 51 0 R >>' }),
      'certified',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await checkPdf(bytes, limits)).toMatchObject({ ok: false, reason })
  })
})

describe('files that other libraries have written', () => {
  async function written(make: (document: PDFDocument) => void, options = {}): Promise<Uint8Array> {
    const document = await PDFDocument.create()
    document.addPage([300, 200])
    make(document)
    return document.save(options)
  }

  test.each([
    ['by pdf-lib with object streams', {}],
    ['by pdf-lib with a table', { useObjectStreams: false }],
  ])('%s are accepted, with their form', async (_, options) => {
    const bytes = await written((document) => {
      const form = document.getForm()
      const [page] = document.getPages()
      form.createTextField('name').addToPage(page!)
      form.createCheckBox('agree').addToPage(page!)
    }, options)
    const check = await checkPdf(bytes, limits)
    expect(check).toMatchObject({ ok: true, repaired: null, pages: [{ width: 300, height: 200 }] })
  })

  test('encrypted by @libpdf/core they are refused with a password only', async () => {
    const encrypted = async (userPassword: string) => {
      const pdf = await PDF.load(buildPdf())
      pdf.setProtection({ userPassword, ownerPassword: 'owner' })
      return checkPdf(await pdf.save(), limits)
    }
    expect(await encrypted('secret')).toMatchObject({ ok: false, reason: 'encrypted' })
    expect(await encrypted('')).toMatchObject({ ok: true, decrypted: true })
  })

  test('with text before the header and after the end they are accepted or repaired', async () => {
    const bytes = getText(buildPdf())
    for (const text of [`${bytes}\n\n\n`, `${bytes}garbage`, `${bytes}${'\0'.repeat(900)}`, `\n\n${bytes}`]) {
      expect(await checkPdf(getBytes(text), limits)).toMatchObject({ ok: true, pages: [{ width: 612 }] })
    }
  })
})

describe('what was accepted', () => {
  test('is accepted again, unchanged, and with the same answer', async () => {
    const damaged = pdfObjects({ pages: many(2) })
    damaged.delete(firstPage + 1)
    const files = [
      buildPdf({ pages: many(2), format: 'object-streams' }),
      writeRevision(buildPdf(), new Map([[firstPage, pdfObjects().get(firstPage)!]]), { format: 'stream' }),
      getBytes(getText(buildPdf({ pages: many(3) })).replace(/startxref\n\d+/, 'startxref\n3')),
      writeRevision(null, damaged),
      signedPdf(),
    ]
    for (const file of files) {
      const first = await checkPdf(file, limits)
      if (!first.ok) throw new Error(first.message)
      const secondCheck = await checkPdf(first.repaired ?? file, limits)
      expect(secondCheck).toEqual({ ...first, repaired: null })
    }
  })
})
