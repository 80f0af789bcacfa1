import { PDF, type PdfDict, PdfName, type PdfRef } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { asDict, numbers, resolver } from '#lib/pdf/check/inspect'
import { readDrawing } from '#lib/pdf/fields/value-format'
import { findExactEntry } from '#lib/pdf/file/exact-names'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { fieldsInFile } from '#lib/pdf/import/fields-in-file'
import { readValue } from '#lib/pdf/import/values'
import type { Zone } from '#lib/pdf/zones'
import { certifyForm } from './fixtures/certified.ts'
import { ada, makeProcessFixture, type ProcessFixture, prepare, time, zhang } from './fixtures/process.ts'
import { signRevision } from './sign.ts'
import { verifyPdf } from './verify.ts'

const appearances = ['good', 'called old', 'absent', 'stale', 'old'] as const
type Appearance = (typeof appearances)[number]
const deeds = ['kept', 'changed', 'cleared', 'hidden'] as const
type Deed = (typeof deeds)[number]

/** A text as the process has it, as the author's field has it, as it is drawn there, and in German. */
interface Text {
  given: string
  stored: string
  drawn: string
  german: string
}

interface Kind {
  entries: string
  value: Text
  other: Text
  /** Whether the process begins without the value. */
  isLost?: boolean
  isFormula?: boolean
  isNumber?: boolean
  /** Flags of a second dictionary of the name, at another place. */
  second?: number
}

const same = (given: string): Text => ({ given, stored: given, drawn: given, german: given })
const inGerman = (given: string, german: string): Text => ({ given, stored: german, drawn: german, german })
const script = (trigger: string, code: string) =>
  `/AA << /${trigger} << /S /JavaScript /JS (${code.replace(/[()]/g, '\\$&')}) >> >>`
const names = { entries: '/FT /Tx', value: same('ANNA'), other: same('Bob') }

