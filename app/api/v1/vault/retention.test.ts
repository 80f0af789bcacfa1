import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenant'
import { addDays, moveClock, now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import { sweepFiles } from '#lib/documents/sweep'
import type { AuditTrail, ProcessRecord } from '#lib/processes/schema'
import type { VerificationRecord } from '#lib/signing/schema'
import { sizeOf } from '#lib/storage/files'
import { call } from '#lib/testing/call'
import { filesOf, vaultRowsOf } from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { itIsGuarded } from '#lib/testing/guards'
import { addDocument, addDraft, addTemplate } from '#lib/testing/modules'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { deleteEnded, deleteVaultDocument } from '#lib/vault/delete'
import type { VaultRecord } from '#lib/vault/schema'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as account from '../account/route.ts'
import * as archive from '../archives/[id]/download/route.ts'
import * as documentRoute from '../documents/[id]/route.ts'
import * as trailRoute from '../signature-processes/[id]/audit-trail/route.ts'
import * as certificate from '../signature-processes/[id]/certificate/route.ts'
import * as signed from '../signature-processes/[id]/download-signed-pdf/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as verify from '../verify/route.ts'
import * as hold from './documents/[id]/legal-hold/route.ts'
import * as one from './documents/[id]/route.ts'
import * as many from './documents/route.ts'
import * as statistics from './statistics/route.ts'

type One = { data: VaultRecord }
type Refused = { error: { code: string; message: string; current_status: string; deletable_at?: string } }
type Stored = typeof vaultDocuments.$inferSelect

let tenant: TestTenant
let foreign: Stored
beforeAll(async () => {
  tenant = await makeTenant()
  foreign = (await addStored(tenant)).rows[0]!
})
afterAll(closeThreads)

/** A completed process and its vault documents, whose retention ended `days` ago. */
async function addStored(as: TestTenant, days = 1, input: Parameters<typeof addCompleted>[1] = {}) {
  const process = await addCompleted(as, input)
  await write(as.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: addDays(now(), -days) })
      .where(eq(vaultDocuments.processId, process.id)),
  )
  return { process, rows: await vaultRowsOf(as, process.id) }
}

const del = <B = Refused>(id: number, as: { token: string } = tenant) =>
  call<B>(one.DELETE, { method: 'DELETE', params: { id }, as })
const put = <B = One>(id: number, body: unknown, as: { token: string } = tenant) =>
  call<B>(hold.PUT, { method: 'PUT', params: { id }, body, as })
const trailOf = async (process: ProcessRecord, as: TestTenant = tenant) =>
  (await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id: process.id }, as })).body.data
const isThere = async (as: TestTenant, sha256: string) => (await sizeOf(as.tenantId, sha256)) !== null

/** What the worker does with the jobs that a deletion has enqueued. */
async function purge(as: TestTenant, hashes: string[]): Promise<void> {
  const run = { id: '1', attempt: 0, signal: new AbortController().signal }
  const job = documentJobs(documentReferences)['documents.purge']!
  for (const sha256 of hashes) await job.handle({ tenantId: as.tenantId, sha256 }, run)
}

async function verdictOf(bytes: Uint8Array): Promise<VerificationRecord> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return (await call(verify.POST, { body })).body.data as unknown as VerificationRecord
}

itIsGuarded(
  '/vault/documents/{id}',
  { DELETE: one.DELETE },
  {
    foreign: async () => ({ id: foreign.id }),
  },
)
itIsGuarded('/vault/documents/{id}/legal-hold', hold, {
  body: { PUT: { on: true } },
  foreign: async () => ({ id: foreign.id }),
})

