import { createHash } from 'node:crypto'
import { PDF, PdfArray, type PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, textString } from '#lib/pdf/file/objects'
import { buildPdf, catalogNumber, firstPage, writeRevision } from '#lib/pdf/fixtures/build'
import { encoded, isTagged, parse, readChildren } from './cms/asn1.ts'
import { signDigest } from './cms/cms.ts'
import { sequence, tagged } from './cms/der.ts'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  twoPages,
} from './fixtures/process.ts'
import { sealRevision } from './seal.ts'
import type { SignatureReport } from './signature-report.ts'
import { type VerifyReport, verifyIncrement, verifyPdf } from './verify.ts'

let fixture: ProcessFixture
let chain: Awaited<ReturnType<typeof allRevisions>>
let sealedFile: Uint8Array
let signedElsewhereFile: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  chain = await allRevisions(fixture, twoPages())
  sealedFile = chain.sealed
  signedElsewhereFile = await signedElsewhere(fixture)
})

/** Appends a revision with these changes. */
async function increment(bytes: Uint8Array, edit: (pdf: PDF) => void | Promise<void>): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  await edit(pdf)
  const fileAfter = await pdf.save({ incremental: true })
  expect(fileAfter.length).toBeGreaterThan(bytes.length)
  return fileAfter
}

function altered(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = bytes.slice()
  expect(copy[offset]).not.toBe(value)
  copy[offset] = value
  return copy
}

function page(pdf: PDF, index = 0): PdfDict {
  return pdf.getPage(index)!.dict
}

function field(pdf: PDF, part: string): PdfDict {
  const found = topFields(pdf).find(({ name }) => name.includes(part))
  if (!found) throw new Error(`no field ${part}`)
  return found.dict
}

function signatureField(pdf: PDF): PdfDict {
  const field = topFields(pdf).find(
    ({ name, dict: fieldDict }) =>
      name.includes('-signature-ada') && fieldDict.getName('FT')?.value === 'Sig',
  )
  return field!.dict
}

function form(pdf: PDF): PdfDict {
  return pdf.context.catalog.getDict().getDict('AcroForm', (ref) => pdf.context.resolve(ref))!
}

/** The positions of invalid signatures, with their faults. */
function fallen(report: VerifyReport): number[] {
  return report.signatures.flatMap(({ valid }, index) => (valid ? [] : [index]))
}

describe('a file without signatures', () => {
  test('is not valid, and has no faults', async () => {
    const report = await verifyPdf(twoPages())
    expect(report).toEqual({
      signatures: [],
      faults: [],
      valid: false,
      coversWholeFile: false,
      activeContent: [],
      storeCertificates: [],
    })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('hello')],
    ['a header alone', new TextEncoder().encode('%PDF-1.7\n%%EOF')],
    ['noise', new Uint8Array(5000).map((_, index) => (index * 7919) % 256)],
  ])('%s is reported as unreadable', async (_, bytes) => {
    const report = await verifyPdf(bytes)
    expect(report.valid).toBe(false)
    expect(report.signatures).toEqual([])
    expect(report.faults[0]).toMatch(/cannot be read/)
  })

  test('an empty signature field is not a signature', async () => {
    const bytes = await increment(twoPages(), (pdf) => {
      const ref = pdf.context.register(dict({ FT: '/Sig', T: 'Open' }))
      pdf.context.catalog.getDict().set('AcroForm', dict({ Fields: PdfArray.of(ref) }))
    })
    expect((await verifyPdf(bytes)).signatures).toEqual([])
  })
})

