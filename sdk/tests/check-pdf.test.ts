import { createHash, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SigningIdentity } from '../../lib/pades/cms/identity.ts'
import { certifiedForm } from '../../lib/pades/fixtures/certified.ts'
import {
  ada,
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  prepare,
  signAs,
  signedElsewhere,
  time,
  zhang,
} from '../../lib/pades/fixtures/process.ts'
import { openForIncrement, saveIncrement } from '../../lib/pades/increment.ts'
import { sealRevision } from '../../lib/pades/seal.ts'
import { topFields } from '../../lib/pdf/fields/fields.ts'
import { textString } from '../../lib/pdf/file/objects.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import type { Zone } from '../../lib/pdf/zones.ts'
import { checkPdf } from '../verify/check-pdf.ts'
import type { Trail } from '../verify/check-trail.ts'
import { Findings } from '../verify/report.ts'

const noRoots = { roots: [], signerRoots: [], stampRoots: [] }
const changed =
  'After the signature of Stranger, something was changed that belongs to no later signature, or lies over what was signed.'
const trust = { ...noRoots, logKey: null, witnesses: [], quorum: 0, now: new Date() }

/** What is said of the signatures of a file. */
async function listFound(bytes: Uint8Array, trail: Trail | null = null): Promise<string[][]> {
  const findings = new Findings()
  await checkPdf({ file: 'a.pdf', bytes, documentId: null }, trail, trust, findings)
  const found = findings.checks.filter(({ id }) => id === 'pdf_signatures')
  return found.map(({ outcome, text }) => [outcome, text])
}

test.each([false, true])(
  'a file whose signatures are valid, changed after one of them: %o',
  async (isChanged) => {
    const fixture = await makeProcessFixture()
    const form = buildPdf({
      pages: [{ mediaBox: [0, 0, 595, 842] }, { mediaBox: [0, 0, 595, 842] }],
      catalog: '/AcroForm << /Fields [20 0 R] /SigFlags 3 >>',
      objects: {
        20: '<< /FT /Tx /T (amount) /Type /Annot /Subtype /Widget /Rect [50 50 90 70] /P 1001 0 R >>',
      },
    })
    const signed = await signedElsewhere(fixture, form)
    const { sealed } = await allRevisions(fixture, isChanged ? await fillIn(signed) : signed)
    expect(await listFound(sealed)).toEqual(
      isChanged
        ? [
            ['passed', expect.stringMatching(/signatures and time stamps hold\.$/)],
            ['unknown', changed],
          ]
        : [['passed', expect.stringContaining('hold; nothing was changed after them.')]],
    )
  },
)

/** A trail whose signatures made these revisions, all with this certificate. */
function makeTrail(revisions: Uint8Array[], { certificate }: Pick<SigningIdentity, 'certificate'>): Trail {
  const serial = new X509Certificate(certificate).serialNumber.toLowerCase()
  const events = revisions.map((revision, index) => ({
    ...{
      chain: 'process-1',
      seq: index + 1,
      type: 'signature.sealed',
      actor: {},
      previousHash: '',
      hash: '',
    },
    ...{ address: null, userAgent: null, requestId: '', occurredAt: time },
    data: {
      certificate_serial: serial,
      documents: [{ document_id: 1, sha256: createHash('sha256').update(revision).digest('hex') }],
    },
  }))
  return { chain: 'process-1', events }
}

/** The file with a value in a field. */
async function fillIn(bytes: Uint8Array, field = 'amount'): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  topFields(file.pdf)
    .find(({ name }) => name === field)!
    .dict.set('V', textString('9'))
  return saveIncrement(file)
}

test('a file that was changed after a signature of the trail is refuted, also where a stranger has sealed it', async () => {
  const fixture = await makeProcessFixture()
  const form = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog: '/AcroForm << /Fields [20 0 R] /DA (/Helv 0 Tf 0 g) >>',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /Rect [50 700 200 720] /F 4 >>',
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [20 0 R] >>',
    },
  })
  const place = { page: 1, x: 50, y: 300, width: 150, height: 40 }
  const zones: Zone[] = [{ id: 'z', signer: ada.id, type: 'signature', required: true, ...place }]
  const { bytes } = await prepare(fixture, form, { zones, signers: [ada] })
  const signed = await signAs(fixture, bytes, ada, zones)
  const filledIn = await fillIn(signed)
  const sealed = await sealRevision(filledIn, { identity: fixture.platform, at: time })
  const foreign = await signedElsewhere(fixture, filledIn, [0, 0, 0, 0], 'paraph-ffffff-seal')
  for (const file of [sealed, foreign]) {
    const found = await listFound(file, makeTrail([signed], fixture.ada))
    expect(found.filter(([outcome]) => outcome === 'failed')).toEqual([
      ['failed', changed.replace('Stranger', ada.name)],
    ])
  }
})

