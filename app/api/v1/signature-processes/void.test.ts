import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { vaultDocuments } from '#db/schema/vault'
import { findSigned } from '#db/tenancy/cross-tenant-signed'
import { write } from '#db/tenancy/tenant'
import { addDays, now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { verifyPdf } from '#lib/pades/verify'
import { signedPdf } from '#lib/pdf/fixtures/build'
import type { AuditTrail, ProcessRecord } from '#lib/processes/schema'
import type { SigningRecord } from '#lib/signing/schema'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { getBytes } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDocument, addDraft, addSent } from '#lib/testing/records/records'
import { extractText, findToken, loadFiles, loadVaultRows } from '#lib/testing/records/signing-session'
import { openStamper, withStampers } from '#lib/testing/servers/stamper'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { deleteVaultDocument } from '#lib/vault/delete'
import type { ArchiveRecord, VaultRecord } from '#lib/vault/schema'
import * as archiveDownload from '../archives/[id]/download/route.ts'
import * as archives from '../archives/route.ts'
import * as signingDownload from '../signing/[token]/download/route.ts'
import * as signing from '../signing/[token]/route.ts'
import * as vaultDocument from '../vault/documents/[id]/route.ts'
import * as vault from '../vault/documents/route.ts'
import * as report from '../verify/report/route.ts'
import * as verify from '../verify/route.ts'
import * as trail from './[id]/audit-trail/route.ts'
import * as certificate from './[id]/certificate/route.ts'
import * as download from './[id]/download-signed-pdf/route.ts'
import * as process from './[id]/route.ts'
import * as voidRoute from './[id]/void/route.ts'

type ProcessResponse = { data: ProcessRecord }
type ErrorBody = { error: { code: string; current_status: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let completedProcess: ProcessRecord
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  completedProcess = await addCompleted(tenant, { signers: [{ name: 'Ada' }, { name: 'Grace' }] })
  foreignProcess = await addDraft(await makeTenant())
})
itIsGuarded('/signature-processes/{id}/void', voidRoute, {
  bodyByMethod: { POST: { reason: 'Sold' } },
  idsOfOtherTenant: async () => ({ id: foreignProcess.id }),
})

const postVoid = <B = ProcessResponse>(
  id: number,
  body: object = { reason: 'Sold' },
  caller: { token: string } = tenant,
) => call<B>(voidRoute.POST, { method: 'POST', params: { id }, body, as: caller })

function toBody(bytes: Uint8Array): FormData {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return body
}

async function getVerification(bytes: Uint8Array): Promise<VerificationRecord> {
  return (await call(verify.POST, { body: toBody(bytes) })).body.data as unknown as VerificationRecord
}

const extractPlain = async (bytes: Uint8Array) =>
  (await extractText(bytes)).replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ')