/** Texts and lists by the names of their fields. */
const kinds: Record<string, Kind> = {
  name: names,
  mirrored: { ...names, second: 4 },
  printed: { ...names, second: 36 },
  price: {
    entries: `/FT /Tx ${script('F', 'AFNumber_Format(2, 0, 0, 0, "$", true);')}`,
    value: { given: '12345.5', stored: '12345.5', drawn: '$12,345.50', german: '12.345,5' },
    other: { given: '54321.25', stored: '54321.25', drawn: '54.321,25', german: '54.321,25' },
    isNumber: true,
  },
  // The other number is written as the first one is in German.
  quantity: {
    entries: '/FT /Tx',
    value: { ...same('54321'), german: '54.321' },
    other: inGerman('54.321', '54,321'),
    isNumber: true,
  },
  size: {
    entries: '/FT /Ch /Ff 131072 /Opt [[(s) (Small)] [(l) (Large)]]',
    value: { ...same('Large'), stored: 'l' },
    other: { ...same('Small'), stored: 's' },
  },
  town: {
    entries: '/FT /Ch /Ff 131072 /Opt [(Ulm) (Bonn)]',
    ...{ value: same('Oberammergau'), other: same('Ulm'), isLost: true },
  },
  unknown: {
    entries: `/FT /Tx ${script('C', 'unknown();')}`,
    ...{ value: same('100.00'), other: same('5'), isLost: true },
  },
  total: {
    entries: `/FT /Tx ${script('C', 'AFSimple_Calculate("SUM", new Array("quantity", "price"));')}`,
    ...{ value: same('7'), other: inGerman('9.5', '9,5'), isFormula: true, isNumber: true },
  },
}
const empty = same('')

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A form with a value in every field, and the numbers of the objects of each text or list. */
function makeForm(appearance: Appearance) {
  const isGood = appearance === 'good' || appearance === 'called old'
  const objects: Record<number, string> = {}
  let next = 20
  const add = (object: string, number = next++) => {
    objects[number] = object
    return `${number} 0 R`
  }
  const place = (left: number, bottom: number, width: number, flags = 4) =>
    `/Type /Annot /Subtype /Widget /F ${flags} /Rect [${left} ${bottom} ${left + width} ${bottom + 14}]`
  const resources = '/Resources << /Font << /Helv 3 0 R >> >>'
  const draw = (text: string) =>
    add(
      stream(
        `BT /Helv 9 Tf 2 5 Td (${text}) Tj ET`,
        `/Type /XObject /Subtype /Form /BBox [0 0 150 14] ${resources}`,
      ),
    )
  const texts = Object.entries(kinds).map(([name, { entries, value, second }], index) => {
    const drawing = appearance === 'absent' ? '' : `/AP << /N ${draw(isGood ? value.drawn : 'OLD')} >>`
    const at = (left: number, flags: number, stored: string) =>
      add(
        `<< ${place(left, 780 - 40 * index, 150, flags)} ${entries} /T (${name}) ${stored && `/V (${stored})`} ${drawing} >>`,
      )
    const contradiction = second === 36 ? 'Other' : ''
    const ofSecond = isGood ? value.stored : contradiction
    return [at(50, 4, value.stored), ...(second ? [at(300, second, ofSecond)] : [])]
  })
  const buttons = (bottom: number, entries: string, states: [string, string], shown: [string, string]) => {
    const field = next++
    const kids = states.map((state, index) => {
      const shownState = appearance === 'absent' ? '' : `/AS /${shown[index]}`
      const drawings = `/AP << /N << /${state} ${draw('ON')} /Off ${draw('')} >> >>`
      return add(
        `<< ${place(50 + 250 * index, bottom, 14)} /Parent ${field} 0 R ${drawings} ${shownState} >>`,
      )
    })
    return { kids, field: add(`<< /FT /Btn ${entries} /Kids [${kids.join(' ')}] >>`, field) }
  }
  const isTicked = isGood || appearance === 'stale'
  const boxes = buttons(
    200,
    '/T (agree) /V /On',
    ['On', 'On'],
    [isTicked ? 'On' : 'Off', isGood ? 'On' : 'Off'],
  )
  const radio = buttons(160, '/Ff 49152 /T (choice) /V /b', ['a', 'b'], ['Off', isGood ? 'b' : 'Off'])
  const signatures = [
    add(`<< ${place(50, 60, 150)} /FT /Sig /T (signature) >>`),
    add('<< /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /FT /Sig /T (author) >>'),
  ]
  const fields = [...texts.flat(), boxes.field, radio.field, ...signatures]
  const annotations = [...texts.flat(), ...boxes.kids, ...radio.kids, ...signatures].join(' ')
  const areOld = appearance === 'old' || appearance === 'called old' ? '/NeedAppearances true' : ''
  const bytes = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog: `/AcroForm << /Fields [${fields.join(' ')}] /DA (/Helv 0 Tf 0 g) ${areOld} >>`,
    objects: {
      ...objects,
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${annotations}] >>`,
    },
  })
  return { bytes, objects: new Map(Object.keys(kinds).map((name, index) => [name, texts[index]!])) }
}

function textOf(name: string, deed: Deed): Text {
  const { value, other, isLost = false } = kinds[name]!
  if (deed === 'kept' && !isLost) return value
  return deed === 'changed' ? other : empty
}

/** The file as it is prepared, and signed by somebody who does this with every field. */
async function process(file: Uint8Array, deed: Deed) {
  const { fields } = await fieldsInFile(file)
  const values: Record<string, string | boolean> = {}
  const plain: Record<string, string> = {}
  const zones = fields.flatMap(({ name, layout, options, ...field }): Zone[] => {
    const { page, x, y, width, height, required, editable } = field
    const kind = kinds[name]
    const type = kind?.isNumber ? 'number' : field.type
    const zone = { id: name, signer: ada.id, type, page, x, y, width, height, required, editable, options }
    const places = [{ dx: 0, dy: 0, width, height, option: '' }, ...(layout.widgets ?? [])]
    if (type === 'signature') return [zone]
    return places.slice(type === 'radio' ? 1 : 0).map((place, index) => {
      const id = `${name}.${index}`
      const box = { x: x + place.dx, y: y + place.dy, width: place.width, height: place.height }
      if (!kind) {
        const isGiven = (chosen: boolean) => (type === 'radio' ? (place.option === 'b') === chosen : chosen)
        values[id] = (deed === 'kept' || (deed === 'changed' && type === 'radio')) && isGiven(deed === 'kept')
        const value = deed === 'hidden' ? 'false' : String(isGiven(true))
        return {
          ...zone,
          ...box,
          id,
          value,
          ...(type === 'radio' && { group: name, options: [place.option!] }),
        }
      }
      const { given, german } = textOf(name, deed)
      values[id] = german
      if (kind.isNumber && given !== '') plain[id] = given
      if (kind.isFormula) return { ...zone, ...box, id }
      const preset = deed === 'hidden' || kind.isLost ? empty : kind.value
      const number = kind.isNumber && preset !== empty ? { number: preset.given } : {}
      return { ...zone, ...box, id, value: preset.german, ...number }
    })
  })
  const { bytes } = await prepare(fixture, file, { zones, signers: [ada], replaceFileFields: true })
  const signature = { kind: 'text', text: ada.name } as const
  const input = { signer: ada, identity: fixture.ada, at: time, values, numbers: plain, signature }
  return { prepared: bytes, signed: await signRevision(bytes, input) }
}

/** The values, drawings and states of the widgets by their places. */
async function readWidgets(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes)
  const resolve = resolver(pdf)
  const annotations = pdf.getPage(0)!.dict.getArray('Annots', resolve)!.toArray() as PdfRef[]
  return new Map(
    annotations.map((annotation) => {
      const widget = asDict(resolve(annotation)) as PdfDict
      const [left, bottom] = numbers(widget.get('Rect', resolve), resolve)!.map(Math.round)
      const value = findExactEntry(pdf, widget, 'V')
      return [
        `${left} ${bottom}`,
        {
          value: value instanceof PdfName ? value.value : readValue(value),
          drawn: (readDrawing(pdf, widget) ?? '').replace(/\s/g, ''),
          state: widget.getName('AS', resolve)?.value ?? 'Off',
        },
      ]
    }),
  )
}

const cases = [true, false].flatMap((isCertified) =>
  appearances.flatMap((appearance) => deeds.map((deed) => ({ isCertified, appearance, deed }))),
)

test.each(cases)(
  'every field has and shows what the process says: %o',
  async ({ isCertified, appearance, deed }) => {
    const { bytes, objects } = makeForm(appearance)
    const file = isCertified ? await certifyForm(fixture, bytes, 2) : bytes
    const { prepared, signed } = await process(file, deed)
    const [before, after] = [await readWidgets(prepared), await readWidgets(signed)]
    for (const [index, [name, { second, isFormula }]] of Object.entries(kinds).entries()) {
      const { stored, drawn, german } = textOf(name, deed)
      const isOnPage = second !== undefined && (isCertified || second === 4)
      for (const left of isOnPage ? [50, 300] : [50]) {
        const widget = after.get(`${left} ${780 - 40 * index}`)!
        const { value, drawn: shown } = widget
        const expected = isCertified ? { value: stored, shown: drawn } : { value: german, shown: german }
        expect({ name, left, value, shown }).toEqual({ name, left, ...expected })
        const presented = before.get(`${left} ${780 - 40 * index}`)!
        if (deed === 'hidden' && !isFormula) expect([presented.value, presented.drawn]).toEqual(['', ''])
      }
    }
    const isOn = (widgets: typeof after) =>
      ['50 200', '300 200', '50 160', '300 160'].map((place) => widgets.get(place)!.state !== 'Off')
    const states = { kept: [true, true, false, true], changed: [false, false, true, false] }
    const none = [false, false, false, false]
    expect(isOn(after)).toEqual(deed in states ? states[deed as keyof typeof states] : none)
    if (deed === 'hidden') expect(isOn(before).slice(2)).toEqual([false, false])
    if (!isCertified) return
    const { signatures } = await verifyPdf(signed)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([false, false])
    const [ticked, chosen] = { kept: ['On', 'b'], changed: ['Off', 'a'] }[deed as 'kept'] ?? ['Off', 'Off']
    expect([after.get('50 200')!.value, after.get('50 160')!.value]).toEqual([ticked, chosen])
    if (deed !== 'kept' || !['good', 'called old'].includes(appearance)) return
    const added = Buffer.from(signed.subarray(file.length)).toString('latin1')
    const isTouched = (name: string) =>
      objects.get(name)!.some((ref) => new RegExp(`^${ref.replace(' R', ' obj')}`, 'm').test(added))
    expect(Object.keys(kinds).filter(isTouched)).toEqual(['town', 'unknown'])
  },
)

const drawing = '/Type /XObject /Subtype /Form /BBox [0 0 150 20] /Resources << /Font << /Helv 3 0 R >> >>'

/** A certified form with these fields, one below the other, and their zones. */
async function openFields(...fields: string[]) {
  const refs = fields.map((_, index) => `${20 + index} 0 R`).join(' ')
  const places = fields.map(
    (_, index) => `/Type /Annot /Subtype /Widget /F 4 /Rect [50 ${700 - 40 * index} 200 ${720 - 40 * index}]`,
  )
  const form = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog: `/AcroForm << /Fields [${refs} 50 0 R] /DA (/Helv 0 Tf 0 g) >>`,
    objects: {
      ...Object.fromEntries(fields.map((field, index) => [20 + index, `<< ${places[index]} ${field} >>`])),
      50: '<< /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /FT /Sig /T (author) >>',
      60: stream('BT /Helv 9 Tf 2 5 Td (OLD) Tj ET', drawing),
      61: stream('0 g 2 2 3 16 re f', drawing),
      62: stream('BT /Helv 9 Tf 2 5 Td (0.19 per day) Tj ET', drawing),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${refs} 50 0 R] >>`,
    },
  })
  const file = await certifyForm(fixture, form, 2)
  const imported = (await fieldsInFile(file)).fields
  const zones = imported.map(({ type, page, x, y, width, height, required }, index): Zone => {
    return { id: String(index), signer: ada.id, type, page, x, y, width, height, required }
  })
  return { file, zones }
}