describe('bytes that were altered', () => {
  test('in the original document invalidate every signature', async () => {
    const offset = Buffer.from(sealedFile).indexOf('Page 1')
    const report = await verifyPdf(altered(sealedFile, offset, 0x51))
    expect(report.valid).toBe(false)
    expect(report.signatures.map(({ digestOk }) => digestOk)).toEqual([false, false, false, false])
    expect(report.signatures.map(({ signatureOk }) => signatureOk)).toEqual([true, true, true, true])
    expect(report.signatures[0]!.faults).toContain('The signed bytes were changed.')
  })

  test.each([
    [2, [1, 2, 3]],
    [3, [2, 3]],
    [4, [3]],
  ])('in revision %i invalidate its signature and the later ones', async (revision, expected) => {
    const fileBefore = chain.revisions[revision - 1]!
    const offset = Buffer.from(sealedFile).indexOf('/Rect', fileBefore.length)
    const inside = offset > 0 && offset < chain.revisions[revision]!.length ? offset : fileBefore.length + 40
    const report = await verifyPdf(altered(sealedFile, inside + 1, 0x51))
    const digests = report.signatures.flatMap(({ digestOk }, index) => (digestOk ? [] : [index]))
    expect(digests).toEqual(expected)
    expect(report.valid).toBe(false)
  })

  test('in the CMS invalidate that signature only', async () => {
    const { signatures } = await verifyPdf(sealedFile)
    const start = signatures[2]!.byteRange[1]
    const hex = Buffer.from(sealedFile.subarray(start, start + 6000)).toString('latin1')
    const signature = hex.indexOf('06082a8648ce3d040302', 1200)
    const offset = start + hex.lastIndexOf('06082a8648ce3d040302') + 60
    expect(signature).toBeGreaterThan(0)
    const report = await verifyPdf(altered(sealedFile, offset, sealedFile[offset] === 0x30 ? 0x31 : 0x30))
    expect(report.signatures[2]!.valid).toBe(false)
    expect(report.signatures[2]!.digestOk).toBe(true)
    expect(report.signatures[2]!.signatureOk).toBe(false)
    expect(report.signatures[0]!.digestOk && report.signatures[1]!.digestOk).toBe(true)
    expect(report.signatures[3]!.digestOk).toBe(false)
  })

  test('with a delimiter that ends nothing are refused, in the dictionary of a signature too', async () => {
    const twice = Buffer.from(await signedElsewhere(fixture, signedElsewhereFile))
    const start = twice.lastIndexOf('/Type /Sig') + '/T'.length
    const file = Buffer.concat([twice.subarray(0, start), Buffer.from(') {}'), twice.subarray(start)])
    const { valid, faults } = await verifyPdf(file)
    expect({ valid, faults }).toMatchObject({ valid: false, faults: [expect.stringMatching(/cannot be/)] })
  })

  test('a truncated file does not pass as an earlier revision', async () => {
    const report = await verifyPdf(sealedFile.subarray(0, sealedFile.length - 2000))
    expect(report.valid).toBe(false)
  })

  test('an earlier revision as it was is valid, and covers itself', async () => {
    const report = await verifyPdf(chain.revisions[2])
    expect(report.valid).toBe(true)
    expect(report.coversWholeFile).toBe(true)
    expect(report.signatures).toHaveLength(2)
  })

  test('blanks after the end are ignored, anything else is a change', async () => {
    const blank = await verifyPdf(Buffer.concat([sealedFile, Buffer.from('\r\n')]))
    expect(blank.valid && blank.coversWholeFile).toBe(true)
    const more = await verifyPdf(Buffer.concat([sealedFile, Buffer.from('\n% more')]))
    expect(more.coversWholeFile).toBe(false)
  })
})

