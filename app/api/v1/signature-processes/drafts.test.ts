import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { read } from '#db/tenant'
import type { DocumentRecord } from '#lib/documents/schema'
import type { ProcessRecord } from '#lib/processes/schema'
import { type Called, call } from '#lib/testing/call'
import { itIsGuarded } from '#lib/testing/guards'
import { addDocument, addDraft, addField, addSent } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as deleting from '../documents/[id]/route.ts'
import * as cancelling from './[id]/cancel/route.ts'
import * as one from './[id]/route.ts'
import * as sending from './[id]/send/route.ts'
import * as many from './route.ts'

type One = { data: ProcessRecord }
type Many = { data: ProcessRecord[]; meta: Record<string, number> }

let tenant: TestTenant
let others: ProcessRecord
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  const other = await makeTenant()
  others = await addDraft(other)
  foreignDocument = await addDocument(other)
})
const foreign = async () => ({ id: others.id })

const ada = { name: 'Ada', email: 'ada@example.com' }
const bob = { name: 'Bob', email: 'bob@example.com' }
const create = <B = One>(body: unknown, as: { token: string } = tenant) => call<B>(many.POST, { body, as })
const errorsOf = async (body: unknown) => {
  const refused = await create<{ error: { errors: Record<string, string[]> } }>(body)
  expect(refused.status).toBe(400)
  return refused.body.error.errors
}
const statusOf = async (id: number) => {
  const [row] = await read(tenant.ctx, (reader) =>
    reader.select().from(documents).where(eq(documents.id, id)),
  )
  return row!.status
}

itIsGuarded('/signature-processes', many, { body: { POST: { name: 'Agreement' } } })
itIsGuarded('/signature-processes/{id}', one, { foreign, body: { PATCH: { name: 'Mine now' } } })

