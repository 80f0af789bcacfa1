import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { addDays, moveClock, now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import type { DocumentRecord } from '#lib/documents/schema'
import { sweepFiles } from '#lib/documents/sweep'
import { createFolder } from '#lib/folders/create'
import type { AuditTrail, ProcessRecord } from '#lib/processes/schema'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { readSize } from '#lib/storage/files'
import { deleteTemplate } from '#lib/templates/delete'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { loadFiles, loadVaultRows } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { deleteEnded, deleteVaultDocument } from '#lib/vault/delete'
import type { VaultRecord } from '#lib/vault/schema'
import * as accountRoute from '../account/route.ts'
import * as archiveRoute from '../archives/[id]/download/route.ts'
import * as documentRoute from '../documents/[id]/route.ts'
import * as trailRoute from '../signature-processes/[id]/audit-trail/route.ts'
import * as certificateRoute from '../signature-processes/[id]/certificate/route.ts'
import * as signedPdfRoute from '../signature-processes/[id]/download-signed-pdf/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as verifyRoute from '../verify/route.ts'
import * as legalHoldRoute from './documents/[id]/legal-hold/route.ts'
import * as vaultDocumentRoute from './documents/[id]/route.ts'
import * as vaultDocumentsRoute from './documents/route.ts'
import * as statisticsRoute from './statistics/route.ts'

type ItemBody = { data: VaultRecord }
type ErrorBody = { error: { code: string; message: string; current_status: string; deletable_at?: string } }
type VaultRow = typeof vaultDocuments.$inferSelect

let tenant: TestTenant
let rowOfOtherTenant: VaultRow
beforeAll(async () => {
  tenant = await makeTenant()
  rowOfOtherTenant = (await addEnded(tenant)).rows[0]!
})
/** Adds a completed process with vault documents whose retention ended `days` ago. */
async function addEnded(caller: TestTenant, days = 1, input: Parameters<typeof addCompleted>[1] = {}) {
  const process = await addCompleted(caller, input)
  await write(caller.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: addDays(now(), -days) })
      .where(eq(vaultDocuments.processId, process.id)),
  )
  return { process, rows: await loadVaultRows(caller, process.id) }
}

const remove = <B = ErrorBody>(id: number, caller: { token: string } = tenant) =>
  call<B>(vaultDocumentRoute.DELETE, { method: 'DELETE', params: { id }, as: caller })
const setHold = <B = ItemBody>(id: number, body: unknown, caller: { token: string } = tenant) =>
  call<B>(legalHoldRoute.PUT, { method: 'PUT', params: { id }, body, as: caller })
const getTrail = async (process: ProcessRecord, caller: TestTenant = tenant) =>
  (await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id: process.id }, as: caller })).body.data
const isStored = async (caller: TestTenant, sha256: string) =>
  (await readSize(caller.tenantId, sha256)) !== null

/** Runs the jobs that a deletion enqueues. */
async function purge(caller: TestTenant, hashes: string[]): Promise<void> {
  const run = { id: '1', attempt: 0, signal: new AbortController().signal }
  const job = documentJobs(documentReferences)['documents.purge']!
  for (const sha256 of hashes) await job.handle({ tenantId: caller.tenantId, sha256 }, run)
}

async function getVerification(bytes: Uint8Array): Promise<VerificationRecord> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return (await call(verifyRoute.POST, { body })).body.data as unknown as VerificationRecord
}

itIsGuarded(
  '/vault/documents/{id}',
  { DELETE: vaultDocumentRoute.DELETE },
  {
    idsOfOtherTenant: async () => ({ id: rowOfOtherTenant.id }),
  },
)
itIsGuarded('/vault/documents/{id}/legal-hold', legalHoldRoute, {
  bodyByMethod: { PUT: { on: true } },
  idsOfOtherTenant: async () => ({ id: rowOfOtherTenant.id }),
})

