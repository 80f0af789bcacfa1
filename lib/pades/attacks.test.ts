import { PDF, PdfArray, type PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, numberArray, textString } from '#lib/pdf/file/objects'
import { bodyOf, buildPdf, firstPage, getText, startXref, stream } from '#lib/pdf/fixtures/build'
import { sectionsSince } from './changes/revisions.ts'
import {
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  signAs,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { type IncrementalFile, openForIncrement, saveSigned, saveStamped } from './increment.ts'
import type { SignatureReport } from './signature-report.ts'
import { verifyIncrement, verifyPdf } from './verify.ts'

let fixture: ProcessFixture
let chain: Awaited<ReturnType<typeof allRevisions>>

beforeAll(async () => {
  fixture = await makeProcessFixture()
  chain = await allRevisions(fixture, twoPages())
})

const form = (pdf: PDF) =>
  pdf.context.catalog.getDict().getDict('AcroForm', (ref) => pdf.context.resolve(ref))!
const page = (pdf: PDF) => pdf.getPage(0)!.dict
const field = (pdf: PDF, part: string) => topFields(pdf).find(({ name }) => name.includes(part))!.dict

/** A signature field on the first page of a document. */
function addSignatureField({ pdf }: IncrementalFile, name: string): PdfDict {
  const widget = dict({ FT: '/Sig', T: name, Type: '/Annot', Subtype: '/Widget', F: 132 })
  widget.set('Rect', numberArray([0, 0, 0, 0]))
  addField(pdf, widget)
  return widget
}

function addField(pdf: PDF, widget: PdfDict): PdfRef {
  const ref = pdf.context.register(widget)
  const catalog = pdf.context.catalog.getDict()
  if (!catalog.has('AcroForm')) catalog.set('AcroForm', dict({ Fields: new PdfArray(), SigFlags: 3 }))
  form(pdf).getArray('Fields')!.push(ref)
  if (!page(pdf).has('Annots')) page(pdf).set('Annots', new PdfArray())
  page(pdf)
    .getArray('Annots', (one) => pdf.context.resolve(one))!
    .push(ref)
  return ref
}

const textWidget = (name: string, value?: string) => {
  const widget = dict({ FT: '/Tx', T: name, Type: '/Annot', Subtype: '/Widget' })
  widget.set('Rect', numberArray([50, 50, 250, 70]))
  if (value) widget.set('V', textString(value))
  return widget
}

interface Recipe {
  bytes?: Uint8Array
  /** Further changes in the increment that signs. */
  edit?: (pdf: PDF) => void
  name?: string
  /** P of a certification (DocMDP). */
  certify?: 1 | 2 | 3
  /** Whether the catalog names the certification in /Perms. */
  inCatalog?: boolean
  /** P of the lock of the signature field. */
  lock?: 1 | 2 | 3
}

/** A file signed with other software, by a signer unknown to the installation. */
async function signedBy({
  bytes = twoPages(),
  edit,
  name = 'Signature1',
  certify,
  inCatalog = true,
  lock,
}: Recipe = {}) {
  const file = await openForIncrement(bytes)
  edit?.(file.pdf)
  const widget = addSignatureField(file, name)
  const lockedFields = new PdfArray([textString('other')])
  if (lock) widget.set('Lock', dict({ Action: '/Include', Fields: lockedFields, P: lock }))
  const transform = dict({
    Type: '/SigRef',
    TransformMethod: '/DocMDP',
    TransformParams: dict({ Type: '/TransformParams', P: certify ?? 2 }),
  })
  const entries = {
    at: time,
    name: 'Stranger',
    references: certify ? [transform] : [],
    certifies: inCatalog && Boolean(certify),
  }
  return saveSigned(file, widget, entries, await fixture.authority.identity(name))
}

/** Appends a revision without a signature. */
async function increment(bytes: Uint8Array, edit: (pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  edit(pdf)
  return pdf.save({ incremental: true })
}

/** Appends objects with a hand-written cross-reference table. */
function appendRaw(
  bytes: Uint8Array,
  objects: Record<string, string>,
  { prev = startXref(bytes), size = 9000, freed }: { prev?: number; size?: number; freed?: string } = {},
): Uint8Array {
  let text = '\n'
  const entries = Object.entries(objects).map(([id, body]) => {
    const [number, generation = '0'] = id.split(' ')
    const offset = String(bytes.length + text.length).padStart(10, '0')
    text += `${number} ${generation} obj\n${body}\nendobj\n`
    return `${number} 1\n${offset} ${generation.padStart(5, '0')} n \n`
  })
  const [freedNumber, freedGeneration = ''] = freed?.split(' ') ?? []
  if (freed) entries.push(`${freedNumber} 1\n0000000000 ${freedGeneration.padStart(5, '0')} f \n`)
  const xref = bytes.length + text.length
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${prev} >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(`${text}xref\n${entries.join('')}${trailer}`, 'latin1')])
}

async function first(bytes: Uint8Array): Promise<SignatureReport> {
  return (await verifyPdf(bytes)).signatures[0]!
}

const kinds = ({ modifications }: SignatureReport) => modifications.map(({ kind }) => kind)
const beneficiary = (pdf: PDF) => void addField(pdf, textWidget('beneficiary', 'World Health Organisation'))
const attack = (pdf: PDF) => field(pdf, 'beneficiary').set('V', textString('Attacker'))