async function sign(file: Uint8Array, zones: Zone[], values: Record<string, string | boolean>) {
  const { bytes } = await prepare(fixture, file, { zones, signers: [ada] })
  const signature = { kind: 'text', text: ada.name } as const
  const signed = await signRevision(bytes, {
    signer: ada,
    identity: fixture.ada,
    at: time,
    values,
    signature,
  })
  return [...(await readWidgets(signed)).values()]
}

test('a ticked box without an appearance is drawn ticked', async () => {
  const { file, zones } = await openFields('/FT /Btn /T (agree) /V /Accepted')
  const [box] = await sign(file, zones, { 0: true })
  expect(box).toMatchObject({ value: 'Accepted', state: 'Accepted' })
})

test('fields of one name whose different values were removed get their own', async () => {
  const { file, zones } = await openFields('/FT /Tx /T (name) /V (Ada)', '/FT /Tx /T (name) /V (Bob)')
  const removed = zones.map((zone) => ({ ...zone, value: '' }))
  const widgets = await sign(file, removed, { 0: 'Zhang', 1: 'Kahn' })
  expect(widgets.map(({ value, drawn }) => [value, drawn]).slice(0, 2)).toEqual([
    ['Zhang', 'Zhang'],
    ['Kahn', 'Kahn'],
  ])
})

