import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { findTrail } from '#lib/audit/trail'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { verifyCms } from '#lib/pades/cms/cms-verify'
import { verifyPdf } from '#lib/pades/verify'
import { remove } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addSent } from '#lib/testing/records/records'
import { type CallResult, call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  makeCertificateChain,
  makeCertificateFiles,
  writePkcs12,
} from '#lib/testing/values/certificate-files'
import { unzip } from '#lib/testing/values/unzip'
import type { ArchiveRecord, VaultRecord, VaultStatistics } from '#lib/vault/schema'
import * as accountRoute from '../account/route.ts'
import * as archiveDownloadRoute from '../archives/[id]/download/route.ts'
import * as archivesRoute from '../archives/route.ts'
import { GET as getTrail } from '../signature-processes/[id]/audit-trail/route.ts'
import * as certificateRoute from '../signature-processes/[id]/certificate/route.ts'
import * as signedPdfRoute from '../signature-processes/[id]/download-signed-pdf/route.ts'
import * as archiveRoute from './documents/[id]/archive/route.ts'
import * as downloadRoute from './documents/[id]/download/route.ts'
import * as packageRoute from './documents/[id]/package/route.ts'
import * as vaultDocumentRoute from './documents/[id]/route.ts'
import * as tagsRoute from './documents/[id]/tags/route.ts'
import * as unarchiveRoute from './documents/[id]/unarchive/route.ts'
import * as listVaultRoute from './documents/route.ts'
import * as statisticsRoute from './statistics/route.ts'

type ItemBody = { success: true; data: VaultRecord }
type ListBody = { success: true; data: VaultRecord[]; meta: Record<string, number> }
type Handler = typeof listVaultRoute.GET

const people = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Bob Łuk', email: 'bob@xn--uk-wqa.example' },
  { name: 'Carla', email: 'carla@example.com', role: 'cc' as const },
]
let tenant: TestTenant
let otherTenant: TestTenant
/** A completed process with one document. */
let single: Awaited<ReturnType<typeof addCompleted>>
/** A completed process with two documents. */
let double: typeof single
let unfinished: typeof single
let processOfOtherTenant: typeof single
beforeAll(async () => {
  tenant = await makeTenant()
  otherTenant = await makeTenant()
  processOfOtherTenant = await addCompleted(otherTenant)
  const document = await addDocument(tenant, { name: 'Lease: 1/2 "final"' })
  single = await addCompleted(tenant, { name: 'Lease', documents: [{ id: document.id }], signers: people })
  const documents = [
    await addDocument(tenant, { name: 'Zebra' }),
    await addDocument(tenant, { name: 'Annex' }),
  ]
  double = await addCompleted(tenant, { name: 'Both', documents: documents.map(({ id }) => ({ id })) })
  unfinished = await addSent(tenant)
}, 60_000)

const get = <B = ItemBody>(handler: Handler, id: number, caller: { token: string } = tenant, query = '') =>
  call<B>(handler, { path: `/api/v1/x?${query}`, params: { id }, as: caller })
const post = <B = ItemBody>(handler: Handler, id: number) =>
  call<B>(handler, { method: 'POST', params: { id }, as: tenant })
const list = (query = '', caller: { token: string } = tenant) =>
  call<ListBody>(listVaultRoute.GET, { path: `/api/v1/vault/documents?${query}`, as: caller })
const vaultRows = async (process: { id: number }, caller: TestTenant = tenant) =>
  (await list('sort=signed_at', caller)).body.data.filter(({ process_id }) => process_id === process.id)
const getNames = (response: CallResult<ListBody>) => response.body.data.map(({ name }) => name)
const getRetentionYears = ({ signed_at, expires_at }: Pick<VaultRecord, 'signed_at' | 'expires_at'>) =>
  Number(expires_at.slice(0, 4)) - Number(signed_at.slice(0, 4))
const setRow = (id: number, patch: Partial<typeof vaultDocuments.$inferInsert>) =>
  write(tenant.ctx, (tx) => tx.update(vaultDocuments).set(patch).where(eq(vaultDocuments.id, id)))

