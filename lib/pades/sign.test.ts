import { PDF, type PdfDict, PdfName, type PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { resolver } from '#lib/pdf/check/inspect'
import { parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { paint, type SeenField, seenFields } from '#lib/pdf/fixtures/render'
import { ImageError } from '#lib/pdf/images/place-image'
import type { Zone } from '#lib/pdf/zones'
import {
  ada,
  drawnPng,
  everyZone,
  getSampleValues,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  readStrings,
  signAs,
  signedElsewhere,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import type { SignInput } from './sign.ts'
import { signRevision } from './sign.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
let prepared: Awaited<ReturnType<typeof prepare>>
let signedFile: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  prepared = await prepare(fixture, twoPages())
  signedFile = await signAs(fixture, prepared.bytes, ada, prepared.zones, { reason: 'Ich stimme zu' })
})

const base = { page: 1, required: true, x: 20, width: 150, height: 24, signer: 'ada' } as const
const signatureZone: Zone = { ...base, id: 's', type: 'signature', y: 20, height: 50 }

/** Prepares for Ada alone with these zones and signs with these values. */
async function sign(zones: Zone[], values: SignInput['values'], overrides: Partial<SignInput> = {}) {
  const { bytes } = await prepare(fixture, twoPages(), { zones: [signatureZone, ...zones], signers: [ada] })
  return signAs(fixture, bytes, ada, [], { values, ...overrides })
}

async function seen(bytes: Uint8Array, zone: string, page = 1): Promise<SeenField> {
  const fields = await seenFields(bytes, page)
  return fields.find(({ name }) => name?.endsWith(`-${zone}`) || name?.endsWith(`.${zone}`))!
}

/** The content of a field's appearance. */
async function getAppearance(bytes: Uint8Array, zone: string): Promise<string> {
  const pdf = await PDF.load(bytes)
  const { dict } = topFields(pdf).find(({ name }) => name.endsWith(`-${zone}`))!
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref)
  const stream = dict.getDict('AP', resolve)?.get('N', resolve)
  return Buffer.from((stream as PdfStream).getDecodedData()).toString('latin1')
}

async function getSignature(
  bytes: Uint8Array,
  signer: string,
): Promise<{ field: PdfDict; value: PdfDict; names: string[]; pdf: PDF }> {
  const pdf = await PDF.load(bytes)
  const signerFields = topFields(pdf).filter(({ name }) => parseFieldName(name)?.signer === signer)
  const field = signerFields.find(({ dict }) => dict.getName('FT')?.value === 'Sig')!.dict
  return {
    field,
    value: pdf.context.resolve(field.getRef('V')!) as PdfDict,
    names: signerFields.map(({ name }) => name),
    pdf,
  }
}

/** The object number of the normal appearance of every field, by name. */
async function appearances(bytes: Uint8Array): Promise<Record<string, number | undefined>> {
  const pdf = await PDF.load(bytes)
  return Object.fromEntries(
    topFields(pdf).map(({ name, dict }) => [
      name,
      dict.getDict('AP', (ref) => pdf.context.resolve(ref))?.getRef('N')?.objectNumber,
    ]),
  )
}

/** The /BBox of the normal appearance of every field but the certification, by name. */
async function boundingBoxes(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const pdf = await PDF.load(bytes)
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref)
  return Object.fromEntries(
    topFields(pdf).flatMap(({ name, dict }) => {
      const normal = dict.getDict('AP', resolve)?.get('N', resolve)
      if (!(normal instanceof PdfStream)) return []
      return [
        [
          name,
          normal
            .getArray('BBox')!
            .toArray()
            .map((value) => (value as PdfNumber).value),
        ],
      ]
    }),
  )
}

