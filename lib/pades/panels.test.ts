import { beforeAll, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import type { Zone } from '#lib/pdf/zones'
import {
  ada,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  time,
} from './fixtures/process.ts'
import { openForIncrement } from './increment.ts'
import { sealRevision } from './seal.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** `twoPages` has a line of text between a zone at `above` and one at `below`. */
const [above, below] = [100, 826]

function makeZone(id: string, y: number, overrides: Partial<Zone> = {}): Zone {
  const place = { page: 1, x: 20, y, width: 150, height: 14 }
  return { id, signer: ada.id, type: 'text', required: true, label: id, ...place, ...overrides }
}

/** The names of the signature fields of Ada. */
async function listPanels(bytes: Uint8Array): Promise<string[]> {
  const { pdf } = await openForIncrement(bytes)
  return topFields(pdf).flatMap(({ name }) => (name.includes('-signature-ada-') ? [name] : []))
}

async function finish(zones: Zone[], start?: Uint8Array) {
  const { bytes } = await prepare(fixture, await signedElsewhere(fixture, start), { zones, signers: [ada] })
  const signed = await signAs(fixture, bytes, ada, zones)
  const sealed = await sealRevision(signed, { identity: fixture.platform, at: time })
  return { panels: await listPanels(bytes), report: await verifyPdf(sealed) }
}

test('zones with text between them change nothing for those who signed before', async () => {
  const zones = [makeZone('a', above), makeZone('b', above + 20), makeZone('c', below, { type: 'signature' })]
  const { panels, report } = await finish(zones)
  expect(panels).toHaveLength(2)
  expect(report.valid).toBe(true)
  expect(report.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).not.toContain(true)
})

test('zones with nothing between them are in one signature field', async () => {
  const { panels } = await finish([makeZone('a', above), makeZone('b', 400, { x: 300 })])
  expect(panels).toHaveLength(1)
})

test('zones are in one signature field where one of them lies over text', async () => {
  const { panels, report } = await finish([makeZone('a', above), makeZone('b', 720, { height: 100 })])
  expect(panels).toHaveLength(1)
  expect(report.signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toContain(true)
})

test.each([
  [10, 10],
  [11, 1],
])('%i zones with text between all of them are in %i signature fields', async (count, panels) => {
  const rows = Array.from({ length: count }, (_, index) => index)
  const lines = rows.map((row) => `BT /F1 8 Tf 40 ${790 - 40 * row} Td (Label) Tj ET`)
  const start = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    objects: {
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 90 0 R /Resources << /Font << /F1 91 0 R >> >> >>',
      90: stream(lines.join('\n')),
      91: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    },
  })
  const zones = rows.map((row) => makeZone(`z${row}`, 60 + 40 * row))
  const finished = await finish(zones, start)
  expect(finished.panels).toHaveLength(panels)
  expect(finished.report.valid).toBe(true)
})

test('no name of a signature field begins another one', async () => {
  const start = buildPdf({ pages: Array.from({ length: 12 }, () => ({ mediaBox: [0, 0, 595, 842] })) })
  const signers = ['1', '10', '100'].map((id) => ({ id, name: `Signer ${id}` }))
  const zones = [1, 10, 11].map((page) => makeZone(`p${page}`, above, { page, signer: '1' }))
  for (const bytes of [start, await signedElsewhere(fixture, start)]) {
    const prepared = await prepare(fixture, bytes, { zones, signers, signaturePage: false })
    const { pdf } = await openForIncrement(prepared.bytes)
    const names = topFields(pdf).flatMap(({ name }) => (name.includes('-signature-') ? [name] : []))
    expect(names.length).toBeGreaterThanOrEqual(3)
    for (const name of names) expect(names.filter((other) => other.startsWith(name))).toEqual([name])
  }
})