describe('a process of our own', () => {
  test('sealed: the revisions after each signature are listed, none as a change after signing', async () => {
    const { signatures, valid } = await verifyPdf(chain.sealed)
    expect(valid).toBe(true)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(Array(4).fill(false))
    expect(signatures.map(({ modificationLevel }) => modificationLevel)).toEqual([
      'form_filling',
      'form_filling',
      'form_filling',
      'none',
    ])
    const modificationByAda = signatures[0]!.modifications.find(({ fieldName }) =>
      fieldName?.includes('-text-ada'),
    )
    expect(modificationByAda).toMatchObject({
      kind: 'field_filled',
      permitted: true,
      signedBy: signatures[1]!.fieldName,
    })
    expect(signatures[2]!.modifications.map(({ kind }) => kind)).toEqual(['signature_added'])
    expect(signatures.map(({ level }) => level)).toEqual(['B', 'B', 'B', 'B'])
  })

  test('in a running process, a field filled in early counts as a change until its owner signs', async () => {
    const early = await increment(chain.revisions[2], (pdf) =>
      field(pdf, '-text-2').set('V', textString('early')),
    )
    const before = await verifyPdf(early)
    expect(before.valid).toBe(true)
    expect(before.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([true, true])
    expect(before.signatures[1]!.modifications).toMatchObject([
      { kind: 'field_filled', before: '', after: 'early', permitted: true, signedBy: undefined },
    ])
    const after = await verifyPdf(await signAs(fixture, early, zhang, chain.zones))
    expect(after.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('a default value that its owner replaces while signing is no change after signing', async () => {
    const zones = chain.zones.map((zone) => (zone.type === 'text' ? { ...zone, value: 'default' } : zone))
    const { sealed } = await allRevisions(fixture, twoPages(), { zones })
    const { signatures } = await verifyPdf(sealed)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(Array(4).fill(false))
    const modification = signatures[0]!.modifications.find(({ fieldName }) =>
      fieldName?.includes('-text-ada'),
    )
    expect(modification).toMatchObject({ before: 'default' })
  })

  test('on a file that others had signed: their signature stays unchanged too', async () => {
    const { sealed } = await allRevisions(fixture, await signedBy())
    const { signatures, valid } = await verifyPdf(sealed)
    expect(valid).toBe(true)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(
      signatures.map(() => false),
    )
  })

  test('a reference to a missing object never refers to one of our objects', async () => {
    const { nextObjectNumber } = (await PDF.load(twoPages())).context.registry
    const awaited = [0, 5, 40].map((more) => nextObjectNumber + more)
    const entries = awaited.map((number) => `/Awaited${number} ${number} 0 R`).join(' ')
    const { sealed } = await allRevisions(
      fixture,
      buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842] }], catalog: entries }),
    )
    const pdf = await PDF.load(sealed)
    const types = awaited.map((number) => pdf.context.resolve(PdfRef.of(number, 0))?.type)
    expect(types).toEqual(['null', 'null', 'null'])
    const { signatures, valid } = await verifyPdf(sealed)
    expect(valid).toBe(true)
    expect(signatures.some(({ changedAfterSigning }) => changedAfterSigning)).toBe(false)
  })

  test('a finished file that is filled in afterwards is changed and not valid', async () => {
    const bytes = await increment(chain.sealed, (pdf) =>
      field(pdf, '-text-ada').set('V', textString('other')),
    )
    const { signatures, valid } = await verifyPdf(bytes)
    expect(valid).toBe(false)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(Array(4).fill(true))
    expect(signatures[3]!.modifications).toMatchObject([
      { kind: 'field_filled', permitted: false, after: 'other' },
    ])
  })
})

describe('a form that is filled in after signing', () => {
  test.each([undefined, 2, 3] as const)('under P=%s is listed with both values', async (certify) => {
    const signature = await first(await increment(await signedBy({ edit: beneficiary, certify }), attack))
    expect(signature).toMatchObject({
      valid: true,
      changedAfterSigning: true,
      modificationLevel: 'form_filling',
    })
    expect(signature.modifications).toMatchObject([
      {
        kind: 'field_filled',
        fieldName: 'beneficiary',
        before: 'World Health Organisation',
        after: 'Attacker',
        permitted: true,
      },
    ])
  })

  test('and signed by the person who filled it in still counts as a change of the earlier revision', async () => {
    const signedFile = await signedBy({ edit: beneficiary })
    const signature = await first(await signedBy({ bytes: signedFile, edit: attack, name: 'Signature2' }))
    expect(signature.changedAfterSigning).toBe(true)
    expect(signature.modifications.find(({ kind }) => kind === 'field_filled')).toMatchObject({
      signedBy: 'Signature2',
    })
  })

  test.each([2, 3] as const)(
    'under P=%i and signed is no change, and stays one when only time-stamped',
    async (certify) => {
      const certified = await signedBy({ edit: beneficiary, certify })
      const signedFile = await signedBy({ bytes: certified, edit: attack, name: 'Signature2' })
      expect(await first(signedFile)).toMatchObject({ valid: true, changedAfterSigning: false })
      const file = await openForIncrement(await increment(certified, attack))
      const stamp = makeStamping(await testStamper(() => time), time)
      const stamped = await saveStamped(file, addSignatureField(file, 'Stamp'), { stamp })
      expect(await first(stamped)).toMatchObject({ valid: true, changedAfterSigning: true })
    },
  )

  test('is a change for a signature that claims to certify, but that the catalog does not name', async () => {
    const certified = await signedBy({ edit: beneficiary, certify: 2 })
    const claimed = await signedBy({ bytes: certified, name: 'Signature2', certify: 2, inCatalog: false })
    const { signatures } = await verifyPdf(
      await signedBy({ bytes: claimed, edit: attack, name: 'Signature3' }),
    )
    expect(signatures.map(({ certification }) => certification)).toEqual([true, false, false])
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([false, true, false])
  })

  test('in its appearance alone is a change', async () => {
    const otherStream = new PdfStream([], new TextEncoder().encode('BT ET'))
    const bytes = await increment(await signedBy({ edit: beneficiary }), (pdf) =>
      field(pdf, 'beneficiary').set('AP', dict({ N: pdf.context.register(otherStream) })),
    )
    expect(await first(bytes)).toMatchObject({ changedAfterSigning: true, modificationLevel: 'form_filling' })
  })

  test('under P=1 is not valid', async () => {
    const bytes = await increment(await signedBy({ edit: beneficiary, certify: 1 }), attack)
    expect(await first(bytes)).toMatchObject({ valid: false, changedAfterSigning: true })
  })
})

describe('the lock of a signature field (table 236)', () => {
  test('with P=1 permits nothing but what helps to verify', async () => {
    const signedFile = await signedBy({ edit: beneficiary, lock: 1 })
    expect(await first(signedFile)).toMatchObject({ valid: true, changedAfterSigning: false })
    for (const bytes of [
      await signedBy({ bytes: signedFile, name: 'Signature2' }),
      await increment(signedFile, attack),
    ])
      expect(await first(bytes)).toMatchObject({
        valid: false,
        changedAfterSigning: true,
        faults: [expect.stringMatching(/lock of the signature field forbids it/)],
      })
    const file = await openForIncrement(signedFile)
    const stamp = makeStamping(await testStamper(() => time), time)
    file.pdf.context.catalog.getDict().set('DSS', dict({ Type: '/DSS', Certs: new PdfArray() }))
    const stamped = await saveStamped(file, addSignatureField(file, 'Stamp'), { stamp })
    expect(await first(stamped)).toMatchObject({ valid: true, changedAfterSigning: false })
  })

  test('with P=2 permits no annotation under a certification with P=3', async () => {
    const certified = await signedBy({ certify: 3 })
    const signedFile = await signedBy({ bytes: certified, name: 'Signature2', lock: 2 })
    const bytes = await increment(signedFile, (pdf) => {
      const note = dict({ Type: '/Annot', Subtype: '/FreeText' })
      page(pdf).getArray('Annots')!.push(pdf.context.register(note))
    })
    const { signatures } = await verifyPdf(bytes)
    expect(signatures.map(({ valid }) => valid)).toEqual([true, false])
  })
})