describe('the fonts of a signature', () => {
  const countFonts = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/FontFile2/g)?.length ?? 0

  test('its caption has the font of the first revision, so that only the handwriting is added', async () => {
    const input = { zones: [signatureZone, { ...signatureZone, id: 's2', y: 300 }], signers: [ada] }
    const { bytes } = await prepare(fixture, twoPages(), input)
    const signed = await signAs(fixture, bytes, ada, [], { at: new Date('2031-12-28T23:59:00Z') })
    expect([countFonts(bytes), countFonts(signed.subarray(bytes.length))]).toEqual([1, 1])
    expect((await seen(signed, 's2')).text.join(' ')).toContain('Ada Lovelace · 2031-12-28 23:59 UTC')
  })

  test('without a caption the first revision has none', async () => {
    const input = { zones: [{ ...signatureZone, height: 20 }], signers: [ada] }
    const { bytes } = await prepare(fixture, twoPages(), input)
    const signed = await signAs(fixture, bytes, ada, [])
    expect([countFonts(bytes), countFonts(signed.subarray(bytes.length))]).toEqual([0, 1])
  })
})

describe('the increment', () => {
  test('leaves a text as it was drawn when its signer keeps it', async () => {
    const kept: Zone = { ...base, id: 'kept', type: 'text', y: 100, value: 'Größe 1250' }
    const zones = [
      signatureZone,
      kept,
      { ...kept, id: 'changed', y: 150 },
      { ...kept, id: 'empty', value: '' },
    ]
    const { bytes } = await prepare(fixture, twoPages(), { zones, signers: [ada] })
    const values = { kept: 'Größe 1250', changed: 'Größe 1300' }
    const fileAfter = await signAs(fixture, bytes, ada, [], { values })
    const [before, after] = await Promise.all([bytes, fileAfter].map(appearances))
    const changedNames = Object.keys(before!).filter((name) => after![name] !== before![name])
    expect(changedNames).toEqual([expect.stringMatching(/-changed$/), expect.stringMatching(/-s$/)])
  })

  test.each([0, 90])('keeps every /BBox as prepared, on pages with /Rotate %i', async (rotate) => {
    const places = everyZone(ada, 1, 20).map((zone, index) => ({
      ...zone,
      x: 48.9605 + index * 0.0007,
      width: 120.3205 - index * 0.0013,
      height: 24.7775,
    }))
    for (const bytes of [twoPages({ rotate }), await signedElsewhere(fixture, twoPages({ rotate }))]) {
      const { bytes: before } = await prepare(fixture, bytes, { zones: places, signers: [ada] })
      const fileAfter = await signAs(fixture, before, ada, places)
      expect(await boundingBoxes(fileAfter)).toEqual(await boundingBoxes(before))
    }
  })

  test('extends the file', () => {
    expect(Buffer.compare(signedFile.subarray(0, prepared.bytes.length), prepared.bytes)).toBe(0)
  })

  test('does not change the input bytes', async () => {
    const copy = prepared.bytes.slice()
    await signAs(fixture, copy, ada, prepared.zones)
    expect(Buffer.compare(copy, prepared.bytes)).toBe(0)
  })

  test('writes again only fields of the signer, and no page', async () => {
    const added = Buffer.from(signedFile.subarray(prepared.bytes.length)).toString('latin1')
    const pdf = await PDF.load(prepared.bytes)
    const known = new Map<number, string>()
    for (const { ref, name } of topFields(pdf)) known.set(ref.objectNumber, name)
    const numbers = [...added.matchAll(/^(\d+) 0 obj/gm)].map((match) => Number(match[1]))
    const reusedNumbers = numbers.filter((number) => number < pdf.context.registry.nextObjectNumber)
    expect(reusedNumbers.length).toBeGreaterThan(10)
    for (const number of reusedNumbers) {
      const name = known.get(number)
      if (name) expect(parseFieldName(name)?.signer).toBe('ada')
      else expect(added).toContain(`${number} 0 obj\n<<\n/Type /Annot`)
    }
    expect(added).not.toMatch(/\/Type \/(Page|Catalog)\b/)
  })

  test('is small', () => {
    expect(signedFile.length - prepared.bytes.length).toBeLessThan(80_000)
  })
})