describe('DELETE /vault/documents/{id}', () => {
  it('204: the files are deleted, the trail stays, and a copy can still be verified', async () => {
    const image = signatureImage()
    const document = await addDocument(tenant, { pages: [{ text: 'Only once' }] })
    const input = { documents: [{ id: document.id }], signature: { method: 'drawn' as const, image } }
    const { process, rows } = await addEnded(tenant, 1, input)
    const [row] = rows as [VaultRow]
    const [copy] = (await loadFiles(tenant, process.id)) as [Uint8Array]
    const [signer] = await read(tenant.ctx, (reader) =>
      reader.select().from(signers).where(eq(signers.processId, process.id)),
    )
    const imageSha256 = signer!.signature!.imageSha256!

    expect((await remove(row.id)).status).toBe(204)
    expect((await remove(row.id)).status).toBe(404)
    const files = [row.sha256, row.certificateSha256, row.trailSha256, document.sha256]
    await purge(tenant, files)
    await sweepFiles(new Date(Date.now() + 86_401_000), documentReferences)
    for (const sha256 of [...files, imageSha256]) expect(await isStored(tenant, sha256)).toBe(false)

    const trail = await getTrail(process)
    expect(trail.chain_valid).toBe(true)
    expect(trail.events.at(-1)).toMatchObject({
      type: 'vault.deleted',
      actor: { type: 'user', id: tenant.user.id },
      data: { vault_document_id: row.id, sha256: row.sha256, name: row.name },
    })
    const verification = await getVerification(copy)
    expect([verification.valid, verification.issued_here, verification.sha256]).toEqual([
      true,
      true,
      row.sha256,
    ])
  })

  it('204: the process shows the deletion, and its downloads respond with 409', async () => {
    const { process, rows } = await addEnded(tenant)
    await remove(rows[0]!.id)
    const params = { id: process.id }
    const { body } = await call<{ data: ProcessRecord }>(processRoute.GET, { params, as: tenant })
    expect(body.data.status).toBe('completed')
    expect(body.data.documents[0]!.deleted_at).toMatch(/Z$/)
    expect((await call(documentRoute.GET, { params: { id: rows[0]!.documentId }, as: tenant })).status).toBe(
      404,
    )
    for (const handler of [signedPdfRoute.GET, certificateRoute.GET, archiveRoute.GET]) {
      const errorResponse = await call<ErrorBody>(handler, { params, as: tenant })
      expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'completed'])
    }
    const pdf = await call(trailRoute.GET, {
      path: '/x',
      params,
      as: tenant,
      headers: { accept: 'application/pdf' },
    })
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, Buffer.from('%PDF-').join(',')])
  })

  it('204 for one document leaves the evidence of the others', async () => {
    const documents = [await addDocument(tenant), await addDocument(tenant)]
    const { process, rows } = await addEnded(tenant, 1, { documents: documents.map(({ id }) => ({ id })) })
    const [first, second] = rows as [VaultRow, VaultRow]
    await remove(first.id)
    await purge(tenant, [first.sha256, first.certificateSha256, first.trailSha256])
    expect(await isStored(tenant, second.sha256)).toBe(true)
    expect(await isStored(tenant, second.certificateSha256)).toBe(true)
    const download = async (query = '') => {
      const options = { path: `/x?${query}`, params: { id: process.id }, as: tenant }
      const { status, headers } = await call(signedPdfRoute.GET, options)
      return [status, headers.get('content-type')]
    }
    // Still a ZIP: the process has several documents.
    expect(await download()).toEqual([200, 'application/zip'])
    expect(await download(`document_id=${second.documentId}`)).toEqual([200, 'application/pdf'])
    expect((await download(`document_id=${first.documentId}`))[0]).toBe(409)
    expect((await call(certificateRoute.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
  })

  it('204 for the last document deletes the files that signers added, and the trail names them', async () => {
    const [first, second] = [await addDocument(tenant), await addDocument(tenant)]
    const { process, rows } = await addEnded(tenant, 1, { documents: [{ id: first.id }, { id: second.id }] })
    const added = { name: 'passport.pdf', sha256: 'b'.repeat(64) }
    await write(tenant.ctx, (tx) =>
      tx.insert(attachments).values({
        ...{ tenantId: tenant.tenantId, processId: process.id, signerId: process.signers[0]!.id },
        ...{
          ...added,
          fieldId: process.fields[0]!.id,
          mimeType: 'application/pdf',
          size: 9,
          createdAt: now(),
        },
      }),
    )
    for (const { id } of rows) await remove(id)
    const deletions = (await getTrail(process)).events.filter(({ type }) => type === 'vault.deleted')
    expect(deletions.map(({ data }) => data.attachments)).toEqual([undefined, [added]])
  })

  it('204 leaves an upload that a template uses; it can be deleted once the template is', async () => {
    const document = await addDocument(tenant, { pages: [{ text: 'Of a template' }] })
    const template = await addTemplate(tenant, { documents: [{ id: document.id }] })
    const { rows } = await addEnded(tenant, 1, { documents: [{ id: document.id }] })
    await remove(rows[0]!.id)
    await purge(tenant, [document.sha256])
    expect(await isStored(tenant, document.sha256)).toBe(true)
    const options = { params: { id: document.id }, as: tenant }
    const { body } = await call<{ data: DocumentRecord }>(documentRoute.GET, options)
    expect(body.data.status).toBe('uploaded')
    const deleteUpload = async () =>
      (await call(documentRoute.DELETE, { method: 'DELETE', ...options })).status
    expect(await deleteUpload()).toBe(409)
    await deleteTemplate(tenant.ctx, template.id)
    expect(await deleteUpload()).toBe(204)
    await purge(tenant, [document.sha256])
    expect(await isStored(tenant, document.sha256)).toBe(false)
  })

  it('204 removes the document from drafts', async () => {
    const document = await addDocument(tenant)
    const draft = await addDraft(tenant, { documents: [{ id: document.id }] })
    const { rows } = await addEnded(tenant, 1, { documents: [{ id: document.id }] })
    await remove(rows[0]!.id)
    const params = { id: draft.id }
    const { body } = await call<{ data: ProcessRecord }>(processRoute.GET, { params, as: tenant })
    expect(body.data.documents).toEqual([])
  })

  it('204 updates the statistics', async () => {
    const newTenant = await makeTenant()
    const { rows } = await addEnded(newTenant)
    const total = async () =>
      (await call<{ data: { total_documents: number } }>(statisticsRoute.GET, { as: newTenant })).body.data
        .total_documents
    expect(await total()).toBe(1)
    await remove(rows[0]!.id, newTenant)
    expect(await total()).toBe(0)
  })

  it('changes nothing if its transaction fails at the end', async () => {
    const { process, rows } = await addEnded(tenant)
    const [row] = rows as [VaultRow]
    // PostgreSQL stores no NUL character: recording the event fails.
    const failingCtx = { ...tenant.ctx, requestId: '\0' }
    await expect(deleteVaultDocument(failingCtx, row.id, documentReferences)).rejects.toThrow()
    await purge(tenant, [row.sha256, row.certificateSha256, row.trailSha256])
    expect((await call(signedPdfRoute.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
    expect((await call(certificateRoute.GET, { params: { id: process.id }, as: tenant })).status).toBe(200)
  })

  it('409 before the retention ends, with the day', async () => {
    const process = await addCompleted(tenant)
    const [row] = await loadVaultRows(tenant, process.id)
    const { status, body } = await remove(row!.id)
    expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', 'active'])
    expect(body.error.deletable_at).toBe(row!.expiresAt.toISOString())
    expect(body.error.message).toContain(row!.expiresAt.toISOString().slice(0, 10))
    expect(await isStored(tenant, row!.sha256)).toBe(true)
  })

  it('409 under legal hold, and 204 once it is released', async () => {
    const { rows } = await addEnded(tenant)
    await setHold(rows[0]!.id, { on: true })
    const { status, body } = await remove(rows[0]!.id)
    expect([status, body.error.code, body.error.deletable_at]).toEqual([409, 'invalid_state', undefined])
    expect(body.error.message).toContain('legal hold')
    await setHold(rows[0]!.id, { on: false })
    expect((await remove(rows[0]!.id)).status).toBe(204)
  })

  it('204 and 404 for two requests at the same time', async () => {
    const { process, rows } = await addEnded(tenant)
    const statuses = await Promise.all([remove(rows[0]!.id), remove(rows[0]!.id)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 404])
    const { events } = await getTrail(process)
    expect(events.filter(({ type }) => type === 'vault.deleted')).toHaveLength(1)
  })

  it('403 for users who are not administrators, and 15 minutes after the password was entered', async () => {
    for (const [method, handler] of [
      ['DELETE', vaultDocumentRoute.DELETE],
      ['PUT', legalHoldRoute.PUT],
    ] as const) {
      const options = { method, params: { id: rowOfOtherTenant.id }, body: { on: true } }
      const errorResponse = await call(handler, { ...options, as: await tenant.addMember('user') })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
      moveClock(16 * 60_000)
      const late = await call(handler, { ...options, as: tenant })
      moveClock(-16 * 60_000)
      expect([late.status, late.body.error.code]).toEqual([403, 'reauthentication_required'])
    }
  })
})

describe('PUT /vault/documents/{id}/legal-hold', () => {
  it('200 with user, time and reason; repeating it changes nothing, and another reason only the reason', async () => {
    const { process, rows } = await addEnded(tenant)
    const { id } = rows[0]!
    const firstResponse = await setHold(id, { on: true, reason: ' Lawsuit 4 O 123/26 ' })
    expect(firstResponse.status).toBe(200)
    expect(firstResponse.body.data.legal_hold).toEqual({
      on: true,
      reason: 'Lawsuit 4 O 123/26',
      set_by: { id: tenant.user.id, name: tenant.user.name },
      set_at: expect.stringMatching(/Z$/),
    })
    expect((await setHold(id, { on: true })).body.data.legal_hold).toEqual(firstResponse.body.data.legal_hold)
    const otherReason = await setHold(
      id,
      { on: true, reason: 'Other' },
      await tenant.addMember('tenant_admin'),
    )
    expect(otherReason.body.data.legal_hold).toEqual({
      ...firstResponse.body.data.legal_hold,
      reason: 'Other',
    })
    for (let time = 0; time < 2; time++) {
      const released = await setHold(id, { on: false })
      expect(released.body.data.legal_hold).toEqual({ on: false, reason: null, set_by: null, set_at: null })
    }
    const { events } = await getTrail(process)
    expect(events.slice(-3).map(({ type, data }) => [type, data.reason])).toEqual([
      ['vault.hold_set', 'Lawsuit 4 O 123/26'],
      ['vault.hold_set', 'Other'],
      ['vault.hold_released', undefined],
    ])
  })

  it.each([{}, { on: 'yes' }, { on: true, reason: 'x'.repeat(501) }])('400 for %j', async (body) => {
    expect((await setHold(rowOfOtherTenant.id, body)).status).toBe(400)
  })
})

describe('GET /vault/documents', () => {
  it('200 only with or without a legal hold, also in a search', async () => {
    const newTenant = await makeTenant()
    const names = ['Lease held', 'Lease', 'Lease too']
    for (const name of names) {
      const document = await addDocument(newTenant, { name })
      const [row] = await loadVaultRows(
        newTenant,
        (await addCompleted(newTenant, { documents: [{ id: document.id }] })).id,
      )
      if (name === 'Lease held') await setHold(row!.id, { on: true }, newTenant)
    }
    const list = async (query: string) => {
      const { body } = await call<{ data: VaultRecord[]; meta: { total: number } }>(vaultDocumentsRoute.GET, {
        path: `/api/v1/vault/documents?${query}`,
        as: newTenant,
      })
      return [body.data.map(({ name }) => name).sort(), body.meta.total]
    }
    for (const more of ['', '&search=lease', '&status=active', '&sort=name', '&folder_id=none']) {
      expect(await list(`legal_hold=true${more}`)).toEqual([['Lease held'], 1])
      expect(await list(`legal_hold=false${more}`)).toEqual([['Lease', 'Lease too'], 2])
    }
    const folder = await createFolder(newTenant.ctx, { name: 'Empty', access: 'everyone' })
    for (const heldDocument of [true, false])
      expect(await list(`legal_hold=${heldDocument}&folder_id=${folder.id}`)).toEqual([[], 0])
    expect((await call(vaultDocumentsRoute.GET, { path: '/x?legal_hold=maybe', as: newTenant })).status).toBe(
      400,
    )
  })
})

describe('delete_after_retention', () => {
  it('deletes ended documents each night, never under legal hold, only in tenants that enabled it', async () => {
    const [newTenant, otherTenant] = [await makeTenant(), await makeTenant()]
    const ended = await addEnded(newTenant)
    const processOnHold = await addEnded(newTenant)
    const active = await addEnded(newTenant, -1)
    const otherProcess = await addEnded(otherTenant)
    await setHold(processOnHold.rows[0]!.id, { on: true }, newTenant)
    const remainingRows = async () => {
      const processes = [ended, processOnHold, active]
      return Promise.all(
        processes.map(async ({ process }) => (await loadVaultRows(newTenant, process.id)).length),
      )
    }
    await deleteEnded(now(), documentReferences)
    expect(await remainingRows()).toEqual([1, 1, 1])
    const body = { delete_after_retention: true }
    const set = await call<{ data: { tenant: object } }>(accountRoute.PATCH, {
      method: 'PATCH',
      as: newTenant,
      body,
    })
    expect(set.body.data.tenant).toMatchObject(body)
    for (let night = 0; night < 2; night++) await deleteEnded(now(), documentReferences)
    expect(await remainingRows()).toEqual([0, 1, 1])
    expect(await loadVaultRows(otherTenant, otherProcess.process.id)).toHaveLength(1)
    expect((await getTrail(ended.process, newTenant)).events.at(-1)).toMatchObject({
      type: 'vault.deleted',
      actor: { type: 'system', job: 'vault.delete-ended' },
    })
  })
})

function signatureImage(): string {
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 5, 30, 4)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
