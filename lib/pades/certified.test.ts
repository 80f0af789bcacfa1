import { PDF, PdfNumber, PdfRef } from '@libpdf/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { asDict, inspect, resolver } from '#lib/pdf/check/inspect'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, textString } from '#lib/pdf/file/objects'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { pngImage } from '#lib/pdf/fixtures/images'
import { fieldsInFile } from '#lib/pdf/import/fields-in-file'
import type { Zone } from '#lib/pdf/zones'
import { readCommonName } from './cms/names.ts'
import { extendRevision } from './extend.ts'
import { readFieldOwners, writeFieldOwners } from './field-owners.ts'
import { certifiedForm, certifyForm } from './fixtures/certified.ts'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  readPages,
  signedElsewhere,
  time,
  zhang,
} from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { openForIncrement, saveIncrement } from './increment.ts'
import { sealRevision } from './seal.ts'
import { signRevision } from './sign.ts'
import { assertSealable } from './trial.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** The zones that the process of a sender imports. */
async function importZones(bytes: Uint8Array): Promise<Zone[]> {
  const { fields } = await fieldsInFile(bytes)
  return fields.flatMap((field, index): Zone[] => {
    const { type, page, x, y, width, height, options, layout } = field
    const zone = {
      id: String(index),
      signer: 'ada',
      type,
      page,
      x,
      y,
      width,
      height,
      required: true,
      options,
    }
    if (type !== 'radio') return [zone]
    return (layout.widgets ?? []).map((button, place) => ({
      ...zone,
      ...{ id: `${index}.${place}`, group: String(index), options: [button.option ?? ''], value: 'false' },
      ...{ x: x + button.dx, y: y + button.dy, width: button.width, height: button.height },
    }))
  })
}

const findField = (pdf: PDF, name: string) =>
  topFields(pdf).find((candidate) => candidate.name === name)!.dict

const text = { kind: 'text', text: 'Ada Lovelace' } as const