describe('a field that looks signed', () => {
  const looksSigned = (pdf: PDF, name: string) => {
    const stream = new PdfStream([], new TextEncoder().encode('0 0 100 20 re f'))
    const widget = dict({ FT: '/Sig', T: name, Type: '/Annot', Subtype: '/Widget', F: 132 })
    widget.set('Rect', numberArray([400, 20, 500, 40]))
    widget.set('AP', dict({ N: pdf.context.register(stream) }))
    addField(pdf, widget)
    return widget
  }

  test('is a change, and stays one when only time-stamped', async () => {
    const bytes = await increment(await signedBy(), (pdf) => void looksSigned(pdf, 'Signature2'))
    const file = await openForIncrement(bytes)
    const stamp = makeStamping(await testStamper(() => time), time)
    const stamped = await saveStamped(file, addSignatureField(file, 'Stamp'), { stamp })
    for (const changed of [bytes, stamped])
      expect(await first(changed)).toMatchObject({ valid: true, changedAfterSigning: true })
  })

  test('stays a change beside one with its name that does not show', async () => {
    const adders = [
      (pdf: PDF) => void addSignatureField({ bytes: new Uint8Array(), pdf }, 'Signature2'),
      (pdf: PDF) => void looksSigned(pdf, 'Signature2'),
    ]
    for (const inOrder of [adders, adders.toReversed()]) {
      const bytes = await increment(await signedBy(), (pdf) => {
        for (const add of inOrder) add(pdf)
      })
      const file = await openForIncrement(bytes)
      const stamp = makeStamping(await testStamper(() => time), time)
      const stamped = await saveStamped(file, addSignatureField(file, 'Stamp'), { stamp })
      expect(await first(stamped)).toMatchObject({ valid: true, changedAfterSigning: true })
      // Under a certification nothing that shows may be added.
      const certified = await increment(await signedBy({ certify: 2 }), (pdf) => {
        for (const add of inOrder) add(pdf)
      })
      expect(await first(certified)).toMatchObject({ valid: false, changedAfterSigning: true })
    }
  })

  test('is a change with the name of a signed one, whatever its value is', async () => {
    const bytes = await increment(await signedBy(), (pdf) =>
      looksSigned(pdf, 'Signature1').set('V', PdfNumber.of(5)),
    )
    expect(await first(bytes)).toMatchObject({ changedAfterSigning: true })
  })
})

describe('a signature field that is an annotation of another kind, which draws outside of its /Rect', () => {
  const vertices = [72, 690, 300, 690, 300, 730]
  /** The widget of the field itself, or its kid. */
  const disguise = (file: IncrementalFile, subtype: string, isKid: boolean) => {
    const signatureField = addSignatureField(file, 'Late')
    const annotation = isKid ? dict({ Type: '/Annot', Rect: numberArray([0, 0, 0, 0]) }) : signatureField
    annotation.set('Subtype', PdfName.of(subtype))
    for (const key of ['Vertices', 'QuadPoints']) annotation.set(key, numberArray(vertices))
    if (isKid) {
      const kid = file.pdf.context.register(annotation)
      signatureField.set('Kids', PdfArray.of(kid))
      page(file.pdf).getArray('Annots')!.push(kid)
    }
    return signatureField
  }
  const report = (valid: boolean) => ({ valid, changedAfterSigning: true, modificationLevel: 'annotations' })

  test.each([
    ['Polygon', false],
    ['Highlight', true],
    ['Text', false],
  ] as const)('/%s, as a kid of the field: %s', async (subtype, isKid) => {
    const stamp = makeStamping(await testStamper(() => time), time)
    const identity = await fixture.authority.identity('Stranger')
    for (const certify of [undefined, 1, 2, 3] as const) {
      const signedFile = await signedBy({ certify })
      const stamped = await openForIncrement(signedFile)
      const signed = await openForIncrement(signedFile)
      const empty = await increment(signedFile, (pdf) => {
        disguise({ bytes: signedFile, pdf }, subtype, isKid)
      })
      for (const bytes of [
        await saveStamped(stamped, disguise(stamped, subtype, isKid), { stamp }),
        await saveSigned(
          signed,
          disguise(signed, subtype, isKid),
          { at: time, name: 'Stranger', references: [] },
          identity,
        ),
        await signedBy({ bytes: empty, name: 'Signature2' }),
      ])
        expect(await first(bytes)).toMatchObject(certify === 1 ? { valid: false } : report(certify === 3))
    }
  })
})

describe('an appearance without bounds (/BBox), which some readers draw over the whole page', () => {
  const bounds: [string, PdfArray | PdfRef | undefined, boolean][] = [
    ['none', undefined, true],
    ['behind a reference to nothing', PdfRef.of(8000), true],
    ['of three numbers', numberArray([0, 0, 9]), true],
    ['given', numberArray([0, 0, 9, 9]), false],
  ]
  const look = (pdf: PDF, box: PdfArray | PdfRef | undefined) => {
    const form = dict({ Type: '/XObject', Subtype: '/Form' })
    if (box) form.set('BBox', box)
    return pdf.context.register(new PdfStream(form, new TextEncoder().encode('0 0 99 99 re f')))
  }

  test.each(bounds)('in a signature field that was added: %s', async (_, box, isChange) => {
    for (const certify of [undefined, 1] as const) {
      const file = await openForIncrement(await signedBy({ certify }))
      const widget = addSignatureField(file, 'Stamp')
      widget.set('AP', dict({ N: look(file.pdf, box) }))
      const stamp = makeStamping(await testStamper(() => time), time)
      const report = await first(await saveStamped(file, widget, { stamp }))
      expect(report).toMatchObject({ valid: !(isChange && certify), changedAfterSigning: isChange })
    }
    const file = await openForIncrement(await signedBy())
    const widget = addSignatureField(file, 'Signature2')
    widget.set('AP', dict({ N: dict({ On: look(file.pdf, box) }) }))
    const identity = await fixture.authority.identity('Stranger')
    const entries = { at: time, name: 'Stranger', references: [] }
    const report = await first(await saveSigned(file, widget, entries, identity))
    expect(report).toMatchObject({ valid: true, changedAfterSigning: isChange })
  })

  test.each(bounds)('of a field that is filled in: %s', async (_, box, isChange) => {
    const certified = await signedBy({ edit: beneficiary, certify: 2 })
    const fill = (pdf: PDF) => {
      attack(pdf)
      field(pdf, 'beneficiary').set('AP', dict({ N: look(pdf, box) }))
    }
    const report = await first(await signedBy({ bytes: certified, edit: fill, name: 'Signature2' }))
    expect(report).toMatchObject({ valid: true, changedAfterSigning: isChange })
  })

  test.each([
    ['', true],
    ['/BBox [0 0 9 9]', false],
  ])('overwritten in place: %j', async (box, isChange) => {
    const edit = (pdf: PDF) => {
      beneficiary(pdf)
      field(pdf, 'beneficiary').set('AP', dict({ N: look(pdf, numberArray([0, 0, 9, 9])) }))
    }
    const certified = await signedBy({ edit, certify: 2 })
    const { objectNumber } = field(await PDF.load(certified), 'beneficiary')
      .getDict('AP')!
      .getRef('N')!
    const body = `<< /Type /XObject /Subtype /Form ${box} /Length 5 >>\nstream\nBT ET\nendstream`
    const bytes = appendRaw(certified, { [objectNumber]: body })
    const report = await first(await signedBy({ bytes, name: 'Signature2' }))
    expect(report).toMatchObject({ valid: true, changedAfterSigning: isChange })
  })
})