test('a file that was changed before the process is not refuted where a signer had signed it with the same certificate', async () => {
  const fixture = await makeProcessFixture()
  const form = buildPdf({
    pages: [{ mediaBox: [0, 0, 595, 842] }],
    catalog: '/AcroForm << /Fields [20 0 R] /SigFlags 3 >>',
    objects: {
      20: '<< /FT /Tx /T (amount) /Type /Annot /Subtype /Widget /Rect [50 50 90 70] /P 1001 0 R >>',
    },
  })
  const place = { page: 1, x: 50, y: 300, width: 150, height: 40 }
  const zones: Zone[] = [{ id: 'z', signer: ada.id, type: 'signature', required: true, ...place }]
  for (const [name, identity] of [
    ['Stranger', await fixture.authority.identity('Stranger')],
    [ada.name, fixture.ada],
  ] as const) {
    const authority = { ...fixture.authority, identity: async () => identity }
    const filledIn = await fillIn(await signedElsewhere({ ...fixture, authority }, form))
    const { bytes } = await prepare(fixture, filledIn, { zones, signers: [ada] })
    const signed = await signAs(fixture, bytes, ada, zones)
    const sealed = await sealRevision(signed, { identity: fixture.platform, at: time })
    expect(await listFound(sealed, makeTrail([signed], fixture.ada))).toEqual([
      ['passed', '3 signatures and time stamps hold.'],
      ['unknown', changed.replace('Stranger', name)],
    ])
  }
})

test('a file that was changed after a signer has signed in a field of its author is refuted', async () => {
  const fixture = await makeProcessFixture()
  const form = await certifiedForm(fixture, 2)
  const place = { page: 1, x: 50, y: 282, width: 200, height: 60 }
  const zones: Zone[] = [{ id: 'z', signer: ada.id, type: 'signature', required: true, ...place }]
  const { bytes } = await prepare(fixture, form, { zones, signers: [ada] })
  const signed = await signAs(fixture, bytes, ada, zones)
  const sealed = await sealRevision(await fillIn(signed, 'name'), { identity: fixture.platform, at: time })
  const found = await listFound(sealed, makeTrail([signed], fixture.ada))
  expect(found.filter(([outcome]) => outcome === 'failed')).toEqual([
    ['failed', changed.replace('Stranger', ada.name)],
  ])
})

test('a file is not refuted where a signer had signed it in a field of its author in an earlier process, and it was changed between both', async () => {
  const fixture = await makeProcessFixture()
  const place = { page: 1, x: 50, y: 282, width: 200, height: 60 }
  for (const signer of [zhang, ada]) {
    const form = await certifiedForm(fixture, 2)
    const zones: Zone[] = [{ id: 'z', signer: signer.id, type: 'signature', required: true, ...place }]
    const earlier = await prepare(fixture, form, { zones, signers: [signer] })
    const filledIn = await fillIn(await signAs(fixture, earlier.bytes, signer, zones), 'name')
    const { bytes } = await prepare(fixture, filledIn, { zones: [], signers: [ada] })
    const signed = await signAs(fixture, bytes, ada, [])
    const sealed = await sealRevision(signed, { identity: fixture.platform, at: time })
    expect(await listFound(sealed, makeTrail([signed], fixture.ada))).toEqual([
      ['passed', '4 signatures and time stamps hold.'],
      ['unknown', changed.replace('Stranger', signer.name)],
    ])
  }
})

/** The file after two signers have signed, whose fields lie over its text and over each other. */
async function sign(fixture: ProcessFixture, file: Uint8Array): Promise<Uint8Array> {
  const overText = { page: 1, x: 10, y: 800, width: 150, height: 40 }
  const zones = [ada, zhang].map(
    ({ id }): Zone => ({ id: `z${id}`, signer: id, type: 'signature', required: true, ...overText }),
  )
  let { bytes } = await prepare(fixture, file, { zones, signers: [ada, zhang] })
  for (const signer of [ada, zhang]) bytes = await signAs(fixture, bytes, signer, zones)
  return bytes
}

test('a file that the service completed is not refuted where its fields lie over what somebody had signed', async () => {
  const fixture = await makeProcessFixture()
  const once = await sign(fixture, await signedElsewhere(fixture))
  for (const [bytes, count, changedCount] of [
    [once, 4, 1] as const,
    [await sign(fixture, once), 6, 3] as const,
  ]) {
    const sealed = await sealRevision(bytes, { identity: fixture.platform, at: time })
    const found = await listFound(sealed)
    expect(await listFound(sealed, makeTrail([bytes], fixture.zhang))).toEqual(found)
    expect(found.slice(0, 2)).toEqual([
      ['passed', `${count} signatures and time stamps hold.`],
      ['unknown', changed],
    ])
    expect(found.slice(1).map(([outcome]) => outcome)).toEqual(Array(changedCount).fill('unknown'))
  }
})