describe.each([2, 3] as const)('a file that its author has certified with P=%i', (permission) => {
  let certified: Uint8Array

  beforeAll(async () => {
    certified = await certifiedForm(fixture, permission)
  })

  test('its own fields are filled in and signed; a signer without one signs invisibly', async () => {
    const zones = await importZones(certified)
    expect(zones.map(({ type }) => type)).toEqual([
      'text',
      'dropdown',
      'checkbox',
      'radio',
      'radio',
      'signature',
    ])
    const { bytes } = await prepare(fixture, certified, { zones })
    const values = { 0: 'Ада Лавлейс', 1: 'Large', 2: true, '3.0': false, '3.1': true }
    const input = { identity: fixture.ada, at: time, values, signature: text }
    const first = await signRevision(bytes, { ...input, signer: ada })
    const second = await signRevision(first, {
      ...{ signer: zhang, identity: fixture.zhang, at: time, values: {} },
      signature: { kind: 'text', text: zhang.name },
    })
    const sealed = await sealRevision(second, { identity: fixture.platform, at: time })
    const report = await verifyPdf(sealed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(
      Array(4).fill(false),
    )
    const loadValidationMaterial = vi.fn(async () => ({ certificates: [], revocationLists: [] }))
    const stamp = makeStamping(await testStamper(() => time), time)
    await extendRevision(sealed, { ...fixture.platform, stamp, loadValidationMaterial })
    const [certificates] = loadValidationMaterial.mock.lastCall as unknown as [Uint8Array[]]
    const names = certificates.map(readCommonName)
    expect(names).toEqual(expect.arrayContaining([ada.name, zhang.name, 'Paraph Platform']))
    expect(names).not.toContain('Author')
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual([
      'Author',
      ada.name,
      zhang.name,
      'Paraph Platform',
    ])
    expect(report.signatures[1]!.fieldName).toBe('signature')
    const pdf = await PDF.load(sealed)
    const resolve = resolver(pdf)
    const field = (name: string) => findField(pdf, name)
    expect(field('size').getString('V')?.asString()).toBe('l')
    expect(field('agree').getName('V')?.value).toBe('On')
    expect(field('agree').getName('AS')?.value).toBe('On')
    expect(field('choice').getName('V')?.value).toBe('b')
    const states = field('choice').getArray('Kids', resolve)!.toArray()
    expect(
      states.map((kid) => asDict(kid instanceof PdfRef ? resolve(kid) : kid)?.getName('AS')?.value),
    ).toEqual(['Off', 'b'])
    const places = field('name').getArray('Kids', resolve)!.toArray() as PdfRef[]
    expect(places.map((place) => asDict(resolve(place))!.getDict('AP', resolve)?.has('N'))).toEqual([
      true,
      true,
    ])
    const empty = topFields(pdf).filter(
      ({ dict: candidate }) => candidate.getName('FT')?.value === 'Sig' && !candidate.has('V'),
    )
    expect(empty).toEqual([])
    expect(inspect(pdf).pages).toEqual(await readPages(certified))
  })

  /** Ada fills in the text and signs in the author's field; Zhang fills in the others and signs invisibly. */
  async function prepareForTwo(form = certified) {
    const imported = await importZones(form)
    const isAda = ({ type }: Zone) => type === 'text' || type === 'signature'
    const zones = imported.map((zone) => ({ ...zone, signer: (isAda(zone) ? ada : zhang).id }))
    const { bytes } = await prepare(fixture, form, { zones })
    const sign = (signer: typeof ada, before: Uint8Array) =>
      signRevision(before, {
        ...{ signer, at: time, signature: { kind: 'text', text: signer.name } },
        ...(signer === ada
          ? { identity: fixture.ada, values: { 0: 'Ada' } }
          : { identity: fixture.zhang, values: { 1: 'Large', 2: true, '3.0': false, '3.1': true } }),
      })
    return { bytes, sign }
  }

  const changed = async (bytes: Uint8Array) =>
    (await verifyPdf(bytes)).signatures.map(({ changedAfterSigning }) => changedAfterSigning)

  test.each([
    ['the one with a field of the author’s', [ada, zhang]],
    ['the one without', [zhang, ada]],
  ])('two people fill in fields; first signs %s', async (_, signers) => {
    const { bytes, sign } = await prepareForTwo()
    const signedFile = await sign(signers[1]!, await sign(signers[0]!, bytes))
    const sealed = await sealRevision(signedFile, { identity: fixture.platform, at: time })
    expect(await verifyPdf(sealed)).toMatchObject({ valid: true, coversWholeFile: true })
    expect(await changed(sealed)).toEqual(Array(4).fill(false))
  })

  const edit = async (before: Uint8Array, change: (pdf: PDF) => void) => {
    const file = await openForIncrement(before)
    change(file.pdf)
    return saveIncrement(file)
  }
  const fill = (pdf: PDF) => findField(pdf, 'name').set('V', textString('Attacker'))

  test('a field that was added with the name of an owner’s vouches for nothing', async () => {
    const lock = '/Lock << /Type /SigFieldLock /Action /Include /Fields [(size)] >>'
    const { bytes, sign } = await prepareForTwo(await certifiedForm(fixture, permission, lock))
    const filled = await edit(await sign(ada, await sign(zhang, bytes)), fill)
    expect(await changed(await signedElsewhere(fixture, filled, undefined, 'signature'))).toEqual([
      ...[false, true, true, false],
    ])
  })

  test.each([
    ['NoZoom', 4 | 8, true],
    ['NoRotate', 4 | 16, true],
    ['Locked', 4 | 128, false],
  ])(
    'a field that is filled in and gets the flag %s may be drawn elsewhere: %s',
    async (_, flags, isChange) => {
      const filled = await edit(certified, (pdf) => {
        fill(pdf)
        findField(pdf, 'name').set('F', PdfNumber.of(flags))
      })
      expect(await changed(await signedElsewhere(fixture, filled))).toEqual([isChange, false])
    },
  )

  test('a field that only becomes read-only belongs to the signer whose software locked it', async () => {
    const signedFile = await signedElsewhere(fixture, certified)
    const lock = (flags: number) => (pdf: PDF) => findField(pdf, 'size').set('Ff', PdfNumber.of(flags))
    const choice = 131072
    const locked = await edit(signedFile, lock(choice | 1))
    expect(await changed(locked)).toEqual([true, true])
    const report = await verifyPdf(await signedElsewhere(fixture, locked))
    expect(report.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual(
      Array(3).fill(false),
    )
    expect(report.signatures[1]!.modifications).toMatchObject([
      { kind: 'field_locked', fieldName: 'size', permitted: true },
      { kind: 'signature_added' },
    ])
    // Any other flag, and reading the field as another one, changes what it shows or takes.
    for (const flags of [1, choice | 2]) {
      const altered = await signedElsewhere(fixture, await edit(signedFile, lock(flags)))
      expect(await changed(altered)).toEqual([false, true, false])
    }
  })

  test('a field of several signers is refused before sending; in a process that was sent, it belongs to none of them', async () => {
    const [name] = await importZones(certified)
    const zones = [name!, { ...name!, id: 'second', signer: zhang.id }]
    const trial = { zones, signers: [ada, zhang], pages: await readPages(certified), at: time }
    await expect(assertSealable(certified, { ...trial, identity: fixture.platform })).rejects.toMatchObject({
      code: 'unsealable',
      // The sender reads it in their language.
      text: { key: 'failures.certifiedFieldOfSeveral', values: { name: 'name' } },
    })
    let { bytes } = await prepare(fixture, certified, { zones })
    const input = { at: time, signature: text }
    bytes = await signRevision(bytes, { ...input, signer: ada, identity: fixture.ada, values: { 0: 'Ada' } })
    bytes = await signRevision(bytes, {
      ...{ ...input, signer: zhang, identity: fixture.zhang, values: { second: 'Zhang' } },
    })
    const sealed = await sealRevision(bytes, { identity: fixture.platform, at: time })
    const { signatures } = await verifyPdf(sealed)
    expect(signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  test('a field of two owners, as files from before this refusal have it: the second changes what the first has signed', async () => {
    const [name, size] = await importZones(certified)
    const zones = [name!, { ...size!, signer: zhang.id }]
    const prepared = Buffer.from((await prepare(fixture, certified, { zones })).bytes)
    prepared.write('(name)', prepared.indexOf('(size)', prepared.lastIndexOf('/XXParaphOwners')))
    const sign = (before: Uint8Array, signer: typeof ada, values: Record<string, string>) =>
      signRevision(before, {
        ...{ signer, at: time, signature: { kind: 'text', text: signer.name }, values },
        identity: signer === ada ? fixture.ada : fixture.zhang,
      })
    const changedByZhang = async (before: Uint8Array) => sign(await edit(before, fill), zhang, {})
    expect(await changed(await changedByZhang(await sign(prepared, ada, { 0: 'Ada' })))).toEqual([
      ...[false, true, false],
    ])
    // Ada sees and signs what Zhang has filled in.
    expect(await changed(await sign(await changedByZhang(prepared), ada, {}))).toEqual([false, false, false])
  })

  test('what somebody else fills in and signs is a change, whatever a later revision says of owners', async () => {
    const { bytes, sign } = await prepareForTwo()
    const signedFile = await sign(zhang, bytes)
    const filled = await edit(signedFile, fill)
    expect(await changed(await signedElsewhere(fixture, filled))).toEqual([false, true, false])
    const claimed = await edit(signedFile, (pdf) => {
      const resolve = resolver(pdf)
      const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve)!
      const fields = form.getArray('Fields', resolve)!
      const field = dict({ FT: '/Sig', T: 'claim' })
      // Those of the next two signatures.
      const names = [2, 3].map((more) => `Signature${fields.length + more}`)
      writeFieldOwners(
        field,
        names.map((signature) => ({ signature, fields: ['name'] })),
      )
      fields.push(pdf.context.register(field))
    })
    const signedClaim = await signedElsewhere(fixture, claimed)
    expect(await changed(await signedElsewhere(fixture, await edit(claimed, fill)))).toEqual([
      false,
      true,
      false,
    ])
    const filledLater = await signedElsewhere(fixture, await edit(signedClaim, fill))
    // The first claimed owner has signed the field: the second may not fill it in after that.
    expect(await changed(filledLater)).toEqual([false, true, true, false])
    // Its owner sees what was filled in before, and signs it.
    expect(await changed(filled)).toEqual([true, true])
    expect(await changed(await sign(ada, filled))).toEqual([false, false, false])
  })

  test.each([
    ['text', { kind: 'text', text: 'A. L.' }, 'A. L.'],
    ['a picture', { kind: 'image', png: pngImage() }, 'AL'],
  ] as const)('initials in a text field of the author’s are drawn: %s', async (_, initials, value) => {
    const [zone] = await importZones(certified)
    const zones: Zone[] = [{ ...zone!, type: 'initials' }]
    const { bytes } = await prepare(fixture, certified, { zones })
    const input = { identity: fixture.ada, at: time, values: {}, signature: text, initials }
    const first = await signRevision(bytes, { ...input, signer: ada })
    const sealed = await sealRevision(first, { identity: fixture.platform, at: time })
    const report = await verifyPdf(sealed)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    const pdf = await PDF.load(sealed)
    const resolve = resolver(pdf)
    const field = findField(pdf, 'name')
    expect(field.getString('V')?.asString()).toBe(value)
    for (const place of field.getArray('Kids', resolve)!.toArray() as PdfRef[]) {
      const appearance = asDict(asDict(resolve(place))!.getDict('AP', resolve)?.get('N', resolve))
      const resources = appearance?.getDict('Resources', resolve)
      expect(resources?.has(initials.kind === 'text' ? 'Font' : 'XObject')).toBe(true)
    }
  })

  test('zones that are none of its fields are refused', async () => {
    const zone: Zone = {
      id: 'z',
      signer: 'ada',
      type: 'text',
      page: 1,
      x: 9,
      y: 9,
      width: 99,
      height: 20,
      required: true,
    }
    await expect(prepare(fixture, certified, { zones: [zone] })).rejects.toMatchObject({ code: 'certified' })
  })

  test('without zones, everyone signs invisibly', async () => {
    let { bytes } = await prepare(fixture, certified, { zones: [] })
    for (const [signer, identity] of [
      [ada, fixture.ada],
      [zhang, fixture.zhang],
    ] as const)
      bytes = await signRevision(bytes, { signer, identity, at: time, values: {}, signature: text })
    const report = await verifyPdf(await sealRevision(bytes, { identity: fixture.platform, at: time }))
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures).toHaveLength(4)
  })
})

test('of a signature in a field that the author named as a seal of ours, validation data is loaded', async () => {
  const widget = '/Type /Annot /Subtype /Widget /F 4 /FT /Sig'
  const form = buildPdf({
    catalog: '/AcroForm << /Fields [26 0 R 27 0 R] /SigFlags 3 >>',
    objects: {
      26: `<< ${widget} /Rect [50 500 200 560] /T (paraph-aaaaaa-seal) >>`,
      27: `<< ${widget} /Rect [0 0 0 0] /T (author) >>`,
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [26 0 R 27 0 R] >>',
    },
  })
  const certified = await certifyForm(fixture, form, 2)
  const { bytes } = await prepare(fixture, certified, {
    zones: await importZones(certified),
    signers: [ada],
  })
  const input = { signer: ada, identity: fixture.ada, at: time, values: {}, signature: text }
  const sealed = await sealRevision(await signRevision(bytes, input), {
    identity: fixture.platform,
    at: time,
  })
  const loadValidationMaterial = vi.fn(async () => ({ certificates: [], revocationLists: [] }))
  const stamp = makeStamping(await testStamper(() => time), time)
  await extendRevision(sealed, { ...fixture.platform, stamp, loadValidationMaterial })
  const [certificates] = loadValidationMaterial.mock.lastCall as unknown as [Uint8Array[]]
  const names = certificates.map(readCommonName)
  expect(names).toEqual(expect.arrayContaining([ada.name, 'Paraph Platform']))
  expect(names).not.toContain('Author')
})

describe('a certified file with two fields of one name, of which the first has a place that is only printed', () => {
  let certified: Uint8Array

  beforeAll(async () => {
    const widget = (left: number, flags: number) =>
      `/Type /Annot /Subtype /Widget /F ${flags} /Rect [${left} 700 ${left + 150} 720]`
    const form = buildPdf({
      pages: [{ mediaBox: [0, 0, 595, 842] }],
      catalog: '/AcroForm << /Fields [20 0 R 23 0 R 24 0 R 27 0 R] /SigFlags 3 /DA (/Helv 0 Tf 0 g) >>',
      objects: {
        20: '<< /FT /Tx /T (name) /V (Ada) /Kids [21 0 R 22 0 R] >>',
        21: `<< ${widget(20, 4)} /Parent 20 0 R >>`,
        22: `<< ${widget(200, 36)} /Parent 20 0 R >>`,
        23: `<< ${widget(380, 4)} /FT /Tx /T (name) /V (Bob) >>`,
        24: `<< ${widget(20, 4).replaceAll('7', '6')} /FT /Tx /T <FEFF202B0061> >>`,
        27: '<< /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /FT /Sig /T (author) >>',
        1001:
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> ' +
          '/Annots [21 0 R 22 0 R 23 0 R 24 0 R 27 0 R] >>',
      },
    })
    certified = await certifyForm(fixture, form, 2)
  })

  test('each gets its own value', async () => {
    const { bytes } = await prepare(fixture, certified, { zones: await importZones(certified) })
    const values = { 0: 'Ada Lovelace', 1: 'Bob Kahn' }
    const input = { signer: ada, identity: fixture.ada, at: time, signature: text, values }
    const pdf = await PDF.load(await signRevision(bytes, input))
    const fields = topFields(pdf).filter(({ name }) => name === 'name')
    expect(fields.map(({ dict: field }) => field.getString('V')?.asString())).toEqual(Object.values(values))
  })

  test('with different signers they are refused before sending, and otherwise belong to none of them', async () => {
    const [first, second, third] = await importZones(certified)
    const zones = [first!, { ...second!, signer: zhang.id }, third!]
    const refused = prepare(fixture, certified, { zones, refusesUnfitFields: true })
    await expect(refused).rejects.toMatchObject({ code: 'certified' })
    const { bytes } = await prepare(fixture, certified, { zones })
    const fields = topFields(await PDF.load(bytes)).flatMap(({ dict: field }) => readFieldOwners(field))
    expect(fields.flatMap((owner) => owner.fields)).toEqual(['\u202ba'])
  })

  test('a field belongs to its signer by its name as the file has it, also with bidirectional formats', async () => {
    const [first, second, third] = await importZones(certified)
    const zones = [first!, second!, { ...third!, signer: zhang.id }]
    const input = { at: time, signature: text }
    let { bytes } = await prepare(fixture, certified, { zones })
    bytes = await signRevision(bytes, { ...input, signer: ada, identity: fixture.ada, values: { 0: 'Ada' } })
    bytes = await signRevision(bytes, {
      ...{ ...input, signer: zhang, identity: fixture.zhang, values: { 2: 'Zhang' } },
    })
    const { signatures } = await verifyPdf(bytes)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([false, false, false])
  })
})