describe('DELETE /vault/documents/{id}', () => {
  it('204: the files are gone, the trail stays, and a copy still verifies', async () => {
    const image = signaturePicture()
    const document = await addDocument(tenant, { pages: [{ text: 'Only once' }] })
    const input = { documents: [{ id: document.id }], signature: { method: 'drawn' as const, image } }
    const { process, rows } = await addStored(tenant, 1, input)
    const [row] = rows as [Stored]
    const [copy] = (await filesOf(tenant, process.id)) as [Uint8Array]
    const [signer] = await read(tenant.ctx, (reader) =>
      reader.select().from(signers).where(eq(signers.processId, process.id)),
    )
    const picture = signer!.signature!.imageSha256!

    expect((await del(row.id)).status).toBe(204)
    expect((await del(row.id)).status).toBe(404)
    const files = [row.sha256, row.certificateSha256, row.trailSha256, document.sha256]
    await purge(tenant, files)
    await sweepFiles(new Date(Date.now() + 86_401_000), documentReferences)
    for (const sha256 of [...files, picture]) expect(await isThere(tenant, sha256)).toBe(false)

    const trail = await trailOf(process)
    expect(trail.chain_valid).toBe(true)
    expect(trail.events.at(-1)).toMatchObject({
      type: 'vault.deleted',
      actor: { type: 'user', id: tenant.user.id },
      data: { vault_document_id: row.id, sha256: row.sha256, name: row.name },
    })
    const verdict = await verdictOf(copy)
    expect([verdict.valid, verdict.issued_here, verdict.sha256]).toEqual([true, true, row.sha256])
  })

  it('204: the process says so, and its downloads are 409', async () => {
    const { process, rows } = await addStored(tenant)
    await del(rows[0]!.id)
    const params = { id: process.id }
    const { body } = await call<{ data: ProcessRecord }>(processRoute.GET, { params, as: tenant })
    expect(body.data.status).toBe('completed')
    expect(body.data.documents[0]!.deleted_at).toMatch(/Z$/)
    expect((await call(documentRoute.GET, { params: { id: rows[0]!.documentId }, as: tenant })).status).toBe(
      404,
    )
    for (const handler of [signed.GET, certificate.GET, archive.GET]) {
      const refused = await call<Refused>(handler, { params, as: tenant })
      expect([refused.status, refused.body.error.current_status]).toEqual([409, 'completed'])
    }
    const pdf = await call(trailRoute.GET, {
      path: '/x',
      params,
      as: tenant,
      headers: { accept: 'application/pdf' },
    })
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, Buffer.from('%PDF-').join(',')])
  })

  it('204 of one document leaves the evidence of the others', async () => {
    const documents = [await addDocument(tenant), await addDocument(tenant)]
    const { process, rows } = await addStored(tenant, 1, { documents: documents.map(({ id }) => ({ id })) })
    const [first, second] = rows as [Stored, Stored]
    await del(first.id)
    await purge(tenant, [first.sha256, first.certificateSha256, first.trailSha256])
    expect(await isThere(tenant, second.sha256)).toBe(true)
    expect(await isThere(tenant, second.certificateSha256)).toBe(true)
    expect(
      (await call(signed.GET, { params: { id: process.id }, as: tenant })).headers.get('content-type'),
    ).toBe('application/pdf')
    expect((await call(certificate.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
  })

  it('204 leaves an upload that a template uses', async () => {
    const document = await addDocument(tenant)
    await addTemplate(tenant, { documents: [{ id: document.id }] })
    const { rows } = await addStored(tenant, 1, { documents: [{ id: document.id }] })
    await del(rows[0]!.id)
    await purge(tenant, [document.sha256])
    expect(await isThere(tenant, document.sha256)).toBe(true)
    expect((await call(documentRoute.GET, { params: { id: document.id }, as: tenant })).status).toBe(200)
  })

  it('204 takes the document out of drafts that name it', async () => {
    const document = await addDocument(tenant)
    const draft = await addDraft(tenant, { documents: [{ id: document.id }] })
    const { rows } = await addStored(tenant, 1, { documents: [{ id: document.id }] })
    await del(rows[0]!.id)
    const params = { id: draft.id }
    const { body } = await call<{ data: ProcessRecord }>(processRoute.GET, { params, as: tenant })
    expect(body.data.documents).toEqual([])
  })

  it('204 counts it out of the statistics', async () => {
    const own = await makeTenant()
    const { rows } = await addStored(own)
    const total = async () =>
      (await call<{ data: { total_documents: number } }>(statistics.GET, { as: own })).body.data
        .total_documents
    expect(await total()).toBe(1)
    await del(rows[0]!.id, own)
    expect(await total()).toBe(0)
  })

  it('changes nothing when its transaction fails at the end', async () => {
    const { process, rows } = await addStored(tenant)
    const [row] = rows as [Stored]
    // No event can be written with this.
    const failing = { ...tenant.ctx, requestId: '\0' }
    await expect(deleteVaultDocument(failing, row.id, documentReferences)).rejects.toThrow()
    await purge(tenant, [row.sha256, row.certificateSha256, row.trailSha256])
    expect((await call(signed.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
    expect((await call(certificate.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
  })

  it('409 before the retention ends, with the day', async () => {
    const process = await addCompleted(tenant)
    const [row] = await vaultRowsOf(tenant, process.id)
    const { status, body } = await del(row!.id)
    expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', 'active'])
    expect(body.error.deletable_at).toBe(row!.expiresAt.toISOString())
    expect(body.error.message).toContain(row!.expiresAt.toISOString().slice(0, 10))
    expect(await isThere(tenant, row!.sha256)).toBe(true)
  })

  it('409 under legal hold, and 204 once it is released', async () => {
    const { rows } = await addStored(tenant)
    await put(rows[0]!.id, { on: true })
    const { status, body } = await del(rows[0]!.id)
    expect([status, body.error.code, body.error.deletable_at]).toEqual([409, 'invalid_state', undefined])
    expect(body.error.message).toContain('legal hold')
    await put(rows[0]!.id, { on: false })
    expect((await del(rows[0]!.id)).status).toBe(204)
  })

  it('204 once, 404 for the other of two at the same time', async () => {
    const { process, rows } = await addStored(tenant)
    const statuses = await Promise.all([del(rows[0]!.id), del(rows[0]!.id)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 404])
    const { events } = await trailOf(process)
    expect(events.filter(({ type }) => type === 'vault.deleted')).toHaveLength(1)
  })

  it('403 for members who are no administrators, and a quarter of an hour after the password', async () => {
    for (const [method, handler] of [
      ['DELETE', one.DELETE],
      ['PUT', hold.PUT],
    ] as const) {
      const options = { method, params: { id: foreign.id }, body: { on: true } }
      const refused = await call(handler, { ...options, as: await tenant.addMember('user') })
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
      moveClock(16 * 60_000)
      const old = await call(handler, { ...options, as: tenant })
      moveClock(-16 * 60_000)
      expect([old.status, old.body.error.code]).toEqual([403, 'reauthentication_required'])
    }
  })
})

describe('PUT /vault/documents/{id}/legal-hold', () => {
  it('200 with who, when and why; repeating it changes nothing', async () => {
    const { process, rows } = await addStored(tenant)
    const { id } = rows[0]!
    const first = await put(id, { on: true, reason: ' Lawsuit 4 O 123/26 ' })
    expect(first.status).toBe(200)
    expect(first.body.data.legal_hold).toEqual({
      on: true,
      reason: 'Lawsuit 4 O 123/26',
      set_by: { id: tenant.user.id, name: tenant.user.name },
      set_at: expect.stringMatching(/Z$/),
    })
    expect((await put(id, { on: true })).body.data.legal_hold).toEqual(first.body.data.legal_hold)
    expect((await put(id, { on: true, reason: 'Other' })).body.data.legal_hold.reason).toBe('Other')
    for (let time = 0; time < 2; time++) {
      const released = await put(id, { on: false })
      expect(released.body.data.legal_hold).toEqual({ on: false, reason: null, set_by: null, set_at: null })
    }
    const { events } = await trailOf(process)
    expect(events.slice(-3).map(({ type, data }) => [type, data.reason])).toEqual([
      ['vault.hold_set', 'Lawsuit 4 O 123/26'],
      ['vault.hold_set', 'Other'],
      ['vault.hold_released', undefined],
    ])
  })

  it.each([{}, { on: 'yes' }, { on: true, reason: 'x'.repeat(501) }])('400 for %j', async (body) => {
    expect((await put(foreign.id, body)).status).toBe(400)
  })
})

describe('GET /vault/documents', () => {
  it('200 only with or without a legal hold, also in a search', async () => {
    const own = await makeTenant()
    const names = ['Lease held', 'Lease', 'Lease too']
    for (const name of names) {
      const document = await addDocument(own, { name })
      const [row] = await vaultRowsOf(own, (await addCompleted(own, { documents: [{ id: document.id }] })).id)
      if (name === 'Lease held') await put(row!.id, { on: true }, own)
    }
    const list = async (query: string) => {
      const { body } = await call<{ data: VaultRecord[]; meta: { total: number } }>(many.GET, {
        path: `/api/v1/vault/documents?${query}`,
        as: own,
      })
      return [body.data.map(({ name }) => name).sort(), body.meta.total]
    }
    for (const more of ['', '&search=lease', '&status=active', '&sort=name']) {
      expect(await list(`legal_hold=true${more}`)).toEqual([['Lease held'], 1])
      expect(await list(`legal_hold=false${more}`)).toEqual([['Lease', 'Lease too'], 2])
    }
    expect((await call(many.GET, { path: '/x?legal_hold=maybe', as: own })).status).toBe(400)
  })
})

describe('delete_after_retention', () => {
  it('deletes what has ended each night, never under legal hold, only where it is set', async () => {
    const [own, other] = [await makeTenant(), await makeTenant()]
    const ended = await addStored(own)
    const held = await addStored(own)
    const active = await addStored(own, -1)
    const theirs = await addStored(other)
    await put(held.rows[0]!.id, { on: true }, own)
    const left = async () => {
      const processes = [ended, held, active]
      return Promise.all(processes.map(async ({ process }) => (await vaultRowsOf(own, process.id)).length))
    }
    await deleteEnded(now(), documentReferences)
    expect(await left()).toEqual([1, 1, 1])
    const body = { delete_after_retention: true }
    const set = await call<{ data: { tenant: object } }>(account.PATCH, { method: 'PATCH', as: own, body })
    expect(set.body.data.tenant).toMatchObject(body)
    for (let night = 0; night < 2; night++) await deleteEnded(now(), documentReferences)
    expect(await left()).toEqual([0, 1, 1])
    expect(await vaultRowsOf(other, theirs.process.id)).toHaveLength(1)
    expect((await trailOf(ended.process, own)).events.at(-1)).toMatchObject({
      type: 'vault.deleted',
      actor: { type: 'system', job: 'vault.delete-ended' },
    })
  })
})

function signaturePicture(): string {
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 5, 30, 4)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
