import { type PDF, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { asDict } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, numberArray, textString } from '#lib/pdf/file/objects'
import { buildPdf, firstPage } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere, time } from '../fixtures/process.ts'
import { openForIncrement, saveSigned } from '../increment.ts'
import { verifyPdf } from '../verify.ts'

/** Fields that were hidden in the signed revision, and are shown by the person who signs next. */

const [approval, text, other, certification, widget] = [20, 21, 22, 23, 24]

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** Options of the file that is signed first. */
interface Recipe {
  /** Flags of the fields. */
  flags: string
  rect?: string
  /** Whether the widgets are dictionaries of their own. */
  apart?: boolean
  /** P of a certification by the first signer. */
  certify?: 2 | 3
}

/** A file that somebody signed, with a signature field and a text field that the person who signs there owns. */
async function signed({ flags, rect = '0 0 595 842', apart = false, certify }: Recipe): Promise<Uint8Array> {
  const makeWidget = `/Type /Annot /Subtype /Widget /Rect [${rect}] ${flags}`
  const makeField = (entries: string, kid: number) =>
    apart ? `<< ${entries} /Kids [${kid} 0 R] >>` : `<< ${entries} ${makeWidget} >>`
  const kid = (parent: number) => `<< ${makeWidget} /Parent ${parent} 0 R >>`
  const lock = certify ? '' : '/Lock << /Type /SigFieldLock /Action /Include /Fields [(text)] >>'
  const bytes = buildPdf({
    catalog: `/AcroForm << /Fields [${[approval, text, other, certification].map((one) => `${one} 0 R`).join(' ')}] /SigFlags 3 >>`,
    objects: {
      [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${(apart ? [widget, widget + 1] : [approval, text]).map((one) => `${one} 0 R`).join(' ')}] >>`,
      [approval]: makeField(`/FT /Sig /T (approval) ${lock}`, widget),
      [text]: makeField('/FT /Tx /T (text)', widget + 1),
      [other]: '<< /FT /Sig /T (other) >>',
      [certification]: '<< /FT /Sig /T (certification) >>',
      ...(apart && { [widget]: kid(approval), [widget + 1]: kid(text) }),
    },
  })
  if (!certify) return signedElsewhere(fixture, bytes)
  const params = dict({ Type: '/TransformParams', V: '/1.2', P: certify })
  const reference = dict({ Type: '/SigRef', TransformMethod: '/DocMDP', TransformParams: params })
  const file = await openForIncrement(bytes)
  const entries = { at: time, name: 'Author', references: [reference], certifies: true }
  return saveSigned(
    file,
    findField(file.pdf, 'certification'),
    entries,
    await fixture.authority.identity('Author'),
  )
}

function findField(pdf: PDF, name: string) {
  return topFields(pdf).find((candidate) => candidate.name === name)!.dict
}

/** Signs in a field after these changes. */
async function sign(bytes: Uint8Array, name: string, edit: (pdf: PDF) => void): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  edit(file.pdf)
  return saveSigned(file, findField(file.pdf, name), { at: time, name, references: [] }, fixture.ada)
}

/** Gives a widget other flags and something opaque to show. */
function show(pdf: PDF, number: number, flags: number): void {
  const form = dict({ Type: '/XObject', Subtype: '/Form', BBox: numberArray([0, 0, 595, 842]) })
  const drawing = pdf.context.register(new PdfStream(form, new TextEncoder().encode('1 g 0 0 595 842 re f')))
  const one = asDict(pdf.context.resolve(PdfRef.of(number)))!
  one.set('F', PdfNumber.of(flags))
  one.set('AP', dict({ N: drawing }))
}

const fillIn = (pdf: PDF) => void findField(pdf, 'text').set('V', textString('900 EUR'))

/** Whether the first signature was changed afterwards, and what the changes of fields say. */
async function judge(bytes: Uint8Array) {
  const { valid, signatures } = await verifyPdf(bytes)
  const { changedAfterSigning, modifications } = signatures[0]!
  expect(valid).toBe(true)
  return { changedAfterSigning, messages: modifications.map(({ message }) => message) }
}

describe.each([false, true])('a hidden field, its widget apart: %s,', (apart) => {
  const [seen, filled] = apart ? [widget, widget + 1] : [approval, text]

  test.each([
    ['/F 2', 132],
    ['/F 6', 4],
    ['/F 1', 0],
    ['/F 36', 4],
    ['/F 2', 36],
  ])('%s, that is signed and shown by %i is a change', async (flags, flagsAfter) => {
    const bytes = await sign(await signed({ flags, apart }), 'approval', (pdf) => show(pdf, seen, flagsAfter))
    const { changedAfterSigning, messages } = await judge(bytes)
    expect(changedAfterSigning).toBe(true)
    expect(messages.join()).toMatch(
      /The (form )?field .*approval, which was hidden, was signed|of the form field approval, which was hidden/,
    )
  })

  test('that its owner fills in and shows is a change', async () => {
    const bytes = await sign(await signed({ flags: '/F 2', apart }), 'approval', (pdf) => {
      fillIn(pdf)
      show(pdf, filled, 4)
    })
    expect((await judge(bytes)).changedAfterSigning).toBe(true)
  })

  test.each([2, 3] as const)('is a change also of a certification with P=%i', async (certify) => {
    const certified = await signed({ flags: '/F 2', apart, certify })
    const shown = await sign(certified, 'approval', (pdf) => show(pdf, seen, 132))
    const filledIn = await sign(certified, 'other', (pdf) => {
      fillIn(pdf)
      show(pdf, filled, 4)
    })
    for (const bytes of [shown, filledIn]) expect((await judge(bytes)).changedAfterSigning).toBe(true)
  })
})

describe.each([false, true])('no change is, with the widget apart: %s,', (apart) => {
  const [seen, filled] = apart ? [widget, widget + 1] : [approval, text]

  test.each([
    ['a field that was shown', '/F 4', 132, '0 0 595 842'],
    ['a field without flags', '', 132, '0 0 595 842'],
    ['a hidden field that stays hidden', '/F 2', 2, '0 0 595 842'],
    ['a hidden field without an area', '/F 2', 132, '0 0 0 0'],
  ])('%s', async (_, flags, flagsAfter, rect) => {
    const bytes = await sign(await signed({ flags, rect, apart }), 'approval', (pdf) => {
      show(pdf, seen, flagsAfter)
      fillIn(pdf)
      show(pdf, filled, flagsAfter)
    })
    expect((await judge(bytes)).changedAfterSigning).toBe(false)
  })
})