describe('byte ranges', () => {
  const rangeAt = (bytes: Uint8Array, index: number) => {
    const file = Buffer.from(bytes)
    let offset = -1
    for (let count = 0; count <= index; count++) offset = file.indexOf('/ByteRange [', offset + 1)
    return offset
  }
  const rewrite = (bytes: Uint8Array, index: number, change: (numbers: number[]) => number[]) => {
    const copy = Buffer.from(bytes)
    const offset = rangeAt(bytes, index)
    const end = copy.indexOf(']', offset) + 1
    const numbers = copy
      .toString('latin1', offset + 12, end - 1)
      .trim()
      .split(/\s+/)
      .map(Number)
    const text = `/ByteRange [${change(numbers).join(' ')}]`
    copy.write(text.padEnd(copy.indexOf('/Contents', offset) - offset), offset, 'latin1')
    return new Uint8Array(copy)
  }

  test.each<[string, (numbers: number[]) => number[], RegExp]>([
    ['that start late', ([, b, c, d]) => [1, b!, c!, d!], /not well-formed/],
    ['with a wider gap before', ([a, b, c, d]) => [a!, b! - 10, c!, d!], /excludes more/],
    ['with a wider gap after', ([a, b, c, d]) => [a!, b!, c! + 10, d! - 10], /excludes more/],
    ['without a gap', ([a, b, , d]) => [a!, b!, b!, d!], /not well-formed/],
    ['beyond the file', ([a, b, c, d]) => [a!, b!, c!, d! + 500_000], /not well-formed/],
    ['of three numbers', ([a, b, c]) => [a!, b!, c!], /not four numbers/],
    ['of six numbers', ([a, b, c]) => [a!, b!, c!, 5, 9, 5], /not four numbers/],
    ['with fractions', ([a, b, c, d]) => [a!, b! + 0.5, c!, d!], /not four numbers/],
  ])('%s are refused', async (_, change, reason) => {
    const report = await verifyPdf(rewrite(sealedFile, 3, change))
    expect(report.valid).toBe(false)
    const last = report.signatures.find(({ fieldName }) => fieldName.endsWith('seal'))
    expect(last?.valid).toBe(false)
    expect(last?.faults.join()).toMatch(reason)
    expect(last?.coversWholeFile).toBe(false)
  })

  test('of another signature do not replace its own', async () => {
    const { signatures } = await verifyPdf(sealedFile)
    const other = signatures[1]!.byteRange
    const report = await verifyPdf(rewrite(sealedFile, 3, () => [...other]))
    const last = report.signatures.find(({ fieldName }) => fieldName.endsWith('seal'))
    expect(last?.faults.join()).toMatch(/something other than the signature/)
  })

  test('a Contents outside of the gap is detected', async () => {
    const { signatures } = await verifyPdf(sealedFile)
    const copy = Buffer.from(sealedFile)
    const [start, end] = [signatures[3]!.byteRange[1], signatures[1]!.byteRange[1]]
    copy.copy(copy, start, end, end + 4000)
    const report = await verifyPdf(new Uint8Array(copy))
    expect(report.signatures[3]!.valid).toBe(false)
    expect(report.signatures[3]!.digestOk).toBe(false)
  })
})