test('a read-only field of the file whose value was removed gets that of its signer', async () => {
  const { file, zones } = await openFields('/FT /Tx /Ff 1 /T (name) /V (Ada)')
  const [widget] = await sign(file, [{ ...zones[0]!, value: '' }], { 0: 'Zhang' })
  expect(widget).toMatchObject({ value: 'Zhang', drawn: 'Zhang' })
})

const unknownFormat = script('F', 'event.value = format();')

test.each([
  ['of another text', '/FT /Tx /V (0.19)', '0.19', 60],
  ['of another text in a format that is not understood', `/FT /Tx ${unknownFormat} /V (0.19)`, '0.19', 60],
  ['that is a picture', '/FT /Tx /V (0.19)', '0.19', 61],
  ['of letters that join', '/FT /Tx /V <FEFF05E205D1>', '\u05e2\u05d1', 60],
  ['of all options of a list', '/FT /Ch /Opt [(Ulm) (Bonn)] /V (Ulm)', 'Ulm', 60],
])('a drawing %s does not stand for the value that its signer reads', async (_, field, value, object) => {
  const { file, zones } = await openFields(`${field} /T (kept) /AP << /N ${object} 0 R >>`)
  const [widget] = await sign(file, [{ ...zones[0]!, value, options: ['Ulm', 'Bonn'] }], { 0: value })
  expect([...widget!.drawn].sort()).toEqual([...value].sort())
})

