import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { isChainIntact } from '#lib/audit/chain'
import { sha256Hex } from '#lib/core/ids'
import { assertExtends } from '#lib/pades/increment'
import { verifyPdf } from '#lib/pades/verify'
import { signedPdf } from '#lib/pdf/fixtures/build'
import { getProcess } from '#lib/processes/get'
import { getBytes } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import {
  addSentProcess,
  extractText,
  findToken,
  loadEvents,
  loadFiles,
  loadRows,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as downloadRoute from './[token]/download/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

const runFile = promisify(execFile)

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const twoSigners = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Łukasz Żółć', email: 'lukasz@example.com' },
]
const signerNames = async (bytes: Uint8Array) =>
  (await verifyPdf(bytes)).signatures.map((signature) => signature.signerName)

/** The output of poppler's pdfsig; null where it is not installed. */
async function pdfsig(bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-pdfsig-'))
  try {
    const path = join(folder, 'signed.pdf')
    await writeFile(path, bytes)
    return (await runFile('pdfsig', ['-nocert', path])).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('two signers in turn', () => {
  it('sign one after the other; the sealed file has their signatures and those of the platform', async () => {
    const sentProcess = await addSentProcess(tenant, {
      name: 'Lease',
      signers: twoSigners,
      zones: [{ type: 'text' }, { type: 'checkbox', signer: 1 }],
    })
    const [ada, lukasz] = sentProcess.signers
    const uploaded = await loadFiles(tenant, sentProcess.id)
    await runRevisions(tenant, sentProcess)
    const prepared = await loadFiles(tenant, sentProcess.id)
    assertExtends(uploaded[0]!, prepared[0]!)

    const adaLink = { token: await findToken(tenant, ada!.id) }
    const response = await call<{ data: { fields: { id: number; type: string }[] } }>(signingRoute.GET, {
      params: adaLink,
    })
    expect(response.status).toBe(200)
    const text = response.body.data.fields.find((field) => field.type === 'text')!
    expect((await call(openRoute.POST, { method: 'POST', params: adaLink })).body.data.signer).toMatchObject({
      status: 'viewed',
    })
    await expect(findToken(tenant, lukasz!.id)).rejects.toThrow('no link')
    const signResponse = await call(signRoute.POST, {
      params: adaLink,
      body: typedSignature([{ field_id: text.id, value: 'Ünïted 王 Ελλάδα' }]),
    })
    expect([signResponse.status, signResponse.body.data.process]).toEqual([
      200,
      { id: sentProcess.id, status: 'in_progress' },
    ])

    await runRevisions(tenant, sentProcess)
    const signedByAda = await loadFiles(tenant, sentProcess.id)
    assertExtends(prepared[0]!, signedByAda[0]!)
    expect((await getProcess(tenant.ctx, sentProcess.id)).status).toBe('in_progress')

    const lukaszLink = { token: await openLink(tenant, lukasz!.id) }
    const document = { ...lukaszLink, id: sentProcess.documents[0]!.id }
    const fileResponse = await call(fileRoute.GET, { params: document })
    expect(sha256Hex(fileResponse.bytes)).toBe(sha256Hex(signedByAda[0]!))
    const checkbox = sentProcess.fields.find((field) => field.type === 'checkbox')!
    const secondResponse = await call(signRoute.POST, {
      params: lukaszLink,
      body: typedSignature([{ field_id: checkbox.id, value: true }]),
    })
    expect(secondResponse.status).toBe(200)
    expect((await call(downloadRoute.GET, { params: lukaszLink })).status).toBe(409)

    await runRevisions(tenant, sentProcess)
    const completedProcess = await getProcess(tenant.ctx, sentProcess.id)
    expect([completedProcess.status, completedProcess.seal_error, completedProcess.progress]).toEqual([
      'completed',
      null,
      { signed: 2, total: 2 },
    ])
    const downloaded = await call(downloadRoute.GET, { params: lukaszLink })
    expect(downloaded.status).toBe(200)
    assertExtends(signedByAda[0]!, downloaded.bytes)

    const report = await verifyPdf(downloaded.bytes)
    expect([report.valid, report.coversWholeFile, report.faults]).toEqual([true, true, []])
    const platform = expect.stringMatching(/^Paraph seal for Tenant/)
    expect(report.signatures.map((signature) => signature.signerName)).toEqual([
      platform,
      'Ada Lovelace',
      'Łukasz Żółć',
      platform,
    ])

    const pdfsigOutput = await pdfsig(downloaded.bytes)
    if (pdfsigOutput !== null) {
      expect(pdfsigOutput.match(/Signature is Valid\./g)).toHaveLength(4)
      expect(pdfsigOutput.match(/Total document signed/g)).toHaveLength(1)
    }
  })

  it('leave an intact chain of events that ends with the completion', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: twoSigners })
    for (const signer of sentProcess.signers) {
      await runRevisions(tenant, sentProcess)
      await call(signRoute.POST, {
        params: { token: await openLink(tenant, signer.id) },
        body: typedSignature(),
      })
    }
    await runRevisions(tenant, sentProcess)
    const events = await loadEvents(tenant, sentProcess.id)
    expect(isChainIntact(events)).toBe(true)
    expect(events.map((event) => event.type)).toEqual([
      'process.created',
      'process.fields_changed',
      'process.sent',
      'signature.created',
      'signature.created',
      'signature.invited',
      'process.prepared',
      'signature.viewed',
      'signature.consented',
      'signature.completed',
      'signature.sealed',
      'signature.invited',
      'signature.viewed',
      'signature.consented',
      'signature.completed',
      'signature.sealed',
      'document.completed',
      'process.completed',
    ])
    const times = events.map((event) => event.occurredAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})

describe('several documents', () => {
  it('are each signed by everyone; signers without a field get one in the last document', async () => {
    const documents = [await addDocument(tenant, { name: 'One' }), await addDocument(tenant, { name: 'Two' })]
    const sentProcess = await addSentProcess(tenant, {
      documents: documents.map(({ id }) => ({ id })),
      signers: twoSigners.map((signer) => ({ ...signer, type: 'parallel' })),
      bare: true,
    })
    await runRevisions(tenant, sentProcess)
    const { documents: rows } = await loadRows(tenant, sentProcess.id)
    expect(rows.map((row) => [row.pageCount, row.addedPages.length])).toEqual([
      [1, 0],
      [2, 1],
    ])
    const placedFields = (await getProcess(tenant.ctx, sentProcess.id)).fields
    expect(placedFields.map(({ document_id, page, type }) => [document_id, page, type])).toEqual([
      [documents[1]!.id, 2, 'signature'],
      [documents[1]!.id, 2, 'signature'],
    ])
    for (const signer of sentProcess.signers) {
      const params = { token: await openLink(tenant, signer.id) }
      const response = await call<{ data: { documents: { page_count: number; pages: unknown[] }[] } }>(
        signingRoute.GET,
        {
          params,
        },
      )
      expect(response.body.data.documents.map(({ page_count, pages }) => [page_count, pages.length])).toEqual(
        [
          [1, 1],
          [2, 2],
        ],
      )
      expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
    }
    await runRevisions(tenant, sentProcess)
    for (const bytes of await loadFiles(tenant, sentProcess.id)) {
      expect((await verifyPdf(bytes)).valid).toBe(true)
      expect((await signerNames(bytes)).slice(1, 3)).toEqual(twoSigners.map((signer) => signer.name))
    }
    const zip = await call(downloadRoute.GET, {
      params: { token: await findToken(tenant, sentProcess.signers[0]!.id) },
    })
    expect([zip.headers.get('content-type'), Buffer.from(zip.bytes).toString('latin1', 0, 2)]).toEqual([
      'application/zip',
      'PK',
    ])
    const secondDocument = await call(downloadRoute.GET, {
      path: `/?document_id=${documents[1]!.id}`,
      params: { token: await findToken(tenant, sentProcess.signers[1]!.id) },
    })
    expect(secondDocument.headers.get('content-disposition')).toContain('Two-signed.pdf')
  })
})

describe('a file that was signed before the upload', () => {
  it('keeps its earlier signature valid', async () => {
    const bytesBefore = await signedPdf()
    const document = await addDocument(tenant, { bytes: bytesBefore })
    const sentProcess = await addSentProcess(tenant, {
      documents: [{ id: document.id }],
      signers: twoSigners.slice(0, 1),
    })
    const { signatures: earlier } = await verifyPdf(bytesBefore)
    await runRevisions(tenant, sentProcess)
    await call(signRoute.POST, {
      params: { token: await openLink(tenant, sentProcess.signers[0]!.id) },
      body: typedSignature(),
    })
    await runRevisions(tenant, sentProcess)
    const { process } = await loadRows(tenant, sentProcess.id)
    expect([process.status, process.sealError]).toEqual(['completed', null])
    const [after] = await loadFiles(tenant, sentProcess.id)
    const report = await verifyPdf(after!)
    expect(report.signatures.filter((signature) => signature.valid).length).toBeGreaterThanOrEqual(2)
    expect(report.signatures[0]).toMatchObject({ valid: earlier[0]!.valid, digestOk: earlier[0]!.digestOk })
    assertExtends(bytesBefore, after!)
  })
})

describe('test mode', () => {
  it('signs with certificates of an authority whose name begins with TEST', async () => {
    const key = await tenant.addKey({ testMode: true })
    const sentProcess = await addSentProcess(key, { signers: twoSigners.slice(0, 1) })
    await runRevisions(key, sentProcess)
    await call(signRoute.POST, {
      params: { token: await openLink(key, sentProcess.signers[0]!.id) },
      body: typedSignature(),
    })
    await runRevisions(key, sentProcess)
    const [bytes] = await loadFiles(key, sentProcess.id)
    const report = await verifyPdf(bytes!)
    expect(report.valid).toBe(true)
    expect(report.signatures.map((signature) => signature.issuerName)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^TEST Paraph authority/)),
    )
    const modes = (await loadEvents(key, sentProcess.id)).map(({ type, data }) => [type, data.test_mode])
    expect(modes).toContainEqual(['signature.consented', true])
    expect(modes.filter(([, testMode]) => testMode !== true)).toEqual([])
  })
})

