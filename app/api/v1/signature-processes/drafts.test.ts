import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { processes } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { lockForDraft } from '#lib/documents/copies/attach'
import type { DocumentRecord } from '#lib/documents/schema'
import { createFolder } from '#lib/folders/create'
import type { FixturePage } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { changeSigner } from '#lib/processes/signers/correct'
import { updateProcess } from '#lib/processes/update'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addDocument, addDraft, addField, addSent } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { type CallResult, call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as documentRoute from '../documents/[id]/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as duplicateRoute from './[id]/duplicate/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as processesRoute from './route.ts'

type ProcessResponse = { data: ProcessRecord }
type ProcessListResponse = { data: ProcessRecord[]; meta: Record<string, number> }

let tenant: TestTenant
let foreignProcess: ProcessRecord
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  const otherTenant = await makeTenant()
  foreignProcess = await addDraft(otherTenant)
  foreignDocument = await addDocument(otherTenant)
})
const recordOfOtherTenant = async () => ({ id: foreignProcess.id })

const ada = { name: 'Ada', email: 'ada@example.com' }
const bob = { name: 'Bob', email: 'bob@example.com' }
const create = <B = ProcessResponse>(body: unknown, caller: { token: string } = tenant) =>
  call<B>(processesRoute.POST, { body, as: caller })
const getErrors = async (body: unknown) => {
  const errorResponse = await create<{ error: { errors: Record<string, string[]> } }>(body)
  expect(errorResponse.status).toBe(400)
  return errorResponse.body.error.errors
}
const documentStatus = async (id: number) => {
  const [row] = await read(tenant.ctx, (reader) =>
    reader.select().from(documents).where(eq(documents.id, id)),
  )
  return row!.status
}

itIsGuarded('/signature-processes', processesRoute, { bodyByMethod: { POST: { name: 'Agreement' } } })
itIsGuarded('/signature-processes/{id}', processRoute, {
  idsOfOtherTenant: recordOfOtherTenant,
  bodyByMethod: { PATCH: { name: 'Mine now' } },
})

