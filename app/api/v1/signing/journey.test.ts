import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isChainIntact } from '#lib/audit/chain'
import { sha256Hex } from '#lib/core/ids'
import { assertExtends } from '#lib/pades/increment'
import { verifyPdf } from '#lib/pades/verify'
import { signedPdf } from '#lib/pdf/fixtures/build'
import { getProcess } from '#lib/processes/get'
import { getBytes } from '#lib/storage/files'
import { call } from '#lib/testing/call'
import {
  addSentProcess,
  eventsOf,
  filesOf,
  openedTokenFor,
  rowsOf,
  runSealJobOf,
  textOf,
  tokenFor,
  typed,
  vaultRowsOf,
} from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { addDocument } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as file from './[token]/documents/[id]/file/route.ts'
import * as download from './[token]/download/route.ts'
import * as open from './[token]/open/route.ts'
import * as view from './[token]/route.ts'
import * as sign from './[token]/sign/route.ts'

const run = promisify(execFile)

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

const two = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Łukasz Żółć', email: 'lukasz@example.com' },
]
const signerNames = async (bytes: Uint8Array) =>
  (await verifyPdf(bytes)).signatures.map((signature) => signature.signerName)

/** The output of poppler's pdfsig; null where it is not installed. */
async function pdfsig(bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-judge-'))
  try {
    const path = join(folder, 'signed.pdf')
    await writeFile(path, bytes)
    return (await run('pdfsig', ['-nocert', path])).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('two signers in turn', () => {
  it('sign one after the other, and the sealed file holds both and the platform', async () => {
    const sent = await addSentProcess(tenant, {
      name: 'Lease',
      signers: two,
      zones: [{ type: 'text' }, { type: 'checkbox', signer: 1 }],
    })
    const [ada, lukasz] = sent.signers
    const uploaded = await filesOf(tenant, sent.id)
    await runSealJobOf(tenant, sent)
    const prepared = await filesOf(tenant, sent.id)
    assertExtends(uploaded[0]!, prepared[0]!)

    const first = { token: await tokenFor(tenant, ada!.id) }
    const seen = await call<{ data: { fields: { id: number; type: string }[] } }>(view.GET, { params: first })
    expect(seen.status).toBe(200)
    const text = seen.body.data.fields.find((field) => field.type === 'text')!
    expect((await call(open.POST, { method: 'POST', params: first })).body.data.signer).toMatchObject({
      status: 'viewed',
    })
    await expect(tokenFor(tenant, lukasz!.id)).rejects.toThrow('no link')
    const answer = await call(sign.POST, {
      params: first,
      body: typed([{ field_id: text.id, value: 'Ünïted 王 Ελλάδα' }]),
    })
    expect([answer.status, answer.body.data.process]).toEqual([200, { id: sent.id, status: 'in_progress' }])

    await runSealJobOf(tenant, sent)
    const halfway = await filesOf(tenant, sent.id)
    assertExtends(prepared[0]!, halfway[0]!)
    expect((await getProcess(tenant.ctx, sent.id)).status).toBe('in_progress')

    const second = { token: await openedTokenFor(tenant, lukasz!.id) }
    const document = { ...second, id: sent.documents[0]!.id }
    const shown = await call(file.GET, { params: document })
    expect(sha256Hex(shown.bytes)).toBe(sha256Hex(halfway[0]!))
    const tick = sent.fields.find((field) => field.type === 'checkbox')!
    const done = await call(sign.POST, { params: second, body: typed([{ field_id: tick.id, value: true }]) })
    expect(done.status).toBe(200)
    expect((await call(download.GET, { params: second })).status).toBe(409)

    await runSealJobOf(tenant, sent)
    const completed = await getProcess(tenant.ctx, sent.id)
    expect([completed.status, completed.seal_error, completed.progress]).toEqual([
      'completed',
      null,
      { signed: 2, total: 2 },
    ])
    const downloaded = await call(download.GET, { params: second })
    expect(downloaded.status).toBe(200)
    assertExtends(halfway[0]!, downloaded.bytes)

    const report = await verifyPdf(downloaded.bytes)
    expect([report.valid, report.coversWholeFile, report.faults]).toEqual([true, true, []])
    const platform = expect.stringMatching(/^Paraph seal for Tenant/)
    expect(report.signatures.map((signature) => signature.signerName)).toEqual([
      platform,
      'Ada Lovelace',
      'Łukasz Żółć',
      platform,
    ])

    const judged = await pdfsig(downloaded.bytes)
    if (judged !== null) {
      expect(judged.match(/Signature is Valid\./g)).toHaveLength(4)
      expect(judged.match(/Total document signed/g)).toHaveLength(1)
    }
  })

  it('leave a valid chain of events that ends with the completion', async () => {
    const sent = await addSentProcess(tenant, { signers: two })
    for (const signer of sent.signers) {
      await runSealJobOf(tenant, sent)
      await call(sign.POST, { params: { token: await openedTokenFor(tenant, signer.id) }, body: typed() })
    }
    await runSealJobOf(tenant, sent)
    const events = await eventsOf(tenant, sent.id)
    expect(isChainIntact(events)).toBe(true)
    expect(events.map((event) => event.type)).toEqual([
      'process.created',
      'process.fields_changed',
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
  it('are each signed by everyone, and a signer without a zone gets one in the last', async () => {
    const documents = [await addDocument(tenant, { name: 'One' }), await addDocument(tenant, { name: 'Two' })]
    const sent = await addSentProcess(tenant, {
      documents: documents.map(({ id }) => ({ id })),
      signers: two.map((signer) => ({ ...signer, type: 'parallel' })),
      bare: true,
    })
    await runSealJobOf(tenant, sent)
    const { documents: rows } = await rowsOf(tenant, sent.id)
    expect(rows.map((row) => [row.pageCount, row.addedPages.length])).toEqual([
      [1, 0],
      [2, 1],
    ])
    const placed = (await getProcess(tenant.ctx, sent.id)).fields
    expect(placed.map(({ document_id, page, type }) => [document_id, page, type])).toEqual([
      [documents[1]!.id, 2, 'signature'],
      [documents[1]!.id, 2, 'signature'],
    ])
    for (const signer of sent.signers) {
      const params = { token: await openedTokenFor(tenant, signer.id) }
      const seen = await call<{ data: { documents: { page_count: number; pages: unknown[] }[] } }>(view.GET, {
        params,
      })
      expect(seen.body.data.documents.map((one) => [one.page_count, one.pages.length])).toEqual([
        [1, 1],
        [2, 2],
      ])
      expect((await call(sign.POST, { params, body: typed() })).status).toBe(200)
    }
    await runSealJobOf(tenant, sent)
    for (const bytes of await filesOf(tenant, sent.id)) {
      expect((await verifyPdf(bytes)).valid).toBe(true)
      expect((await signerNames(bytes)).slice(1, 3)).toEqual(two.map((signer) => signer.name))
    }
    const zip = await call(download.GET, { params: { token: await tokenFor(tenant, sent.signers[0]!.id) } })
    expect([zip.headers.get('content-type'), Buffer.from(zip.bytes).toString('latin1', 0, 2)]).toEqual([
      'application/zip',
      'PK',
    ])
    const picked = await call(download.GET, {
      path: `/?document_id=${documents[1]!.id}`,
      params: { token: await tokenFor(tenant, sent.signers[1]!.id) },
    })
    expect(picked.headers.get('content-disposition')).toContain('Two-signed.pdf')
  })
})

describe('a file that was signed before', () => {
  it('keeps its earlier signature valid', async () => {
    const before = await signedPdf()
    const document = await addDocument(tenant, { bytes: before })
    const sent = await addSentProcess(tenant, { documents: [{ id: document.id }], signers: two.slice(0, 1) })
    const { signatures: earlier } = await verifyPdf(before)
    await runSealJobOf(tenant, sent)
    await call(sign.POST, {
      params: { token: await openedTokenFor(tenant, sent.signers[0]!.id) },
      body: typed(),
    })
    await runSealJobOf(tenant, sent)
    const { process } = await rowsOf(tenant, sent.id)
    expect([process.status, process.sealError]).toEqual(['completed', null])
    const [after] = await filesOf(tenant, sent.id)
    const report = await verifyPdf(after!)
    expect(report.signatures.filter((signature) => signature.valid).length).toBeGreaterThanOrEqual(2)
    expect(report.signatures[0]).toMatchObject({ valid: earlier[0]!.valid, digestOk: earlier[0]!.digestOk })
    assertExtends(before, after!)
  })
})

describe('test mode', () => {
  it('signs under an authority that is named as test', async () => {
    const key = await tenant.addKey({ testMode: true })
    const sent = await addSentProcess(key, { signers: two.slice(0, 1) })
    await runSealJobOf(key, sent)
    await call(sign.POST, {
      params: { token: await openedTokenFor(key, sent.signers[0]!.id) },
      body: typed(),
    })
    await runSealJobOf(key, sent)
    const [bytes] = await filesOf(key, sent.id)
    const report = await verifyPdf(bytes!)
    expect(report.valid).toBe(true)
    expect(report.signatures.map((signature) => signature.issuerName)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^TEST Paraph authority/)),
    )
  })
})

describe('the evidence', () => {
  it('is two documents with signers, methods and hashes', async () => {
    const sent = await addSentProcess(tenant, { name: 'Evidence', signers: two.slice(0, 1) })
    await runSealJobOf(tenant, sent)
    await call(sign.POST, {
      params: { token: await openedTokenFor(tenant, sent.signers[0]!.id) },
      body: typed(),
    })
    await runSealJobOf(tenant, sent)
    const [stored] = await vaultRowsOf(tenant, sent.id)
    const certificate = await getBytes(tenant.tenantId, stored!.certificateSha256)
    const trail = await getBytes(tenant.tenantId, stored!.trailSha256)
    const text = await textOf(certificate)
    const [document] = (await rowsOf(tenant, sent.id)).documents
    const sealed = (await eventsOf(tenant, sent.id)).find((event) => event.type === 'signature.sealed')!
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
    expect(await textOf(trail)).toContain('signature.consented')
    expect(stored).toMatchObject({
      seal: { level: 'B-B', issuer: expect.stringContaining('Paraph authority') },
    })
  })
})

describe('an approver', () => {
  it('completes a process, with a signature of their own in the sealed file', async () => {
    const done = await addCompleted(tenant, { signers: [{ name: 'Grace Hopper', role: 'approver' }] })
    expect([done.status, done.progress]).toEqual(['completed', { signed: 1, total: 1 }])
    const [sealed] = await filesOf(tenant, done.id)
    expect((await verifyPdf(sealed!)).valid).toBe(true)
    expect(await signerNames(sealed!)).toContain('Grace Hopper')
  })
})