describe('what later revisions added', () => {
  test('a second signature is not a change of the first', async () => {
    const signature = await first(await signedBy({ bytes: await signedBy(), name: 'Signature2' }))
    expect(signature).toMatchObject({
      valid: true,
      changedAfterSigning: false,
      modificationLevel: 'form_filling',
    })
    expect(kinds(signature)).toEqual(['signature_added'])
  })

  test('an empty signature field is listed, and counts as a change until a signature covers it', async () => {
    const add = async (bytes: Uint8Array) =>
      increment(bytes, (pdf) => void addSignatureField({ bytes, pdf }, 'Late'))
    const bytes = await add(await signedBy())
    expect(await first(bytes)).toMatchObject({ valid: true, changedAfterSigning: true })
    expect(await first(await signedBy({ bytes, name: 'Signature2' }))).toMatchObject({
      changedAfterSigning: false,
    })
    expect(await first(await add(await signedBy({ certify: 1 })))).toMatchObject({ valid: false })
  })

  test('validation data is a long-term validation update and not a change', async () => {
    const bytes = await increment(await signedBy(), (pdf) => {
      const certificate = pdf.context.register(new PdfStream([], fixture.authority.certificate))
      pdf.context.catalog.getDict().set('DSS', dict({ Type: '/DSS', Certs: PdfArray.of(certificate) }))
    })
    expect(await first(bytes)).toMatchObject({
      valid: true,
      changedAfterSigning: false,
      modificationLevel: 'lta_updates',
    })
  })

  const metadata = (packet: string) => (pdf: PDF) => {
    const stream = new PdfStream([], new TextEncoder().encode(packet))
    pdf.context.catalog.getDict().set('Metadata', pdf.context.register(stream))
  }

  test('metadata that no signature covers counts as a change', async () => {
    const edit = metadata('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    const signedFile = await signedBy()
    expect(await first(await increment(signedFile, edit))).toMatchObject({
      valid: true,
      changedAfterSigning: true,
    })
    const signedTwice = await signedBy({ bytes: signedFile, edit, name: 'Signature2' })
    expect(await first(signedTwice)).toMatchObject({ valid: true, changedAfterSigning: false })
  })

  test('other document information in the trailer, or none, counts as metadata', async () => {
    /** Appends a section with an object whose trailer has these entries. */
    const withTrailer = (bytes: Uint8Array, number: number | null, info: string) => {
      // The title is no object that a reader would find.
      const objects: Record<string, string> = number ? { [number]: '<< /Title (10 000 objets) >>' } : {}
      const text = getText(appendRaw(bytes, objects))
      const root = text.lastIndexOf('/Root')
      return Buffer.from(`${text.slice(0, root)}${info} ${text.slice(root)}`, 'latin1')
    }
    const signedFile = await signedBy({ bytes: withTrailer(twoPages(), 5001, '/Info 5001 0 R') })
    expect(await first(signedFile)).toMatchObject({ valid: true, changedAfterSigning: false })
    for (const [number, info] of [
      [5002, '/Info 5002 0 R'],
      [5002, ''],
      // The trailer alone: the object was there before.
      [null, '/Info 3 0 R'],
    ] as const) {
      const { modifications, ...report } = await first(withTrailer(signedFile, number, info))
      expect(modifications.map(({ kind, signedBy }) => [kind, signedBy])).toEqual([['metadata', undefined]])
      expect(report).toMatchObject({ valid: true, changedAfterSigning: true })
    }
  })

  test('a script whose line breaks were written in another way is the same', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (a;\r\nb;) >>'
    const signedFile = await signedBy({ bytes: buildPdf({ catalog: script }) })
    const text = getText(signedFile)
    const at = text.lastIndexOf('\n1 0 obj') + '\n1 0 obj'.length
    const catalog = text.slice(at, text.indexOf('endobj', at))
    expect(catalog).toContain('\r\nb;')
    const later = appendRaw(signedFile, { 1: catalog.replace('\r\nb;', '\nb;') })
    expect(await first(later)).toMatchObject({ valid: true, faults: [] })
  })

  test('metadata that is not well-formed XMP may stay, but neither change nor be added', async () => {
    const edit = metadata('<x:xmpmeta/>')
    const wellFormed = metadata('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    const signedFile = await signedBy({ edit })
    expect(await first(signedFile)).toMatchObject({ valid: true, modificationLevel: 'none' })
    const signedTwice = await signedBy({ bytes: signedFile, name: 'Signature2' })
    expect(await first(signedTwice)).toMatchObject({ valid: true, changedAfterSigning: false, faults: [] })
    for (const bytes of [
      await signedBy({ bytes: signedFile, edit: metadata('<y/>'), name: 'Signature2' }),
      await increment(signedFile, wellFormed),
      await increment(signedFile, (pdf) => pdf.context.catalog.getDict().delete('Metadata')),
      await increment(await signedBy({ edit: wellFormed }), edit),
      await increment(await signedBy(), edit),
    ]) {
      expect(await first(bytes)).toMatchObject({
        valid: false,
        modificationLevel: 'other',
        faults: [expect.stringContaining('not a well-formed XMP')],
      })
    }
  })

  test.each([
    [3, true],
    [2, false],
    [undefined, false],
  ] as const)('an annotation under P=%s: permitted %s, a change in any case', async (certify, valid) => {
    const bytes = await increment(await signedBy({ certify }), (pdf) => {
      const note = dict({ Type: '/Annot', Subtype: '/FreeText' })
      page(pdf).getArray('Annots')!.push(pdf.context.register(note))
    })
    expect(await first(bytes)).toMatchObject({
      valid,
      changedAfterSigning: true,
      modificationLevel: 'annotations',
    })
  })
})

describe('annotations that were signed', () => {
  const noteNumber = 40
  const note = (entries = '') =>
    `<< /Type /Annot /Subtype /Square /Rect [400 400 450 450] /Contents (old) /AP << /N 41 0 R >> ${entries} >>`
  const look = (content: string) => stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]')
  const draw = '/Resources << /XObject << /X 41 0 R >> >>'
  const pageWith = (annotations: string, entries = '') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${entries} /Annots ${annotations} >>`
  const bodies = { [noteNumber]: note(), 41: look('0 0 9 9 re f'), 43: '(nothing)' }
  const made = (pageBody: string, objects: Record<number, string> = {}) =>
    buildPdf({ objects: { [firstPage]: pageBody, ...bodies, ...objects } })
  /** /Annots of the file after its signature `Signature1`, as it was and without the note. */
  const lists = (bytes: Uint8Array) => {
    const [, signedList] = [...getText(bytes).matchAll(/\/Annots \[([^\]]*)\]/g)].at(-1)!
    return signedList!.replace(`${noteNumber} 0 R `, '').trim()
  }
  const direct = pageWith(`[${noteNumber} 0 R]`)
  const changes: [string, (bytes: Uint8Array) => Record<string, string>, string?][] = [
    ['deleted', (bytes) => ({ [firstPage]: pageWith(`[${lists(bytes)}]`) })],
    [
      'deleted with their objects',
      (bytes) => ({ [firstPage]: pageWith(`[${lists(bytes)}]`), [noteNumber]: 'null', 41: 'null' }),
    ],
    ['edited', () => ({ [noteNumber]: note('/C [1 0 0]') })],
    ['given a popup', () => ({ [noteNumber]: note('/Popup 44 0 R'), 44: '<< /Subtype /Popup >>' })],
    ['drawn otherwise', () => ({ 41: look('0 0 5 5 re f') })],
  ]

  test.each(changes)('are %s: with P=3 valid and listed, else content that was changed', async (_, edit) => {
    for (const certify of [3, 2, undefined] as const) {
      const signedFile = await signedBy({ bytes: made(direct), certify })
      expect(await first(signedFile)).toMatchObject({ valid: true, changedAfterSigning: false })
      const report = await first(appendRaw(signedFile, edit(signedFile)))
      const isPermitted = certify === 3
      expect(report).toMatchObject({
        valid: isPermitted,
        changedAfterSigning: true,
        modificationLevel: isPermitted ? 'annotations' : 'other',
      })
      expect(new Set(kinds(report))).toEqual(new Set([isPermitted ? 'annotation_changed' : 'content']))
    }
  })

  test('in a list of their own are edited and deleted', async () => {
    const certified = await signedBy({
      bytes: made(pageWith('42 0 R'), { 42: `[${noteNumber} 0 R]` }),
      certify: 3,
    })
    const edited = appendRaw(certified, { [noteNumber]: note('/C [1 0 0]') })
    const deleted = await increment(certified, (pdf) =>
      page(pdf)
        .getArray('Annots', (ref) => pdf.context.resolve(ref))!
        .remove(0),
    )
    for (const bytes of [edited, deleted]) {
      const report = await first(bytes)
      expect(report).toMatchObject({ valid: true, changedAfterSigning: true })
      expect(kinds(report)).toEqual(['annotation_changed'])
    }
  })

  test('with P=3 are deleted, and their numbers used again', async () => {
    const certified = await signedBy({ bytes: made(direct), certify: 3 })
    const withAnnotations = (refs: string) => ({ [firstPage]: pageWith(`[${refs} ${lists(certified)}]`) })
    const reuse = { [`${noteNumber} 1`]: note('/C [1 0 0]') }
    const deleted = appendRaw(certified, withAnnotations(''), { freed: `${noteNumber} 1` })
    const reused = appendRaw(deleted, { ...withAnnotations(`${noteNumber} 1 R`), ...reuse })
    for (const bytes of [deleted, reused])
      expect(await first(bytes)).toMatchObject({ valid: true, changedAfterSigning: true })
    const stillListed = appendRaw(certified, {}, { freed: `${noteNumber} 1` })
    const signedIn = await signedBy({ bytes: stillListed, name: 'Signature2' })
    for (const bytes of [stillListed, signedIn])
      expect(await first(appendRaw(bytes, reuse))).toMatchObject({
        valid: false,
        changedAfterSigning: true,
        faults: expect.arrayContaining([
          expect.stringMatching(/which the signed document refers to, was added/),
        ]),
      })
  })

  test.each<[string, string, Record<number, string>, Record<string, string>]>([
    ['a widget', direct, {}, { [noteNumber]: note().replace('/Square', '/Widget') }],
    [
      'one that was a widget',
      direct,
      { [noteNumber]: note().replace('/Square', '/Widget') },
      { [noteNumber]: note() },
    ],
    ['a drawing that the page shows too', pageWith(`[${noteNumber} 0 R]`, draw), {}, { 41: look('') }],
    [
      'an object that the page inherits from',
      pageWith(`[${noteNumber} 0 R]`).replace('/Parent 2 0 R', `/Parent ${noteNumber} 0 R`),
      {},
      { [noteNumber]: note('/Rotate 90') },
    ],
    [
      'an object that the page uses',
      pageWith(`[${noteNumber} 0 R]`, `/Resources ${noteNumber} 0 R`),
      {},
      { [noteNumber]: note('/Font << >>') },
    ],
  ])('with P=3 are content where they are %s', async (_, pageBody, objects, change) => {
    const certified = await signedBy({ bytes: made(pageBody, objects), certify: 3 })
    expect(await first(certified)).toMatchObject({ valid: true })
    expect(await first(appendRaw(certified, change))).toMatchObject({
      valid: false,
      modificationLevel: 'other',
    })
  })

  test('with P=3 stay in their order, and the widgets of signatures among them', async () => {
    const certified = await signedBy({
      bytes: made(pageWith(`[${noteNumber} 0 R 45 0 R]`), { 45: note() }),
      certify: 3,
    })
    const rest = lists(certified).replace('45 0 R', '').trim()
    for (const list of [`45 0 R ${noteNumber} 0 R ${rest}`, `${noteNumber} 0 R 45 0 R`])
      expect(await first(appendRaw(certified, { [firstPage]: pageWith(`[${list}]`) }))).toMatchObject({
        valid: false,
        modificationLevel: 'other',
      })
  })
})

/**
 * Two sections after signing: one that exchanges the first page, and over it one with a harmless object whose own
 * reading decides whether the other is seen.
 */
async function hiddenRevision(section: (placeholders: Record<string, string | number>) => string) {
  const signedFile = await signedBy()
  const body = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'
  const exchanged = appendRaw(signedFile, { [firstPage]: body })
  const object = `8000 0 obj\n(harmless)\nendobj\n`
  const start = exchanged.length + object.length
  const placeholders = {
    offset: String(exchanged.length).padStart(10, '0'),
    start,
    base: startXref(signedFile),
  }
  const text = section({ ...placeholders, hidden: startXref(exchanged) })
  return Buffer.concat([exchanged, Buffer.from(`${object}${text}\nstartxref\n${start}\n%%EOF\n`, 'latin1')])
}

describe('objects that other software overwrites in place', () => {
  const drawing = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 5 >>\nstream\nBT ET\nendstream'
  const withLooks = (pdf: PDF) => {
    beneficiary(pdf)
    const looks = new PdfStream(dict({ Type: '/XObject', Subtype: '/Form' }), new Uint8Array(3))
    field(pdf, 'beneficiary').set('AP', dict({ N: pdf.context.register(looks) }))
    pdf.context.catalog.getDict().set('Extensions', pdf.context.register(dict({ ADBE: dict({}) })))
  }

  test('the appearance of a field', async () => {
    const signedFile = await signedBy({ edit: withLooks, certify: 2 })
    const pdf = await PDF.load(signedFile)
    const { objectNumber } = field(pdf, 'beneficiary')
      .getDict('AP', (ref) => pdf.context.resolve(ref))!
      .getRef('N')!
    const report = await first(appendRaw(signedFile, { [objectNumber]: drawing }))
    expect(report).toMatchObject({
      valid: true,
      changedAfterSigning: true,
      modificationLevel: 'form_filling',
    })
    expect(kinds(report)).toEqual(['field_appearance'])
    const closed = await signedBy({ edit: withLooks, certify: 1 })
    expect(await first(appendRaw(closed, { [objectNumber]: drawing }))).toMatchObject({ valid: false })
  })

  test('a changed appearance does not invalidate the next revision', async () => {
    const signedFile = await signedBy({ edit: withLooks })
    const { objectNumber } = field(await PDF.load(signedFile), 'beneficiary')
      .getDict('AP')!
      .getRef('N')!
    const fileBefore = appendRaw(signedFile, { [objectNumber]: drawing })
    const fileAfter = await signedBy({ bytes: fileBefore, name: 'Signature2' })
    expect(await verifyIncrement(fileAfter, fileBefore.length)).toMatchObject({ invalidated: [], faults: [] })
  })

  test('an object with two references in the catalog is content', async () => {
    const edit = (pdf: PDF) => {
      withLooks(pdf)
      const catalog = pdf.context.catalog.getDict()
      catalog.set('OCProperties', catalog.getRef('Extensions')!)
    }
    const signedFile = await signedBy({ edit })
    const { objectNumber } = (await PDF.load(signedFile)).context.catalog.getDict().getRef('Extensions')!
    expect(await first(appendRaw(signedFile, { [objectNumber]: '<< /D << >> >>' }))).toMatchObject({
      valid: false,
    })
  })

  test('the extensions of the catalog', async () => {
    const signedFile = await signedBy({ edit: withLooks })
    const { objectNumber } = (await PDF.load(signedFile)).context.catalog.getDict().getRef('Extensions')!
    const changedObjects = { [objectNumber]: '<< /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>' }
    const report = await first(appendRaw(signedFile, changedObjects))
    expect(report).toMatchObject({
      valid: true,
      changedAfterSigning: false,
      modificationLevel: 'lta_updates',
    })
  })
})

describe('a revision that is hidden behind another', () => {
  const table = ({ offset = '' }) => `xref\n8000 1\n${offset} 00000 n \n`
  const root = '<< /Size 9000 /Root 1 0 R'
  const entry = (offset: string | number) => Buffer.from([1, ...bigEndian(Number(offset))])
  const bigEndian = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 255)
  const xrefStream = (data: Buffer, entries: string) =>
    `8001 0 obj\n${root} /Type /XRef /W [1 4 0] /Index [8000 1] ${entries} >>\nstream\n${getText(data)}\nendstream\nendobj`

  test.each<[string, (placeholders: Record<string, string | number>) => string]>([
    [
      'in a string',
      (numbers) =>
        `${table(numbers)}trailer\n${root} /Note (/Prev ${numbers.base}) /Prev ${numbers.hidden} >>`,
    ],
    [
      'in a comment',
      (numbers) => `${table(numbers)}trailer\n${root} %/Prev ${numbers.base}\n/Prev ${numbers.hidden} >>`,
    ],
    [
      'below',
      (numbers) =>
        `${table(numbers)}trailer\n${root} /X << /Prev ${numbers.base} >> /Prev ${numbers.hidden} >>`,
    ],
    [
      'by an escaped name',
      (numbers) =>
        `${table(numbers)}trailer\n${root} /#50rev ${numbers.hidden} /X (/Prev ${numbers.base}) >>`,
    ],
    [
      'twice',
      (numbers) => `${table(numbers)}trailer\n${root} /Prev ${numbers.base} /Prev ${numbers.hidden} >>`,
    ],
    [
      'behind an entry of the table',
      (numbers) =>
        `${table(numbers).trimEnd()} trailer << /Prev ${numbers.base} >> startxref\ntrailer\n${root} /Prev ${numbers.hidden} >>`,
    ],
    [
      'below, in a stream',
      (numbers) => {
        const data = entry(numbers.offset!)
        return xrefStream(
          data,
          `/X << /Prev ${numbers.base} >> /Prev ${numbers.hidden} /Length ${data.length}`,
        )
      },
    ],
    [
      'by a table beside a stream',
      (numbers) => {
        const data = entry(numbers.offset!)
        return xrefStream(data, `/Prev ${numbers.base} /XRefStm ${numbers.hidden} /Length ${data.length}`)
      },
    ],
  ])('/Prev %s', async (_, section) => {
    const bytes = await hiddenRevision(section)
    expect((await PDF.load(bytes)).getPage(0)!.width).toBe(9)
    expect((await verifyPdf(bytes)).valid).toBe(false)
    expect(await first(bytes)).toMatchObject({ digestOk: true, changedAfterSigning: true })
  })
})