const foreignVaultDocument = async () => ({ id: (await vaultRows(processOfOtherTenant, otherTenant))[0]!.id })
const foreignProcess = async () => ({ id: processOfOtherTenant.id })
itIsGuarded('/vault/documents', listVaultRoute)
itIsGuarded('/vault/statistics', statisticsRoute)
itIsGuarded('/vault/documents/{id}', vaultDocumentRoute, { idsOfOtherTenant: foreignVaultDocument })
itIsGuarded('/vault/documents/{id}/download', downloadRoute, { idsOfOtherTenant: foreignVaultDocument })
itIsGuarded('/vault/documents/{id}/package', packageRoute, { idsOfOtherTenant: foreignVaultDocument })
itIsGuarded('/vault/documents/{id}/archive', archiveRoute, { idsOfOtherTenant: foreignVaultDocument })
itIsGuarded('/vault/documents/{id}/unarchive', unarchiveRoute, { idsOfOtherTenant: foreignVaultDocument })
itIsGuarded('/vault/documents/{id}/tags', tagsRoute, {
  idsOfOtherTenant: foreignVaultDocument,
  bodyByMethod: { PUT: { tags: [] } },
})
itIsGuarded('/archives', archivesRoute)
itIsGuarded('/archives/{id}/download', archiveDownloadRoute, { idsOfOtherTenant: foreignProcess })
itIsGuarded('/signature-processes/{id}/certificate', certificateRoute, { idsOfOtherTenant: foreignProcess })
itIsGuarded('/signature-processes/{id}/download-signed-pdf', signedPdfRoute, {
  idsOfOtherTenant: foreignProcess,
})

describe('GET /vault/documents/{id}', () => {
  it('200 with the whole record of the sealed file', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const { status, body } = await get(vaultDocumentRoute.GET, id)
    const file = await get(downloadRoute.GET, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        id,
        name: 'Lease: 1/2 "final"',
        document_id: single.documents[0]!.id,
        process_id: single.id,
        process_name: 'Lease',
        pages: [{ number: 1, width: 612, height: 792, rotation: 0 }],
        status: 'active',
        folder_id: null,
        tags: [],
        size: file.bytes.length,
        size_formatted: expect.stringMatching(/^\d+\.\d KB$/),
        sha256: sha256Hex(file.bytes),
        page_count: 1,
        signers: people
          .slice(0, 2)
          .map(({ name, email }) => ({ name, email, signed_at: expect.stringMatching(/Z$/) })),
        signed_at: expect.stringMatching(/Z$/),
        archived_at: null,
        expires_at: expect.stringMatching(/Z$/),
        voided_at: null,
        void_reason: null,
        legal_hold: { on: false, reason: null, set_by: null, set_at: null },
        seal: {
          level: 'B-B',
          issuer: expect.stringMatching(/\w/),
          serial: expect.stringMatching(/^[0-9a-f]+$/),
          timestamped_at: null,
        },
        test_mode: false,
        created_at: expect.stringMatching(/Z$/),
        download_url: `http://localhost:3000/api/v1/vault/documents/${id}/download`,
        package_url: `http://localhost:3000/api/v1/vault/documents/${id}/package`,
      },
    })
    const { signed_at, expires_at } = body.data
    expect(getRetentionYears({ signed_at, expires_at })).toBe(10)
  })

  it("200 with the tenant's retention at the time of sealing", async () => {
    const newTenant = await makeTenant()
    const before = await addCompleted(newTenant)
    await call(accountRoute.PATCH, { method: 'PATCH', as: newTenant, body: { retention_years: 3 } })
    const after = await addCompleted(newTenant)
    const records = await Promise.all([before, after].map((process) => vaultRows(process, newTenant)))
    expect(records.flat().map(getRetentionYears)).toEqual([10, 3])
  })
})