describe('the signature', () => {
  test("is the signer's, with name, time and reason", async () => {
    const report = await verifyPdf(signedFile)
    expect(report.valid && report.coversWholeFile).toBe(true)
    expect(report.signatures.at(-1)).toMatchObject({
      signerName: ada.name,
      reason: 'Ich stimme zu',
      signedAt: time.toISOString(),
      certification: false,
    })
    const { value } = await getSignature(signedFile, 'ada')
    expect(value.getString('Name')?.asString()).toBe(ada.name)
    expect(value.getString('M')?.asString()).toBe('D:20260301100000Z')
  })

  test('without a reason has none', async () => {
    const { value } = await getSignature(await sign([], {}), 'ada')
    expect(value.has('Reason')).toBe(false)
    expect(value.has('Location')).toBe(false)
  })

  test("locks exactly the fields in the field's lock", async () => {
    const { field, value, names, pdf } = await getSignature(signedFile, 'ada')
    const reference = value.getArray('Reference')!.at(0) as PdfDict
    expect(reference.getName('TransformMethod')?.value).toBe('FieldMDP')
    const params = reference.getDict('TransformParams')!
    expect(params.getName('Action')?.value).toBe('Include')
    expect(params.getName('V')?.value).toBe('1.2')
    const locked = readStrings(params.getArray('Fields'))
    expect(locked).toEqual(readStrings(field.getDict('Lock', resolver(pdf))!.getArray('Fields')))
    for (const name of names) expect(locked).toContain(name)
    expect(locked.every((name) => parseFieldName(name.split('.')[0]!)?.signer === 'ada')).toBe(true)
  })

  test('both orders of two signers are valid', async () => {
    const otherFile = await signAs(fixture, prepared.bytes, zhang, prepared.zones)
    const signedTwice = await signAs(fixture, otherFile, ada, prepared.zones)
    const report = await verifyPdf(signedTwice)
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual([
      'Paraph Platform',
      zhang.name,
      ada.name,
    ])
  })

  test('names in any script', async () => {
    const signer = { id: 'x', name: 'Ωμέγα Шевченко 王芳 ñ' }
    const identity = await fixture.authority.identity(signer.name)
    const { bytes } = await prepare(fixture, twoPages(), { zones: [], signers: [signer] })
    const signature = { kind: 'text', text: signer.name } as const
    const result = await signRevision(bytes, { signer, values: {}, signature, identity, at: time })
    const report = await verifyPdf(result)
    expect(report.signatures.at(-1)?.signerName).toBe(signer.name)
    expect((await getSignature(result, 'x')).value.getString('Name')?.asString()).toBe(signer.name)
  })
})

describe('text', () => {
  const zone: Zone = { ...base, id: 't', type: 'text', y: 100 }

  test.each([
    ['Latin with diacritics', 'Příliš žluťoučký kůň ŁŐØß'],
    ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα'],
    ['Cyrillic', 'Съешь же ещё этих мягких'],
    ['Chinese', '中文签名测试合同双方同意'],
    ['all of them', 'Ä Ω Ж 中'],
    ['signs of structure', '(/ByteRange [0 /********** ]) <</Contents <00>>> \\ endobj'],
    ['a placeholder', '/ByteRange [0 /********** /********** /**********]'],
  ])('%s is the value, and is drawn as text', async (_, value) => {
    const bytes = await sign([zone], { t: value })
    const field = await seen(bytes, 't')
    expect(field.value).toBe(value)
    expect(field.text.join(' ').replace(/\s+/g, '')).toBe(value.replace(/\s+/g, ''))
    expect((await verifyPdf(bytes)).valid).toBe(true)
  })

  test('no values are allowed, and then none are drawn', async () => {
    const bytes = await sign([zone], { t: '' })
    expect((await seen(bytes, 't')).value).toBe('')
    expect((await paint(bytes, 1)).ink({ ...zone, y: 102, height: 20 })).toBeNull()
    expect((await paint(await sign([zone], {}), 1)).ink({ ...zone, y: 102, height: 20 })).toBeNull()
  })

  test('lines stay lines', async () => {
    const tall = { ...zone, height: 80 }
    const bytes = await sign([tall], { t: 'one\ntwo\r\nthree' })
    const field = await seen(bytes, 't')
    expect(field.text.map((line) => line.trim())).toEqual(['one', 'two', 'three'])
  })

  test('is drawn in the size of the field, and smaller where it is long', async () => {
    const getInk = async (largest: number, value: string) =>
      (await paint(await sign([{ ...zone, largest }], { t: value }), 1)).ink({ ...zone, y: 102, height: 20 })!
    const [small, large] = [await getInk(6, 'HHH'), await getInk(15, 'HHH')]
    expect(large.height / small.height).toBeCloseTo(15 / 6, 0)
    expect((await getInk(15, 'H'.repeat(60))).width).toBeLessThan(zone.width)
  })

  test('has the colour of the field, before and after it is filled', async () => {
    const red: Zone = { ...zone, colour: [1, 0, 0], largest: 9 }
    for (const bytes of [await sign([{ ...red, value: 'red' }], {}), await sign([red], { t: 'red' })]) {
      const fields = topFields(await PDF.load(bytes)).map(({ dict }) => dict.getString('DA')?.asString())
      expect(fields).toContain('/Helv 9 Tf 1 0 0 rg')
      expect(await getAppearance(bytes, 't')).toContain('1 0 0 rg')
    }
  })

  test('a prefilled value may be changed', async () => {
    const bytes = await sign([{ ...zone, value: 'before' }], { t: 'after' })
    expect(await seen(bytes, 't')).toMatchObject({ value: 'after', text: ['after'] })
    const keptFile = await sign([{ ...zone, value: 'before' }], {})
    expect(await seen(keptFile, 't')).toMatchObject({ value: 'before', text: ['before'] })
  })

  test('a prefilled value stays as it is where only its letters are composed', async () => {
    const [composed, apart] = ['Hà'.normalize('NFC'), 'Hà'.normalize('NFD')]
    const bytes = await sign([{ ...zone, value: apart }], { t: composed })
    expect((await seen(bytes, 't')).value).toBe(apart)
  })
})