describe('attacks', () => {
  const expectRefused = async (bytes: Uint8Array, fault: RegExp) => {
    const report = await verifyPdf(bytes)
    expect(report.valid).toBe(false)
    expect(report.signatures[0]).toMatchObject({ changedAfterSigning: true, digestOk: true })
    expect(report.signatures.flatMap(({ faults }) => faults).join()).toMatch(fault)
  }

  test('a second field under the name of an existing one', async () => {
    const bytes = await increment(await signedBy({ edit: beneficiary, certify: 2 }), (pdf) => {
      addField(pdf, textWidget('beneficiary', 'Attacker'))
    })
    await expectRefused(bytes, /form field beneficiary was added/)
  })

  test('a direct annotation in the page', async () => {
    const bytes = await increment(await signedBy(), (pdf) =>
      page(pdf)
        .getArray('Annots')!
        .push(dict({ Type: '/Annot', Subtype: '/FreeText' })),
    )
    await expectRefused(bytes, /Annotations were added/)
  })

  test('a direct field in the form', async () => {
    const bytes = await increment(await signedBy(), (pdf) =>
      form(pdf).getArray('Fields')!.push(textWidget('inline', 'x')),
    )
    await expectRefused(bytes, /without an object of its own/)
  })

  test('a field that was hidden at signing and is later put on a page', async () => {
    const addHiddenField = (pdf: PDF) => {
      const ref = addField(pdf, textWidget('shadow', 'Attacker'))
      const annotations = page(pdf).getArray('Annots')!
      annotations.remove(annotations.toArray().indexOf(ref))
    }
    const bytes = await increment(await signedBy({ edit: addHiddenField }), (pdf) =>
      page(pdf)
        .getArray('Annots')!
        .push(topFields(pdf).find(({ name }) => name === 'shadow')!.ref),
    )
    await expectRefused(bytes, /Annotations were added/)
  })

  test('an object that the signed page refers to and that is added later', async () => {
    const bytes = await signedBy({
      edit: (pdf) => {
        const contents = page(pdf).getRef('Contents')!
        page(pdf).set('Contents', PdfArray.of(contents, PdfRef.of(8000, 0)))
      },
    })
    expect(await first(bytes)).toMatchObject({ valid: true })
    const overlay = '<< /Length 5 >>\nstream\nBT ET\nendstream'
    await expectRefused(
      appendRaw(bytes, { 8000: overlay }),
      /Object 8000, which the signed document refers to/,
    )
  })

  test('an object that is redefined under another generation', async () => {
    const body = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'
    await expectRefused(
      appendRaw(await signedBy(), { [`${firstPage} 1`]: body }),
      /has another generation number/,
    )
  })

  test('an object whose number is freed and used again, while the signed document refers to it', async () => {
    const bytes = await signedBy()
    const { objectNumber } = page(await PDF.load(bytes)).getRef('Contents')!
    const freed = appendRaw(bytes, {}, { freed: `${objectNumber} 1` })
    const contents = '<< /Length 5 >>\nstream\nBT ET\nendstream'
    await expectRefused(appendRaw(freed, { [`${objectNumber} 1`]: contents }), /was deleted after signing/)
  })

  test.each<[string, (pdf: PDF, ref: PdfRef) => void]>([
    ['metadata', (pdf, ref) => pdf.context.catalog.getDict().set('Metadata', ref)],
    [
      'validation data',
      (pdf, ref) => pdf.context.catalog.getDict().set('DSS', dict({ Certs: PdfArray.of(ref) })),
    ],
    ['extensions', (pdf, ref) => pdf.context.catalog.getDict().set('Extensions', ref)],
    ['the appearance of a field', (pdf, ref) => field(pdf, 'beneficiary').set('AP', dict({ N: ref }))],
  ])('content that the signed document uses as %s too', async (_, share) => {
    const signedFile = await signedBy({
      edit: (pdf) => {
        beneficiary(pdf)
        share(pdf, page(pdf).getRef('Contents')!)
      },
    })
    const { objectNumber } = (await PDF.load(signedFile)).getPage(0)!.dict.getRef('Contents')!
    const other = '<< /Length 5 >>\nstream\nBT ET\nendstream'
    await expectRefused(appendRaw(signedFile, { [objectNumber]: other }), /Object \d+ was changed/)
  })

  test.each<[string, (pdf: PDF, forms: PdfRef) => void]>([
    ['validation data', (pdf, forms) => pdf.context.catalog.getDict().set('DSS', forms)],
    ['the appearance of a field', (pdf, forms) => field(pdf, 'beneficiary').set('AP', forms)],
  ])('content that a page uses from a dictionary which is also %s', async (_, share) => {
    let drawn = 0
    const signedFile = await signedBy({
      edit: (pdf) => {
        beneficiary(pdf)
        const looks = new PdfStream(dict({ Type: '/XObject', Subtype: '/Form' }), new Uint8Array(3))
        const ref = pdf.context.register(looks)
        const forms = pdf.context.register(dict({ N: ref }))
        page(pdf).set('Resources', dict({ XObject: forms }))
        share(pdf, forms)
        drawn = ref.objectNumber
      },
    })
    const other = '<< /Subtype /Form /Length 5 >>\nstream\nBT ET\nendstream'
    await expectRefused(appendRaw(signedFile, { [drawn]: other }), /Object \d+ was changed/)
  })

  test('a copy of a signature in a field that the signer never saw', async () => {
    const bytes = await increment(await signedBy(), (pdf) => {
      const signature = field(pdf, 'Signature1').get('V', (ref) => pdf.context.resolve(ref)) as PdfDict
      const copy = signature.clone()
      addField(pdf, dict({ FT: '/Sig', T: 'CEO', V: pdf.context.register(copy), Subtype: '/Widget' }))
    })
    const { signatures } = await verifyPdf(bytes)
    const forged = signatures.find(({ fieldName }) => fieldName === 'CEO')!
    expect(forged).toMatchObject({ valid: false, changedAfterSigning: true })
    expect(forged.faults.join()).toMatch(/does not cover its own field/)
  })

  test('a revision that builds on an earlier one and undoes signed values', async () => {
    const filledFile = await signedBy({ edit: beneficiary })
    const amended = await signedBy({ bytes: filledFile, edit: attack, name: 'Signature2' })
    const { ref } = topFields(await PDF.load(amended))[0]!
    // All objects of the last revision again, except for the signed value.
    const entries = sectionsSince(amended, filledFile.length).flatMap((section) => section.entries)
    const numbers = entries.map(({ number }) => number).filter((one) => one !== ref.objectNumber)
    const bodies = numbers.map((number) => [number, bodyOf(amended, number)])
    const undone = appendRaw(amended, Object.fromEntries(bodies), { prev: startXref(filledFile) })
    const value = topFields(await PDF.load(undone))[0]!
      .dict.getString('V')
      ?.asString()
    expect(value).toBe('World Health Organisation')
    const { signatures } = await verifyPdf(undone)
    // Readers that rebuild the file find what the second signature covers.
    expect(signatures.map(({ valid }) => valid)).toEqual([false, false])
    expect(signatures[0]!.faults.join()).toMatch(/belongs to no cross-reference section/)
    expect(signatures[1]).toMatchObject({ fieldName: 'Signature2', changedAfterSigning: true })
    expect(signatures[1]!.faults.join()).toMatch(/undo the signed one/)
  })

  test('another catalog, with another page, that the signed file contains already', async () => {
    let hidden = ''
    const signedFile = await signedBy({
      edit: (pdf) => {
        const tree = pdf.context.register(dict({ Type: '/Pages', Count: 1 }))
        const box = PdfArray.of(...[0, 0, 9, 9].map((number) => PdfNumber.of(number)))
        const other = pdf.context.register(dict({ Type: '/Page', Parent: tree, MediaBox: box }))
        ;(pdf.context.resolve(tree) as PdfDict).set('Kids', PdfArray.of(other))
        const catalog = pdf.context.catalog.getDict().clone()
        catalog.set('Pages', tree)
        hidden = `${pdf.context.register(catalog).objectNumber} 0 R`
      },
    })
    expect(await first(signedFile)).toMatchObject({ valid: true })
    const text = getText(appendRaw(signedFile, { 8000: '<< >>' }))
    const root = text.lastIndexOf('/Root 1 0 R')
    const switched = `${text.slice(0, root)}/Root ${hidden}${text.slice(root + '/Root 1 0 R'.length)}`
    const report = await verifyPdf(Buffer.from(switched, 'latin1'))
    expect(report.valid).toBe(false)
    expect(report.signatures.every(({ changedAfterSigning }) => changedAfterSigning)).toBe(true)
  })

  test('objects after the end that a reader finds when it rebuilds the file', async () => {
    const body = `\n${firstPage} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n${' '.repeat(2000)}`
    const bytes = Buffer.concat([await signedBy(), Buffer.from(body)])
    await expectRefused(bytes, /no cross-reference section lists/)
    // Nobody knows whose change it is.
    expect((await first(bytes)).modifications[0]!.signedBy).toBeUndefined()
  })

  test('a revision that is visible only to readers that do not rebuild the file', async () => {
    const signedFile = await signedBy()
    const original = new RegExp(`\\n${firstPage} 0 obj\\n[^]*?\\nendobj\\n`).exec(getText(signedFile))![0]
    const narrow = (data: Buffer, entries: string) =>
      `8001 0 obj\n<< /Type /XRef /Size 9000 /Root 1 0 R /Length ${data.length} ${entries} >>\nstream\n${getText(data)}\nendstream\nendobj\n`
    const beside = narrow(Buffer.of(0, 0, 0), '/W [1 1 1] /Index [8500 1]')
    const page = `${firstPage} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n`
    const xref = signedFile.length + beside.length + page.length
    const offset = String(signedFile.length + beside.length).padStart(10, '0')
    const exchanged = `${beside}${page}xref\n${firstPage} 1\n${offset} 00000 n \ntrailer\n<< /Size 9000 /Root 1 0 R /Prev ${startXref(signedFile)} /XRefStm ${signedFile.length} >>${original}`
    // Field widths that @libpdf/core does not read.
    const wide = narrow(Buffer.alloc(9), `/W [1 7 1] /Index [8600 1] /Prev ${xref}`)
    const start = signedFile.length + exchanged.length
    const tail = `${exchanged}${wide}startxref\n${start}\n%%EOF\n`
    const bytes = Buffer.concat([signedFile, Buffer.from(tail, 'latin1')])
    expect((await PDF.load(bytes)).recoveredViaBruteForce).toBe(true)
    await expectRefused(bytes, /A page was changed/)
  })

  test('a signature with an unknown sub-filter', async () => {
    const signedFile = Buffer.from(await signedBy())
    const name = '/SubFilter /ETSI.CAdES.detached'
    const offset = signedFile.indexOf(name)
    signedFile.write('/SubFilter /ETSI.CAdES.attached', offset, 'latin1')
    const { valid, signatures } = await verifyPdf(signedFile)
    expect([valid, signatures[0]!.level]).toEqual([false, null])
    expect(signatures[0]!.faults.join()).toMatch(/sub-filter ETSI\.CAdES\.attached is unknown/)
  })
})