describe('POST /signature-processes', () => {
  it('201: a signer with an unsupported language gets that of the process', async () => {
    const signers = [
      { ...ada, locale: 'fi' },
      { ...bob, locale: 'de-AT' },
    ]
    const { body } = await create({ name: 'Lease', signers, options: { locale: 'fr' } })
    expect(body.data.signers.map(({ locale }) => locale)).toEqual(['fr', 'de-AT'])
  })

  it('201 with languages in capitals', async () => {
    const signers = [
      { ...ada, locale: 'FR' },
      { ...bob, locale: 'DE-AT' },
    ]
    const { body } = await create({ name: 'Lease', signers, options: { locale: 'En' } })
    expect(body.data.signers.map(({ locale }) => locale)).toEqual(['fr', 'de-AT'])
    expect(body.data.options.locale).toBe('en')
  })

  it('another language of a draft is that of its signers, but for those who have one of their own', async () => {
    const signers = [ada, { ...bob, locale: 'fr' }]
    const { data } = (await create({ name: 'Lease', signers, options: { locale: 'en' } })).body
    const patch = async (body: object) => {
      const answer = await call<ProcessResponse>(processRoute.PATCH, {
        ...{ method: 'PATCH', params: { id: data.id }, as: tenant },
        body,
      })
      return answer.body.data.signers.map(({ locale }) => locale)
    }
    expect(await patch({ options: { locale: 'de' } })).toEqual(['de', 'fr'])
    const people = data.signers.map(({ id, name, email }) => ({ id, name, email }))
    expect(await patch({ options: { locale: 'es' }, signers: people })).toEqual(['es', 'fr'])
    expect(await patch({ options: { locale: 'it' }, signers: [{ ...people[0]!, locale: 'es' }] })).toEqual([
      'es',
    ])
  })

  it('201 with the whole record and its URL', async () => {
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
        { ...bob, order: 1, type: 'parallel', role: 'approver' },
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
      folder_id: null,
      documents: [
        { id: second.id, name: 'A', order: 1, page_count: 1, status: 'uploaded', deleted_at: null },
        { id: first.id, name: 'B', order: 2, page_count: 1, status: 'uploaded', deleted_at: null },
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
        erased_at: null,
        otp: null,
        signature_level: 'simple',
        awaits_provider: false,
        subject: null,
        message: null,
        reminders_sent: 0,
        delegated_by: [],
        delivery_error: null,
        delivery_error_detail: null,
        delivery: null,
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
        signature_kinds: ['drawn', 'typed', 'uploaded'],
        allow_delegation: false,
        allow_download_first: true,
        embed_evidence: false,
      },
      external_id: 'crm-7',
      metadata: { deal: 7, deep: { list: [1, null] } },
      progress: { signed: 0, total: 2 },
      seal_error: null,
      seal_error_detail: null,
      seal_blocked: false,
      test_mode: false,
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      sent_at: null,
      sent_by: null,
      completed_at: null,
      cancelled_at: null,
      cancel_reason: null,
      template: null,
      voided_at: null,
      void_reason: null,
      expires_at: null,
    })
  })

  it('201 for the smallest request; the order of signers is that of the request', async () => {
    const { id } = await addDocument(tenant)
    const { data } = (await create({ name: 'Small', documents: [{ id }], signers: [ada, bob] })).body
    expect(data.signers.map(({ order, type, role }) => [order, type, role])).toEqual([
      [1, 'sequential', 'signer'],
      [2, 'sequential', 'signer'],
    ])
    expect((await create({ name: 'Empty' })).body.data).toMatchObject({ documents: [], signers: [] })
  })

  it('400 with all errors at once, by path such as signers.0.email', async () => {
    const { id } = await addDocument(tenant)
    expect(
      Object.keys(
        await getErrors({
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
    expect(await documentStatus(id)).toBe('uploaded')
  })

  it('201 with delegation and without download before signing, also in a copy', async () => {
    const options = { allow_delegation: true, allow_download_first: false }
    const { body } = await create({ name: 'Lease', options })
    expect(body.data.options).toMatchObject(options)
    const copy = await call<ProcessResponse>(duplicateRoute.POST, {
      method: 'POST',
      params: { id: body.data.id },
      as: tenant,
    })
    expect(copy.body.data.options).toMatchObject(options)
    const patched = await call<ProcessResponse>(processRoute.PATCH, {
      params: { id: body.data.id },
      body: { options: { allow_delegation: false } },
      as: tenant,
    })
    expect(patched.body.data.options).toMatchObject({ allow_delegation: false, allow_download_first: false })
  })

  it('200 with the defaults of options that the process was stored without', async () => {
    const { body } = await create({ name: 'Lease' })
    await write(tenant.ctx, (tx) =>
      tx.execute(
        sql`update processes set options = options - 'allow_delegation' - 'allow_download_first' where id = ${body.data.id}`,
      ),
    )
    const read = await call<ProcessResponse>(processRoute.GET, { params: { id: body.data.id }, as: tenant })
    expect(read.body.data.options).toMatchObject({ allow_delegation: false, allow_download_first: true })
  })

  it('400 for an unknown option, or another unknown member, suggesting the nearest', async () => {
    const errorResponse = await create<{ error: { errors: Record<string, string[]> } }>({
      name: 'X',
      unheard_of: true,
      options: { enable_opt: true, expires_in_days: 30 },
    })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors).sort()).toEqual(['options.enable_opt', 'unheard_of'])
    expect(errorResponse.body.error.errors['options.enable_opt']![0]).toContain('enable_otp')
    expect((await create({ name: 'X', options: {} })).status).toBe(201)
  })

  it('404 for an id that is not written in plain decimal digits', async () => {
    const draft = await addDraft(tenant)
    for (const id of [
      `0x${draft.id.toString(16)}`,
      `${draft.id}.0`,
      `+${draft.id}`,
      `0${draft.id}`,
      `${draft.id}e0`,
    ])
      expect([id, (await call(processRoute.GET, { params: { id }, as: tenant })).status]).toEqual([id, 404])
  })

  it('400 for documents that are unknown, of another tenant, named twice or in a process; none is attached', async () => {
    const freeDocument = await addDocument(tenant)
    const usedDocument = (await addSent(tenant)).documents[0]!
    const requested = [
      { id: freeDocument.id },
      { id: 99_999_999 },
      { id: foreignDocument.id },
      { id: usedDocument.id },
      { id: freeDocument.id },
    ]
    expect(await getErrors({ name: 'X', documents: requested })).toEqual({
      'documents.1.id': ['The document 99999999 does not exist.'],
      'documents.2.id': [`The document ${foreignDocument.id} does not exist.`],
      'documents.3.id': [`The document ${usedDocument.id} belongs to another process.`],
      'documents.4.id': [`The document ${freeDocument.id} appears twice.`],
    })
    expect(await documentStatus(freeDocument.id)).toBe('uploaded')
  })

  it('409 if the only errors are documents of other processes; none is attached', async () => {
    const freeDocument = await addDocument(tenant)
    const usedDocument = (await addSent(tenant)).documents[0]!
    const requested = [{ id: freeDocument.id }, { id: usedDocument.id }]
    const errorResponse = await create<{ error: object }>({ name: 'X', documents: requested })
    expect([errorResponse.status, errorResponse.body.error]).toEqual([
      409,
      {
        code: 'invalid_state',
        message: `The document ${usedDocument.id} belongs to another process.`,
        current_status: 'in_process',
        errors: { 'documents.1.id': [`The document ${usedDocument.id} belongs to another process.`] },
        details: [
          {
            field: 'documents.1.id',
            key: 'documents.documentOfAnotherProcess',
            values: { id: String(usedDocument.id) },
          },
        ],
        request_id: expect.any(String),
      },
    ])
    expect(await documentStatus(freeDocument.id)).toBe('uploaded')
  })

  it('400 for a live document in test mode, as for an unknown one', async () => {
    const { id } = await addDocument(tenant)
    const key = await tenant.addKey({ testMode: true })
    expect((await create({ name: 'X', documents: [{ id }] }, key)).status).toBe(400)
  })

  it('400 above the limits of a process', async () => {
    const signers = Array.from({ length: 1001 }, () => ada)
    expect(Object.keys(await getErrors({ name: 'X', signers }))).toEqual(['signers'])
    const documents = Array.from({ length: 51 }, (_, index) => ({ id: index + 1 }))
    expect(Object.keys(await getErrors({ name: 'X', documents }))).toEqual(['documents'])
    expect(Object.keys(await getErrors({ name: 'X', metadata: { big: 'x'.repeat(20_000) } }))).toEqual([
      'metadata',
    ])
    expect(Object.keys(await getErrors({ name: 'X', description: 'a\0b' }))).toEqual(['description'])
  })

  it('attaches a document to one of ten processes sent concurrently', async () => {
    const { id } = await addDocument(tenant)
    const drafts = []
    for (let number = 0; number < 10; number++) drafts.push(await addDraft(tenant, { documents: [{ id }] }))
    const responses = await Promise.all(
      drafts.map((draft) =>
        call(sendRoute.POST, { method: 'POST', params: { id: draft.id }, as: tenant, address: '10.9.9.9' }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it.each(['draft', 'template'])(
    'waits for a draft that brings the same documents into a folder, without a deadlock: %s',
    async (kind) => {
      const { ctx } = tenant
      const { id: folderId } = await createFolder(ctx, { name: kind, access: 'everyone' })
      const [first, second] = [(await addDocument(tenant)).id, (await addDocument(tenant)).id]
      const body = { name: 'Lease', folder_id: folderId, documents: [{ id: second }, { id: first }] }
      const { response } = await write(ctx, async (tx) => {
        await lockForDraft(tx, ctx, [first])
        const response =
          kind === 'draft'
            ? create(body)
            : call(templatesRoute.POST, { body: { ...body, roles: [{ name: 'Tenant' }] }, as: tenant })
        await untilOtherWaits(tx)
        await tx
          .update(documents)
          .set({ folderId })
          .where(inArray(documents.id, [first, second]))
        return { response }
      })
      expect((await response).status).toBe(201)
    },
  )

  it('400 for control characters, line breaks and direction overrides in names and messages', async () => {
    const errors = await getErrors({
      name: 'Lease\nBcc: everyone@example.com',
      options: { message: 'Please sign \u202Etnemyap' },
      signers: [{ name: 'Ada\u0007', email: 'ada@example.com' }],
    })
    expect(Object.keys(errors).sort()).toEqual(['name', 'options.message', 'signers.0.name'])
  })

  it('400 invalid_json for a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    const errorResponse = await call(processesRoute.POST, { body: '{"name":', as: tenant, headers })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'invalid_json'])
  })
})

describe('GET /signature-processes', () => {
  let listTenant: TestTenant
  const list = (query = '', caller: { token: string } = listTenant) =>
    call<ProcessListResponse>(processesRoute.GET, {
      path: `/api/v1/signature-processes?${query}`,
      as: caller,
    })
  const getNames = (response: CallResult<ProcessListResponse>) => response.body.data.map(({ name }) => name)
  beforeAll(async () => {
    listTenant = await makeTenant()
    await addDraft(listTenant, { name: 'Année', external_id: 'x-1' })
    await addDraft(listTenant, { name: 'Beta', signers: [{ name: 'Zoë Müller', email: 'zoe@example.org' }] })
    await addSent(listTenant, { name: 'Gamma' })
  })

  it('200 newest first, whole records, a page at a time', async () => {
    const listResponse = await list()
    expect(getNames(listResponse)).toEqual(['Gamma', 'Beta', 'Année'])
    expect(listResponse.body.data[1]!.signers[0]).toMatchObject({ name: 'Zoë Müller' })
    expect(listResponse.body.data.map(({ documents }) => documents.length)).toEqual([1, 1, 1])
    expect(getNames(await list('per_page=2&page=2'))).toEqual(['Année'])
    expect(getNames(await list('sort=name'))).toEqual(['Année', 'Beta', 'Gamma'])
    expect(getNames(await list('sort=expires_at'))).toEqual(['Gamma', 'Année', 'Beta'])
  })

  it('200 by search in names and signers', async () => {
    expect(getNames(await list('search=annee'))).toEqual(['Année'])
    expect(getNames(await list('search=ZOE%20MULLER'))).toEqual(['Beta'])
    expect(getNames(await list('search=example.org'))).toEqual(['Beta'])
  })

  it('200 by status, day and external id', async () => {
    expect(getNames(await list('status=sent'))).toEqual(['Gamma'])
    expect(getNames(await list('status=sent,draft'))).toHaveLength(3)
    const today = new Date().toISOString().slice(0, 10)
    expect(getNames(await list(`date_from=${today}&date_to=${today}`))).toHaveLength(3)
    const { created_at } = (await list('search=beta')).body.data[0]!
    expect(getNames(await list(`date_from=${created_at}`))).toContain('Beta')
    expect(getNames(await list(`date_to=${created_at}`))).not.toContain('Beta')
    expect(getNames(await list('date_to=2020-01-01'))).toEqual([])
    expect(getNames(await list('date_from=2999-01-01'))).toEqual([])
    expect(getNames(await list('external_id=x-1'))).toEqual(['Année'])
  })

  it('200 by signer, together with a search in the names', async () => {
    const response = await list('signer=muller')
    expect([getNames(response), response.body.meta.total]).toEqual([['Beta'], 1])
    expect(getNames(await list('signer=zoe@EXAMPLE.org&search=beta'))).toEqual(['Beta'])
    expect(getNames(await list('signer=muller&search=gamma'))).toEqual([])
    expect(getNames(await list('signer=muller&status=sent'))).toEqual([])
  })

  it('200 by the status of the signer whom `signer` names', async () => {
    const { body } = await list('search=gamma')
    const { email } = body.data[0]!.signers[0]!
    expect(getNames(await list(`signer=${email}&signer_status=notified,viewed`))).toEqual(['Gamma'])
    expect(getNames(await list(`signer=${email}&signer_status=signed`))).toEqual([])
    expect(getNames(await list('signer=muller&signer_status=pending'))).toEqual(['Beta'])
  })

  it('200 with the processes that wait for a person with exactly this address', async () => {
    const { email } = (await list('search=gamma')).body.data[0]!.signers[0]!
    const waiting = await list(`waits_for=${email.toUpperCase()}&sort=expires_at`)
    expect([getNames(waiting), waiting.body.meta.total]).toEqual([['Gamma'], 1])
    expect(getNames(await list(`waits_for=${email.slice(1)}`))).toEqual([])
    // It is nobody's turn in a draft.
    expect(getNames(await list('waits_for=zoe@example.org'))).toEqual([])
    const viewer = { name: 'Vera', email: 'vera@example.org', role: 'viewer' as const }
    const sender = await makeTenant()
    const { signers } = await addSent(sender, {
      signers: [viewer, { name: 'Sam', email: 'sam@example.org' }],
    })
    const cancelled = await addSent(sender, { signers: [{ name: 'Sam', email: 'sam@example.org' }] })
    await cancelProcess(sender.ctx, cancelled.id, {})
    expect(signers.map(({ status }) => status)).toEqual(['notified', 'notified'])
    expect((await list('waits_for=sam@example.org', sender)).body.meta.total).toBe(1)
    expect((await list('waits_for=vera@example.org', sender)).body.meta.total).toBe(0)
  })

  it('200 by an address as it was entered, with an internationalised domain', async () => {
    const sender = await makeTenant()
    await addSent(sender, { signers: [{ name: 'Ada', email: 'Ada@müller.de' }] })
    for (const filter of ['waits_for', 'signer', 'search'])
      for (const email of ['Ada@müller.de', 'ADA@MU\u0308LLER.DE', 'ada@xn--mller-kva.de']) {
        const { meta } = (await list(`${filter}=${encodeURIComponent(email)}`, sender)).body
        expect([filter, email, meta.total]).toEqual([filter, email, 1])
      }
  })

  it('200 by expiry; drafts have none', async () => {
    const expiresOn = (await list('search=gamma')).body.data[0]!.expires_at!.slice(0, 10)
    const nextDay = new Date(Date.parse(expiresOn) + 86_400_000).toISOString().slice(0, 10)
    const response = await list(`expires_before=${nextDay}`)
    expect([getNames(response), response.body.meta.total]).toEqual([['Gamma'], 1])
    expect(getNames(await list(`expires_before=${expiresOn}`))).toEqual([])
    expect(getNames(await list(`expires_before=${nextDay}&search=beta`))).toEqual([])
  })

  it('200 with the records of live or test mode only', async () => {
    const key = await listTenant.addKey({ testMode: true })
    await addDraft(key, { name: 'Trial' })
    expect(getNames(await list('', key))).toEqual(['Trial'])
    expect(getNames(await list())).toHaveLength(3)
  })

  it.each([
    'status=lost',
    'date_from=yesterday',
    'expires_before=soon',
    'signer_status=signed',
    'waits_for=',
    'sort=signers',
    'per_page=-1',
  ])('400 for ?%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

describe('GET /signature-processes/{id}', () => {
  it('200', async () => {
    const draft = await addDraft(tenant)
    const getResponse = await call<ProcessResponse>(processRoute.GET, {
      params: { id: draft.id },
      as: tenant,
    })
    expect([getResponse.status, getResponse.body.data]).toEqual([200, draft])
  })
})

describe('PATCH /signature-processes/{id}', () => {
  const patch = <B = ProcessResponse>(id: number, body: unknown) =>
    call<B>(processRoute.PATCH, { method: 'PATCH', params: { id }, body, as: tenant })

  it('200 changes the given members only', async () => {
    const draft = await addDraft(tenant, {
      description: 'Old',
      options: { enable_otp: true },
      metadata: { a: 1 },
    })
    const { status, body } = await patch(draft.id, {
      name: 'New',
      options: { reminder_days: 3 },
      status: 'completed',
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

  it('400 for a new number in metadata that JSON may have rounded, none for what is stored', async () => {
    const order = { id: 2 ** 53, list: [1, 1e21] }
    type Errors = { error: { errors: Record<string, string[]> } }
    const refused = await create<Errors>({ name: 'X', metadata: { deal: '9007199254740993', order } })
    const paths = ['metadata.order.id', 'metadata.order.list.1']
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, paths])
    const draft = await addDraft(tenant, { metadata: { deal: 1 } })
    const metadata = { deal: 1, order }
    await write(tenant.ctx, (tx) => tx.update(processes).set({ metadata }).where(eq(processes.id, draft.id)))
    const stored = await getProcess(tenant.ctx, draft.id)
    const events = await loadEvents(tenant, draft.id)
    expect(await patch(draft.id, stored)).toMatchObject({ status: 200, body: { data: stored } })
    expect(await loadEvents(tenant, draft.id)).toEqual(events)
    const other = { ...metadata, more: 2 ** 53, order: { ...order, id: 2 ** 60 } }
    const changed = await patch<Errors>(draft.id, { metadata: other })
    expect([changed.status, Object.keys(changed.body.error.errors)]).toEqual([
      400,
      ['metadata.order.id', 'metadata.more'],
    ])
    const added = { ...metadata, more: '9007199254740993' }
    expect(await patch(draft.id, { ...stored, name: 'New', metadata: added })).toMatchObject({
      status: 200,
      body: { data: { name: 'New', metadata: added } },
    })
  })

  it('200 recording what differs only: without a difference nothing, and the ETag stays', async () => {
    const draft = await addDraft(tenant, {
      signers: [{ ...ada, otp: 'access_code', access_code: 'blue heron' }],
    })
    await addField(tenant, draft)
    const { updated_at, name, description } = draft
    const [signer] = draft.signers
    const { body: read } = await call<ProcessResponse>(processRoute.GET, {
      params: { id: draft.id },
      as: tenant,
    })
    for (const body of [{}, { name, description }, { options: draft.options }, read.data]) {
      const { data } = (await patch(draft.id, body)).body
      expect([data, data.updated_at]).toEqual([read.data, updated_at])
    }
    await patch(draft.id, { ...read.data, name: 'New' })
    const changes = (await loadEvents(tenant, draft.id)).filter(({ type }) => type === 'process.updated')
    expect(changes.map(({ data }) => data.changed)).toEqual([['name']])
    await patch(draft.id, { name: 'New', signers: [{ ...signer!, access_code: 'red kite' }] })
    expect((await loadEvents(tenant, draft.id)).at(-1)!.data.changed).toEqual(['signers'])
  })

  it('200 replacing the signers; those with an id keep their fields', async () => {
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
    const copyRecipient = { id: second!.id, name: 'Robert', email: bob.email, role: 'cc' }
    expect((await patch(draft.id, { signers: [copyRecipient] })).body.data.fields).toEqual([])
  })

  it('200 keeping what the entry of an existing signer lacks; a new one comes after those before', async () => {
    const parallel = { type: 'parallel' as const, signature_level: 'simple' as const }
    const draft = await addDraft(tenant, {
      signers: [
        { ...ada, ...parallel, order: 2, role: 'approver', otp: 'email', message: 'Please.' },
        { ...bob, ...parallel, order: 7, role: 'cc' },
      ],
    })
    const [first, second] = draft.signers
    const entries = draft.signers.map(({ id, name, email }) => ({ id, name, email }))
    const kept = await patch(draft.id, { signers: entries })
    expect([kept.status, kept.body.data.signers]).toEqual([200, [first, second]])
    const eve = { name: 'Eve', email: 'eve@example.com' }
    const { data } = (await patch(draft.id, { signers: [...entries, eve, { ...eve, name: 'Eva' }] })).body
    expect(data.signers.map(({ name, order }) => [name, order])).toEqual([
      [first!.name, 2],
      [second!.name, 7],
      ['Eve', 8],
      ['Eva', 9],
    ])
    const changed = await patch(draft.id, { signers: [{ ...entries[0]!, role: 'signer', order: 3 }] })
    expect(changed.body.data.signers).toEqual([{ ...first, role: 'signer', order: 3 }])
  })

  it('200 replacing the documents; the fields of removed ones are deleted', async () => {
    const draft = await addDraft(tenant)
    const [document] = draft.documents
    await addField(tenant, draft)
    const newDocument = await addDocument(tenant)
    const response = await patch(draft.id, { documents: [{ id: newDocument.id }, { id: document!.id }] })
    expect(response.body.data.documents.map(({ id }) => id)).toEqual([newDocument.id, document!.id])
    expect(response.body.data.fields).toHaveLength(1)
    const { data } = (await patch(draft.id, { documents: [{ id: newDocument.id }] })).body
    expect([data.documents.length, data.fields]).toEqual([1, []])
    expect([await documentStatus(document!.id), await documentStatus(newDocument.id)]).toEqual([
      'uploaded',
      'uploaded',
    ])
  })

  it('200 replacing the file of a document: fields stay on its pages, inside smaller ones', async () => {
    const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 842] }, { mediaBox: [0, 0, 595, 842] }]
    const [old, other] = [await addDocument(tenant, { pages }), await addDocument(tenant)]
    const draft = await addDraft(tenant, { documents: [{ id: old.id }, { id: other.id }] })
    await addField(tenant, draft, { x: 400, y: 790, width: 160, height: 40 })
    await addField(tenant, draft, { page: 2 })
    await addField(tenant, draft, { document_id: other.id })
    const newDocument = await addDocument(tenant, { pages: [{ mediaBox: [0, 0, 500, 700] }] })
    const documents = [{ id: newDocument.id, replaces: old.id }, { id: other.id }]
    const { status, body } = await patch(draft.id, { documents })
    expect([status, body.data.documents.map(({ id }) => id)]).toEqual([200, [newDocument.id, other.id]])
    expect(body.data.fields).toMatchObject([
      { document_id: newDocument.id, page: 1, x: 340, y: 660, width: 160, height: 40 },
      { document_id: other.id, page: 1, x: 72, y: 72 },
    ])
    const repeated = await patch(draft.id, { documents })
    expect([repeated.status, repeated.body.data.fields]).toEqual([200, body.data.fields])
  })

  it('400 for a replaced document that is not in the draft, or stays in it, or is replaced twice', async () => {
    const draft = await addDraft(tenant)
    const oldId = draft.documents[0]!.id
    const [first, second] = [await addDocument(tenant), await addDocument(tenant)]
    for (const [documents, field] of [
      [[{ id: first.id, replaces: second.id }], 'documents.0.replaces'],
      [[{ id: first.id, replaces: oldId }, { id: oldId }], 'documents.0.replaces'],
      [
        [
          { id: first.id, replaces: oldId },
          { id: second.id, replaces: oldId },
        ],
        'documents.1.replaces',
      ],
    ] as const) {
      const refused = await call(processRoute.PATCH, {
        method: 'PATCH',
        params: { id: draft.id },
        body: { documents },
        as: tenant,
      })
      expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, [field]])
    }
  })

  it('412 when the draft was changed since the version in If-Match; nothing is changed', async () => {
    const draft = await addDraft(tenant)
    const params = { id: draft.id }
    const before = await call<ProcessResponse>(processRoute.GET, { params, as: tenant })
    const etag = before.headers.get('etag')!
    expect(etag).toBe(`"${before.body.data.updated_at}"`)
    const rename = (name: string, ifMatch: string) =>
      call<ProcessResponse>(processRoute.PATCH, {
        method: 'PATCH',
        params,
        body: { name },
        headers: { 'If-Match': ifMatch },
        as: tenant,
      })
    const first = await rename('First', etag)
    expect([first.status, first.headers.get('etag')]).toEqual([200, `"${first.body.data.updated_at}"`])
    expect((await rename('Second', etag)).status).toBe(412)
    expect((await call<ProcessResponse>(processRoute.GET, { params, as: tenant })).body.data.name).toBe(
      'First',
    )
    expect((await rename('Third', first.headers.get('etag')!)).status).toBe(200)
  })

  it('each change is another version, also in one millisecond or with an earlier time', async () => {
    const draft = await addDraft(tenant)
    const time = new Date(draft.updated_at)
    const versions = [draft.updated_at]
    for (const now of [time, time, addSeconds(time, -60)]) {
      const changed = await updateProcess({ ...tenant.ctx, now }, draft.id, {
        name: `Draft ${versions.length}`,
      })
      versions.push(changed.updated_at)
    }
    const { email } = draft.signers[0]!
    const earlier = { ...tenant.ctx, now: time }
    await changeSigner(earlier, draft.id, draft.signers[0]!.id, { email: `other-${email}` })
    versions.push((await getProcess(tenant.ctx, draft.id)).updated_at)
    versions.push((await cancelProcess(earlier, draft.id, {})).updated_at)
    expect(versions).toEqual([...new Set(versions)].sort())
  })

  it('412 when a document of the draft was deleted since', async () => {
    const draft = await addDraft(tenant)
    const documentId = draft.documents[0]!.id
    await call(documentRoute.DELETE, { method: 'DELETE', params: { id: documentId }, as: tenant })
    const refused = await call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id: draft.id },
      body: { name: 'Second' },
      headers: { 'If-Match': `"${draft.updated_at}"` },
      as: tenant,
    })
    expect(refused.status).toBe(412)
  })

  it('400 for another process’s signer, and nothing is changed', async () => {
    const [draft, otherDraft] = [await addDraft(tenant), await addDraft(tenant)]
    const signers = [{ ...ada, id: otherDraft.signers[0]!.id }]
    const errorResponse = await call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id: draft.id },
      body: { name: 'Changed', signers },
      as: tenant,
    })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['signers.0.id'])
    expect(
      (await call<ProcessResponse>(processRoute.GET, { params: { id: draft.id }, as: tenant })).body.data,
    ).toEqual(draft)
  })

  it('409 for a document of a sent process', async () => {
    const [draft, other] = [await addDraft(tenant), await addSent(tenant)]
    const errorResponse = await call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id: draft.id },
      body: { documents: [{ id: other.documents[0]!.id }] },
      as: tenant,
    })
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'in_process'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['documents.0.id'])
    expect(
      (await call<ProcessResponse>(processRoute.GET, { params: { id: draft.id }, as: tenant })).body.data,
    ).toEqual(draft)
  })

  it('409 once sent', async () => {
    const { id } = await addSent(tenant)
    const errorResponse = await call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id },
      body: { name: 'X' },
      as: tenant,
    })
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'sent'])
  })
})