describe('revisions after the seal', () => {
  const forbidden: [string, RegExp, (pdf: PDF) => void | Promise<void>][] = [
    ['a page was added', /Pages were added or removed/, (pdf) => void pdf.addPage({ size: 'a4' })],
    ['a page was removed', /Pages were added or removed/, (pdf) => void pdf.context.pages.removePage(1)],
    [
      'a page was exchanged',
      /Object \d+ was changed|Pages were replaced/,
      (pdf) => {
        const root = pdf.context.resolve(pdf.context.catalog.getDict().getRef('Pages')!) as PdfDict
        const kids = root.getArray('Kids')!
        const copy = pdf.context.register((pdf.context.resolve(kids.at(0) as PdfRef) as PdfDict).clone())
        root.set('Kids', PdfArray.of(copy, kids.at(1)!))
      },
    ],
    [
      'a page shows other content',
      /changed in its \/Contents/,
      (pdf) => {
        const content = new PdfStream([], new TextEncoder().encode('BT ET'))
        page(pdf).set('Contents', pdf.context.register(content))
      },
    ],
    [
      'a content stream was rewritten',
      /Object \d+ was changed/,
      (pdf) => {
        const stream = pdf.context.resolve(page(pdf).getRef('Contents')!) as PdfStream
        stream.setData(new TextEncoder().encode('BT /F1 12 Tf 20 20 Td (Other) Tj ET'))
        stream.set('Length', PdfNumber.of(36))
      },
    ],
    ['a page was turned', /changed in its \/Rotate/, (pdf) => page(pdf).set('Rotate', PdfNumber.of(90))],
    [
      'a page was cropped',
      /changed in its \/CropBox/,
      (pdf) =>
        page(pdf).set('CropBox', PdfArray.of(...[0, 0, 100, 100].map((number) => PdfNumber.of(number)))),
    ],
    [
      'the font was exchanged',
      /Object \d+ was changed/,
      (pdf) => {
        const font = pdf.context.resolve(PdfRef.of(3, 0)) as PdfDict
        font.set('BaseFont', PdfName.of('Symbol'))
      },
    ],
    [
      'an annotation was added',
      /Annotations were added/,
      (pdf) => {
        const note = pdf.context.register(dict({ Type: '/Annot', Subtype: '/Square' }))
        page(pdf).getArray('Annots')!.push(note)
      },
    ],
    [
      'annotations were removed',
      /Annotations were removed/,
      (pdf) => page(pdf).set('Annots', new PdfArray([])),
    ],
    [
      'the catalog opens something',
      /catalog's \/OpenAction/,
      (pdf) => pdf.context.catalog.getDict().set('OpenAction', dict({ S: '/JavaScript', JS: 'x' })),
    ],
    [
      'the certification was removed',
      /catalog's \/Perms/,
      (pdf) => void pdf.context.catalog.getDict().delete('Perms'),
    ],
    [
      'a field was removed',
      /fields were removed/,
      (pdf) => {
        const fields = form(pdf).getArray('Fields')!
        fields.remove(2)
      },
    ],
    [
      'a locked value was changed',
      /although it is locked/,
      (pdf) => field(pdf, '-text-ada').set('V', textString('other')),
    ],
    [
      'a locked value looks different',
      /although it is locked/,
      (pdf) => {
        const otherStream = PdfStream.fromDict({ Type: PdfName.of('XObject') }, new Uint8Array(4))
        field(pdf, '-text-ada').set('AP', dict({ N: pdf.context.register(otherStream) }))
      },
    ],
    [
      'an appearance was rewritten in place',
      /Object \d+ was changed|was changed although it is locked/,
      (pdf) => {
        const appearance = field(pdf, '-text-ada').getDict('AP')!.getRef('N')!
        const stream = pdf.context.resolve(appearance) as PdfStream
        stream.setData(new Uint8Array(8))
        stream.delete('Filter')
      },
    ],
    [
      'a field was moved',
      /changed in its \/Rect/,
      (pdf) => {
        const rect = PdfArray.of(...[0, 0, 50, 50].map((number) => PdfNumber.of(number)))
        field(pdf, '-text-ada').set('Rect', rect)
      },
    ],
    [
      'a signature was removed from its field',
      /although it is (locked|signed)/,
      (pdf) => void signatureField(pdf).delete('V'),
    ],
    [
      'a signature dictionary was changed',
      /Object \d+ was changed/,
      (pdf) => {
        const value = pdf.context.resolve(signatureField(pdf).getRef('V')!) as PdfDict
        value.set('Reason', textString('I disagree'))
      },
    ],
    [
      'a text field was added',
      /field late was added after signing/,
      (pdf) => {
        const ref = pdf.context.register(dict({ FT: '/Tx', T: 'late', V: 'x' }))
        form(pdf).getArray('Fields')!.push(ref)
      },
    ],
    ['the form was given scripts', /form's \/CO/, (pdf) => form(pdf).set('CO', new PdfArray([]))],
  ]

  test.each(forbidden)('%s: detected', async (_, reason, edit) => {
    const bytes = await increment(sealedFile, edit)
    const report = await verifyPdf(bytes)
    expect(report.valid).toBe(false)
    expect(report.coversWholeFile).toBe(false)
    const faults = [...report.faults, ...report.signatures.flatMap((signature) => signature.faults)].join(
      '\n',
    )
    expect(faults).toMatch(reason)
    expect(report.signatures.every(({ digestOk }) => digestOk)).toBe(true)
    expect(report.signatures.some(({ changesOk }) => !changesOk)).toBe(true)
    const { invalidated, faults: fileFaults } = await verifyIncrement(bytes, sealedFile.length)
    expect([...fileFaults, ...invalidated.map(({ fault }) => fault)].join('\n')).toMatch(reason)
    const fallenNames = fallen(report).map((index) => report.signatures[index]!.fieldName)
    expect(invalidated.map(({ fieldName }) => fieldName)).toEqual(expect.arrayContaining(fallenNames))
  })

  test('a freed object is detected', async () => {
    const file = Buffer.from(sealedFile)
    const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1', file.length - 60))![1]
    const xref = `\nxref\n3 1\n0000000000 00001 f \ntrailer\n<< /Size 9999 /Root ${catalogNumber} 0 R /Prev ${prev} >>\n`
    const text = `${xref}startxref\n${file.length + 1}\n%%EOF\n`
    const report = await verifyPdf(Buffer.concat([file, Buffer.from(text)]))
    expect(report.signatures.flatMap(({ faults }) => faults).join()).toMatch(/Object 3 was deleted/)
    expect(report.valid).toBe(false)
    const { invalidated } = await verifyIncrement(Buffer.concat([file, Buffer.from(text)]), file.length)
    expect(invalidated[0]!.fault).toMatch(/Object 3 was deleted/)
  })

  test('a revision that does not build on the signed one is reported', async () => {
    const otherFile = buildPdf({ pages: [{ mediaBox: [0, 0, 200, 200], text: 'Other' }] })
    const shift = sealedFile.length
    const text = Buffer.from(otherFile).toString('latin1')
    const movedText = text.replace(
      /(\d{10}) 00000 n/g,
      (_, offset) => `${String(Number(offset) + shift).padStart(10, '0')} 00000 n`,
    )
    const startXref = /startxref\s+(\d+)/.exec(text)!
    const joined = movedText.replace(startXref[0], `startxref\n${Number(startXref[1]) + shift}`)
    const bytes = Buffer.concat([sealedFile, Buffer.from(joined, 'latin1')])
    const report = await verifyPdf(bytes)
    expect(report.valid).toBe(false)
    expect(report.faults.join()).toMatch(/in none of its fields/)
    expect((await verifyIncrement(bytes, sealedFile.length)).faults.join()).toMatch(
      /cannot be verified.*do not build on/,
    )
  })

  test('validation data in a DSS is permitted', async () => {
    const bytes = await increment(sealedFile, (pdf) => {
      const certificate = pdf.context.register(new PdfStream([], fixture.authority.certificate))
      const dss = dict({ Type: '/DSS', Certs: PdfArray.of(certificate) })
      pdf.context.catalog.getDict().set('DSS', pdf.context.register(dss))
    })
    const report = await verifyPdf(bytes)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.valid).toBe(true)
    expect(report.coversWholeFile).toBe(false)
    expect(report.storeCertificates).toEqual([fixture.authority.certificate])
    expect(await verifyIncrement(bytes, sealedFile.length)).toEqual({
      added: [],
      invalidated: [],
      faults: [],
    })
    const secondFile = await increment(bytes, (pdf) => {
      const dss = pdf.context.resolve(pdf.context.catalog.getDict().getRef('DSS')!) as PdfDict
      dss.set('VRI', dict({}))
    })
    expect((await verifyPdf(secondFile)).valid).toBe(true)
  })

  test('a new signature field is permitted', async () => {
    const bytes = await increment(sealedFile, (pdf) => {
      const ref = pdf.context.register(dict({ FT: '/Sig', T: 'Later', Type: '/Annot', Subtype: '/Widget' }))
      form(pdf).getArray('Fields')!.push(ref)
      page(pdf).getArray('Annots')!.push(ref)
    })
    const report = await verifyPdf(bytes)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
  })

  test('an object that is written again unchanged is permitted', async () => {
    const bytes = await increment(sealedFile, (pdf) => {
      const sameBox = page(pdf).get('MediaBox')!
      page(pdf).set('MediaBox', sameBox)
    })
    expect((await verifyPdf(bytes)).valid).toBe(true)
  })
})

