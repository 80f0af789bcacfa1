import { beforeAll, describe, expect, it } from 'vitest'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import type { DocumentRecord } from '#lib/documents/schema'
import { sizeOf } from '#lib/storage/files'
import type { TemplateRecord } from '#lib/templates/schema'
import { type Called, call } from '#lib/testing/call'
import { itIsGuarded } from '#lib/testing/guards'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as paper from '../documents/[id]/route.ts'
import * as duplicate from './[id]/duplicate/route.ts'
import * as one from './[id]/route.ts'
import * as many from './route.ts'

type One = { data: TemplateRecord }
type Many = { data: TemplateRecord[]; meta: Record<string, number> }
type Refused = { error: { code: string; message: string; errors: Record<string, string[]> } }

let tenant: TestTenant
let others: TemplateRecord
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  const other = await makeTenant()
  others = await addTemplate(other)
  foreignDocument = await addDocument(other)
})
const foreign = async () => ({ id: others.id })

const create = <B = One>(body: unknown, as: { token: string } = tenant) => call<B>(many.POST, { body, as })
const get = (id: number) => call<One>(one.GET, { params: { id }, as: tenant })
const patch = <B = One>(id: number, body: unknown) =>
  call<B>(one.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })
const remove = (id: number) => call(one.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const deleteDocument = (id: number) => call(paper.DELETE, { method: 'DELETE', params: { id }, as: tenant })
const errorsOf = async (body: unknown) => {
  const refused = await create<Refused>(body)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error'])
  return refused.body.error.errors
}
const zoneOn = (document_id: number, role: string, more: object = {}) => ({
  document_id,
  role,
  type: 'signature',
  page: 1,
  x: 50,
  y: 60,
  width: 120,
  height: 30,
  ...more,
})

itIsGuarded('/templates', many, { body: { POST: { name: 'Lease' } } })
itIsGuarded('/templates/{id}', one, { foreign, body: { PATCH: { name: 'Mine now' } } })
itIsGuarded('/templates/{id}/duplicate', duplicate, { foreign })

describe('POST /templates', () => {
  it('201 with the whole record and its address', async () => {
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
        { name: 'Tenant', order: 1, type: 'parallel', role: 'approver', colour: 'ignored' },
      ],
      fields: [
        zoneOn(first.id, 'Tenant', { type: 'text', label: 'City', validation: { max_length: 20 } }),
        zoneOn(second.id, 'Landlord', { x: 10, y: 10, width: 20, height: 5, unit: 'percent' }),
      ],
      options: { enable_otp: true, message: 'Please sign' },
    })
    expect(status).toBe(201)
    const { data } = body
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/templates/${data.id}`)
    const usual = {
      required: true,
      placeholder: null,
      value: null,
      options: [],
      read_only: false,
      auto: false,
      imported: false,
      condition: null,
      formula: null,
    }
    const [width, height] = [second.pages[0]!.width, second.pages[0]!.height]
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Lease',
      description: 'For every flat',
      documents: [
        { id: first.id, name: 'Terms', order: 2, page_count: 1 },
        { id: second.id, name: 'Lease', order: 2, page_count: 1 },
      ],
      roles: [
        { name: 'Tenant', order: 1, type: 'parallel', role: 'approver' },
        { name: 'Landlord', order: 2, type: 'sequential', role: 'signer' },
      ],
      fields: [
        { ...zoneOn(first.id, 'Tenant', usual), type: 'text', label: 'City', validation: { max_length: 20 } },
        {
          ...zoneOn(second.id, 'Landlord', usual),
          x: width / 10,
          y: height / 10,
          width: width / 5,
          height: expect.closeTo(height / 20, 3),
          label: null,
          validation: {},
        },
      ],
      options: {
        enable_otp: true,
        enable_notifications: true,
        expires_in_days: 90,
        reminder_days: null,
        locale: 'en',
        message: 'Please sign',
        redirect_url: null,
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

  it('201 with documents in any state, which keep it', async () => {
    const busy = (await addDraft(tenant)).documents[0]!
    const free = await addDocument(tenant)
    expect((await create({ name: 'X', documents: [{ id: busy.id }, { id: free.id }] })).status).toBe(201)
    const { body } = await call<{ data: DocumentRecord }>(paper.GET, { params: { id: free.id }, as: tenant })
    expect(body.data.status).toBe('uploaded')
    await addDraft(tenant, { documents: [{ id: free.id }] })
  })

  it('400 with all errors at once, in dot form', async () => {
    expect(
      Object.keys(
        await errorsOf({
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
    expect(await errorsOf({ name: 'X', roles: [{ name: 'A' }, { name: 'a ' }] })).toEqual({
      'roles.1.name': ['The role “a” appears twice.'],
    })
  })

  it('400 for documents that are unknown, another tenant’s or named twice', async () => {
    const { id } = await addDocument(tenant)
    const documents = [{ id }, { id: 99_999_999 }, { id: foreignDocument.id }, { id }]
    expect(await errorsOf({ name: 'X', documents })).toEqual({
      'documents.1.id': ['The document 99999999 does not exist.'],
      'documents.2.id': [`The document ${foreignDocument.id} does not exist.`],
      'documents.3.id': [`The document ${id} appears twice.`],
    })
  })

  it('400 for zones without a place, a role or anything to fill', async () => {
    const [{ id }, other] = [await addDocument(tenant), await addDocument(tenant)]
    const roles = [{ name: 'Client' }, { name: 'HR', role: 'cc' }]
    const fields = [
      zoneOn(id, 'Unknown'),
      zoneOn(id, 'HR'),
      zoneOn(other.id, 'Client'),
      zoneOn(id, 'Client', { page: 2 }),
      zoneOn(id, 'Client', { x: -5, y: 5000 }),
      zoneOn(id, 'Client', { type: 'dropdown' }),
      zoneOn(id, 'Client', { type: 'text', validation: { pattern: 'a{600}' } }),
    ]
    const errors = await errorsOf({ name: 'X', documents: [{ id }], roles, fields })
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

  it('400 for a live document in test mode, as if it were not there', async () => {
    const { id } = await addDocument(tenant)
    const key = await tenant.addKey({ testMode: true })
    expect((await create({ name: 'X', documents: [{ id }] }, key)).status).toBe(400)
  })

  it('201 for a key with the scope alone, made by its creator', async () => {
    const key = await tenant.addKey({ scopes: ['templates:write'] })
    const { status, body } = await create({ name: 'By a key' }, key)
    expect([status, body.data.created_by]).toEqual([201, { id: tenant.user.id, name: tenant.user.name }])
  })
})

describe('GET /templates', () => {
  let crowd: TestTenant
  const list = (query = '', as: { token: string } = crowd) =>
    call<Many>(many.GET, { path: `/api/v1/templates?${query}`, as })
  const namesOf = (answer: Called<Many>) => answer.body.data.map(({ name }) => name)
  beforeAll(async () => {
    crowd = await makeTenant()
    await addTemplate(crowd, { name: 'Année' })
    await addTemplate(crowd, { name: 'Beta', description: 'Für Müller' })
    await addTemplate(crowd, { name: 'Gamma' })
  })

  it('200 newest first, whole records, a page at a time', async () => {
    const all = await list()
    expect(namesOf(all)).toEqual(['Gamma', 'Beta', 'Année'])
    expect(all.body.data.map(({ documents, fields }) => [documents.length, fields.length])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect(all.body.meta).toMatchObject({ total: 3, per_page: 15, current_page: 1 })
    expect(namesOf(await list('per_page=2&page=2'))).toEqual(['Année'])
  })

  it('200 sorted', async () => {
    expect(namesOf(await list('sort=name'))).toEqual(['Année', 'Beta', 'Gamma'])
    expect(namesOf(await list('sort=-name'))).toEqual(['Gamma', 'Beta', 'Année'])
    expect(namesOf(await list('sort=-usage_count'))).toEqual(['Gamma', 'Beta', 'Année'])
    expect(namesOf(await list('sort=updated_at'))).toEqual(['Année', 'Beta', 'Gamma'])
  })

  it('200 by search in names and descriptions without accents and case', async () => {
    expect(namesOf(await list('search=ANNEE'))).toEqual(['Année'])
    expect(namesOf(await list('search=muller'))).toEqual(['Beta'])
    expect(namesOf(await list('search=%25'))).toEqual([])
  })

  it('200 with live and test mode separated', async () => {
    const key = await crowd.addKey({ testMode: true })
    await addTemplate(key, { name: 'Trial' })
    const trials = await list('', key)
    expect(trials.body.data.map(({ name, test_mode }) => [name, test_mode])).toEqual([['Trial', true]])
    expect(namesOf(await list())).toHaveLength(3)
  })

  it('200 for a viewer', async () => {
    expect(namesOf(await list('', await crowd.addMember('viewer')))).toHaveLength(3)
  })

  it.each(['sort=roles', 'per_page=-1', 'page=0', 'per_page=x'])('400 for ?%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

describe('PATCH /templates/{id}', () => {
  it('200 changes the given members only', async () => {
    const made = await addTemplate(tenant, { description: 'Old', options: { enable_otp: true } })
    const { status, body } = await patch(made.id, { name: 'New', options: { reminder_days: 3 }, shape: 'x' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...made,
      name: 'New',
      options: { ...made.options, reminder_days: 3 },
      updated_at: expect.any(String),
    })
    expect((await patch(made.id, { description: null })).body.data.description).toBeNull()
  })

  it('200 replacing zones, the same one only once', async () => {
    const made = await addTemplate(tenant)
    const zone = zoneOn(made.documents[0]!.id, 'Client', { type: 'date' })
    expect((await patch(made.id, { fields: [zone, zone] })).body.data.fields).toHaveLength(1)
    expect((await patch(made.id, { fields: [] })).body.data.fields).toEqual([])
  })

  it('200 dropping the zones of roles and documents no longer named', async () => {
    const [stored, deleted] = [await addDocument(tenant), await addDocument(tenant)]
    const made = await addTemplate(tenant, {
      documents: [{ id: stored.id }, { id: deleted.id }],
      roles: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      fields: [],
    })
    const places = [stored.id, deleted.id].flatMap((id) => ['A', 'B', 'C'].map((role) => zoneOn(id, role)))
    await patch(made.id, { fields: places })
    const left = await patch(made.id, {
      documents: [{ id: stored.id }],
      roles: [{ name: 'B', role: 'viewer' }, { name: 'C' }],
    })
    expect(left.body.data.fields.map(({ document_id, role }) => [document_id, role])).toEqual([
      [stored.id, 'C'],
    ])
  })

  it('200 renaming a role and its zones in one step', async () => {
    const made = await addTemplate(tenant)
    const fields = made.fields.map((field) => ({ ...field, role: 'Buyer' }))
    const { body } = await patch(made.id, { roles: [{ name: 'Buyer' }], fields })
    expect(body.data.fields).toEqual(fields)
  })

  it('400 with errors, and nothing is changed', async () => {
    const made = await addTemplate(tenant)
    const refused = await patch<Refused>(made.id, {
      name: 'Changed',
      documents: [{ id: foreignDocument.id }],
      fields: [zoneOn(made.documents[0]!.id, 'Client', { type: 'text', validation: { pattern: '(' } })],
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.error.errors).sort()).toEqual([
      'documents.0.id',
      'fields.0.document_id',
      'fields.0.validation.pattern',
    ])
    expect((await get(made.id)).body.data).toEqual(made)
  })
})

describe('DELETE /templates/{id}', () => {
  it('204, again 404; its documents stay', async () => {
    const made = await addTemplate(tenant)
    expect((await remove(made.id)).status).toBe(204)
    expect((await remove(made.id)).status).toBe(404)
    const { id } = made.documents[0]!
    expect((await call(paper.GET, { params: { id }, as: tenant })).status).toBe(200)
  })
})

describe('POST /templates/{id}/duplicate', () => {
  const copy = (id: number) => call<One>(duplicate.POST, { method: 'POST', params: { id }, as: tenant })

  it('201 with everything but the name, the count and the dates', async () => {
    const made = await addTemplate(tenant, { description: 'D', options: { enable_otp: true } })
    const { status, body, headers } = await copy(made.id)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/templates/${body.data.id}`)
    expect(body.data).toEqual({
      ...made,
      id: expect.any(Number),
      name: 'Lease (copy)',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(body.data.id).not.toBe(made.id)
  })

  it('201 independent of the original', async () => {
    const made = await addTemplate(tenant)
    const { data } = (await copy(made.id)).body
    await patch(data.id, { name: 'Other', fields: [] })
    expect((await get(made.id)).body.data).toEqual(made)
    await remove(made.id)
    expect((await get(data.id)).body.data.documents).toEqual(made.documents)
  })
})

describe('a document of a template', () => {
  it('409 when it is deleted while a template has it; then its file is removed', async () => {
    const { id, sha256, size } = await addDocument(tenant, { pages: [{ text: 'Kept' }] })
    const [made, other] = [
      await addTemplate(tenant, { name: 'First', documents: [{ id }] }),
      await addTemplate(tenant, { name: 'Second', documents: [{ id }] }),
    ]
    const refused = await deleteDocument(id)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ code: 'invalid_state', current_status: 'uploaded' })
    expect(refused.body.error.message).toMatch(/^The template “(First|Second)” uses this document\.$/)
    await remove(made.id)
    expect((await deleteDocument(id)).body.error.message).toBe('The template “Second” uses this document.')
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await sizeOf(tenant.tenantId, sha256)).toBe(size)
    await patch(other.id, { documents: [] })
    expect((await deleteDocument(id)).status).toBe(204)
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await sizeOf(tenant.tenantId, sha256)).toBeNull()
  })

  it('is either used or deleted by concurrent requests, not both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addDocument(tenant)
      const [made, deleted] = await Promise.all([
        create({ name: 'Race', documents: [{ id }] }),
        deleteDocument(id),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([made.status, deleted.status])
    }
  })
})
