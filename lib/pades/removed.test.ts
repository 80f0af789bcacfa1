import { beforeAll, describe, expect, test } from 'vitest'
import { scanRaw } from '#lib/pdf/check/inspect'
import {
  buildPdf,
  catalogNumber,
  firstPage,
  getText,
  pdfObjects,
  stream,
  writeRevision,
} from '#lib/pdf/fixtures/build'
import { orphanSignature } from './changes/signature-fields.ts'
import {
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  signedElsewhere,
  twoPages,
} from './fixtures/process.ts'
import { verifyPdf } from './verify.ts'

/** Signatures that a later revision removes from the form or hides in it. */

let fixture: ProcessFixture
let approved: Uint8Array
let sealed: Uint8Array

beforeAll(async () => {
  fixture = await makeProcessFixture()
  approved = await signedElsewhere(fixture)
  sealed = (await allRevisions(fixture, twoPages())).sealed
})

const otherPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

/** The object that contains the first signature, and the number of its field. */
function findFirst(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1')
  const start = text.lastIndexOf(' 0 obj', text.indexOf('/ByteRange'))
  const number = Number(/(\d+)$/.exec(text.slice(0, start))![1])
  const body = text.slice(start + ' 0 obj'.length, text.indexOf('endobj', start)).trim()
  const end = text.search(new RegExp(`/V ${number} 0 R`))
  const fieldStart = text.lastIndexOf(' 0 obj', end)
  const fieldNumber = Number(/(\d+)$/.exec(text.slice(0, fieldStart))![1])
  const fieldBody = text.slice(fieldStart + ' 0 obj'.length, text.indexOf('endobj', end)).trim()
  return { number, body, fieldNumber, fieldBody }
}

/** The numbers of all objects with a signature. */
function signatureNumbers(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes).toString('latin1')
  return [...text.matchAll(/\/ByteRange/g)].map(({ index }) => {
    const start = text.lastIndexOf(' 0 obj', index)
    return Number(/(\d+)$/.exec(text.slice(0, start))![1])
  })
}

describe('a file whose form was removed is changed', () => {
  test.each(['X', 'UR', 'UR3'])('also where /Perms names each signature, as /%s0 and so on', async (key) => {
    for (const bytes of [approved, sealed]) {
      const perms = signatureNumbers(bytes).map((number, index) => `/${key}${index || ''} ${number} 0 R`)
      const catalog = `<< /Type /Catalog /Pages 2 0 R /Perms << ${perms.join(' ')} >> >>`
      const removed = writeRevision(
        bytes,
        new Map([
          [catalogNumber, catalog],
          [firstPage, otherPage],
        ]),
      )
      const { signatures, faults, valid } = await verifyPdf(removed)
      expect([signatures, faults, valid]).toEqual([[], [orphanSignature], false])
    }
  })

  test('also where it was certified', async () => {
    const [certification] = signatureNumbers(sealed)
    const catalog = `<< /Type /Catalog /Pages 2 0 R /Perms << /DocMDP ${certification} 0 R >> >>`
    const { faults } = await verifyPdf(writeRevision(sealed, new Map([[catalogNumber, catalog]])))
    expect(faults).toEqual([orphanSignature])
  })
})

