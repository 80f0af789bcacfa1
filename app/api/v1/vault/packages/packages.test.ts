import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#db/connection/client'
import { read } from '#db/tenancy/tenant'
import { findProcess } from '#lib/processes/load'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import { loadVaultRows } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { loadEvidence, makeZipEntries } from '#lib/vault/download/zip-entries'
import { POST as voidProcess } from '../../signature-processes/[id]/void/route.ts'
import { GET as getVerification } from '../documents/[id]/verification/route.ts'
import { GET as listVault } from '../documents/route.ts'
import { GET } from './route.ts'

const recipe = vi.hoisted(() => ({ instructions: 'How to verify this package' }))
vi.mock(import('#lib/vault/download/recipe'), async (original) =>
  Object.defineProperty({ ...(await original()) }, 'instructions', { get: () => recipe.instructions }),
)

let tenant: TestTenant
let otherTenant: TestTenant
let ids: number[]
beforeAll(async () => {
  tenant = await makeTenant()
  otherTenant = await makeTenant()
  for (const name of ['Lease', 'Annex']) {
    const document = await addDocument(tenant, { name })
    await addCompleted(tenant, { name, documents: [{ id: document.id }] })
  }
  const { body } = await call<{ data: { id: number }[] }>(listVault, {
    as: tenant,
    path: '/api/v1/vault/documents?sort=signed_at',
  })
  ids = body.data.map(({ id }) => id)
}, 60_000)

const getPackages = (list: string, caller = tenant) =>
  call<{ error: { errors: object } }>(GET, { as: caller, path: `/api/v1/vault/packages?ids=${list}` })

describe('GET /vault/packages', () => {
  it('200 with a numbered folder for each document, in the order of the request', async () => {
    const { status, headers, bytes } = await getPackages(ids.toReversed().join())
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    const entries = [...unzip(bytes).keys()]
    expect(entries.filter((path) => path.endsWith('-signed.pdf'))).toEqual([
      '01-Annex/Annex-signed.pdf',
      '02-Lease/Lease-signed.pdf',
    ])
    expect(entries.filter((path) => path.startsWith('01-Annex/'))).toHaveLength(entries.length / 2)
    expect(entries.slice(1, 9)).toEqual(
      [
        'certificate.pdf',
        'audit-trail.json',
        'audit-trail.pdf',
        'consent/2026-11-30-en.txt',
        'how-to-verify.txt',
        'log-inclusion.tlog-proof',
        'manifest.json',
        'manifest.json.p7s',
      ].map((path) => `01-Annex/${path}`),
    )
  })

  it('304 for the ETag of the last response, until an event is added to an audit trail', async () => {
    const path = `/api/v1/vault/packages?ids=${ids.join()}`
    const { headers } = await getPackages(ids.join())
    const revalidate = () =>
      call(GET, { as: tenant, path, headers: { 'if-none-match': headers.get('etag')! } })
    const statements: string[] = []
    await openDatabase({ debug: (_connection, statement) => statements.push(statement) })
    expect((await revalidate()).status).toBe(304)
    expect(statements.filter((statement) => statement.includes('from "events"'))).toEqual([])
    const { body } = await call<{ data: { process_id: number }[] }>(listVault, { as: tenant })
    const id = body.data[0]!.process_id
    await call(voidProcess, { method: 'POST', as: tenant, params: { id }, body: { reason: 'By mistake.' } })
    expect((await revalidate()).status).toBe(200)
  })

  it('200 with the audit trail of one process in the folders of its documents, read once', async () => {
    const documents = await Promise.all([addDocument(tenant), addDocument(tenant)])
    const { id } = await addCompleted(tenant, {
      documents: documents.map((document) => ({ id: document.id })),
    })
    const rows = await loadVaultRows(tenant, id)
    const statements: string[] = []
    await openDatabase({ debug: (_connection, statement) => statements.push(statement) })
    const countReads = async (list: typeof rows) => {
      statements.length = 0
      const { bytes } = await getPackages(list.map((row) => row.id).join())
      const trails = [...unzip(bytes)].filter(([path]) => path.endsWith('audit-trail.json'))
      const reads = statements.filter((statement) => statement.includes('from "events"')).length
      return { reads, trails: trails.map(([, trail]) => trail.toString()) }
    }
    const ofOne = await countReads([rows[0]!])
    expect(ofOne.reads).toBeGreaterThan(0)
    expect(await countReads(rows)).toEqual({ ...ofOne, trails: [...ofOne.trails, ...ofOne.trails] })
    const evidence = await loadEvidence(tenant.ctx, id)
    const process = await read(tenant.ctx, (reader) => findProcess(reader, tenant.ctx, id))
    const contents = makeZipEntries(tenant.ctx, process, rows, evidence)
      .filter(({ path }) => path.endsWith('audit-trail.json'))
      .map(({ content }) => content)
    expect(contents).toHaveLength(2)
    expect(contents[1]).toBe(contents[0])
  })

  it('200 for the ETag of a response with other instructions', async () => {
    const { headers } = await getPackages(ids.join())
    recipe.instructions += ' with one command'
    const path = `/api/v1/vault/packages?ids=${ids.join()}`
    const ifNoneMatch = { 'if-none-match': headers.get('etag')! }
    expect((await call(GET, { as: tenant, path, headers: ifNoneMatch })).status).toBe(200)
  })

  it.each(['', 'x', '1,,2', '0', Array.from({ length: 101 }, (_, index) => index + 1).join()])(
    '400 for ids=%s',
    async (list) => {
      const errorResponse = await getPackages(list)
      expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toMatchObject([
        400,
        ['ids'],
      ])
    },
  )

  it('404 for one document of another tenant', async () => {
    const processOfOtherTenant = await addCompleted(otherTenant)
    const { body } = await call<{ data: { id: number }[] }>(listVault, { as: otherTenant })
    expect(processOfOtherTenant.status).toBe('completed')
    expect((await getPackages(`${ids[0]},${body.data[0]!.id}`)).status).toBe(404)
  })
})

describe('GET /vault/documents/{id}/verification', () => {
  it('200 with the report of POST /verify', async () => {
    const { status, body } = await call<{ data: VerificationRecord }>(getVerification, {
      as: tenant,
      params: { id: ids[0]! },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      filename: 'Lease-signed.pdf',
      valid: true,
      changed_after_signing: false,
      issued_here: true,
      voided_at: null,
    })
  })

  it('404 for another tenant', async () => {
    const { status } = await call(getVerification, { as: otherTenant, params: { id: ids[0]! } })
    expect(status).toBe(404)
  })
})