describe('GET /vault/documents/{id}/download', () => {
  it('200 with the sealed PDF, whose signatures are all valid', async () => {
    const [{ id, sha256 }] = (await vaultRows(single)) as [VaultRecord]
    const { status, headers, bytes } = await get(downloadRoute.GET, id)
    expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([
      200,
      'application/pdf',
      `"${sha256}"`,
    ])
    expect(headers.get('content-disposition')).toContain('Lease_ 1_2 _final_-signed.pdf')
    const { signatures } = await verifyPdf(bytes)
    expect(signatures.every(({ valid }) => valid)).toBe(true)
    expect(signatures.map(({ signerName }) => signerName)).toEqual(
      expect.arrayContaining(['Ada Lovelace', 'Bob Łuk']),
    )
  })

  it('is recorded when bytes are sent, but not for HEAD and 304', async () => {
    const id = (await vaultRows(double))[1]!.id
    const downloadWith = (method: 'GET' | 'HEAD', headers = {}) =>
      call(downloadRoute.GET, { method, params: { id }, as: tenant, headers })
    const { headers } = await downloadWith('HEAD')
    expect((await downloadWith('GET', { 'if-none-match': headers.get('etag')! })).status).toBe(304)
    const trail = async () => {
      await flushReads()
      const rows = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { vaultDocument: id }))
      return rows.map(({ type, data }) => [type, data])
    }
    expect(await trail()).toEqual([])
    await downloadWith('GET', { range: 'bytes=0-9' })
    expect(await trail()).toEqual([['vault.downloaded', expect.objectContaining({ part: 'document' })]])
    await get(packageRoute.GET, id)
    expect((await trail())[1]).toEqual(['vault.downloaded', expect.objectContaining({ part: 'package' })])
  })

  it('is not recorded when the file cannot be read', async () => {
    const as = await makeTenant()
    await addCompleted(as)
    const { id, sha256 } = (await list('', as)).body.data[0]!
    await remove(as.tenantId, sha256)
    expect((await call(downloadRoute.GET, { params: { id }, as })).status).toBe(500)
    await flushReads()
    const trail = await read(as.ctx, (reader) => findTrail(reader, as.ctx, { vaultDocument: id }))
    expect(trail).toEqual([])
  })
})

it('downloads of signed files by their process are recorded like those of the vault', async () => {
  const [{ id }] = (await vaultRows(single)) as [VaultRecord]
  const trail = async () => {
    await flushReads()
    const rows = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { vaultDocument: id }))
    return rows.filter(({ type }) => type === 'vault.downloaded').map(({ data }) => data)
  }
  const before = (await trail()).length
  for (const route of [signedPdfRoute, certificateRoute, archiveDownloadRoute]) {
    await get(route.GET, single.id)
    await flushReads()
  }
  await get(getTrail, single.id, tenant, 'format=pdf')
  expect((await trail()).slice(before)).toEqual(
    ['document', 'certificate', 'package', 'trail'].map((part) =>
      expect.objectContaining({ part, process_id: single.id, test_mode: false }),
    ),
  )
})

