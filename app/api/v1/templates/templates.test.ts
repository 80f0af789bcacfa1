import { beforeAll, describe, expect, it } from 'vitest'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import type { DocumentRecord } from '#lib/documents/schema'
import { readSize } from '#lib/storage/files'
import type { TemplateRecord } from '#lib/templates/schema'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { type CallResult, call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as documentRoute from '../documents/[id]/route.ts'
import * as duplicateRoute from './[id]/duplicate/route.ts'
import * as templateRoute from './[id]/route.ts'
import * as templatesRoute from './route.ts'

type ItemBody = { data: TemplateRecord }
type ListBody = { data: TemplateRecord[]; meta: Record<string, number> }
type ErrorBody = { error: { code: string; message: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let foreignTemplate: TemplateRecord
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  const otherTenant = await makeTenant()
  foreignTemplate = await addTemplate(otherTenant)
  foreignDocument = await addDocument(otherTenant)
})
const recordOfOtherTenant = async () => ({ id: foreignTemplate.id })

const create = <B = ItemBody>(body: unknown, caller: { token: string } = tenant) =>
  call<B>(templatesRoute.POST, { body, as: caller })
const get = (id: number) => call<ItemBody>(templateRoute.GET, { params: { id }, as: tenant })
const patch = <B = ItemBody>(id: number, body: unknown) =>
  call<B>(templateRoute.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })
const remove = (id: number) => call(templateRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const deleteDocument = (id: number) =>
  call(documentRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const getErrors = async (body: unknown) => {
  const errorResponse = await create<ErrorBody>(body)
  expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
  return errorResponse.body.error.errors
}
const fieldOn = (document_id: number, role: string, overrides: object = {}) => ({
  document_id,
  role,
  type: 'signature',
  page: 1,
  x: 50,
  y: 60,
  width: 120,
  height: 30,
  ...overrides,
})

itIsGuarded('/templates', templatesRoute, { bodyByMethod: { POST: { name: 'Lease' } } })
itIsGuarded('/templates/{id}', templateRoute, {
  idsOfOtherTenant: recordOfOtherTenant,
  bodyByMethod: { PATCH: { name: 'Mine now' } },
})
itIsGuarded('/templates/{id}/duplicate', duplicateRoute, { idsOfOtherTenant: recordOfOtherTenant })

describe('POST /templates', () => {
  it('201 with the whole record and its URL', async () => {
    const [first, second] = [
      await addDocument(tenant, { name: 'Terms' }),
      await addDocument(tenant, { name: 'Lease' }),
    ]
    const { status, body, headers } = await create({
      name: '  Lease  ',
      description: 'For every flat',
      documents: [{ id: first.id, order: 2 }, { id: second.id }],
      roles: [
        { name: 'Landlord', order: 2 },
        { name: 'Tenant', order: 1, type: 'parallel', role: 'approver' },
      ],
      fields: [
        fieldOn(first.id, 'Tenant', { type: 'text', label: 'City', validation: { max_length: 20 } }),
        fieldOn(second.id, 'Landlord', { x: 10, y: 10, width: 20, height: 5, unit: 'percent' }),
      ],
      options: { enable_otp: true, message: 'Please sign' },
    })
    expect(status).toBe(201)
    const { data } = body
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/templates/${data.id}`)
    const defaults = {
      required: true,
      placeholder: null,
      value: null,
      options: [],
      read_only: false,
      auto: false,
      imported: false,
      condition: null,
      formula: null,
      editable: false,
      layout: {},
    }
    const [width, height] = [second.pages[0]!.width, second.pages[0]!.height]
    const simple = { signature_level: 'simple' }
    expect(data).toEqual({
      id: expect.any(Number),
      version: 1,
      name: 'Lease',
      folder_id: null,
      description: 'For every flat',
      documents: [
        { id: first.id, name: 'Terms', order: 2, page_count: 1 },
        { id: second.id, name: 'Lease', order: 2, page_count: 1 },
      ],
      roles: [
        { name: 'Tenant', order: 1, type: 'parallel', role: 'approver', otp: null, ...simple },
        { name: 'Landlord', order: 2, type: 'sequential', role: 'signer', otp: null, ...simple },
      ],
      fields: [
        {
          ...fieldOn(first.id, 'Tenant', defaults),
          id: 1,
          type: 'text',
          label: 'City',
          validation: { max_length: 20 },
        },
        {
          ...fieldOn(second.id, 'Landlord', defaults),
          id: 2,
          x: width / 10,
          y: height / 10,
          width: width / 5,
          height: expect.closeTo(height / 20, 3),
          label: null,
          validation: {},
        },
      ],
      variables: [],
      options: {
        enable_otp: true,
        enable_notifications: true,
        expires_in_days: 90,
        reminder_days: null,
        locale: 'en',
        message: 'Please sign',
        redirect_url: null,
        signature_kinds: ['drawn', 'typed', 'uploaded'],
        allow_delegation: false,
        allow_download_first: true,
        embed_evidence: false,
      },
      usage_count: 0,
      test_mode: false,
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect((await get(data.id)).body.data).toEqual(data)
  })

  it('201 for the smallest request', async () => {
    const { status, body } = await create({ name: 'Empty' })
    expect([status, body.data.documents, body.data.roles, body.data.fields]).toEqual([201, [], [], []])
  })

  it('201 with documents in any status, which does not change', async () => {
    const busy = (await addDraft(tenant)).documents[0]!
    const free = await addDocument(tenant)
    expect((await create({ name: 'X', documents: [{ id: busy.id }, { id: free.id }] })).status).toBe(201)
    const { body } = await call<{ data: DocumentRecord }>(documentRoute.GET, {
      params: { id: free.id },
      as: tenant,
    })
    expect(body.data.status).toBe('uploaded')
    await addDraft(tenant, { documents: [{ id: free.id }] })
  })

  it('400 with all errors at once, by path', async () => {
    expect(
      Object.keys(
        await getErrors({
          name: '',
          documents: [{ id: 'x' }],
          roles: [{ name: 'A' }, { name: 'a ' }, { name: 'B', order: 1.5, type: 'random', role: 'boss' }],
          fields: [{ type: 'stamp' }],
          options: { expires_in_days: 0 },
        }),
      ).sort(),
    ).toEqual([
      'documents.0.id',
      'fields.0.document_id',
      'fields.0.height',
      'fields.0.page',
      'fields.0.role',
      'fields.0.type',
      'fields.0.width',
      'fields.0.x',
      'fields.0.y',
      'name',
      'options.expires_in_days',
      'roles.2.order',
      'roles.2.role',
      'roles.2.type',
    ])
    expect(await getErrors({ name: 'X', roles: [{ name: 'A' }, { name: 'a ' }] })).toEqual({
      'roles.1.name': ['The role “a” appears twice.'],
    })
  })

  it('400 for documents that are unknown, another tenant’s or named twice', async () => {
    const { id } = await addDocument(tenant)
    const documents = [{ id }, { id: 99_999_999 }, { id: foreignDocument.id }, { id }]
    expect(await getErrors({ name: 'X', documents })).toEqual({
      'documents.1.id': ['The document 99999999 does not exist.'],
      'documents.2.id': [`The document ${foreignDocument.id} does not exist.`],
      'documents.3.id': [`The document ${id} appears twice.`],
    })
  })

  it('400 for fields with an invalid role, document, page, position or options', async () => {
    const [{ id }, other] = [await addDocument(tenant), await addDocument(tenant)]
    const roles = [{ name: 'Client' }, { name: 'HR', role: 'cc' }]
    const fields = [
      fieldOn(id, 'Unknown'),
      fieldOn(id, 'HR'),
      fieldOn(other.id, 'Client'),
      fieldOn(id, 'Client', { page: 2 }),
      fieldOn(id, 'Client', { x: -5, y: 5000 }),
      fieldOn(id, 'Client', { type: 'dropdown' }),
      fieldOn(id, 'Client', { type: 'text', validation: { pattern: 'a{600}' } }),
    ]
    const errors = await getErrors({ name: 'X', documents: [{ id }], roles, fields })
    expect(errors).toMatchObject({
      'fields.0.role': ['The template has no such role.'],
      'fields.1.role': ['A cc fills no fields.'],
      'fields.2.document_id': [`The document ${other.id} is not in this template.`],
      'fields.3.page': ['Page 2 does not exist: the document has 1.'],
      'fields.5.options': ['A dropdown field needs options.'],
      'fields.6.validation.pattern': [expect.stringMatching(/^Too large: \d+ instructions .*; at most 500/)],
    })
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(['fields.4.x', 'fields.4.height']))
  })

  it('400 for a live document in test mode', async () => {
    const { id } = await addDocument(tenant)
    const key = await tenant.addKey({ testMode: true })
    expect((await create({ name: 'X', documents: [{ id }] }, key)).status).toBe(400)
  })

  it('201 for a key with only the scope templates:write, in the name of its creator', async () => {
    const key = await tenant.addKey({ scopes: ['templates:write'] })
    const { status, body } = await create({ name: 'By a key' }, key)
    expect([status, body.data.created_by]).toEqual([201, { id: tenant.user.id, name: tenant.user.name }])
  })
})

describe('GET /templates', () => {
  let listTenant: TestTenant
  const list = (query = '', caller: { token: string } = listTenant) =>
    call<ListBody>(templatesRoute.GET, { path: `/api/v1/templates?${query}`, as: caller })
  const getNames = (response: CallResult<ListBody>) => response.body.data.map(({ name }) => name)
  beforeAll(async () => {
    listTenant = await makeTenant()
    await addTemplate(listTenant, { name: 'Année' })
    await addTemplate(listTenant, { name: 'Beta', description: 'Für Müller' })
    await addTemplate(listTenant, { name: 'Gamma' })
  })

  it('200 newest first, whole records, a page at a time', async () => {
    const listResponse = await list()
    expect(getNames(listResponse)).toEqual(['Gamma', 'Beta', 'Année'])
    expect(listResponse.body.data.map(({ documents, fields }) => [documents.length, fields.length])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect(listResponse.body.meta).toMatchObject({ total: 3, per_page: 15, current_page: 1 })
    expect(getNames(await list('per_page=2&page=2'))).toEqual(['Année'])
  })

  it('200 in the requested order', async () => {
    expect(getNames(await list('sort=name'))).toEqual(['Année', 'Beta', 'Gamma'])
    expect(getNames(await list('sort=-name'))).toEqual(['Gamma', 'Beta', 'Année'])
    expect(getNames(await list('sort=-usage_count'))).toEqual(['Gamma', 'Beta', 'Année'])
    expect(getNames(await list('sort=updated_at'))).toEqual(['Année', 'Beta', 'Gamma'])
  })

  it('200 with a search in names and descriptions that ignores accents and case', async () => {
    expect(getNames(await list('search=ANNEE'))).toEqual(['Année'])
    expect(getNames(await list('search=muller'))).toEqual(['Beta'])
    expect(getNames(await list('search=%25'))).toEqual([])
  })

  it('200 with live and test mode separated', async () => {
    const key = await listTenant.addKey({ testMode: true })
    await addTemplate(key, { name: 'Trial' })
    const trials = await list('', key)
    expect(trials.body.data.map(({ name, test_mode }) => [name, test_mode])).toEqual([['Trial', true]])
    expect(getNames(await list())).toHaveLength(3)
  })

  it('200 for a viewer', async () => {
    expect(getNames(await list('', await listTenant.addMember('viewer')))).toHaveLength(3)
  })

  it.each(['sort=roles', 'per_page=-1', 'page=0', 'per_page=x'])('400 for ?%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

describe('PATCH /templates/{id}', () => {
  it('200 changes only the given members', async () => {
    const template = await addTemplate(tenant, { description: 'Old', options: { enable_otp: true } })
    const { status, body } = await patch(template.id, {
      name: 'New',
      options: { reminder_days: 3 },
      usage_count: 9,
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...template,
      name: 'New',
      options: { ...template.options, reminder_days: 3 },
      updated_at: expect.any(String),
    })
    expect((await patch(template.id, { description: null })).body.data.description).toBeNull()
  })

  it('412 with the ETag of an earlier version', async () => {
    const template = await addTemplate(tenant)
    const conditionally = (body: object, etag: string) =>
      call<ItemBody & ErrorBody>(templateRoute.PATCH, {
        method: 'PATCH',
        params: { id: template.id },
        body,
        as: tenant,
        headers: { 'if-match': etag },
      })
    const version = (await get(template.id)).headers.get('etag')!
    const updateResponse = await conditionally({ name: 'New' }, version)
    expect([updateResponse.status, updateResponse.body.data.name]).toEqual([200, 'New'])
    const lateResponse = await conditionally({ name: 'Late' }, version)
    expect([lateResponse.status, lateResponse.body.error.code]).toEqual([412, 'precondition_failed'])
    expect((await get(template.id)).body.data.name).toBe('New')
    expect((await conditionally({ name: 'Newer' }, updateResponse.headers.get('etag')!)).status).toBe(200)
  })

  it('200 keeps the ids of fields through ten saves, and gives none a second time', async () => {
    const template = await addTemplate(tenant)
    const field = (y: number) => fieldOn(template.documents[0]!.id, 'Client', { y })
    const save = async (fields: object[]) => (await patch(template.id, { fields })).body.data.fields
    let fields = await save([field(20), field(40), field(60)])
    const ids = fields.map(({ id }) => id)
    for (let round = 1; round <= 10; round++)
      fields = await save(fields.map((saved) => ({ ...saved, x: saved.x + 1 })).reverse())
    expect(fields.map(({ id, x }) => [id, x])).toEqual(ids.map((id) => [id, 60]))
    const [first, , last] = fields
    await save([first!])
    const [, added] = await save([{ ...first!, label: 'First' }, field(80)])
    expect([added!.id > last!.id, (await get(template.id)).body.data.fields[0]]).toEqual([
      true,
      { ...first, label: 'First' },
    ])
    const errorResponse = await patch<ErrorBody>(template.id, { fields: [last] })
    expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
      400,
      { 'fields.0.id': [`The field ${last!.id} is not in this template.`] },
    ])
  })

  it('200 replaces fields; identical fields are stored once', async () => {
    const template = await addTemplate(tenant)
    const field = fieldOn(template.documents[0]!.id, 'Client', { type: 'date' })
    expect((await patch(template.id, { fields: [field, field] })).body.data.fields).toHaveLength(1)
    expect((await patch(template.id, { fields: [] })).body.data.fields).toEqual([])
  })

  it('200 removes the fields of removed roles and documents', async () => {
    const [stored, deleted] = [await addDocument(tenant), await addDocument(tenant)]
    const template = await addTemplate(tenant, {
      documents: [{ id: stored.id }, { id: deleted.id }],
      roles: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      fields: [],
    })
    const allFields = [stored.id, deleted.id].flatMap((id) =>
      ['A', 'B', 'C'].map((role) => fieldOn(id, role)),
    )
    await patch(template.id, { fields: allFields })
    const left = await patch(template.id, {
      documents: [{ id: stored.id }],
      roles: [{ name: 'B', role: 'viewer' }, { name: 'C' }],
    })
    expect(left.body.data.fields.map(({ document_id, role }) => [document_id, role])).toEqual([
      [stored.id, 'C'],
    ])
  })

  it('200 renames a role in roles and fields in one request', async () => {
    const template = await addTemplate(tenant)
    const fields = template.fields.map((field) => ({ ...field, role: 'Buyer' }))
    const { body } = await patch(template.id, { roles: [{ name: 'Buyer' }], fields })
    expect(body.data.fields).toEqual(fields)
  })

  it('400 with all errors, and nothing is changed', async () => {
    const template = await addTemplate(tenant)
    const errorResponse = await patch<ErrorBody>(template.id, {
      name: 'Changed',
      documents: [{ id: foreignDocument.id }],
      fields: [fieldOn(template.documents[0]!.id, 'Client', { type: 'text', validation: { pattern: '(' } })],
    })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors).sort()).toEqual([
      'documents.0.id',
      'fields.0.document_id',
      'fields.0.validation.pattern',
    ])
    expect((await get(template.id)).body.data).toEqual(template)
  })
})

describe('DELETE /templates/{id}', () => {
  it('204, then 404; its documents stay', async () => {
    const template = await addTemplate(tenant)
    expect((await remove(template.id)).status).toBe(204)
    expect((await remove(template.id)).status).toBe(404)
    const { id } = template.documents[0]!
    expect((await call(documentRoute.GET, { params: { id }, as: tenant })).status).toBe(200)
  })
})

describe('POST /templates/{id}/duplicate', () => {
  const copy = (id: number) =>
    call<ItemBody>(duplicateRoute.POST, { method: 'POST', params: { id }, as: tenant })

  it('201 with everything but the name and the dates', async () => {
    const template = await addTemplate(tenant, { description: 'D', options: { enable_otp: true } })
    const { status, body, headers } = await copy(template.id)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/templates/${body.data.id}`)
    expect(body.data).toEqual({
      ...template,
      id: expect.any(Number),
      name: 'Lease (copy)',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(body.data.id).not.toBe(template.id)
  })

  it('201 with a copy that is independent of the original', async () => {
    const template = await addTemplate(tenant)
    const { data } = (await copy(template.id)).body
    await patch(data.id, { name: 'Other', fields: [] })
    expect((await get(template.id)).body.data).toEqual(template)
    await remove(template.id)
    expect((await get(data.id)).body.data.documents).toEqual(template.documents)
  })
})

describe('a document of a template', () => {
  it('409 for its deletion while a template has it; afterwards its file is removed', async () => {
    const { id, sha256, size } = await addDocument(tenant, { pages: [{ text: 'Kept' }] })
    const [template, other] = [
      await addTemplate(tenant, { name: 'First', documents: [{ id }] }),
      await addTemplate(tenant, { name: 'Second', documents: [{ id }] }),
    ]
    const errorResponse = await deleteDocument(id)
    expect(errorResponse.status).toBe(409)
    expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'uploaded' })
    expect(errorResponse.body.error.message).toMatch(/^The template “(First|Second)” uses this document\.$/)
    await remove(template.id)
    expect((await deleteDocument(id)).body.error.message).toBe('The template “Second” uses this document.')
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await readSize(tenant.tenantId, sha256)).toBe(size)
    await patch(other.id, { documents: [] })
    expect((await deleteDocument(id)).status).toBe(204)
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await readSize(tenant.tenantId, sha256)).toBeNull()
  })

  it('is either used or deleted by concurrent requests, not both', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { id } = await addDocument(tenant)
      const [template, deleted] = await Promise.all([
        create({ name: 'Race', documents: [{ id }] }),
        deleteDocument(id),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([template.status, deleted.status])
    }
  })
})
