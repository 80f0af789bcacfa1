import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { certifiedForm } from '#lib/pades/fixtures/certified'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import { verifyPdf } from '#lib/pades/verify'
import { parseFieldName } from '#lib/pdf/fields/fields'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { listFields } from '#lib/processes/fields/fields'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import {
  addOpenedLink,
  loadFiles,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { withStampers } from '#lib/testing/servers/stamper'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, writePkcs12 } from '#lib/testing/values/certificate-files'

let tenant: TestTenant
let fixture: ProcessFixture
beforeAll(async () => {
  tenant = await makeTenant()
  fixture = await makeProcessFixture()
})
const upload = (kind: 'plain' | 'signed before' | 'object streams') => {
  if (kind === 'signed before') return signedElsewhere(fixture)
  const pages = [{ mediaBox: [0, 0, 595, 842] as [number, number, number, number] }]
  return buildPdf({ pages, ...(kind === 'object streams' && { format: 'object-streams' }) })
}

it('every signature of any process is LTA with time stamps, and B without', async () => {
  const shapes = fc.record({
    signerCount: fc.integer({ min: 1, max: 4 }),
    files: fc.array(fc.constantFrom('plain', 'signed before', 'object streams'), {
      minLength: 1,
      maxLength: 3,
    }),
    hasStamps: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(shapes, async ({ signerCount, files, hasStamps }) => {
      const documents: { id: number }[] = []
      for (const kind of files)
        documents.push({ id: (await addDocument(tenant, { bytes: await upload(kind) })).id })
      const signers = Array.from({ length: signerCount }, (_, index) => ({ name: `Signer ${index}` }))
      const complete = () => addCompleted(tenant, { signers, documents })
      const { id } = await (hasStamps ? withStampers('internal', complete) : complete())
      const level = hasStamps ? 'LTA' : 'B'
      for (const [index, file] of (await loadFiles(tenant, id)).entries()) {
        const { signatures, faults } = await verifyPdf(file)
        const ours = signatures.filter(({ fieldName }) => parseFieldName(fieldName))
        // The certification, unless the file was signed before; the signers; the seal.
        const count = signerCount + (files[index] === 'signed before' ? 1 : 2)
        const levels = [...Array(count).fill(level), ...(hasStamps ? [null] : [])]
        expect(ours.map((signature) => signature.level)).toEqual(levels)
        expect([faults, signatures.flatMap((signature) => signature.faults)]).toEqual([[], []])
      }
      const rows = await loadVaultRows(tenant, id)
      expect(rows.map(({ seal }) => seal.level)).toEqual(files.map(() => `B-${level}`))
    }),
    { numRuns: 6 },
  )
}, 120_000)

it('in a file that its author has certified, a signature in the author’s field is LTA, too', async () => {
  const { id: documentId } = await addDocument(tenant, { bytes: await certifiedForm(fixture, 2) })
  // No other signature of the file has a certificate of the signer's authority.
  const [{ seal }, password] = [await makeCertificateChain(), 'open sesame']
  env().keys = {
    seal: { type: 'pkcs12', path: await writePkcs12(seal, password), password },
    authority: null,
  }
  const zones = [{ x: 50, y: 282, width: 200, height: 60 }]
  const { id } = await withStampers('internal', () =>
    addCompleted(tenant, { documents: [{ id: documentId }], bare: true, zones }),
  ).finally(() => {
    env().keys = { seal: null, authority: null }
  })
  const { signatures } = await verifyPdf((await loadFiles(tenant, id))[0]!)
  expect(signatures.find(({ fieldName }) => fieldName === 'signature')!.level).toBe('LTA')
})

it('in a file that its author has certified, what a signer fills in is no change after signing', async () => {
  const { id: documentId } = await addDocument(tenant, { bytes: await certifiedForm(fixture, 2) })
  const { process, params } = await addOpenedLink(tenant, {
    documents: [{ id: documentId }],
    bare: true,
    zones: [
      { type: 'text', x: 50, y: 122, width: 150, height: 20 },
      { x: 50, y: 282, width: 200, height: 60 },
    ],
  })
  const { data: fields } = await listFields(tenant.ctx, process.id)
  const text = fields.find(({ type }) => type === 'text')!
  const signer = await enterSigning(params.token, { ...tenant.ctx, now: now() })
  const values = [{ field_id: text.id, value: 'Ada Lovelace' }]
  await signProcess(signer, SignInput.parse(typedSignature(values)))
  await runRevisions(tenant, process)
  const { signatures, valid } = await verifyPdf((await loadFiles(tenant, process.id))[0]!)
  expect(valid).toBe(true)
  // The author's, the signer's, and the seal.
  expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).toEqual([false, false, false])
  expect(signatures[0]!.modifications.find(({ kind }) => kind === 'field_filled')).toMatchObject({
    ...{ fieldName: 'name', after: 'Ada Lovelace', permitted: true, signedBy: 'signature' },
  })
})
