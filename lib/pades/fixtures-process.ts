import { PDF, PdfArray } from '@libpdf/core'
import { createCanvas } from '@napi-rs/canvas'
import { numberArray } from '#lib/pdf/drawing'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures'
import type { PageGeometry } from '#lib/pdf/geometry'
import { inspect } from '#lib/pdf/inspect'
import { dict } from '#lib/pdf/objects'
import { type EngineSigner, type FieldType, fieldTypes, type Zone } from '#lib/pdf/zones'
import { type TestAuthority, testAuthority } from './fixtures.ts'
import type { SigningIdentity } from './identity.ts'
import { openForIncrement, saveSigned } from './increment.ts'
import { type PrepareInput, prepareRevision } from './prepare.ts'
import { sealRevision } from './seal.ts'
import { type SignInput, signRevision } from './sign.ts'

/** The moment of everything in these tests. */
export const at = new Date('2026-03-01T10:00:00Z')

export const ada: EngineSigner = { id: 'ada', name: 'Ada Lovelace' }
export const zhang: EngineSigner = { id: '2', name: '张伟 Zhang Wei' }

/** Values of each party by field type, in Latin with diacritics, Greek, Cyrillic and Chinese. */
export const samples: Record<string, Partial<Record<FieldType, string | boolean>>> = {
  ada: {
    date: '1 Μαρτίου 2026',
    name: 'Žofie Příliš-Žluťoučká',
    email: 'zofie@example.cz',
    company: 'Ελληνική Εταιρεία ΑΕ',
    text: 'Příliš žluťoučký kůň úpěl ďábelské ódy.',
    number: '42',
    checkbox: true,
    radio: 'Ναι',
    dropdown: 'Größe L',
  },
  2: {
    date: '2026年3月1日',
    name: '张伟',
    email: 'zhang@example.cn',
    company: 'Привет ООО',
    text: '中文签名测试，双方同意。',
    number: '-1 234,50',
    checkbox: false,
    radio: 'no',
    dropdown: '红色',
  },
}

/** A PNG with a curve on transparent ground. */
export function drawnPng(width = 600, height = 200, colour = '#112a6b'): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.lineWidth = height / 30
  context.strokeStyle = colour
  context.beginPath()
  context.moveTo(width * 0.1, height * 0.75)
  context.bezierCurveTo(width * 0.2, 0, width * 0.4, height, width * 0.9, height * 0.2)
  context.stroke()
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** A zone of every type for a party on a page, one below the other, and a group of two radio buttons. */
export function everyZone(party: EngineSigner, page: number, x: number): Zone[] {
  const zones = fieldTypes.map((type, index): Zone => {
    const square = type === 'checkbox'
    return {
      id: `${party.id}-${page}-${type}`,
      party: party.id,
      type,
      page,
      required: true,
      label: `${type} of ${party.name}`,
      x,
      y: 20 + index * 44,
      width: square ? 16 : 150,
      height: square ? 16 : type === 'signature' ? 42 : type === 'radio' ? 32 : 22,
      ...(type === 'dropdown' && { options: ['Größe L', '红色', 'c'] }),
      ...(type === 'radio' && { options: ['Ναι', 'no'] }),
    }
  })
  const buttons = ['first', 'second'].map((value, index): Zone => {
    const id = `${party.id}-${page}-${value}`
    const place = { page, x: x + index * 30, y: 510, width: 14, height: 14 }
    return { id, party: party.id, type: 'radio', group: `g${page}`, required: false, value, ...place }
  })
  return [...zones, ...buttons]
}

/** The sample values for zones of `everyZone`; of the grouped buttons the second is chosen. */
export function valuesFor(zones: readonly Zone[], party: EngineSigner): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {}
  for (const zone of zones) {
    const sample = samples[party.id]?.[zone.type]
    if (zone.party !== party.id) continue
    if (zone.group) values[zone.id] = zone.value === 'second'
    else if (sample !== undefined) values[zone.id] = sample
  }
  return values
}

/** The pages of a file as the intake would tell them. */
export async function pagesOf(bytes: Uint8Array): Promise<PageGeometry[]> {
  return inspect(await PDF.load(bytes)).pages
}

/** Authority, platform and two signers. */
export interface ProcessFixture {
  authority: TestAuthority
  platform: SigningIdentity
  ada: SigningIdentity
  zhang: SigningIdentity
}

export async function makeProcessFixture(): Promise<ProcessFixture> {
  const authority = await testAuthority()
  const [platform, first, second] = await Promise.all(
    ['Paraph Platform', ada.name, zhang.name].map((name) => authority.identity(name)),
  )
  return { authority, platform: platform!, ada: first!, zhang: second! }
}

/** Two pages of A4 with a line each. */
export function twoPages(more: Partial<FixturePage> = {}): Uint8Array {
  const page = { mediaBox: [0, 0, 595, 842], ...more }
  return buildPdf({ pages: [page, page] })
}

/** Prepares a file for both signers, with the zones given or every type on every page. */
export async function prepare(cast: ProcessFixture, bytes: Uint8Array, input: Partial<PrepareInput> = {}) {
  const pages = await pagesOf(bytes)
  const zones = pages.flatMap(({ number }) => [
    ...everyZone(ada, number, 20),
    ...everyZone(zhang, number, 300),
  ])
  const all = { zones, parties: [ada, zhang], certify: cast.platform, pages, at, ...input }
  return { zones: all.zones, ...(await prepareRevision(bytes, all)) }
}

/** Signs as a party, with the sample values for these zones. */
export async function signAs(
  cast: ProcessFixture,
  bytes: Uint8Array,
  party: EngineSigner,
  zones: readonly Zone[],
  input: Partial<SignInput> = {},
): Promise<Uint8Array> {
  const identity = party === ada ? cast.ada : cast.zhang
  const signature = { kind: 'text', text: party.name } as const
  return signRevision(bytes, { party, values: valuesFor(zones, party), signature, identity, at, ...input })
}

/** Every revision of a process with two signers: prepared, signed by Ada, by Zhang, sealed. */
export async function allRevisions(
  cast: ProcessFixture,
  bytes: Uint8Array,
  input: Partial<PrepareInput> = {},
) {
  const prepared = await prepare(cast, bytes, input)
  const { zones } = prepared
  const first = await signAs(cast, prepared.bytes, ada, zones, { reason: 'I agree' })
  const image = { kind: 'image', png: drawnPng() } as const
  const second = await signAs(cast, first, zhang, zones, { signature: image, initials: image })
  const sealed = await sealRevision(second, { identity: cast.platform, at })
  return { zones, revisions: [bytes, prepared.bytes, first, second, sealed] as const, sealed }
}

/** A file signed by someone with other software: one invisible approval signature, nothing certified. */
export async function signedElsewhere(cast: ProcessFixture, bytes = twoPages()): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const { pdf } = file
  const page = pdf.context.pages.getPage(0)!
  const field = dict({ FT: '/Sig', T: 'Signature1', Type: '/Annot', Subtype: '/Widget', P: page, F: 132 })
  field.set('Rect', numberArray([0, 0, 0, 0]))
  const ref = pdf.context.register(field)
  const form = dict({ Fields: PdfArray.of(ref), SigFlags: 3 })
  pdf.context.catalog.getDict().set('AcroForm', pdf.context.register(form))
  pdf.getPage(0)!.dict.set('Annots', PdfArray.of(ref))
  const identity = await cast.authority.identity('Stranger')
  return saveSigned(file, field, { at, name: 'Stranger', references: [] }, identity)
}