test('a field that a later lock lists does not belong to its signer for earlier signatures', async () => {
  const signedFile = await signedBy({ edit: beneficiary })
  const claimed = await signedBy({
    bytes: signedFile,
    name: 'Stranger',
    edit: (pdf) => {
      const claim = textWidget('claim')
      claim.set('FT', PdfName.of('Sig'))
      claim.set('Rect', numberArray([0, 0, 0, 0]))
      claim.set('Lock', dict({ Action: '/Include', Fields: new PdfArray([textString('beneficiary')]) }))
      addField(pdf, claim)
    },
  })
  const file = await openForIncrement(claimed)
  attack(file.pdf)
  const entries = { at: time, name: 'Stranger', references: [] }
  const identity = await fixture.authority.identity('Stranger')
  const { signatures } = await verifyPdf(await saveSigned(file, field(file.pdf, 'claim'), entries, identity))
  expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([true, false, false])
  const ownersBySignature = signatures.map(
    ({ modifications }) => modifications.find(({ fieldName }) => fieldName === 'beneficiary')?.owners,
  )
  expect(ownersBySignature).toEqual([[], ['claim'], undefined])
})

describe('real revisions in every format', () => {
  test.each(['table', 'stream', 'object-streams'] as const)(
    '%s: a filled field is detected',
    async (format) => {
      const bytes = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842] }], format })
      const signedFile = await signedBy({ bytes, edit: beneficiary })
      expect(await first(signedFile)).toMatchObject({ valid: true, changedAfterSigning: false })
      expect(await first(await increment(signedFile, attack))).toMatchObject({ changedAfterSigning: true })
      const turned = await increment(signedFile, (pdf) => page(pdf).set('Rotate', PdfNumber.of(90)))
      expect(await first(turned)).toMatchObject({ valid: false, modificationLevel: 'other' })
    },
  )
})