describe('POST /signature-processes/{id}/void', () => {
  it('200: record, trail, emails and /verify show that it is void; the files stay', async () => {
    const [sealedFile] = await loadFiles(tenant, completedProcess.id)
    const before = await getVerification(sealedFile!)
    expect([before.valid, before.voided_at]).toEqual([true, null])
    const newEmails = watchEmails(tenant)
    await newEmails()

    const { status, body } = await postVoid(completedProcess.id, { reason: ' The flat was sold. ' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'voided', void_reason: 'The flat was sold.' })
    expect(body.data.voided_at).toEqual(expect.any(String))

    const emails = await newEmails()
    expect(emails.map(({ to }) => to).sort()).toEqual(
      completedProcess.signers.map(({ email }) => email).sort(),
    )
    expect(emails[0]!.text).toContain('The flat was sold.')
    expect(emails[0]!.text).toContain('stay available')
    const { events } = (
      await call<{ data: AuditTrail }>(trail.GET, { params: { id: completedProcess.id }, as: tenant })
    ).body.data
    expect(events.at(-1)).toMatchObject({ type: 'process.voided', data: { reason: 'The flat was sold.' } })

    const after = await getVerification(sealedFile!)
    expect(after).toEqual({ ...before, voided_at: body.data.voided_at })
    // Another certificate with the same serial number, which anyone can make, does not take its place.
    const { signatures } = await verifyPdf(new Uint8Array(sealedFile!))
    const { serialNumber, certificate: signerCertificate } = signatures.find(
      ({ signerName }) => signerName === 'Ada',
    )!
    const imitation = { serialNumber: serialNumber.toLowerCase(), der: signatures.at(-1)!.certificate }
    const signed = await findSigned([{ ...imitation, der: signerCertificate }, imitation])
    expect(signed.map(({ voidedAt }) => voidedAt?.toISOString())).toEqual([body.data.voided_at])
    for (const route of [download, certificate]) {
      expect((await call(route.GET, { params: { id: completedProcess.id }, as: tenant })).status).toBe(200)
    }
    const token = await findToken(tenant, completedProcess.signers[0]!.id)
    const page = await call<{ data: SigningRecord }>(signing.GET, { params: { token } })
    expect(page.body.data.process.status).toBe('voided')
    expect((await call(signingDownload.GET, { params: { token } })).status).toBe(200)
  })

  it('is said by the printed trail, which has all events, at its address and in the package', async () => {
    const { id } = await addCompleted(tenant)
    const getTrail = async (headers: Record<string, string> = {}) => {
      const path = '/api/v1/x?format=pdf'
      const printed = await call(trail.GET, { path, params: { id }, as: tenant, headers })
      return { ...printed, text: printed.bytes ? await extractPlain(printed.bytes) : '' }
    }
    const zip = async () => unzip((await call(archiveDownload.GET, { params: { id }, as: tenant })).bytes)
    const later = 'audit-trail-with-later-events.pdf'
    const sealed = await getTrail()
    expect(sealed.text).toContain('Completed for')
    expect([...(await zip()).keys()]).not.toContain(later)

    await postVoid(id, { reason: 'The flat was sold.' })
    const { events, chain_head } = (
      await call<{ data: AuditTrail }>(trail.GET, { params: { id }, as: tenant })
    ).body.data
    const printed = await getTrail({ 'if-none-match': sealed.headers.get('etag')! })
    expect([printed.status, printed.headers.get('etag')]).toEqual([200, null])
    const [first, second] = [await zip(), await zip()]
    for (const text of [printed.text, await extractPlain(first.get(later)!)]) {
      expect(text).toMatch(/Status.*void.*Declared void.*reason: "The flat was sold\."/s)
      expect(text).toContain(`Entries ${events.length}`)
      expect(text.replaceAll(' ', '')).toContain(chain_head!)
      expect(text).not.toContain('Completed for')
    }
    expect(Buffer.from(sealed.bytes).equals(first.get('audit-trail.pdf')!)).toBe(true)
    expect([...first]).toEqual([...second])
    const manifest = JSON.parse(first.get('manifest.json')!.toString()) as { parts: { path: string }[] }
    expect(manifest.parts.map(({ path }) => path)).toContain(later)
  })

  it('is said of every file of the process: by the report as PDF, and of the certificate and the trail', async () => {
    const { id } = await addCompleted(tenant, { options: { embed_evidence: true } })
    const [file] = await loadFiles(tenant, id)
    const [row] = await loadVaultRows(tenant, id)
    const { voided_at: voidedAt } = (await postVoid(id)).body.data
    const evidence = [row!.certificateSha256, row!.trailSha256].map((hash) => getBytes(tenant.tenantId, hash))
    for (const bytes of [file!, ...(await Promise.all(evidence))])
      expect(await getVerification(bytes)).toMatchObject({ valid: true, voided_at: voidedAt })
    const printed = await call(report.POST, { path: '/api/v1/verify/report?format=pdf', body: toBody(file!) })
    const time = voidedAt!.slice(0, 19).replace('T', ' ')
    expect((await extractText(printed.bytes)).replace(/[\u2066-\u2069]/g, '')).toContain(
      `This document was declared void on ${time} UTC.`,
    )
  })

  it('is said of the process that the last seal names, also where its file is signed again in another one', async () => {
    // A seal without a time stamp locks the document, and only a file that was signed before is not certified.
    const stamper = await openStamper()
    const upload = await addDocument(tenant, { bytes: signedPdf() })
    const first = await withStampers([stamper.url], () =>
      addCompleted(tenant, { documents: [{ id: upload.id }] }),
    )
    stamper.close()
    const [file] = await loadFiles(tenant, first.id)
    const { id: documentId } = await addDocument(tenant, { bytes: file! })
    const second = await addCompleted(tenant, { documents: [{ id: documentId }] })
    const [amended] = await loadFiles(tenant, second.id)
    const { voided_at: voidedAt } = (await postVoid(first.id)).body.data
    expect((await getVerification(file!)).voided_at).toBe(voidedAt)
    expect((await getVerification(amended!)).voided_at).toBeNull()
    const ofSecond = (await postVoid(second.id)).body.data.voided_at
    expect((await getVerification(amended!)).voided_at).toBe(ofSecond)
  })

  it('200 for a concurrent second request, which changes nothing', async () => {
    const otherProcess = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const responses = await Promise.all([
      postVoid(otherProcess.id, { reason: 'One' }),
      postVoid(otherProcess.id, { reason: 'Two' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses[0]!.body.data.void_reason).toBe(responses[1]!.body.data.void_reason)
    const { events } = (
      await call<{ data: AuditTrail }>(trail.GET, { params: { id: otherProcess.id }, as: tenant })
    ).body.data
    expect(events.filter(({ type }) => type === 'process.voided')).toHaveLength(1)
  })

  it('does not promise a signed file that was deleted from the vault', async () => {
    const otherProcess = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const [row] = await loadVaultRows(tenant, otherProcess.id)
    const ended = addDays(now(), -1)
    await write(tenant.ctx, (tx) =>
      tx.update(vaultDocuments).set({ expiresAt: ended }).where(eq(vaultDocuments.id, row!.id)),
    )
    const token = await findToken(tenant, otherProcess.signers[0]!.id)
    const getDocuments = async () =>
      (await call<{ data: SigningRecord }>(signing.GET, { params: { token } })).body.data.documents
    expect(await getDocuments()).toMatchObject([{ deleted_at: null }])
    await deleteVaultDocument({ ...tenant.ctx, now: now() }, row!.id, documentReferences)
    expect(await getDocuments()).toMatchObject([{ deleted_at: expect.any(String) }])

    const newEmails = watchEmails(tenant)
    await newEmails()
    await postVoid(otherProcess.id)
    const [email] = await newEmails()
    expect(email!.text).toContain('The parties should no longer rely on it.')
    expect(email!.text).not.toContain('stay available')
  })

  it('shows the documents of the vault as void, in the list and one by one', async () => {
    const otherProcess = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const { body } = await postVoid(otherProcess.id, { reason: 'Sold twice' })
    const { voided_at } = body.data
    const list = (await call<{ data: VaultRecord[] }>(vault.GET, { as: tenant })).body.data
    const listed = list.find(({ process_id }) => process_id === otherProcess.id)!
    expect(listed).toMatchObject({ status: 'active', voided_at, void_reason: 'Sold twice' })
    const { data } = (
      await call<{ data: VaultRecord }>(vaultDocument.GET, { params: { id: listed.id }, as: tenant })
    ).body
    expect(data).toMatchObject({ voided_at, void_reason: 'Sold twice' })
  })

  it('stays in the archives, which show that it is void, with a ZIP whose trail says so', async () => {
    const newTenant = await makeTenant()
    const otherProcess = await addCompleted(newTenant)
    const valid = await addCompleted(newTenant)
    const listed = async (query = '') => {
      const path = `/api/v1/archives?${query}`
      const { data, meta } = (
        await call<{ data: ArchiveRecord[]; meta: { total: number } }>(archives.GET, { path, as: newTenant })
      ).body
      return { total: meta.total, rows: data.map(({ id, status, voided_at }) => ({ id, status, voided_at })) }
    }
    const zip = () => call(archiveDownload.GET, { params: { id: otherProcess.id }, as: newTenant })
    const rows = [valid, otherProcess].map(({ id }) => ({ id, status: 'completed', voided_at: null }))
    expect(await listed()).toEqual({ total: 2, rows })
    const zipBefore = await zip()

    const { voided_at } = (await postVoid(otherProcess.id, { reason: 'Sold' }, newTenant)).body.data
    const afterVoid = [rows[0], { id: otherProcess.id, status: 'voided', voided_at }]
    for (const query of ['', 'date_from=2026-01-01', 'folder_id=none', `search=${otherProcess.name}`])
      expect(await listed(query)).toEqual({ total: 2, rows: afterVoid })
    const zipAfter = await zip()
    expect(zipAfter.headers.get('etag')).not.toBe(zipBefore.headers.get('etag'))
    const trailInZip = JSON.parse(unzip(zipAfter.bytes).get('audit-trail.json')!.toString())
    expect(trailInZip.events.at(-1)).toMatchObject({ type: 'process.voided', data: { reason: 'Sold' } })
  })

  it('400 without a reason', async () => {
    for (const body of [{}, { reason: ' ' }, { reason: '\u3164' }]) {
      const errorResponse = await postVoid<ErrorBody>(completedProcess.id, body)
      expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['reason']])
    }
  })

  it('409 for a process that is not complete', async () => {
    for (const { id, status: current } of [await addDraft(tenant), await addSent(tenant)]) {
      const { status, body } = await postVoid<ErrorBody>(id)
      expect([status, body.error.code, body.error.current_status]).toEqual([409, 'invalid_state', current])
      expect(
        (await call<ProcessResponse>(process.GET, { params: { id }, as: tenant })).body.data.voided_at,
      ).toBeNull()
    }
  })

  it('leaves other processes valid in /verify', async () => {
    const otherProcess = await addCompleted(tenant, { signers: [{ name: 'Ada' }] })
    const [sealedFile] = await loadFiles(tenant, otherProcess.id)
    expect((await getVerification(sealedFile!)).voided_at).toBeNull()
  })
})