describe('choices', () => {
  const box: Zone = { ...base, id: 'c', type: 'checkbox', y: 100, width: 16, height: 16 }
  const radio: Zone = {
    ...base,
    id: 'o',
    type: 'radio',
    y: 100,
    height: 48,
    options: ['a', 'Größe ✓', '中文'],
  }
  const drop: Zone = { ...base, id: 'd', type: 'dropdown', y: 100, options: ['a', 'Größe', '中文'] }
  const buttons: Zone[] = ['x', 'y'].map((id, index) => ({
    ...base,
    id,
    type: 'radio',
    group: 'g',
    value: `value of ${id}`,
    y: 100 + index * 30,
    width: 16,
    height: 16,
  }))

  test.each<[string | boolean, string]>([
    [true, 'Yes'],
    ['true', 'Yes'],
    ['on', 'Yes'],
    ['Yes', 'Yes'],
    [false, 'Off'],
    ['false', 'Off'],
    ['', 'Off'],
  ])('a check box accepts %j', async (value, expected) => {
    expect((await seen(await sign([box], { c: value }), 'c')).value).toBe(expected)
  })

  test('an option may be the text false', async () => {
    const answer: Zone = { ...base, id: 'a', type: 'radio', y: 100, options: ['true', 'false'] }
    expect((await seen(await sign([answer], { a: 'false' }), 'a')).value).toBe('false')
    expect((await seen(await sign([answer], { a: '' }), 'a')).value).toBe('Off')
  })

  test('a ticked box has more ink than an empty one', async () => {
    const checkedPainting = await paint(await sign([box], { c: true }), 1, 4)
    const off = await paint(await sign([box], { c: false }), 1, 4)
    expect(checkedPainting.darkness(box)).toBeGreaterThan(off.darkness(box) + 0.08)
    expect(off.darkness(box)).toBeGreaterThan(0.05)
  })

  test.each(['a', 'Größe ✓', '中文'])('options in one zone: %s', async (option) => {
    const bytes = await sign([radio], { o: option })
    const pdf = await PDF.load(bytes)
    const field = topFields(pdf).find(({ name }) => name.endsWith('-o'))!.dict
    expect(field.getName('V')?.value).toBe(option)
    expect(field.getName('AS')?.value).toBe(option)
    expect((await verifyPdf(bytes)).valid).toBe(true)
  })

  test('the dot is at the chosen option', async () => {
    const marks = await Promise.all(
      ['a', '中文'].map(async (option) => {
        const painting = await paint(await sign([radio], { o: option }), 1, 4)
        const rows = [0, 1, 2].map((row) =>
          painting.darkness({ x: radio.x, y: radio.y + row * 16 + 2, width: 14, height: 12 }),
        )
        return rows.indexOf(Math.max(...rows))
      }),
    )
    expect(marks).toEqual([0, 2])
  })

  test.each<[Record<string, string | boolean>, string, string[]]>([
    [{ x: true, y: false }, 'value of x', ['value of x', 'Off']],
    [{ x: false, y: true }, 'value of y', ['Off', 'value of y']],
    [{ y: 'value of y' }, 'value of y', ['Off', 'value of y']],
    [{ x: 'value of y', y: 'value of y' }, 'value of y', ['Off', 'value of y']],
    [{}, 'Off', ['Off', 'Off']],
  ])('grouped buttons %j', async (values, value, states) => {
    const bytes = await sign(buttons, values)
    const pdf = await PDF.load(bytes)
    const group = topFields(pdf).find(({ dict }) => dict.has('Kids'))!.dict
    expect(group.getName('V')?.value).toBe(value)
    const kids = group
      .getArray('Kids')!
      .toArray()
      .map((ref) => pdf.context.resolve(ref as PdfRef) as PdfDict)
    expect(kids.map((kid) => kid.getName('AS')?.value)).toEqual(states)
    expect((await verifyPdf(bytes)).valid).toBe(true)
  })

  test('a preset button that is cleared leaves no value in its group', async () => {
    const preset = { ...buttons[0]!, value: 'true', options: ['value of x'] }
    const readGroup = async (values: SignInput['values']) => {
      const pdf = await PDF.load(await sign([preset, buttons[1]!], values))
      return topFields(pdf)
        .find(({ dict }) => dict.has('Kids'))!
        .dict.getName('V')?.value
    }
    expect(await readGroup({})).toBe('value of x')
    expect(await readGroup({ x: false, y: false })).toBe('Off')
  })

  test.each(['a', 'Größe', '中文', ''])('a drop-down accepts %j', async (option) => {
    const bytes = await sign([drop], { d: option })
    expect((await seen(bytes, 'd')).value).toEqual([option])
  })

  test.each<[string, Zone, string | boolean]>([
    ['a drop-down', drop, 'z'],
    ['options in one zone', radio, 'z'],
    ['options in one zone, ticked', radio, true],
    ['a check box', box, 'perhaps'],
  ])('%s refuses values that are not its options', async (_, zone, value) => {
    const signing = sign([zone], { [zone.id]: value })
    await expect(signing).rejects.toMatchObject({ name: 'PadesError', code: 'bad_value' })
  })
})