describe('GET /vault/documents/{id}/package', () => {
  it('has no ETag while its manifest is not signed, so that it is downloaded again', async () => {
    const as = await makeTenant()
    const process = await addCompleted(as)
    const { id } = (await list('', as)).body.data[0]!
    const getPackage = (headers = {}) => call(packageRoute.GET, { params: { id }, as, headers })
    const getArchive = () => call(archiveDownloadRoute.GET, { params: { id: process.id }, as })
    env().keys.seal = { type: 'pkcs12', path: join(tmpdir(), 'gone.p12'), password: 'open sesame' }
    try {
      const { status, headers, bytes } = await getPackage()
      expect([status, headers.get('etag')]).toEqual([200, null])
      expect([...unzip(bytes).keys()]).toContain('manifest-not-signed.txt')
      expect((await getArchive()).headers.get('etag')).toBeNull()
    } finally {
      env().keys.seal = null
    }
    const { headers, bytes } = await getPackage()
    expect([...unzip(bytes).keys()]).toContain('manifest.json.p7s')
    expect((await getPackage({ 'if-none-match': headers.get('etag')! })).status).toBe(304)
    expect((await getArchive()).headers.get('etag')).not.toBeNull()
  })

  it('has another ETag once the seal of its manifest has ended, and none until it can be sealed again', async () => {
    const as = await makeTenant()
    await addCompleted(as)
    const { id } = (await list('', as)).body.data[0]!
    const password = 'open sesame'
    const { authority, seal } = await makeCertificateChain()
    const brief = await makeCertificateFiles('Brief Seal', {
      issuer: authority,
      notAfter: addSeconds(now(), 600),
    })
    const bringSeal = async (files: CertificateFiles) => {
      env().keys.seal = { type: 'pkcs12', path: await writePkcs12(files, password), password }
    }
    const getPackage = async (etag?: string | null) => {
      const ifNoneMatch: Record<string, string> = etag ? { 'if-none-match': etag } : {}
      const { status, headers, bytes } = await call(packageRoute.GET, {
        ...{ params: { id }, as, headers: ifNoneMatch },
      })
      const signature = status === 200 ? sha256Hex(unzip(bytes).get('manifest.json.p7s')!) : null
      return { status, etag: headers.get('etag'), signature }
    }
    const minutes = 20 * 60_000
    try {
      await bringSeal(brief)
      const first = await getPackage()
      expect((await getPackage(first.etag)).status).toBe(304)
      moveClock(minutes)
      env().keys.seal = { type: 'pkcs12', path: join(tmpdir(), 'gone.p12'), password }
      expect(await getPackage(first.etag)).toEqual({ ...first, etag: null })
      await bringSeal(seal)
      const second = await getPackage(first.etag)
      expect([second.status, second.signature]).toEqual([200, expect.not.stringContaining(first.signature!)])
      expect(second.etag).not.toBe(first.etag)
      expect((await getPackage(second.etag)).status).toBe(304)
    } finally {
      moveClock(-minutes)
      env().keys.seal = null
    }
  })

  it('200 with a ZIP of the signed PDF, its evidence and a manifest of all entries', async () => {
    const [{ id, sha256 }] = (await vaultRows(single)) as [VaultRecord]
    const { status, headers, bytes } = await get(packageRoute.GET, id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    const revalidation = { 'if-none-match': headers.get('etag')! }
    expect((await call(packageRoute.GET, { params: { id }, as: tenant, headers: revalidation })).status).toBe(
      304,
    )
    const entries = unzip(bytes)
    const name = 'Lease_ 1_2 _final_'
    expect([...entries.keys()]).toEqual([
      `${name}-signed.pdf`,
      'certificate.pdf',
      'audit-trail.json',
      'audit-trail.pdf',
      'consent/2026-11-30-en.txt',
      'how-to-verify.txt',
      'log-inclusion.tlog-proof',
      'manifest.json',
      'manifest.json.p7s',
    ])
    expect(sha256Hex(entries.get(`${name}-signed.pdf`)!)).toBe(sha256)
    for (const pdf of [...entries.keys()].filter((path) => path.endsWith('.pdf'))) {
      expect(entries.get(pdf)!.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const trail = JSON.parse(entries.get('audit-trail.json')!.toString())
    expect([trail.chain_valid, trail.events.at(-1).type]).toEqual([true, 'process.completed'])
    const manifest = JSON.parse(entries.get('manifest.json')!.toString())
    expect(manifest).toMatchObject({ process_id: single.id, process: 'Lease' })
    expect(manifest.chain).toMatchObject({
      name: `process:${single.id}`,
      length: trail.events.length,
      head: trail.chain_head,
    })
    expect(manifest.documents).toEqual([
      {
        path: `${name}-signed.pdf`,
        document_id: single.documents[0]!.id,
        sha256,
        size: entries.get(`${name}-signed.pdf`)!.length,
        sealed_sha256: sha256,
        sealed_size: entries.get(`${name}-signed.pdf`)!.length,
      },
    ])
    const cms = entries.get('manifest.json.p7s')!
    const content = entries.get('manifest.json')!
    const { faults, certificate } = verifyCms(cms, 'ETSI.CAdES.detached', {
      digest: (algorithm) => createHash(algorithm).update(content).digest(),
      read: () => content,
    })
    expect([faults, new X509Certificate(certificate!).subject]).toEqual([
      [],
      expect.stringContaining('Paraph seal'),
    ])
    entries.delete('manifest.json')
    entries.delete('manifest.json.p7s')
    expect(manifest.parts).toEqual(
      [...entries].map(([path, content]) => ({ path, sha256: sha256Hex(content) })),
    )
  })

  it('200 with the same bytes each time', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const [firstResponse, secondResponse] = [await get(packageRoute.GET, id), await get(packageRoute.GET, id)]
    expect(sha256Hex(firstResponse.bytes)).toBe(sha256Hex(secondResponse.bytes))
  })
})

describe('POST archive and unarchive', () => {
  it('200, also when repeated, and the list changes accordingly', async () => {
    const [{ id }] = (await vaultRows(double)) as [VaultRecord]
    const firstResponse = await post(archiveRoute.POST, id)
    const secondResponse = await post(archiveRoute.POST, id)
    expect([firstResponse.status, secondResponse.status, firstResponse.body.success]).toEqual([
      200,
      200,
      true,
    ])
    expect(secondResponse.body.data).toEqual(firstResponse.body.data)
    expect(firstResponse.body.data).toMatchObject({
      status: 'archived',
      archived_at: expect.stringMatching(/Z$/),
    })
    const listed = async (query: string) => (await list(query)).body.data.some((row) => row.id === id)
    expect([await listed(''), await listed('status=archived'), await listed('status=active')]).toEqual([
      false,
      true,
      false,
    ])
    expect((await get(downloadRoute.GET, id)).status).toBe(200)
    for (let time = 0; time < 2; time++) {
      const unarchived = await post(unarchiveRoute.POST, id)
      expect([unarchived.status, unarchived.body.data.status, unarchived.body.data.archived_at]).toEqual([
        200,
        'active',
        null,
      ])
    }
    expect(await listed('')).toBe(true)
  })
})

describe('PUT tags', () => {
  const put = <B = ItemBody>(id: number, body: unknown, headers = {}) =>
    call<B>(tagsRoute.PUT, { method: 'PUT', params: { id }, body, headers, as: tenant })

  it('200 replaces them, trimmed and without duplicates in another case; [] removes all', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const set = await put(id, { tags: [' HR ', 'hr', 'Été', '2026'] })
    expect([set.status, set.body.success, set.body.data.tags]).toEqual([200, true, ['HR', 'Été', '2026']])
    expect((await put(id, { tags: [] })).body.data.tags).toEqual([])
  })

  it('200 for the tags that are there, without an event', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    for (const tags of [['lease'], ['lease'], ['Lease'], []]) await put(id, { tags })
    const events = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { vaultDocument: id }))
    const tagged = events.filter(({ type }) => type === 'vault.tagged').map(({ data }) => data.tags)
    expect(tagged.slice(-3)).toEqual([['lease'], ['Lease'], []])
  })

  it('412 with the ETag of earlier tags, which then stay', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const ifMatch = { 'if-match': (await get(vaultDocumentRoute.GET, id)).headers.get('etag')! }
    const changed = await put(id, { tags: ['2026'] }, ifMatch)
    expect(changed.status).toBe(200)
    const refused = await put<{ error: { code: string } }>(id, { tags: ['HR'] }, ifMatch)
    expect([refused.status, refused.body.error.code]).toEqual([412, 'precondition_failed'])
    const current = await get<ItemBody>(vaultDocumentRoute.GET, id)
    expect(current.body.data.tags).toEqual(['2026'])
    expect(current.headers.get('etag')).toBe(changed.headers.get('etag'))
    await put(id, { tags: [] })
  })

  it('200 up to the limit, 400 beyond', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const tags = Array.from({ length: 51 }, (_, index) => `tag ${index}`)
    expect((await put(id, { tags: tags.slice(1) })).status).toBe(200)
    expect((await put(id, { tags: [...tags.slice(1), 'TAG 50'] })).status).toBe(200)
    for (const invalidValue of [tags, ['x'.repeat(51)], [' '], [5], 'hr', undefined]) {
      const errorResponse = await put<{ error: { errors: object } }>(id, { tags: invalidValue })
      expect(errorResponse.status).toBe(400)
      expect(Object.keys(errorResponse.body.error.errors)[0]).toMatch(/^tags/)
    }
    await put(id, { tags: [] })
  })
})