describe('the evidence', () => {
  it('is a certificate and a trail with the signers, their email and IP address, and the hashes', async () => {
    const sentProcess = await addSentProcess(tenant, { name: 'Evidence', signers: twoSigners.slice(0, 1) })
    await runRevisions(tenant, sentProcess)
    await call(signRoute.POST, {
      params: { token: await openLink(tenant, sentProcess.signers[0]!.id) },
      body: typedSignature(),
    })
    await runRevisions(tenant, sentProcess)
    const [vaultRow] = await loadVaultRows(tenant, sentProcess.id)
    const certificate = await getBytes(tenant.tenantId, vaultRow!.certificateSha256)
    const trail = await getBytes(tenant.tenantId, vaultRow!.trailSha256)
    const text = await extractText(certificate)
    const [document] = (await loadRows(tenant, sentProcess.id)).documents
    const sealed = (await loadEvents(tenant, sentProcess.id)).find(
      (event) => event.type === 'signature.sealed',
    )!
    for (const message of [
      'Evidence',
      'Ada Lovelace',
      'ada@example.com',
      '198.51.100.7',
      document!.currentSha256,
      sealed.hash,
    ]) {
      expect(text).toContain(message)
    }
    expect(await extractText(trail)).toContain('signature.consented')
    expect(vaultRow).toMatchObject({
      seal: { level: 'B-B', issuer: expect.stringContaining('Paraph authority') },
    })
  })
})

describe('an approver', () => {
  it('completes a process, with a signature of their own in the sealed file', async () => {
    const completedProcess = await addCompleted(tenant, {
      signers: [{ name: 'Grace Hopper', role: 'approver' }],
    })
    expect([completedProcess.status, completedProcess.progress]).toEqual([
      'completed',
      { signed: 1, total: 1 },
    ])
    const [sealedFile] = await loadFiles(tenant, completedProcess.id)
    expect((await verifyPdf(sealedFile!)).valid).toBe(true)
    expect(await signerNames(sealedFile!)).toContain('Grace Hopper')
  })
})