describe('appearances', () => {
  const secondZone: Zone = { ...signatureZone, id: 's2', page: 2, y: 300 }
  const initials: Zone = { ...base, id: 'i', type: 'initials', y: 100, width: 60 }

  test('a typed signature is in every signature zone, with name and time', async () => {
    const bytes = await sign([secondZone], {})
    for (const [page, zone] of [
      [1, signatureZone],
      [2, secondZone],
    ] as const) {
      const painting = await paint(bytes, page)
      const ink = painting.ink({ x: 0, y: zone.y - 10, width: 595, height: 80 })!
      expect(ink.x).toBeGreaterThanOrEqual(zone.x)
      expect(ink.y).toBeGreaterThanOrEqual(zone.y)
      expect(ink.x + ink.width).toBeLessThanOrEqual(zone.x + zone.width)
      expect(ink.y + ink.height).toBeLessThanOrEqual(zone.y + zone.height)
      expect(ink.height).toBeGreaterThan(30)
    }
    expect((await seen(bytes, 's2', 2)).text.join(' ')).toContain('Ada Lovelace · 2026-03-01 10:00 UTC')
    expect((await seen(bytes, 's2', 2)).value).toBe('Ada Lovelace')
  })

  test('a drawn signature is in the file once, however many zones show it', async () => {
    const more = [1, 2, 3].map(
      (number): Zone => ({ ...secondZone, id: `s${number + 2}`, y: 300 + number * 60 }),
    )
    const bytes = await sign([secondZone, ...more], {}, { signature: { kind: 'image', png: drawnPng() } })
    const text = Buffer.from(bytes).toString('latin1')
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
    expect(text.match(/\/SMask/g)).toHaveLength(1)
    const painting = await paint(bytes, 2)
    for (const zone of [secondZone, ...more])
      expect(painting.darkness({ ...zone, height: 35 })).toBeGreaterThan(0.01)
  })

  test('zones of one size share one appearance', async () => {
    const more = [1, 2, 3].map(
      (number): Zone => ({ ...secondZone, id: `s${number + 2}`, y: 300 + number * 60 }),
    )
    const countForms = async (zones: Zone[]) =>
      Buffer.from(await sign(zones, {}))
        .toString('latin1')
        .match(/\/Subtype \/Form/g)!.length
    expect(await countForms([secondZone, ...more])).toBe(await countForms([secondZone]))
  })

  test('initials are those of the input, else the first letters of the name', async () => {
    expect((await seen(await sign([initials], {}), 'i')).value).toBe('AL')
    const typed = await sign([initials], {}, { initials: { kind: 'text', text: 'A.L.' } })
    expect(await seen(typed, 'i')).toMatchObject({ value: 'A.L.', text: ['A.L.'] })
    const drawnFile = await sign([initials], {}, { initials: { kind: 'image', png: drawnPng(200, 100) } })
    expect((await paint(drawnFile, 1)).darkness(initials)).toBeGreaterThan(0.01)
    expect((await seen(drawnFile, 'i')).value).toBe('AL')
  })

  test('initials that were not given are drawn nowhere', async () => {
    const file = await sign([initials], {}, { initials: null })
    expect(await seen(file, 'i')).toMatchObject({ value: '', text: [] })
    expect((await verifyPdf(file)).valid).toBe(true)
  })

  test('an invisible signature is drawn nowhere', async () => {
    const { bytes } = await prepare(fixture, twoPages(), { zones: [], signers: [ada], signaturePage: false })
    const result = await signAs(fixture, bytes, ada, [])
    const blank = await paint(bytes, 1)
    expect((await paint(result, 1)).ink()).toEqual(blank.ink())
    expect((await verifyPdf(result)).valid).toBe(true)
  })

  test('an invalid image is refused', async () => {
    const signature = { kind: 'image', png: new TextEncoder().encode('no picture') } as const
    await expect(sign([], {}, { signature })).rejects.toThrow(ImageError)
  })
})