describe('a revision on one that was verified before', () => {
  test.each([1, 2, 3, 4] as const)('verifies the added signature: number %i', async (number) => {
    const [fileBefore, fileAfter] = [chain.revisions[number - 1]!, chain.revisions[number]!]
    const { added, ...rest } = await verifyIncrement(fileAfter, fileBefore.length)
    expect(added).toEqual([(await verifyPdf(fileAfter)).signatures.at(-1)])
    expect(rest).toEqual({ invalidated: [], faults: [] })
    const damaged = await verifyIncrement(altered(fileAfter, fileBefore.length + 20, 0x51), fileBefore.length)
    expect(damaged.added.map(({ valid }) => valid)).toEqual([false])
  })

  test('verifies each of several signatures, on a file signed by others', async () => {
    const prepared = await prepare(fixture, signedElsewhereFile)
    expect(await verifyIncrement(prepared.bytes, signedElsewhereFile.length)).toEqual({
      added: [],
      invalidated: [],
      faults: [],
    })
    const signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones)
    const { added, ...rest } = await verifyIncrement(signedFile, prepared.bytes.length)
    expect(added.map(({ valid, coversWholeFile }) => [valid, coversWholeFile])).toEqual([
      [true, false],
      [true, true],
    ])
    expect(rest).toEqual({ invalidated: [], faults: [] })
  })

  test('that removes the form with its signatures', async () => {
    const bytes = await increment(
      signedElsewhereFile,
      (pdf) => void pdf.context.catalog.getDict().delete('AcroForm'),
    )
    const { invalidated, faults } = await verifyIncrement(bytes, signedElsewhereFile.length)
    expect(invalidated.map(({ fault }) => fault)).toEqual(['The form was removed after signing.'])
    expect(faults).toEqual(['The file contains a signature that is in none of its fields.'])
  })

  test('that adds a false signature under the name of a true one', async () => {
    const first = chain.revisions[2]
    const bytes = await increment(first, (pdf) => {
      const fieldDict = signatureField(pdf)
      const value = fieldDict.get('V', (ref) => pdf.context.resolve(ref)) as PdfDict
      const copy = dict({
        Type: '/Sig',
        SubFilter: '/ETSI.CAdES.detached',
        Contents: new PdfString(new Uint8Array(64), 'hex'),
      })
      copy.set('ByteRange', value.get('ByteRange')!)
      const secondField = dict({ FT: '/Sig', V: pdf.context.register(copy) })
      secondField.set('T', fieldDict.get('T')!)
      form(pdf).getArray('Fields')!.push(pdf.context.register(secondField))
    })
    const { added } = await verifyIncrement(bytes, first.length)
    expect(added.map(({ valid }) => valid)).toEqual([false])
  })

  test('that makes a page a part of the validation data, or then changes it, is reported', async () => {
    const first = chain.revisions[2]
    const contents = (await PDF.load(first)).getPage(0)!.dict.getRef('Contents')!
    const withDss = await increment(first, (pdf) => {
      pdf.context.catalog.getDict().set('DSS', pdf.context.register(dict({ X: contents })))
    })
    const named = (await verifyIncrement(withDss, first.length)).invalidated
    expect(named.map(({ fault }) => fault).join()).toMatch(/validation data has the entry \/X/)
    const otherFile = await increment(withDss, (pdf) => {
      const page = pdf.context.resolve(contents) as PdfStream
      page.delete('Filter')
      page.setData(new TextEncoder().encode('BT ET'))
    })
    const { invalidated } = await verifyIncrement(otherFile, withDss.length)
    expect(invalidated.map(({ fault }) => fault).join()).toMatch(/Object \d+ was changed after signing/)
  })

  test('that fills in a field of a signer who has signed is reported', async () => {
    const fileBefore = chain.revisions[2]
    const bytes = await increment(fileBefore, (pdf) => field(pdf, '-text-ada').set('V', textString('x')))
    const { invalidated } = await verifyIncrement(bytes, fileBefore.length)
    expect(invalidated).toHaveLength(1)
    expect(invalidated[0]!.fault).toMatch(/-text-ada.*although it is locked/)
  })
})

