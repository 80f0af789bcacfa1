import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { attachments } from '#db/schema/processes-links'
import { read } from '#db/tenancy/tenant'
import { listAuditEvents } from '#lib/audit/list/list-events'
import { flushReads } from '#lib/audit/reads'
import { now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import { createFolder } from '#lib/folders/create'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import type { AttachmentRecord } from '#lib/processes/fields/attachment-schema'
import { listFields } from '#lib/processes/fields/fields'
import { processData } from '#lib/processes/personal-data'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { purgeUnsigned } from '#lib/processes/signers/signing-drafts'
import type { SigningRecord } from '#lib/signing/schema'
import { getBytes, readSize } from '#lib/storage/files'
import { signAs } from '#lib/testing/records/completed'
import {
  addLink,
  addOpenedLink,
  extractText,
  loadEvents,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { loadEvidence, makeZipEntries } from '#lib/vault/download/zip-entries'
import * as downloadRoute from '../signature-processes/[id]/attachments/[attachment]/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as attachmentRoute from './[token]/attachments/[field]/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
let stranger: TestTenant
beforeAll(async () => {
  ;[tenant, stranger] = [await makeTenant(), await makeTenant()]
})
const DAY = 86_400
const advanceClock = makeAdvanceClock()
const pdf = buildPdf()
const picture = (type: 'image/png' | 'image/jpeg') => createCanvas(40, 30).toBuffer(type as 'image/png')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function form(bytes: Uint8Array, name = 'passport.pdf'): FormData {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(bytes)], name))
  return body
}

interface Answer {
  data: AttachmentRecord
  error: { reason?: string; errors: Record<string, string[]> }
}
type Params = { token: string; field: string }
const add = (params: Params, bytes: Uint8Array, name?: string) =>
  call<Answer>(attachmentRoute.POST, { params, body: form(bytes, name) })
const remove = (params: Params) => call(attachmentRoute.DELETE, { method: 'DELETE', params })
const sign = (token: string) => call<Answer>(signRoute.POST, { params: { token }, body: typedSignature() })
const getProcess = async (id: number) =>
  (await call<{ data: ProcessRecord }>(processRoute.GET, { params: { id: String(id) }, as: tenant })).body
    .data
const download = (id: number, attachment: number, as: Pick<TestTenant, 'token'>) =>
  call(downloadRoute.GET, { params: { id: String(id), attachment: String(attachment) }, as })

async function addAttachmentLink(input: Parameters<typeof addOpenedLink>[1] = {}) {
  const link = await addOpenedLink(tenant, { zones: [{ type: 'attachment', label: 'Passport' }], ...input })
  const field = link.process.fields.find(({ type }) => type === 'attachment')!
  return { ...link, field, params: { ...link.params, field: String(field.id) } }
}

