import 'reflect-metadata'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { templates } from '#db/schema/templates'
import { read, write } from '#db/tenancy/tenant'
import type { Subject } from '#lib/audit/events'
import { endVisit } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { listDocuments } from '#lib/documents/list'
import { purgeFile } from '#lib/documents/purge'
import { createFolder } from '#lib/folders/create'
import { findUsage } from '#lib/identity/account/quotas'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { restartConfirmations } from '#lib/processes/confirmations'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { readSize } from '#lib/storage/files'
import { deleteTemplate } from '#lib/templates/delete'
import { getTemplate } from '#lib/templates/get'
import { lockTemplate } from '#lib/templates/load'
import type { TemplateRecord } from '#lib/templates/schema'
import { deleteProcess, discardDraft } from '#lib/templates/use'
import { listVersions } from '#lib/templates/versions/list'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { openSigningService, type SigningService } from '#lib/testing/servers/signing-service'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as downloadRoute from '../documents/[id]/download/route.ts'
import * as templateRoute from './[id]/route.ts'
import * as useRoute from './[id]/use/route.ts'

type ItemBody = { data: ProcessRecord }
type ErrorBody = { error: { code: string; errors: Record<string, string[]> } }

const ada = { role: 'Tenant', name: 'Ada', email: 'ada@example.com' }
const lou = { role: 'Landlord', name: 'Lou', email: 'lou@example.com' }
const people = [lou, ada]

let tenant: TestTenant
let lease: TemplateRecord
let templateOfOtherTenant: TemplateRecord
let service: SigningService
beforeAll(async () => {
  tenant = await makeTenant()
  service = await openSigningService({})
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
  await addService(tenant)
  lease = await addLease(tenant)
  templateOfOtherTenant = await addTemplate(await makeTenant())
})
afterAll(() => service.close())

/** The remote signing service that the level of the first role needs. */
function addService({ ctx }: TestTenant) {
  const { url, clientId, clientSecret } = service
  return setSigningService(
    ctx,
    { url, client_id: clientId, client_secret: clientSecret },
    restartConfirmations,
  )
}

/** Adds a template with two documents, two roles and three fields. */
async function addLease(scope: { ctx: TestTenant['ctx'] }) {
  const [terms, flat] = [
    await addDocument(scope, { name: 'Terms' }),
    await addDocument(scope, { name: 'Flat' }),
  ]
  const position = { page: 1, x: 50, width: 120, height: 30 }
  return addTemplate(scope, {
    description: 'For every flat',
    documents: [{ id: terms.id }, { id: flat.id }],
    roles: [
      { name: 'Tenant', order: 1, signature_level: 'advanced' },
      { name: 'Landlord', order: 2, type: 'parallel', role: 'approver' },
    ],
    fields: [
      { ...position, document_id: flat.id, role: 'Landlord', type: 'signature', y: 60 },
      { ...position, document_id: flat.id, role: 'Tenant', type: 'signature', y: 120 },
      {
        ...position,
        document_id: terms.id,
        role: 'Tenant',
        type: 'dropdown',
        y: 60,
        options: ['monthly', 'yearly'],
        value: 'yearly',
        label: 'Rent',
        required: false,
      },
    ],
    options: { enable_otp: true, expires_in_days: 14, message: 'Please sign', allow_delegation: true },
  })
}

const post = <B = ItemBody>(
  id: number,
  body: unknown = { signers: people },
  caller: { token: string } = tenant,
) => call<B>(useRoute.POST, { params: { id }, body, as: caller })
const getUses = async (id: number) => (await getTemplate(tenant.ctx, id)).usage_count

itIsGuarded('/templates/{id}/use', useRoute, {
  idsOfOtherTenant: async () => ({ id: templateOfOtherTenant.id }),
  bodyByMethod: { POST: { signers: [{ role: 'Client', name: 'Eve', email: 'eve@example.com' }] } },
})