describe('between the signatures', () => {
  test('filling in a field of a signer who has not signed is permitted', async () => {
    const first = chain.revisions[2]
    const bytes = await increment(first, (pdf) => field(pdf, '-text-2').set('V', textString('early')))
    const report = await verifyPdf(bytes)
    expect(report.signatures.map(({ changesOk }) => changesOk)).toEqual([true, true])
  })

  test('a field of a signer who has signed is locked against the next signer', async () => {
    const tampered = await increment(chain.revisions[2], (pdf) =>
      field(pdf, '-text-ada').set('V', textString('x')),
    )
    const { bytes } = { bytes: await sealRevision(tampered, { identity: fixture.platform, at: new Date() }) }
    const report = await verifyPdf(bytes)
    expect(fallen(report)).toEqual([1])
    expect(report.signatures[1]!.faults.join()).toMatch(/-text-ada.*although it is locked/)
    expect(report.signatures[2]!.valid).toBe(true)
  })

  test('a page added before the seal is reported for every earlier signature', async () => {
    const tampered = await increment(chain.revisions[3], (pdf) => void pdf.addPage({ size: 'a4' }))
    const bytes = await sealRevision(tampered, { identity: fixture.platform, at: new Date() })
    const report = await verifyPdf(bytes)
    expect(fallen(report)).toEqual([0, 1, 2])
    expect(report.signatures[3]!.coversWholeFile).toBe(true)
  })
})