describe('POST /signing/{token}/attachments/{field}', () => {
  it.each([
    ['application/pdf', pdf],
    ['image/png', picture('image/png')],
    ['image/jpeg', picture('image/jpeg')],
  ])('201 for %s, whatever its name says', async (mimeType, bytes) => {
    const { params, field } = await addAttachmentLink()
    const { status, body } = await add(params, bytes, '../a\u202eb.txt')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...{ field_id: field.id, name: 'ab.txt', mime_type: mimeType, size: bytes.length },
      sha256: sha256(bytes),
    })
    expect(Buffer.from(await getBytes(tenant.ctx.tenantId, body.data.sha256))).toEqual(Buffer.from(bytes))
  })

  it('replaces the file that was there, which is removed', async () => {
    const { params, process } = await addAttachmentLink()
    const { tenantId } = tenant.ctx
    const own = createCanvas(50, 20).toBuffer('image/png')
    await add(params, own)
    const before = sha256(own)
    await add(params, picture('image/png'), 'new.png')
    await purgeFile({ tenantId, sha256: before }, documentReferences)
    const { body } = await call<{ data: { fields: { type: string; value: string }[] } }>(signingRoute.GET, {
      params: { token: params.token },
    })
    expect(body.data.fields.find(({ type }) => type === 'attachment')!.value).toBe('new.png')
    expect(await readSize(tenantId, before)).toBeNull()
    expect(await readSize(tenantId, sha256(picture('image/png')))).not.toBeNull()
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.attachment_added')).toHaveLength(2)
  })

  it.each([
    ['a text', Buffer.from('no file'), 'not_pdf'],
    ['a PDF that ends early', Buffer.from('%PDF-1.7\n'), 'corrupt'],
    ['a PNG that ends early', picture('image/png').subarray(0, 60), 'corrupt'],
    ['HTML', Buffer.from('<!doctype html><p>a</p>'), 'not_pdf'],
  ])('400 for %s', async (_, bytes, reason) => {
    const { params } = await addAttachmentLink()
    const { status, body } = await add(params, bytes)
    expect([status, body.error.reason, Object.keys(body.error.errors)]).toEqual([400, reason, ['file']])
  })

  it('400 without a file', async () => {
    const { params } = await addAttachmentLink()
    expect((await call(attachmentRoute.POST, { params, body: new FormData() })).status).toBe(400)
  })

  it('404 for an unknown link, another type of field and the field of someone else', async () => {
    const { params, process } = await addAttachmentLink({
      signers: [{}, {}],
      zones: [{ type: 'attachment' }, { type: 'attachment', signer: 1 }],
    })
    const [signature, other] = [process.fields[0]!, process.fields.at(-1)!]
    const fields = [signature.id, other.id, 999_999_999]
    for (const id of fields) expect((await add({ ...params, field: String(id) }, pdf)).status).toBe(404)
    expect((await add({ ...params, token: 'x'.repeat(43) }, pdf)).status).toBe(404)
  })

  it('403 before the code, 409 before `open`, and after the process was cancelled', async () => {
    const zones = [{ type: 'attachment' as const }]
    const unopened = await addLink(tenant, { zones })
    const withCode = await addLink(tenant, { zones, options: { enable_otp: true } })
    const addTo = ({ process, params }: typeof unopened) =>
      add({ ...params, field: String(process.fields.find(({ type }) => type === 'attachment')!.id) }, pdf)
    expect((await addTo(withCode)).status).toBe(403)
    expect((await addTo(unopened)).status).toBe(409)
    const { params, process } = await addAttachmentLink()
    await add(params, pdf)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await add(params, pdf)).status).toBe(409)
  })
})

describe('DELETE /signing/{token}/attachments/{field}', () => {
  it('204, again 404, and 409 once it is signed', async () => {
    const { params } = await addAttachmentLink()
    await add(params, pdf)
    expect((await remove(params)).status).toBe(204)
    expect((await remove(params)).status).toBe(404)
    await add(params, pdf)
    expect((await sign(params.token)).status).toBe(200)
    expect((await remove(params)).status).toBe(409)
    expect((await add(params, pdf)).status).toBe(409)
  })
})