describe('a signature that is hidden', () => {
  const edits: [string, (body: string) => string][] = [
    ['by the null object', () => 'null'],
    ['by another dictionary', () => '<< >>'],
    ['by a stream', () => stream('x', '/Type /EmbeddedFile')],
    ['without /Type', (body) => body.replace('/Type /Sig', '')],
    ['without /SubFilter', (body) => body.replace(/\/SubFilter \/[\w.]+/, '')],
    ['with another /SubFilter', (body) => body.replace(/\/SubFilter \/[\w.]+/, '/SubFilter /None')],
    ['as a time stamp', (body) => body.replace(/\/SubFilter \/[\w.]+/, '/SubFilter /ETSI.RFC3161')],
    ['without /ByteRange', (body) => body.replace(/\/ByteRange ?\[[^\]]+\]/, '')],
    ['with another /ByteRange', (body) => body.replace(/\/ByteRange ?\[[^\]]+\]/, '/ByteRange [0 1 2 3]')],
    ['without /Contents', (body) => body.replace(/\/Contents ?<[^>]+>/, '')],
    ['with other /Contents', (body) => body.replace(/\/Contents ?<[^>]+>/, '/Contents <00>')],
    [
      'as usage rights',
      (body) => body.replace('/Reference', '/X').replace('<<', '<< /Reference [<< /TransformMethod /UR3 >>]'),
    ],
  ]

  test.each(edits)('%s, in a later version of its object', async (_, edit) => {
    for (const bytes of [approved, sealed]) {
      const { number, body } = findFirst(bytes)
      expect(edit(body)).not.toBe(body)
      const later = new Map([[number, edit(body)]])
      await expectChanged(writeRevision(bytes, later))
      await expectChanged(writeRevision(bytes, later, { format: 'object-streams' }))
    }
  })

  test.each<[string, (body: string) => string]>([
    ['no value', (body) => body.replace(/\/V \d+ 0 R/, '')],
    ['the value null', (body) => body.replace(/\/V \d+ 0 R/, '/V null')],
    ['a missing value', (body) => body.replace(/\/V \d+ 0 R/, '/V 8000 0 R')],
    ['another type', (body) => body.replace('/FT /Sig', '/FT /Tx')],
    ['no type', (body) => body.replace('/FT /Sig', '')],
    ['nothing at all', () => 'null'],
  ])('by a field with %s', async (_, edit) => {
    for (const bytes of [approved, sealed]) {
      const { fieldNumber, fieldBody } = findFirst(bytes)
      expect(edit(fieldBody)).not.toBe(fieldBody)
      await expectChanged(writeRevision(bytes, new Map([[fieldNumber, edit(fieldBody)]])))
    }
  })

  test.each(['', '/Type /EmbeddedFile'])('in what other sections take for a stream with %j', async (type) => {
    const start = await signedElsewhere(fixture, buildPdf({ objects: { 60: stream('x', type) } }))
    // It ends after the signature.
    const bytes = Buffer.concat([start, Buffer.from('\nendstream\nendobj\n')])
    const later = getText(writeRevision(bytes, pdfObjects()))
    const text = later.replace(/ \/Prev \d+(?= >>\s+startxref\s+\d+\s+%%EOF\s*$)/, '')
    expect(text).not.toBe(later)
    const offset = String(text.indexOf('60 0 obj')).padStart(10, '0')
    const table = text.lastIndexOf('trailer\n')
    const hidden = `${text.slice(0, table)}60 1\n${offset} 00000 n \n${text.slice(table)}`
    const file = Buffer.from(hidden, 'latin1')
    const { signatures, faults } = await verifyPdf(file)
    expect([signatures, faults]).toEqual([[], [orphanSignature]])
    expect(scanRaw(file).signatureTraces).toBe(true)
  })

  test.each(['its own', 'its field’s'])('because %s object was freed', async (which) => {
    for (const bytes of [approved, sealed]) {
      const { number, fieldNumber } = findFirst(bytes)
      await expectChanged(withFreed(bytes, which === 'its own' ? number : fieldNumber))
    }
  })
})

/** Appends a cross-reference table that frees an object. */
function withFreed(bytes: Uint8Array, number: number): Uint8Array {
  const text = Buffer.from(writeRevision(bytes, new Map([[9000, '<< >>']]))).toString('latin1')
  const table = text.lastIndexOf('\ntrailer\n')
  const entry = `\n${number} 1\n0000000000 00001 f `
  return Buffer.from(text.slice(0, table) + entry + text.slice(table), 'latin1')
}

/** Either a signature is listed that is not valid, or the file has one without a field. */
async function expectChanged(bytes: Uint8Array): Promise<void> {
  const { signatures, faults, valid } = await verifyPdf(bytes)
  expect(valid).toBe(false)
  const isChanged =
    faults.includes(orphanSignature) || signatures.some(({ changedAfterSigning }) => changedAfterSigning)
  expect(isChanged).toBe(true)
}