describe('a file that is signed and not certified', () => {
  test('rejects a new field that is visible', async () => {
    const bytes = await increment(signedElsewhereFile, (pdf) => {
      const ref = pdf.context.register(
        dict({ FT: '/Tx', T: 'note', V: 'x', Type: '/Annot', Subtype: '/Widget' }),
      )
      form(pdf).getArray('Fields')!.push(ref)
      page(pdf).getArray('Annots')!.push(ref)
    })
    const [signature] = (await verifyPdf(bytes)).signatures
    expect(signature).toMatchObject({ valid: false, changedAfterSigning: true, modificationLevel: 'other' })
    expect(signature!.faults).toEqual(['The form field note was added after signing.'])
  })

  test('rejects other content', async () => {
    const bytes = await increment(signedElsewhereFile, (pdf) => {
      page(pdf).set('Contents', pdf.context.register(new PdfStream([], new Uint8Array(3))))
    })
    expect((await verifyPdf(bytes)).valid).toBe(false)
  })

  test('a later signature without its certificate is no change of what was signed', async () => {
    const file = Buffer.from(await signedElsewhere(fixture, signedElsewhereFile))
    const later = (await verifyPdf(file)).signatures[1]!
    const [start, end] = [later.byteRange[1] + 1, later.byteRange[2] - 1]
    const [type, content] = readChildren(parse(Buffer.from(file.toString('latin1', start, end), 'hex')))
    const parts = readChildren(readChildren(content)[0]).filter((part) => !isTagged(part, 0))
    const cms = sequence(encoded(type!), tagged(0, sequence(...parts.map(encoded))))
    file.write(
      Buffer.from(cms)
        .toString('hex')
        .padEnd(end - start, '0'),
      start,
    )
    expect((await verifyPdf(file)).signatures).toMatchObject([
      { valid: true, changedAfterSigning: false },
      { valid: false, digestOk: true, changedAfterSigning: false, certificate: new Uint8Array() },
    ])
  })

  test('an added page is reported, as after every signature', async () => {
    const bytes = await increment(signedElsewhereFile, (pdf) => void pdf.addPage({ size: 'a4' }))
    const report = await verifyPdf(bytes)
    expect(report.signatures[0]).toMatchObject({
      digestOk: true,
      signatureOk: true,
      changesOk: false,
      valid: false,
    })
    expect(report.signatures[0]!.faults).toContain('Pages were added or removed after signing.')
  })
})

test.each([
  ['in its dictionary for PAdES', 'ETSI.CAdES.detached', '/M', '2026-03-01T10:00:00.000Z'],
  [
    'in its attributes where the dictionary has none',
    'ETSI.CAdES.detached',
    '/X',
    '2026-02-03T04:05:06.000Z',
  ],
  ['in its attributes for others', 'adbe.pkcs7.detached', '/M', '2026-02-03T04:05:06.000Z'],
])('the time that a signature claims is %s', async (_, subFilter, key, expected) => {
  const [{ byteRange }] = (await verifyPdf(signedElsewhereFile)).signatures as [SignatureReport]
  const [, gapStart, gapEnd] = byteRange
  const file = Buffer.from(signedElsewhereFile)
  // Another key and another name of the same length.
  expect(file.write(key, file.lastIndexOf('/M (D:'))).toBe(2)
  expect(file.write(subFilter, file.lastIndexOf('ETSI.CAdES.detached'))).toBe(19)
  const hash = createHash('sha256').update(file.subarray(0, gapStart)).update(file.subarray(gapEnd))
  const identity = { ...(await fixture.authority.identity('Ada')), chain: [] }
  const signedAt = new Date('2026-02-03T04:05:06Z')
  const der = await signDigest(hash.digest(), identity, { signedAt })
  file.write(
    Buffer.from(der)
      .toString('hex')
      .padEnd(gapEnd - gapStart - 2, '0'),
    gapStart + 1,
  )
  const { signatures, valid } = await verifyPdf(file)
  expect([valid, signatures[0]!.signedAt]).toEqual([true, expected])
})