describe('a document of several drafts', () => {
  const send = (id: number) => call(sendRoute.POST, { method: 'POST', params: { id }, as: tenant })
  const addTwoDrafts = async () => {
    const { id } = await addDocument(tenant)
    const drafts = [
      await addDraft(tenant, { documents: [{ id }] }),
      await addDraft(tenant, { documents: [{ id }] }),
    ]
    return { id, drafts }
  }

  it('is free until one of them is sent; then sending another is a 409', async () => {
    const { id, drafts } = await addTwoDrafts()
    expect(await documentStatus(id)).toBe('uploaded')
    expect((await send(drafts[1]!.id)).status).toBe(200)
    expect(await documentStatus(id)).toBe('in_process')
    const errorResponse = await send(drafts[0]!.id)
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', current_status: 'in_process' },
    ])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['documents.0.id'])
    const unsentDraft = await call<ProcessResponse>(processRoute.GET, {
      params: { id: drafts[0]!.id },
      as: tenant,
    })
    expect(unsentDraft.body.data.status).toBe('draft')
  })

  it('belongs to one of two drafts sent concurrently', async () => {
    const { drafts } = await addTwoDrafts()
    const responses = await Promise.all(drafts.map(({ id }) => send(id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('stays in the sent process when another draft is cancelled, deleted or changed', async () => {
    const { id, drafts } = await addTwoDrafts()
    const third = await addDraft(tenant, { documents: [{ id }] })
    await send(drafts[0]!.id)
    const withoutDocuments = { params: { id: drafts[1]!.id }, body: { documents: [] }, as: tenant }
    expect((await call(processRoute.PATCH, { method: 'PATCH', ...withoutDocuments })).status).toBe(200)
    await call(processRoute.DELETE, { method: 'DELETE', params: { id: third.id }, as: tenant })
    expect(await documentStatus(id)).toBe('in_process')
    await call(cancelRoute.POST, { method: 'POST', params: { id: drafts[1]!.id }, as: tenant })
    expect(await documentStatus(id)).toBe('in_process')
    await call(cancelRoute.POST, { method: 'POST', params: { id: drafts[0]!.id }, as: tenant })
    expect(await documentStatus(id)).toBe('uploaded')
  })

  it('can be deleted, which removes it and its fields from the drafts', async () => {
    const { id, drafts } = await addTwoDrafts()
    await addField(tenant, drafts[0]!)
    const deleteResponse = await call(documentRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })
    expect(deleteResponse.status).toBe(204)
    for (const draft of drafts) {
      const { data } = (
        await call<ProcessResponse>(processRoute.GET, { params: { id: draft.id }, as: tenant })
      ).body
      expect([data.documents, data.fields]).toEqual([[], []])
      expect((await send(draft.id)).status).toBe(400)
    }
  })
})

describe('DELETE /signature-processes/{id}', () => {
  const remove = (id: number) => call(processRoute.DELETE, { method: 'DELETE', params: { id }, as: tenant })

  it('204, its documents are free; 404 the second time', async () => {
    const draft = await addDraft(tenant)
    await addField(tenant, draft)
    expect((await remove(draft.id)).status).toBe(204)
    expect(await documentStatus(draft.documents[0]!.id)).toBe('uploaded')
    expect((await remove(draft.id)).status).toBe(404)
  })

  it('409 once sent', async () => {
    const { id } = await addSent(tenant)
    const errorResponse = await remove(id)
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'sent'])
  })
})