describe('POST /templates/{id}/use', () => {
  it('201 with a draft: copies of the documents, signers, fields and options', async () => {
    const { status, body, headers } = await post(lease.id)
    expect(status).toBe(201)
    const { data } = body
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/signature-processes/${data.id}`)
    expect(data).toMatchObject({
      name: 'Lease',
      description: 'For every flat',
      status: 'draft',
      documents: [
        { name: 'Terms', order: 1, status: 'uploaded' },
        { name: 'Flat', order: 2, status: 'uploaded' },
      ],
      signers: [
        {
          ...{ name: 'Ada', email: 'ada@example.com', order: 1, type: 'sequential', role: 'signer' },
          signature_level: 'advanced',
        },
        { name: 'Lou', email: 'lou@example.com', order: 2, type: 'parallel', role: 'approver' },
      ],
      options: lease.options,
      external_id: null,
      metadata: {},
      test_mode: false,
      created_by: { id: tenant.user.id },
    })
    const [terms, flat] = data.documents.map(({ id }) => id)
    const [first, second] = data.signers.map(({ id }) => id)
    expect(data.fields.map(({ document_id, signer_id }) => [document_id, signer_id])).toEqual([
      [flat, second],
      [flat, first],
      [terms, first],
    ])
    const expectedFields = lease.fields.map(
      ({ id: _, role: _role, document_id: _document, ...field }) => field,
    )
    expect(data.fields).toMatchObject(expectedFields)
    const originals = lease.documents.map(({ id }) => id)
    expect(originals).not.toContain(terms)
    expect(
      await listDocuments(tenant.ctx, { status: ['uploaded'], page: 1, per_page: 50, sort: 'name' }),
    ).toMatchObject({ items: expect.arrayContaining(originals.map((id) => expect.objectContaining({ id }))) })
  })

  it('201 with the given values instead of the template’s', async () => {
    const { body } = await post(lease.id, {
      name: 'Flat 7',
      description: null,
      signers: [{ ...ada, phone: '+49 30 1', locale: 'de', signature_level: 'qualified' }, lou],
      options: { expires_in_days: 3, message: null },
      external_id: 'flat-7',
      metadata: { flat: 7 },
    })
    expect(body.data).toMatchObject({
      name: 'Flat 7',
      description: null,
      signers: [
        { phone: '+49 30 1', locale: 'de', signature_level: 'qualified' },
        { phone: null, locale: 'en' },
      ],
      options: { ...lease.options, expires_in_days: 3, message: null },
      external_id: 'flat-7',
      metadata: { flat: 7 },
    })
  })

  it('201 each time with a draft that can be sent and has the same bytes', async () => {
    const template = await addLease(tenant)
    const drafts = [(await post(template.id)).body.data, (await post(template.id)).body.data]
    for (const { id } of drafts) expect((await sendProcess(tenant.ctx, id)).status).toBe('sent')
    const getBytes = async (id: number) =>
      (await call(downloadRoute.GET, { params: { id }, as: tenant })).bytes
    const [original, ...copies] = [template, ...drafts].map(({ documents }) => documents[0]!.id)
    for (const copy of copies) expect(await getBytes(copy)).toEqual(await getBytes(original!))
    expect(await getUses(template.id)).toBe(2)
  })

  it('201 with an empty draft for an empty template', async () => {
    const empty = await addTemplate(tenant, { documents: [], roles: [] })
    expect((await post(empty.id, {})).body.data).toMatchObject({ documents: [], signers: [], fields: [] })
  })

  it('201 in test mode with a test process', async () => {
    const key = await tenant.addKey({ testMode: true })
    const { body } = await post((await addLease(key)).id, { signers: people }, key)
    expect(body.data.test_mode).toBe(true)
  })

  it('201 without using the document quota, and once for an idempotent retry', async () => {
    const newTenant = await makeTenant({ documentsLimit: 2 })
    const template = await addLease(newTenant)
    const key = { 'idempotency-key': 'flat-7' }
    const options = { params: { id: template.id }, body: { signers: people }, as: newTenant, headers: key }
    const [firstResponse, secondResponse] = [
      await call<ItemBody>(useRoute.POST, options),
      await call<ItemBody>(useRoute.POST, options),
    ]
    expect([firstResponse.status, secondResponse.status, secondResponse.body.data.id]).toEqual([
      201,
      201,
      firstResponse.body.data.id,
    ])
    expect(secondResponse.headers.get('idempotent-replayed')).toBe('true')
    expect((await getTemplate(newTenant.ctx, template.id)).usage_count).toBe(1)
    const used = await read(newTenant.ctx, (reader) =>
      findUsage(reader, newTenant.tenantId, newTenant.ctx.now),
    )
    expect(used.documents).toEqual({ used: 2, limit: 2 })
  })

  it('400 with all errors of the signers, and nothing is created', async () => {
    const countBefore = await getUses(lease.id)
    const getErrors = async (signers: unknown) => {
      const errorResponse = await post<ErrorBody>(lease.id, { signers })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
      return errorResponse.body.error.errors
    }
    expect(await getErrors([{ ...ada, role: 'Guest' }, lou, lou])).toEqual({
      'signers.0.role': ['The template has no role “Guest”.'],
      'signers.2.role': ['The role “Landlord” appears twice.'],
      signers: ['The role “Tenant” needs a person.'],
    })
    expect(Object.keys(await getErrors([{ role: 'Tenant', email: 'x' }, { name: 'N' }])).sort()).toEqual([
      'signers.0.email',
      'signers.0.name',
      'signers.1.email',
      'signers.1.role',
    ])
    expect(Object.keys(await getErrors(undefined))).toEqual(['signers'])
    expect(await getUses(lease.id)).toBe(countBefore)
  })

  it('403 for a key with only one of the two scopes', async () => {
    const templatesKey = await tenant.addKey({ scopes: ['templates:read', 'templates:write'] })
    expect((await post(lease.id, { signers: people }, templatesKey)).status).toBe(403)
    const processesKey = await tenant.addKey({ scopes: ['processes:write'] })
    expect((await post(lease.id, { signers: people }, processesKey)).status).toBe(403)
    const keyWithBoth = await tenant.addKey({ scopes: ['templates:read', 'processes:write'] })
    expect((await post(lease.id, { signers: people }, keyWithBoth)).status).toBe(201)
  })

  it('counts twenty concurrent uses and creates twenty drafts', async () => {
    const template = await addLease(tenant)
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(template.id)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(await getUses(template.id)).toBe(20)
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(20)
    expect(new Set(responses.flatMap(({ body }) => body.data.documents.map(({ id }) => id))).size).toBe(40)
    expect(responses.map(({ body }) => body.data.fields.length)).toEqual(Array(20).fill(3))
  })

  it('counts a deleted draft no longer, like the version that it came from', async () => {
    const template = await addLease(tenant)
    const [first] = [(await post(template.id)).body.data, await post(template.id)]
    await deleteProcess(tenant.ctx, first.id)
    expect(await getUses(template.id)).toBe(1)
    const { items } = await listVersions(tenant.ctx, template.id, { page: 1, per_page: 5 })
    expect(items.map(({ usage_count }) => usage_count)).toEqual([1])
  })

  it('counts uses in whichever folder the processes and the template are', async () => {
    const template = await addLease(tenant)
    const { id: folderId } = await createFolder(tenant.ctx, { name: 'For administrators', access: [] })
    await post(template.id, { signers: people, folder_id: folderId })
    const member = await tenant.addMember('user')
    const draft = (await post(template.id, { signers: people }, member)).body.data
    const { items } = await listVersions(member.ctx, template.id, { page: 1, per_page: 5 })
    expect(items.map(({ usage_count }) => usage_count)).toEqual([2])
    const move = { params: { id: template.id }, body: { folder_id: folderId }, as: tenant }
    expect((await call(templateRoute.PATCH, { method: 'PATCH', ...move })).status).toBe(200)
    await deleteProcess(member.ctx, draft.id)
    expect(await getUses(template.id)).toBe(1)
  })

  it('discards a draft while its template is deleted, without a deadlock', async () => {
    const { ctx } = tenant
    const template = await addLease(tenant)
    const draft = (await post(template.id)).body.data
    const discarded = await write(ctx, async (tx) => {
      await lockTemplate(tx, ctx, template.id)
      const promise = discardDraft(ctx, draft.id)
      promise.catch(() => {})
      await untilOtherWaits(tx)
      await tx.update(processes).set({ templateId: null }).where(eq(processes.templateId, template.id))
      await tx.delete(templates).where(eq(templates.id, template.id))
      return { promise }
    })
    await discarded.promise
    await expect(getProcess(ctx, draft.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('records the use in the trails of template, process and document', async () => {
    const template = await addLease(tenant)
    const draft = (await post(template.id)).body.data
    const getEvents = async (subject: Subject) => {
      await endVisit(tenant.ctx, subject)
      return read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, subject))
    }
    expect(await getEvents({ template: template.id })).toMatchObject([
      { type: 'template.created' },
      { type: 'template.used', data: { process_id: draft.id } },
    ])
    expect(await getEvents({ process: draft.id })).toMatchObject([
      { type: 'process.created' },
      { type: 'process.fields_changed', data: { fields: 3 } },
    ])
    expect(await getEvents({ document: draft.documents[0]!.id })).toMatchObject([
      { type: 'document.copied', data: { copy_of: template.documents[0]!.id } },
    ])
  })
})

it('leaves a draft intact when its template and documents are deleted', async () => {
  // In a new tenant no other document has these bytes.
  const newTenant = await makeTenant()
  await addService(newTenant)
  const template = await addLease(newTenant)
  const { data } = (await post(template.id, { signers: people }, newTenant)).body
  const before = await call(downloadRoute.GET, { params: { id: data.documents[0]!.id }, as: newTenant })
  const sha256 = before.headers.get('etag')!.replaceAll('"', '')
  await deleteTemplate(newTenant.ctx, template.id)
  for (const { id } of template.documents) await deleteDocument(newTenant.ctx, id, documentReferences)
  await purgeFile({ tenantId: newTenant.tenantId, sha256 }, documentReferences)
  expect(await readSize(newTenant.tenantId, sha256)).toBe(before.bytes.length)
  expect((await sendProcess(newTenant.ctx, data.id)).status).toBe('sent')
})