test('signatures are in the order of their revisions, those without a byte range last', async () => {
  const signedTwice = await signedElsewhere(fixture, signedElsewhereFile)
  const bytes = await increment(signedTwice, (pdf) => {
    const broken = pdf.context.register(dict({ FT: '/Sig', T: 'Broken', V: dict({ Type: '/Sig' }) }))
    const [first, second] = form(pdf).getArray('Fields')!.toArray()
    form(pdf).set('Fields', PdfArray.of(second!, broken, first!))
  })
  const { signatures } = await verifyPdf(bytes)
  expect(signatures.map(({ fieldName }) => fieldName)).toEqual(['Signature1', 'Signature2', 'Broken'])
})

describe('signatures that are in no field', () => {
  test('a signature whose field was emptied is reported as missing', async () => {
    const bytes = await increment(signedElsewhereFile, (pdf) => void topFields(pdf)[0]!.dict.delete('V'))
    const report = await verifyPdf(bytes)
    expect(report.signatures).toEqual([])
    expect(report.faults).toEqual(['The file contains a signature that is in none of its fields.'])
    expect(report.valid).toBe(false)
  })

  test('removed usage rights are not reported', async () => {
    const rights =
      '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> /Reference [<< /TransformMethod /UR3 >>] >>'
    const bytes = buildPdf({ objects: { 20: rights } })
    expect((await verifyPdf(bytes)).faults).toEqual([])
  })

  test('another byte range without a field is reported', async () => {
    const bytes = buildPdf({ objects: { 20: '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>' } })
    expect((await verifyPdf(bytes)).faults).toHaveLength(1)
  })
})

describe('cross-reference formats', () => {
  test.each(['table', 'stream', 'object-streams'] as const)(
    'cross-reference %s: the chain is valid',
    async (format) => {
      const bytes = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842] }], format })
      const { sealed: whole } = await allRevisions(fixture, bytes)
      const report = await verifyPdf(whole)
      expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
      expect(report.valid).toBe(true)
      const tampered = await increment(whole, (pdf) => page(pdf).set('Rotate', PdfNumber.of(180)))
      expect((await verifyPdf(tampered)).valid).toBe(false)
    },
  )

  test('a document that grew by revisions before', async () => {
    const originalFile = twoPages()
    const text = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>`
    const bytes = writeRevision(originalFile, new Map([[firstPage, text]]))
    const prepared = await prepare(fixture, bytes)
    const signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones)
    expect((await verifyPdf(signedFile)).valid).toBe(true)
  })
})

describe('files whose cross-reference sections the library cannot follow', () => {
  const approval = { valid: true, signatures: [{ signerName: 'Stranger', valid: true }] }

  test('wide fields, as pyHanko writes them', async () => {
    for (const format of ['stream', 'object-streams'] as const) {
      const base = buildPdf({ format, widths: [1, 8, 2] })
      const bytes = await signedElsewhere(fixture, base)
      expect(await verifyPdf(bytes)).toMatchObject(approval)
      const laterRevision = writeRevision(bytes, new Map([[2999, '<< /Later true >>']]), {
        format,
        widths: [1, 8, 2],
      })
      expect(await verifyPdf(laterRevision)).toMatchObject({ ...approval, coversWholeFile: false })
    }
  })

  test('startxref at white space before the section', async () => {
    const signedFile = await signedElsewhere(fixture)
    const text = Buffer.from(writeRevision(signedFile, new Map([[2999, '<< /Later true >>']]))).toString(
      'latin1',
    )
    const last = text.lastIndexOf('startxref')
    const movedText = text.slice(last).replace(/\d+/, (offset) => String(Number(offset) - 1))
    expect(await verifyPdf(Buffer.from(text.slice(0, last) + movedText, 'latin1'))).toMatchObject(approval)
  })
})