describe('refusals', () => {
  const zone: Zone = { ...base, id: 't', type: 'text', y: 100 }

  test('a second signature of the same signer', async () => {
    const secondSignature = signAs(fixture, signedFile, ada, prepared.zones)
    await expect(secondSignature).rejects.toMatchObject({ name: 'PadesError', code: 'no_field' })
  })

  test('an unknown signer', async () => {
    const stranger = signAs(fixture, prepared.bytes, { id: '9', name: 'X' }, [])
    await expect(stranger).rejects.toMatchObject({ code: 'no_field' })
  })

  test('a file that was not prepared', async () => {
    await expect(signAs(fixture, twoPages(), ada, [])).rejects.toMatchObject({ code: 'no_field' })
    await expect(signAs(fixture, new Uint8Array(9), ada, [])).rejects.toMatchObject({ code: 'no_increment' })
  })

  test.each(['zhang', 'nothing', 's', ''])('a value for %j, a zone of another signer', async (id) => {
    await expect(sign([zone], { [id]: 'x' })).rejects.toMatchObject({ code: 'bad_value' })
  })

  test("the other signer's field", async () => {
    const values = { '2-1-text': 'forged' }
    await expect(signAs(fixture, prepared.bytes, ada, [], { values })).rejects.toMatchObject({
      code: 'bad_value',
    })
  })
})