test('a drawing of the value in a format that is not understood stays as it is', async () => {
  const { file, zones } = await openFields(`/FT /Tx ${unknownFormat} /V (0.19) /T (kept) /AP << /N 62 0 R >>`)
  const [widget] = await sign(file, [{ ...zones[0]!, value: '0.19' }], { 0: '0.19' })
  expect(widget!.drawn).toBe('0.19perday')
})

test.each(['one', 'two'])(
  'a total whose drawing is older is drawn again where %s of the process sign',
  async (count) => {
    const sum = script('C', 'AFSimple_Calculate("SUM", new Array("a", "b"));')
    const { file, zones } = await openFields(
      ...['/FT /Tx /T (a) /V (40)', '/FT /Tx /T (b) /V (60)'],
      `/FT /Tx /T (total) /V (100) ${sum} /AP << /N 60 0 R >>`,
    )
    const [first, second] = count === 'two' ? [ada, zhang] : [ada, ada]
    const own = zones.map((zone, index) => ({
      ...{ ...zone, type: 'number' as const, signer: index < 2 ? first.id : second.id },
      ...[
        { value: '40', number: '40' },
        { value: '60', number: '60' },
      ][index],
    }))
    const prepared = await prepare(fixture, file, { zones: own, signers: [...new Set([first, second])] })
    let { bytes } = prepared
    for (const signer of new Set([first, second])) {
      const values = Object.fromEntries(
        own.flatMap((zone, index) =>
          zone.signer === signer.id ? [[zone.id, ['40', '60', '100'][index]!]] : [],
        ),
      )
      const identity = signer === ada ? fixture.ada : fixture.zhang
      const signature = { kind: 'text', text: signer.name } as const
      bytes = await signRevision(bytes, { signer, identity, at: time, values, numbers: values, signature })
    }
    const widgets = [...(await readWidgets(bytes)).values()].slice(0, 3)
    expect(widgets.map(({ value, drawn }) => [value, drawn])).toEqual([
      ['40', '40'],
      ['60', '60'],
      ['100', '100'],
    ])
    const { signatures } = await verifyPdf(bytes)
    expect(signatures.map(({ valid, changedAfterSigning }) => [valid, changedAfterSigning])).toEqual(
      signatures.map(() => [true, false]),
    )
  },
)

test('an appearance that is older than an empty value is drawn empty', async () => {
  const { file, zones } = await openFields('/FT /Tx /T (name) /AP << /N 60 0 R >>')
  const [widget] = await sign(file, zones, { 0: '' })
  expect(widget).toMatchObject({ value: '', drawn: '' })
})