describe('GET /vault/documents', () => {
  it('200 newest first with success, a page at a time', async () => {
    const listResponse = await list()
    expect(listResponse.body.success).toBe(true)
    expect(getNames(listResponse)).toHaveLength(3)
    expect(getNames(listResponse).at(-1)).toBe('Lease: 1/2 "final"')
    expect(listResponse.body.meta).toMatchObject({ per_page: 15, total: 3 })
    expect(getNames(await list('per_page=2&page=2'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('sort=name'))).toEqual(['Annex', 'Lease: 1/2 "final"', 'Zebra'])
  })

  it('200 with a search in names and tags, and filtered by documents that have all tags', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    await setRow(id, { tags: ['Été', 'HR', 'Kőszegi, Ágnes', 'C:\\'] })
    expect(getNames(await list('search=ETE'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('search=zeb'))).toEqual(['Zebra'])
    expect(getNames(await list('tags=hr'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('tags=hr,%20%C3%89t%C3%A9'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('tags=hr,other'))).toEqual([])
    expect(getNames(await list('tags=h'))).toEqual([])
    expect(getNames(await list('tags=koszegi%5C,%20agnes,hr'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('tags=koszegi,%20agnes'))).toEqual([])
    expect(getNames(await list('tags=c:%5C%5C,hr'))).toEqual(['Lease: 1/2 "final"'])
  })

  it('200 filtered by status, which depends on the time', async () => {
    const [first, second] = (await vaultRows(double)) as [VaultRecord, VaultRecord]
    const now = new Date()
    await setRow(first.id, { expiresAt: addDays(now, 29) })
    await setRow(second.id, { expiresAt: addDays(now, -1) })
    expect(getNames(await list('status=expiring'))).toEqual([first.name])
    expect(getNames(await list('status=expired'))).toEqual([second.name])
    expect(getNames(await list('status=active'))).toEqual(['Lease: 1/2 "final"'])
    expect((await list()).body.data.map(({ status }) => status).sort()).toEqual([
      'active',
      'expired',
      'expiring',
    ])
    expect((await get(downloadRoute.GET, second.id)).status).toBe(200)
    for (const { id } of [first, second]) await setRow(id, { expiresAt: addDays(now, 3650) })
  })

  it('200 filtered by the day of signing, both days included', async () => {
    const [{ id, signed_at }] = (await vaultRows(single)) as [VaultRecord]
    await setRow(id, { signedAt: new Date('2025-03-31T23:59:59.999Z') })
    const namesFor = (query: string) => list(query).then(getNames)
    expect(await namesFor('date_from=2025-03-31&date_to=2025-03-31')).toEqual(['Lease: 1/2 "final"'])
    expect(await namesFor('date_to=2025-03-30')).toEqual([])
    expect(await namesFor('date_from=2025-04-01')).toHaveLength(2)
    expect(
      await namesFor('date_from=2025-03-31T23:59:59.999Z&date_to=2025-04-01T02:00:00%2B02:00'),
    ).toHaveLength(1)
    expect(await namesFor('date_to=2025-04-01T01:59:59.999%2B02:00')).toEqual([])
    await setRow(id, { signedAt: new Date(signed_at) })
  })

  it('200 filtered by the name or email of a person who signed', async () => {
    expect(getNames(await list('signer=luk'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list('signer=ADA@example&search=lease'))).toEqual(['Lease: 1/2 "final"'])
    expect(getNames(await list(`signer=${encodeURIComponent('Bob@łuk.example')}`))).toHaveLength(1)
    expect(getNames(await list('signer=luk&search=annex'))).toEqual([])
    // Carla only received a copy.
    expect(getNames(await list('signer=carla'))).toEqual([])
    const foreignSigner = processOfOtherTenant.signers[0]!.email
    expect(getNames(await list(`signer=${encodeURIComponent(foreignSigner)}&search=foreign`))).toEqual([])
  })

  it('200 filtered by size in bytes, both limits included', async () => {
    const [{ id, size }] = (await vaultRows(single)) as [VaultRecord]
    await setRow(id, { size: 5_000_000 })
    const filtered = await list('min_size=5000000&max_size=5000000')
    expect([getNames(filtered), filtered.body.meta.total]).toEqual([['Lease: 1/2 "final"'], 1])
    expect(getNames(await list('min_size=5000001'))).toEqual([])
    expect(getNames(await list('max_size=4999999&sort=name'))).toEqual(['Annex', 'Zebra'])
    await setRow(id, { size })
  })

  it.each([
    'status=lost',
    'date_from=1.4.2025',
    'per_page=many',
    'sort=tags',
    'min_size=big',
    'max_size=-1',
    `signer=${'a'.repeat(201)}`,
  ])('400 for ?%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })

  it('200 with live and test mode separated', async () => {
    const key = await tenant.addKey({ testMode: true })
    await addCompleted(key, { name: 'Trial' })
    expect((await list('', key)).body.data.map(({ test_mode }) => test_mode)).toEqual([true])
    expect((await list()).body.meta.total).toBe(3)
  })
})

describe('GET /vault/statistics', () => {
  it('200 with correct counts just before and after the ends of months and days', async () => {
    const [{ id }] = (await vaultRows(single)) as [VaultRecord]
    const now = new Date()
    const [month, today] = [7, 10].map((length) => new Date(now.toISOString().slice(0, length)))
    const soon = addDays(now, 30)
    const [monthSoon, daySoon] = [7, 10].map((length) => new Date(soon.toISOString().slice(0, length)))
    for (const limit of [month!, today!, now, monthSoon!, daySoon!, soon]) {
      for (const milliseconds of [-60_000, -1, 0, 60_000]) {
        await setRow(id, { expiresAt: new Date(limit.getTime() + milliseconds) })
        const { status } = (await get<ItemBody>(vaultDocumentRoute.GET, id)).body.data
        const { body } = await call<{ data: VaultStatistics }>(statisticsRoute.GET, { as: tenant })
        const { active_documents: active, expiring_soon: expiring, total_documents: total } = body.data
        const counts = { active: [3, 0], expiring: [2, 1], expired: [2, 0] }[status as 'active']
        expect([status, active, expiring, total]).toEqual([status, ...counts!, 3])
      }
    }
    await setRow(id, { expiresAt: addDays(now, 3650) })
  })

  it('200 with totals, the last twelve months and the tags', async () => {
    const [first, second] = (await vaultRows(double)) as [VaultRecord, VaultRecord]
    const [third] = (await vaultRows(single)) as [VaultRecord]
    const now = new Date()
    await setRow(first.id, { tags: ['BÉ', 'only once'] })
    await setRow(first.id, { tags: ['HR', 'be', 'ορος'], archivedAt: now })
    await setRow(second.id, { tags: ['hr', 'ΟΡΟΣ'], expiresAt: addDays(now, 5) })
    await setRow(third.id, { tags: ['HR', 'BÉ', 'Bé'], signedAt: addDays(now, -800) })
    await setRow(third.id, { tags: ['HR', 'bé'] })
    const { status, body } = await call<{ success: true; data: VaultStatistics }>(statisticsRoute.GET, {
      as: tenant,
    })
    expect([status, body.success]).toEqual([200, true])
    expect(body.data).toMatchObject({
      total_documents: 3,
      active_documents: 1,
      archived_documents: 1,
      expiring_soon: 1,
      expired_documents: 0,
      total_size: first.size + second.size + third.size,
      total_size_formatted: expect.stringMatching(/KB$/),
      top_tags: [
        { tag: 'HR', count: 3 },
        { tag: 'be', count: 2 },
        { tag: 'ΟΡΟΣ', count: 2 },
      ],
    })
    const months = body.data.documents_by_month
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toEqual({
      month: now.toISOString().slice(0, 7),
      count: 2,
      size: first.size + second.size,
    })
    expect(months.slice(0, -1).every(({ count }) => count === 0)).toBe(true)
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted())
    await setRow(first.id, { archivedAt: null, tags: [] })
  })

  it('200 for an empty vault', async () => {
    const empty = await makeTenant()
    const { data } = (await call<{ data: VaultStatistics }>(statisticsRoute.GET, { as: empty })).body
    expect(data).toMatchObject({
      total_documents: 0,
      total_size: 0,
      total_size_formatted: '0 B',
      top_tags: [],
    })
  })
})

describe('the files of a completed process', () => {
  it('200 for download-signed-pdf with the only PDF, the requested one, or a ZIP', async () => {
    const only = await get(signedPdfRoute.GET, single.id)
    expect([only.status, only.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(sha256Hex(only.bytes)).toBe((await vaultRows(single))[0]!.sha256)
    const [, annex] = double.documents
    const picked = await get(signedPdfRoute.GET, double.id, tenant, `document_id=${annex!.id}`)
    const row = (await vaultRows(double)).find(({ document_id }) => document_id === annex!.id)
    expect(sha256Hex(picked.bytes)).toBe(row!.sha256)
    const response = await get(signedPdfRoute.GET, double.id)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect([...unzip(response.bytes).keys()].filter((path) => path.endsWith('-signed.pdf'))).toEqual([
      '01-Zebra/Zebra-signed.pdf',
      '02-Annex/Annex-signed.pdf',
    ])
  })

  it('404 for a document of another process, 400 for an invalid id', async () => {
    const other = single.documents[0]!.id
    expect((await get(signedPdfRoute.GET, double.id, tenant, `document_id=${other}`)).status).toBe(404)
    expect((await get(signedPdfRoute.GET, double.id, tenant, 'document_id=x')).status).toBe(400)
  })

  it('200 for the certificate and the stored trail', async () => {
    const { status, headers, bytes } = await get(certificateRoute.GET, single.id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const entries = unzip((await get(archiveDownloadRoute.GET, single.id)).bytes)
    expect(entries.get('certificate.pdf')!.equals(bytes)).toBe(true)
    for (const name of ['certificate.pdf', 'audit-trail.pdf']) {
      const { valid, coversWholeFile, signatures } = await verifyPdf(entries.get(name)!)
      expect([name, valid, coversWholeFile]).toEqual([name, true, true])
      expect(signatures[0]!.signerName).toContain('Paraph seal')
    }
    const printed = await get(getTrail, single.id, tenant, 'format=pdf')
    expect(entries.get('audit-trail.pdf')!.equals(printed.bytes)).toBe(true)
  })

  it('200 for the archive with one folder per document', async () => {
    const { status, bytes } = await get(archiveDownloadRoute.GET, double.id)
    expect(status).toBe(200)
    expect([...unzip(bytes).keys()].map((path) => path.split('/')[0])).toEqual([
      ...Array(4).fill('01-Zebra'),
      ...Array(4).fill('02-Annex'),
      'consent',
      'how-to-verify.txt',
      'log-inclusion.tlog-proof',
      'manifest.json',
      'manifest.json.p7s',
    ])
  })

  it('the instructions of a package have a command that hashes every file of its manifest', async () => {
    const entries = unzip((await get(archiveDownloadRoute.GET, double.id)).bytes)
    const command = /^ +(.*sha256sum.*)$/m.exec(entries.get('how-to-verify.txt')!.toString())![1]!
    const { parts } = JSON.parse(entries.get('manifest.json')!.toString())
    const folder = mkdtempSync(join(tmpdir(), 'package-'))
    try {
      for (const [path, content] of entries) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), content)
      }
      const lines = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).split('\n')
      for (const { path, sha256 } of parts) expect(lines).toContain(`${sha256}  ./${path}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('409 before everyone has signed', async () => {
    for (const handler of [signedPdfRoute.GET, certificateRoute.GET, archiveDownloadRoute.GET]) {
      const errorResponse = await get<{ error: Record<string, unknown> }>(handler, unfinished.id)
      expect(errorResponse.status).toBe(409)
      expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'sent' })
    }
  })
})

describe('GET /archives', () => {
  const archived = (query = '') =>
    call<{ data: ArchiveRecord[] }>(archivesRoute.GET, { path: `/api/v1/archives?${query}`, as: tenant })

  it('200 with the completed processes, newest first', async () => {
    const { status, body } = await archived()
    expect(status).toBe(200)
    expect(body.data.map(({ name }) => name)).toEqual(['Both', 'Lease'])
    const size = (await vaultRows(double)).reduce((sum, row) => sum + row.size, 0)
    expect(body.data[0]).toEqual({
      id: double.id,
      process_id: double.id,
      name: 'Both',
      status: 'completed',
      folder_id: null,
      documents_count: 2,
      signers_count: 1,
      size,
      completed_at: double.completed_at,
      voided_at: null,
      test_mode: false,
      download_url: `http://localhost:3000/api/v1/archives/${double.id}/download`,
    })
  })

  it('200 filtered by search and day, and sorted; 400 for invalid values', async () => {
    const names = async (query: string) => (await archived(query)).body.data.map(({ name }) => name)
    expect(await names('search=LEAS')).toEqual(['Lease'])
    expect(await names('date_to=2020-01-01')).toEqual([])
    expect(await names('sort=name')).toEqual(['Both', 'Lease'])
    expect((await archived('sort=colour')).status).toBe(400)
  })
})