describe('a file that was signed before', () => {
  const zones = [...everyZone(ada, 1, 20), ...everyZone(ada, 2, 20)]

  async function prepareForeign() {
    return prepare(fixture, await signedElsewhere(fixture), { zones, signers: [ada] })
  }

  test('is signed once for each page that has zones, everything drawn in place', async () => {
    const { bytes } = await prepareForeign()
    const signature = { kind: 'image', png: drawnPng() } as const
    const result = await signAs(fixture, bytes, ada, zones, { signature })
    const report = await verifyPdf(result)
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual(['Stranger', ada.name, ada.name])
    expect(report.signatures.flatMap(({ faults }) => faults)).toEqual([])
    for (const page of [1, 2]) {
      const painting = await paint(result, page)
      for (const zone of zones.filter((candidate) => candidate.page === page)) {
        const { x, y, width, height } = zone
        expect(
          painting.ink({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 }),
          zone.id,
        ).not.toBeNull()
      }
      const outside = painting.ink({ x: 300, y: 0, width: 295, height: 700 })
      expect(outside).toBeNull()
    }
  })

  test('draws what the values say', async () => {
    const { bytes } = await prepareForeign()
    const chosen = await signAs(fixture, bytes, ada, zones)
    const otherFile = await signAs(fixture, bytes, ada, zones, {
      values: {
        ...getSampleValues(zones, ada),
        'ada-1-checkbox': false,
        'ada-1-first': true,
        'ada-1-second': false,
        'ada-1-text': '',
      },
    })
    const [a, b] = [await paint(chosen, 1, 4), await paint(otherFile, 1, 4)]
    const zone = (id: string) => zones.find((candidate) => candidate.id === `ada-1-${id}`)!
    expect(a.darkness(zone('checkbox'))).toBeGreaterThan(b.darkness(zone('checkbox')))
    expect(a.darkness(zone('second'))).toBeGreaterThan(b.darkness(zone('second')))
    expect(a.darkness(zone('first'))).toBeLessThan(b.darkness(zone('first')))
    expect(b.ink(zone('text'))).toBeNull()
    expect(a.darkness(zone('dropdown'))).toBe(b.darkness(zone('dropdown')))
  })

  test.each<[string, Record<string, string | boolean>]>([
    ['a value without a zone', { nothing: 'x' }],
    ['a value for a signature', { 'ada-1-signature': 'x' }],
    ['an option that is not offered', { 'ada-1-dropdown': 'z' }],
    ['a choice that is not offered', { 'ada-1-radio': 'z' }],
  ])('refuses %s', async (_, values) => {
    const { bytes } = await prepareForeign()
    await expect(signAs(fixture, bytes, ada, zones, { values })).rejects.toMatchObject({ code: 'bad_value' })
  })

  test('is signed invisibly by a signer without zones', async () => {
    const { bytes } = await prepare(fixture, await signedElsewhere(fixture), { zones: [], signers: [ada] })
    const report = await verifyPdf(await signAs(fixture, bytes, ada, []))
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual(['Stranger', ada.name])
    expect(report.valid).toBe(true)
  })
})

test('on-states that viewers do not confuse with /Off', async () => {
  const zone: Zone = { ...base, id: 'o', type: 'radio', y: 100, height: 40, options: ['Off', 'On'] }
  const bytes = await sign([zone], { o: 'Off' })
  const pdf = await PDF.load(bytes)
  const field = topFields(pdf).find(({ name }) => name.endsWith('-o'))!.dict
  expect(field.getName('AS')).not.toBe(PdfName.of('Off'))
  expect(field.getName('AS')?.value).toBe('Off_')
})

describe('values from right to left', () => {
  const text = 'عقد العمل'
  const zone: Zone = { ...base, id: 'r', type: 'text', y: 100, height: 20, label: 'الاسم' }

  test('are stored and extracted in reading order', async () => {
    const [field] = (await seenFields(await sign([zone], { r: text }), 1)).filter(({ name }) =>
      name.endsWith('-r'),
    )
    expect(field!.value).toBe(text)
    expect(field!.text.join('').trim()).toBe(text)
  })

  test('are drawn in a file that was signed before', async () => {
    const options = ['نعم', 'no']
    const choice: Zone = { ...zone, id: 'c', type: 'radio', height: 40, options, label: 'c' }
    const { bytes } = await prepare(fixture, await signedElsewhere(fixture), {
      zones: [choice],
      signers: [ada],
    })
    const signedTwice = await signAs(fixture, bytes, ada, [], { values: { c: 'no' } })
    const painted = await paint(signedTwice, 1)
    expect(painted.ink({ x: 40, y: 100, width: 100, height: 20 })).not.toBeNull()
    expect((await verifyPdf(signedTwice)).valid).toBe(true)
  })
})