describe('signing with attachments', () => {
  it('400 at the field while a required one is missing', async () => {
    const { params } = await addAttachmentLink()
    const missing = await sign(params.token)
    expect([missing.status, Object.keys(missing.body.error.errors)]).toEqual([400, ['fields.1']])
  })

  it('400 for another file than the one that is there, which the page reads again; 200 for that', async () => {
    const { params, field } = await addAttachmentLink({
      zones: [{ type: 'attachment', label: 'Passport', required: false }],
    })
    const { token } = params
    const showFile = async () => {
      const { body } = await call<{ data: SigningRecord }>(signingRoute.GET, { params: { token } })
      return body.data.fields.find(({ id }) => id === field.id)!.attachment
    }
    const signFile = (value: string | boolean) =>
      call<Answer>(signRoute.POST, {
        params: { token },
        body: typedSignature([{ field_id: field.id, value }]),
      })
    const refused = [400, { 'values.0.value': [expect.stringContaining('has changed')] }]
    const signShown = async (value: string | boolean) => {
      const { status, body } = await signFile(value)
      return [status, body.error?.errors]
    }
    expect(await showFile()).toBeNull()
    const { sha256: first } = (await add(params, pdf, 'a.pdf')).body.data
    expect(await showFile()).toMatchObject({ name: 'a.pdf', sha256: first })
    // A page that shows no file, and one that shows the file before.
    expect(await signShown('')).toEqual(refused)
    const { sha256: second } = (await add(params, picture('image/png'), 'b.png')).body.data
    for (const value of [first, 'b.png', true]) expect(await signShown(value)).toEqual(refused)
    expect(await showFile()).toMatchObject({ name: 'b.png', sha256: second })
    await remove(params)
    expect(await signShown(second)).toEqual(refused)
    expect(await signShown('')).toEqual([200, undefined])
  })

  it('gives the file to the sender with the signature: in the process, the package and the certificate', async () => {
    const { params, process, field } = await addAttachmentLink({ signers: [{ email: 'attach@example.com' }] })
    const { data } = (await add(params, pdf)).body
    const getAttachment = async () => {
      const [inProcess, inFields] = [
        (await getProcess(process.id)).fields,
        await listFields(tenant.ctx, process.id),
      ]
      expect(inFields.data).toEqual(inProcess)
      return inProcess.find(({ id }) => id === field.id)!.attachment
    }
    expect(await getAttachment()).toBeNull()
    expect((await download(process.id, data.id, tenant)).status).toBe(404)
    await sign(params.token)
    await runRevisions(tenant, process)
    expect(await getAttachment()).toMatchObject({
      name: 'passport.pdf',
      sha256: data.sha256,
      size: data.size,
    })
    const response = await download(process.id, data.id, tenant)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await download(process.id, data.id, stranger)).status).toBe(404)
    const member = await tenant.addMember('user')
    expect((await download(process.id, data.id, member)).status).toBe(200)
    const folder = await createFolder(tenant.ctx, { name: 'Human resources', access: [] })
    const body = { folder_id: folder.id }
    await call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id: String(process.id) },
      body,
      as: tenant,
    })
    expect((await download(process.id, data.id, member)).status).toBe(404)
    const [row] = await loadVaultRows(tenant, process.id)
    const certificate = await extractText(await getBytes(tenant.ctx.tenantId, row!.certificateSha256))
    expect(certificate.replaceAll(/\s/g, '')).toContain(data.sha256)
    const evidence = await loadEvidence(tenant.ctx, process.id)
    const entries = makeZipEntries(tenant.ctx, process, [row!], evidence)
    expect(entries).toContainEqual(
      expect.objectContaining({ path: 'attachments/01-passport.pdf', sha256: data.sha256 }),
    )
    const person = { tenantId: tenant.ctx.tenantId, email: 'attach@example.com' }
    expect(await Array.fromAsync(processData.find!(person).attachments!)).toHaveLength(1)
  })
})

it('the download of an attachment is recorded, and leaves the trail of its process as it is', async () => {
  const { params, process, field } = await addAttachmentLink({ signers: [{}, { email: 'b@example.com' }] })
  const { data } = (await add(params, pdf)).body
  await sign(params.token)
  await runRevisions(tenant, process)
  const downloadOnce = async () => {
    const { length } = await loadEvents(tenant, process.id)
    await download(process.id, data.id, tenant)
    await flushReads()
    expect(await loadEvents(tenant, process.id)).toHaveLength(length)
    const query = { type: 'signature.attachment_downloaded', cursor: undefined, per_page: 1 }
    return (await listAuditEvents(tenant.ctx, query)).items[0]!
  }
  expect((await downloadOnce()).record).toEqual({ type: 'tenant', id: tenant.tenantId })
  await signAs(tenant, process.signers[1]!)
  await runRevisions(tenant, process)
  const { record, actor, data: eventData } = await downloadOnce()
  const [row] = await loadVaultRows(tenant, process.id)
  expect([record, actor.id]).toEqual([{ type: 'vault_document', id: row!.id }, tenant.user.id])
  expect(eventData).toMatchObject({
    ...{ process_id: process.id, signer_id: process.signers[0]!.id, field_id: field.id },
    ...{ filename: 'passport.pdf', sha256: data.sha256 },
  })
})

it('a file is deleted 30 days after its process expired without a signature, a signed one is not', async () => {
  const link = () => addAttachmentLink({ options: { expires_in_days: 1 } })
  const [signed, unsigned] = [await link(), await link()]
  for (const { params } of [signed, unsigned]) await add(params, pdf)
  await sign(signed.params.token)
  const count = ({ process }: typeof signed) =>
    read(tenant.ctx, (reader) => reader.$count(attachments, eq(attachments.processId, process.id)))
  advanceClock(2 * DAY)
  await expireDue(now())
  await purgeUnsigned(now())
  expect([await count(signed), await count(unsigned)]).toEqual([1, 1])
  advanceClock(30 * DAY)
  await purgeUnsigned(now())
  expect([await count(signed), await count(unsigned)]).toEqual([1, 0])
})