describe('POST /signature-processes', () => {
  it('201: a signer with an unsupported language gets that of the process', async () => {
    const signers = [
      { ...ada, locale: 'pt' },
      { ...bob, locale: 'de-AT' },
    ]
    const { body } = await create({ name: 'Lease', signers, options: { locale: 'fr' } })
    expect(body.data.signers.map(({ locale }) => locale)).toEqual(['fr', 'de-AT'])
  })

  it('201 with the whole record and its address', async () => {
    const [first, second] = [
      await addDocument(tenant, { name: 'B' }),
      await addDocument(tenant, { name: 'A' }),
    ]
    const { status, body, headers } = await create({
      name: '  Lease  ',
      description: 'For the flat',
      documents: [
        { id: first.id, order: 2 },
        { id: second.id, order: 1 },
      ],
      signers: [
        { ...ada, order: 2, phone: '+49 30 1', locale: 'de' },
        { ...bob, order: 1, type: 'parallel', role: 'approver', nickname: 'ignored' },
      ],
      options: { enable_otp: true, enable_notifications: false, message: 'Please sign' },
      external_id: 'crm-7',
      metadata: { deal: 7, deep: { list: [1, null] } },
    })
    expect(status).toBe(201)
    const { data } = body
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/signature-processes/${data.id}`)
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Lease',
      description: 'For the flat',
      status: 'draft',
      documents: [
        { id: second.id, name: 'A', order: 1, page_count: 1, status: 'uploaded' },
        { id: first.id, name: 'B', order: 2, page_count: 1, status: 'uploaded' },
      ],
      signers: [
        { ...bob, order: 1, type: 'parallel', role: 'approver', phone: null, locale: 'en' },
        { ...ada, order: 2, type: 'sequential', role: 'signer', phone: '+49 30 1', locale: 'de' },
      ].map((signer) => ({
        id: expect.any(Number),
        ...signer,
        status: 'pending',
        invited_at: null,
        viewed_at: null,
        signed_at: null,
        refused_at: null,
        refusal_reason: null,
        subject: null,
        message: null,
        reminders_sent: 0,
        delivery_error: null,
      })),
      fields: [],
      options: {
        enable_otp: true,
        enable_notifications: false,
        expires_in_days: 90,
        reminder_days: null,
        locale: 'en',
        message: 'Please sign',
        redirect_url: null,
      },
      external_id: 'crm-7',
      metadata: { deal: 7, deep: { list: [1, null] } },
      progress: { signed: 0, total: 2 },
      seal_error: null,
      seal_blocked: false,
      test_mode: false,
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      sent_at: null,
      completed_at: null,
      cancelled_at: null,
      cancel_reason: null,
      voided_at: null,
      void_reason: null,
      expires_at: null,
    })
  })

  it('201 for the smallest request, with positions as orders', async () => {
    const { id } = await addDocument(tenant)
    const { data } = (await create({ name: 'Small', documents: [{ id }], signers: [ada, bob] })).body
    expect(data.signers.map(({ order, type, role }) => [order, type, role])).toEqual([
      [1, 'sequential', 'signer'],
      [2, 'sequential', 'signer'],
    ])
    expect((await create({ name: 'Empty' })).body.data).toMatchObject({ documents: [], signers: [] })
  })

  it('400 with all errors at once, in dot form', async () => {
    const { id } = await addDocument(tenant)
    expect(
      Object.keys(
        await errorsOf({
          name: '',
          documents: [{ id: 'x' }, {}],
          signers: [
            { name: 'A', email: 'nobody' },
            { email: 'b@example.com', order: 1.5, type: 'random', role: 'boss' },
          ],
          options: { expires_in_days: 0, reminder_days: 0, redirect_url: 'javascript:alert(1)' },
        }),
      ).sort(),
    ).toEqual([
      'documents.0.id',
      'documents.1.id',
      'name',
      'options.expires_in_days',
      'options.redirect_url',
      'options.reminder_days',
      'signers.0.email',
      'signers.1.name',
      'signers.1.order',
      'signers.1.role',
      'signers.1.type',
    ])
    expect(await statusOf(id)).toBe('uploaded')
  })

  it('400 for an option that is not known, naming the nearest; other unknown members are ignored', async () => {
    const refused = await create<{ error: { errors: Record<string, string[]> } }>({
      name: 'X',
      unheard_of: true,
      options: { enable_opt: true, expires_in_days: 30 },
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.error.errors)).toEqual(['options.enable_opt'])
    expect(refused.body.error.errors['options.enable_opt']![0]).toContain('enable_otp')
    expect((await create({ name: 'X', unheard_of: true, options: {} })).status).toBe(201)
  })

  it('404 for an id that is not in decimal digits', async () => {
    const draft = await addDraft(tenant)
    for (const id of [
      `0x${draft.id.toString(16)}`,
      `${draft.id}.0`,
      `+${draft.id}`,
      `0${draft.id}`,
      `${draft.id}e0`,
    ])
      expect([id, (await call(one.GET, { params: { id }, as: tenant })).status]).toEqual([id, 404])
  })

  it('400 for documents that are unknown, another tenant’s, named twice or in a process; none is attached', async () => {
    const free = await addDocument(tenant)
    const busy = (await addSent(tenant)).documents[0]!
    const requested = [
      { id: free.id },
      { id: 99_999_999 },
      { id: foreignDocument.id },
      { id: busy.id },
      { id: free.id },
    ]
    expect(await errorsOf({ name: 'X', documents: requested })).toEqual({
      'documents.1.id': ['The document 99999999 does not exist.'],
      'documents.2.id': [`The document ${foreignDocument.id} does not exist.`],
      'documents.3.id': [`The document ${busy.id} belongs to another process.`],
      'documents.4.id': [`The document ${free.id} appears twice.`],
    })
    expect(await statusOf(free.id)).toBe('uploaded')
  })

  it('409 for documents of other processes, without other errors; none is attached', async () => {
    const free = await addDocument(tenant)
    const busy = (await addSent(tenant)).documents[0]!
    const requested = [{ id: free.id }, { id: busy.id }]
    const refused = await create<{ error: object }>({ name: 'X', documents: requested })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      {
        code: 'invalid_state',
        message: `The document ${busy.id} belongs to another process.`,
        current_status: 'in_process',
        errors: { 'documents.1.id': [`The document ${busy.id} belongs to another process.`] },
        request_id: expect.any(String),
      },
    ])
    expect(await statusOf(free.id)).toBe('uploaded')
  })

  it('400 for a live document in test mode, as for an unknown one', async () => {
    const { id } = await addDocument(tenant)
    const key = await tenant.addKey({ testMode: true })
    expect((await create({ name: 'X', documents: [{ id }] }, key)).status).toBe(400)
  })

  it('400 above the limits of a process', async () => {
    const people = Array.from({ length: 1001 }, () => ada)
    expect(Object.keys(await errorsOf({ name: 'X', signers: people }))).toEqual(['signers'])
    const documents = Array.from({ length: 51 }, (_, index) => ({ id: index + 1 }))
    expect(Object.keys(await errorsOf({ name: 'X', documents }))).toEqual(['documents'])
    expect(Object.keys(await errorsOf({ name: 'X', metadata: { big: 'x'.repeat(20_000) } }))).toEqual([
      'metadata',
    ])
    expect(Object.keys(await errorsOf({ name: 'X', description: 'a\0b' }))).toEqual(['description'])
  })

  it('attaches a document to one of ten processes sent concurrently', async () => {
    const { id } = await addDocument(tenant)
    const drafts = []
    for (let n = 0; n < 10; n++) drafts.push(await addDraft(tenant, { documents: [{ id }] }))
    const responses = await Promise.all(
      drafts.map((draft) =>
        call(sending.POST, { method: 'POST', params: { id: draft.id }, as: tenant, address: '10.9.9.9' }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('400 for names and subjects that control characters or line breaks disguise', async () => {
    const errors = await errorsOf({
      name: 'Lease\nBcc: everyone@example.com',
      options: { message: 'Please sign \u202Etnemyap' },
      signers: [{ name: 'Ada\u0007', email: 'ada@example.com' }],
    })
    expect(Object.keys(errors).sort()).toEqual(['name', 'options.message', 'signers.0.name'])
  })

  it('400 invalid_json for a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    const refused = await call(many.POST, { body: '{"name":', as: tenant, headers })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_json'])
  })
})

describe('GET /signature-processes', () => {
  let crowd: TestTenant
  const list = (query = '', as: { token: string } = crowd) =>
    call<Many>(many.GET, { path: `/api/v1/signature-processes?${query}`, as })
  const namesOf = (answer: Called<Many>) => answer.body.data.map(({ name }) => name)
  beforeAll(async () => {
    crowd = await makeTenant()
    await addDraft(crowd, { name: 'Année', external_id: 'x-1' })
    await addDraft(crowd, { name: 'Beta', signers: [{ name: 'Zoë Müller', email: 'zoe@example.org' }] })
    await addSent(crowd, { name: 'Gamma' })
  })

  it('200 newest first, whole records, a page at a time', async () => {
    const all = await list()
    expect(namesOf(all)).toEqual(['Gamma', 'Beta', 'Année'])
    expect(all.body.data[1]!.signers[0]).toMatchObject({ name: 'Zoë Müller' })
    expect(all.body.data.map(({ documents }) => documents.length)).toEqual([1, 1, 1])
    expect(namesOf(await list('per_page=2&page=2'))).toEqual(['Année'])
    expect(namesOf(await list('sort=name'))).toEqual(['Année', 'Beta', 'Gamma'])
  })

  it('200 by search in names and signers', async () => {
    expect(namesOf(await list('search=annee'))).toEqual(['Année'])
    expect(namesOf(await list('search=ZOE%20MULLER'))).toEqual(['Beta'])
    expect(namesOf(await list('search=example.org'))).toEqual(['Beta'])
  })

  it('200 by status, day and external id', async () => {
    expect(namesOf(await list('status=sent'))).toEqual(['Gamma'])
    expect(namesOf(await list('status=sent,draft'))).toHaveLength(3)
    const today = new Date().toISOString().slice(0, 10)
    expect(namesOf(await list(`date_from=${today}&date_to=${today}`))).toHaveLength(3)
    expect(namesOf(await list('date_to=2020-01-01'))).toEqual([])
    expect(namesOf(await list('date_from=2999-01-01'))).toEqual([])
    expect(namesOf(await list('external_id=x-1'))).toEqual(['Année'])
  })

  it('200 with live and test mode separated', async () => {
    const key = await crowd.addKey({ testMode: true })
    await addDraft(key, { name: 'Trial' })
    expect(namesOf(await list('', key))).toEqual(['Trial'])
    expect(namesOf(await list())).toHaveLength(3)
  })

  it.each(['status=lost', 'date_from=yesterday', 'sort=signers', 'per_page=-1'])(
    '400 for ?%s',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )
})

describe('GET /signature-processes/{id}', () => {
  it('200', async () => {
    const draft = await addDraft(tenant)
    const found = await call<One>(one.GET, { params: { id: draft.id }, as: tenant })
    expect([found.status, found.body.data]).toEqual([200, draft])
  })
})

describe('PATCH /signature-processes/{id}', () => {
  const patch = <B = One>(id: number, body: unknown) =>
    call<B>(one.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })

  it('200 changes the given members only', async () => {
    const draft = await addDraft(tenant, {
      description: 'Old',
      options: { enable_otp: true },
      metadata: { a: 1 },
    })
    const { status, body } = await patch(draft.id, {
      name: 'New',
      options: { reminder_days: 3 },
      shape: 'ignored',
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...draft,
      name: 'New',
      options: { ...draft.options, reminder_days: 3 },
      updated_at: expect.any(String),
    })
    expect((await patch(draft.id, { description: null })).body.data.description).toBeNull()
  })

  it('200 replacing signers, keeping those with an id and their fields', async () => {
    const draft = await addDraft(tenant, { signers: [ada, bob] })
    const [first, second] = draft.signers
    await addField(tenant, draft, { signer_id: first!.id })
    await addField(tenant, draft, { signer_id: second!.id })
    const signers = [
      { id: second!.id, name: 'Robert', email: bob.email },
      { name: 'Eve', email: 'eve@example.com' },
    ]
    const { data } = (await patch(draft.id, { signers })).body
    expect(data.signers.map(({ name }) => name)).toEqual(['Robert', 'Eve'])
    expect(data.signers[0]!.id).toBe(second!.id)
    expect(data.fields.map(({ signer_id }) => signer_id)).toEqual([second!.id])
    const copied = { id: second!.id, name: 'Robert', email: bob.email, role: 'cc' }
    expect((await patch(draft.id, { signers: [copied] })).body.data.fields).toEqual([])
  })

  it('200 replacing documents; those left out are freed, and their fields deleted', async () => {
    const draft = await addDraft(tenant)
    const [document] = draft.documents
    await addField(tenant, draft)
    const fresh = await addDocument(tenant)
    const both = await patch(draft.id, { documents: [{ id: fresh.id }, { id: document!.id }] })
    expect(both.body.data.documents.map(({ id }) => id)).toEqual([fresh.id, document!.id])
    expect(both.body.data.fields).toHaveLength(1)
    const { data } = (await patch(draft.id, { documents: [{ id: fresh.id }] })).body
    expect([data.documents.length, data.fields]).toEqual([1, []])
    expect([await statusOf(document!.id), await statusOf(fresh.id)]).toEqual(['uploaded', 'uploaded'])
  })

  it('400 for another process’s signer, and nothing is changed', async () => {
    const [draft, stranger] = [await addDraft(tenant), await addDraft(tenant)]
    const signers = [{ ...ada, id: stranger.signers[0]!.id }]
    const refused = await call(one.PATCH, {
      method: 'PATCH',
      params: { id: draft.id },
      body: { name: 'Changed', signers },
      as: tenant,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.error.errors)).toEqual(['signers.0.id'])
    expect((await call<One>(one.GET, { params: { id: draft.id }, as: tenant })).body.data).toEqual(draft)
  })

  it('409 for a document that a sent process has', async () => {
    const [draft, other] = [await addDraft(tenant), await addSent(tenant)]
    const refused = await call(one.PATCH, {
      method: 'PATCH',
      params: { id: draft.id },
      body: { documents: [{ id: other.documents[0]!.id }] },
      as: tenant,
    })
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'in_process'])
    expect(Object.keys(refused.body.error.errors)).toEqual(['documents.0.id'])
    expect((await call<One>(one.GET, { params: { id: draft.id }, as: tenant })).body.data).toEqual(draft)
  })

  it('409 once sent', async () => {
    const { id } = await addSent(tenant)
    const refused = await call(one.PATCH, {
      method: 'PATCH',
      params: { id },
      body: { name: 'X' },
      as: tenant,
    })
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'sent'])
  })
})

describe('a document that several drafts name', () => {
  const send = (id: number) => call(sending.POST, { method: 'POST', params: { id }, as: tenant })
  const nameTwice = async () => {
    const { id } = await addDocument(tenant)
    const drafts = [
      await addDraft(tenant, { documents: [{ id }] }),
      await addDraft(tenant, { documents: [{ id }] }),
    ]
    return { id, drafts }
  }

  it('is free until one of them is sent; the others get 409 then', async () => {
    const { id, drafts } = await nameTwice()
    expect(await statusOf(id)).toBe('uploaded')
    expect((await send(drafts[1]!.id)).status).toBe(200)
    expect(await statusOf(id)).toBe('in_process')
    const refused = await send(drafts[0]!.id)
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', current_status: 'in_process' },
    ])
    expect(Object.keys(refused.body.error.errors)).toEqual(['documents.0.id'])
    const left = await call<One>(one.GET, { params: { id: drafts[0]!.id }, as: tenant })
    expect(left.body.data.status).toBe('draft')
  })

  it('goes to one of several processes sent concurrently', async () => {
    const { drafts } = await nameTwice()
    const responses = await Promise.all(drafts.map(({ id }) => send(id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('stays with the process that has it when the other draft is cancelled, deleted or changed', async () => {
    const { id, drafts } = await nameTwice()
    const third = await addDraft(tenant, { documents: [{ id }] })
    await send(drafts[0]!.id)
    const changed = { params: { id: drafts[1]!.id }, body: { documents: [] }, as: tenant }
    expect((await call(one.PATCH, { method: 'PATCH', ...changed })).status).toBe(200)
    await call(one.DELETE, { method: 'DELETE', params: { id: third.id }, as: tenant })
    expect(await statusOf(id)).toBe('in_process')
    await call(cancelling.POST, { method: 'POST', params: { id: drafts[1]!.id }, as: tenant })
    expect(await statusOf(id)).toBe('in_process')
    await call(cancelling.POST, { method: 'POST', params: { id: drafts[0]!.id }, as: tenant })
    expect(await statusOf(id)).toBe('uploaded')
  })

  it('can be deleted, and the drafts lose it with its fields', async () => {
    const { id, drafts } = await nameTwice()
    await addField(tenant, drafts[0]!)
    const deleted = await call(deleting.DELETE, { method: 'DELETE', params: { id }, as: tenant })
    expect(deleted.status).toBe(204)
    for (const draft of drafts) {
      const { data } = (await call<One>(one.GET, { params: { id: draft.id }, as: tenant })).body
      expect([data.documents, data.fields]).toEqual([[], []])
      expect((await send(draft.id)).status).toBe(400)
    }
  })
})

describe('DELETE /signature-processes/{id}', () => {
  const remove = (id: number) => call(one.DELETE, { method: 'DELETE', params: { id }, as: tenant })

  it('204 and its documents are free, again 404', async () => {
    const draft = await addDraft(tenant)
    await addField(tenant, draft)
    expect((await remove(draft.id)).status).toBe(204)
    expect(await statusOf(draft.documents[0]!.id)).toBe('uploaded')
    expect((await remove(draft.id)).status).toBe(404)
  })

  it('409 once sent', async () => {
    const { id } = await addSent(tenant)
    const refused = await remove(id)
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'sent'])
  })
})
