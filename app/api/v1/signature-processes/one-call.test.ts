import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { idempotencyKeys } from '#db/schema/http'
import { read } from '#db/tenancy/tenant'
import type { CreateProcess } from '#lib/processes/input'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { loadRows } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import { ThreadError } from '#lib/workers/thread-error'
import * as documentsRoute from '../documents/route.ts'
import * as templateRoute from '../templates/[id]/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as processRoute from './[id]/route.ts'
import * as processesRoute from './route.ts'

type ProcessResponse = { data: ProcessRecord }
type ErrorBody = { error: Record<string, unknown> & { errors: Record<string, string[]> } }
type List = { meta: { total: number } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const post = <B = ProcessResponse>(body: object, caller: { token: string } = tenant) =>
  call<B>(processesRoute.POST, { method: 'POST', body, as: caller })
const count = async (routes: { GET: typeof processesRoute.GET }, caller: { token: string } = tenant) =>
  (await call<List>(routes.GET, { as: caller })).body.meta.total
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const grace = { name: 'Grace Hopper', email: 'grace@example.com' }
const box = { page: 1, x: 72, y: 72, width: 160, height: 40 }

async function leaseBody(members: Partial<z.input<typeof CreateProcess>> = {}, caller: TestTenant = tenant) {
  const ids = [(await addDocument(caller)).id, (await addDocument(caller)).id]
  return {
    name: 'Lease',
    documents: ids.map((id) => ({ id })),
    // The order of signing is not the order in the request.
    signers: [
      { ...ada, order: 2 },
      { ...grace, order: 1 },
    ],
    fields: [
      { ...box, type: 'signature', signer_index: 0 },
      { ...box, type: 'signature', signer_index: 1, document_index: 1 },
      { ...box, type: 'text', y: 200, label: 'Rent', signer_index: 1 },
      { ...box, type: 'text', y: 300, label: 'constructor' },
    ],
    ...members,
  }
}

describe('POST /signature-processes with fields, values and send', () => {
  it('201: a sent process with fields by position and preset values', async () => {
    const body = await leaseBody({ values: { Rent: 1200 }, send: true })
    const { status, body: response } = await post(body)
    expect(status).toBe(201)
    const { data } = response
    expect([data.status, data.sent_at]).toEqual(['sent', expect.any(String)])
    const signerOf = new Map(data.signers.map(({ id, name }) => [id, name]))
    expect(
      data.fields.map((field) => [field.document_id, signerOf.get(field.signer_id), field.value]),
    ).toEqual([
      [body.documents[0]!.id, 'Ada Lovelace', null],
      [body.documents[1]!.id, 'Grace Hopper', null],
      [body.documents[0]!.id, 'Grace Hopper', '1200'],
      [body.documents[0]!.id, 'Ada Lovelace', null],
    ])
    expect(data.signers.map(({ name, status }) => [name, status])).toEqual([
      ['Grace Hopper', 'notified'],
      ['Ada Lovelace', 'pending'],
    ])
  })

  it('201: a draft if `send` is absent', async () => {
    const { body } = await post(await leaseBody())
    expect([body.data.status, body.data.fields.length]).toEqual(['draft', 4])
  })

  it('400 with the errors of all fields and values, and nothing is created', async () => {
    const countBefore = await count(processesRoute)
    const errorResponse = await post<ErrorBody>(
      await leaseBody({
        fields: [
          { ...box, type: 'text', document_index: 2 },
          { ...box, type: 'text', signer_index: 2 },
          { ...box, type: 'number', label: 'Rent', page: 9 },
        ],
        values: { Rent: 'much', Deposit: '1' },
        send: true,
      }),
    )
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors).sort()).toEqual([
      'fields.0.document_index',
      'fields.1.signer_index',
      'values.Deposit',
      'values.Rent',
    ])
    expect(await count(processesRoute)).toBe(countBefore)
  })

  it.each<[string, Partial<z.input<typeof CreateProcess>>, number, string]>([
    ['has no signers', { signers: [], fields: [] }, 400, 'validation_error'],
    ['has no documents', { documents: [], fields: [] }, 400, 'validation_error'],
  ])('400, and nothing is created, when the process %s', async (_, members, status, code) => {
    const countBefore = await count(processesRoute)
    const errorResponse = await post<ErrorBody>(await leaseBody({ ...members, send: true }))
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([status, code])
    expect(await count(processesRoute)).toBe(countBefore)
  })

  it('403 when the quota is used up, and nothing is created; the documents are free', async () => {
    const limitedTenant = await makeTenant({ signaturesLimit: 1 })
    const body = await leaseBody({ send: true }, limitedTenant)
    const errorResponse = await post<ErrorBody>(body, limitedTenant)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'quota_exceeded'])
    expect(await count(processesRoute, limitedTenant)).toBe(0)
    const { signers, fields } = { signers: [ada], fields: [] }
    expect((await post({ ...body, signers, fields }, limitedTenant)).status).toBe(201)
  })

  it('creates and sends once for repeated requests with the same Idempotency-Key', async () => {
    const body = await leaseBody({ send: true })
    const headers = { 'idempotency-key': 'lease-1' }
    const [firstResponse, secondResponse] = [
      await call<ProcessResponse>(processesRoute.POST, { method: 'POST', body, headers, as: tenant }),
      await call<ProcessResponse>(processesRoute.POST, { method: 'POST', body, headers, as: tenant }),
    ]
    expect(secondResponse.body).toEqual(firstResponse.body)
    expect(secondResponse.headers.get('idempotent-replayed')).toBe('true')
  })

  it('a request that found the service busy is carried out when it is repeated with its Idempotency-Key', async () => {
    const body = await leaseBody({ send: true })
    const send = (): Promise<{ status: number }> =>
      call(processesRoute.POST, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': 'busy-1' },
        as: tenant,
      })
    const countBefore = await count(processesRoute)
    const isExecuted = eq(idempotencyKeys.executed, true)
    const countExecuted = () => read(tenant.ctx, (reader) => reader.$count(idempotencyKeys, isExecuted))
    const executedBefore = await countExecuted()
    vi.spyOn(inThread, 'trySealing').mockImplementationOnce(async () => {
      // Where the process of the service ends here, the request is repeated.
      expect(await count(processesRoute)).toBe(countBefore + 1)
      expect(await countExecuted()).toBe(executedBefore)
      throw new ThreadError('busy', 'as requested')
    })
    expect((await send()).status).toBe(503)
    expect(await count(processesRoute)).toBe(countBefore)
    expect((await send()).status).toBe(201)
    expect(await count(processesRoute)).toBe(countBefore + 1)
  })

  it('uses the subject and message of a signer in their invitation', async () => {
    const newTenant = await makeTenant()
    const newEmails = watchEmails(newTenant)
    const signers = [
      { ...ada, order: 1, subject: 'Your lease, Ada', message: 'As agreed on the phone.' },
      { ...grace, order: 1 },
    ]
    const options = { message: 'Please sign.' }
    await post(await leaseBody({ signers, fields: [], options, send: true }, newTenant), newTenant)
    const emails = (await newEmails()).toSorted((a, b) => (a.to < b.to ? -1 : 1))
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'Your lease, Ada'],
      ['grace@example.com', 'Please sign: Lease'],
    ])
    expect(emails[0]!.text).toContain('As agreed on the phone.')
    expect(emails[0]!.text).not.toContain('Please sign.')
    expect(emails[1]!.text).toContain('Please sign.')
  })

  it('PATCH keeps the members that a signer with an id omits', async () => {
    const keptMembers = { phone: '+49 30', locale: 'de', subject: 'Your lease', message: 'Hello' }
    const { body } = await post(await leaseBody({ signers: [{ ...ada, ...keptMembers }], fields: [] }))
    const [signer] = body.data.signers
    const signers = [{ id: signer!.id, name: 'Ada King', email: 'ada@example.com' }]
    const updateResponse = await call<ProcessResponse>(processRoute.PATCH, {
      method: 'PATCH',
      params: { id: body.data.id },
      body: { signers },
      as: tenant,
    })
    expect(updateResponse.body.data.signers[0]).toMatchObject({ ...keptMembers, name: 'Ada King' })
  })
})

describe('POST /templates/{id}/use with values and send', () => {
  const roles = [{ name: 'Tenant' }, { name: 'Landlord' }]
  let sharedTemplate: TemplateRecord
  beforeAll(async () => {
    const document = await addDocument(tenant)
    sharedTemplate = await addTemplate(tenant, {
      documents: [{ id: document.id }],
      roles,
      fields: [
        { ...box, document_id: document.id, role: 'Tenant', type: 'signature' },
        { ...box, document_id: document.id, role: 'Landlord', type: 'number', y: 200, label: 'Rent' },
      ],
    })
  })
  const postUse = <B = ProcessResponse>(
    body: object,
    caller: { token: string } = tenant,
    id = sharedTemplate.id,
  ) => call<B>(useRoute.POST, { method: 'POST', params: { id }, body, as: caller })
  const signersByRole = { Tenant: ada, Landlord: { ...grace, message: 'Hello' } }
  const usageCount = async () =>
    (
      await call<{ data: TemplateRecord }>(templateRoute.GET, {
        params: { id: sharedTemplate.id },
        as: tenant,
      })
    ).body.data.usage_count

  it('201 with signers by role and values by label, sent', async () => {
    const { status, body } = await postUse({ signers: signersByRole, values: { Rent: '1200' }, send: true })
    expect([status, body.data.status]).toEqual([201, 'sent'])
    expect(body.data.signers.map(({ name, message }) => [name, message])).toEqual([
      ['Ada Lovelace', null],
      ['Grace Hopper', 'Hello'],
    ])
    expect(body.data.fields.map(({ label, value }) => [label, value])).toEqual([
      [null, null],
      ['Rent', '1200'],
    ])
    expect((await loadRows(tenant, body.data.id)).process.status).toBe('sent')
  })

  it('is carried out when it is repeated with its Idempotency-Key after the service was busy', async () => {
    const body = { signers: signersByRole, values: { Rent: '1200' }, send: true }
    const send = (): Promise<{ status: number }> =>
      call(useRoute.POST, {
        method: 'POST',
        params: { id: sharedTemplate.id },
        body,
        headers: { 'idempotency-key': 'busy-2' },
        as: tenant,
      })
    const countBefore = await usageCount()
    vi.spyOn(inThread, 'trySealing').mockRejectedValueOnce(new ThreadError('busy', 'as requested'))
    expect([(await send()).status, (await send()).status]).toEqual([503, 201])
    expect(await usageCount()).toBe(countBefore + 1)
  })

  it('400 for values without a field or of the wrong type', async () => {
    const errorResponse = await postUse<ErrorBody>({
      signers: signersByRole,
      values: { Rent: 'much', Deposit: 1 },
    })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors).sort()]).toEqual([
      400,
      ['values.Deposit', 'values.Rent'],
    ])
  })

  it('400, and creates no process or document and counts no use, when it cannot be sent', async () => {
    const countBefore = [await count(processesRoute), await count(documentsRoute), await usageCount()]
    const viewer = { signers: [], name: 'Nobody signs' }
    const empty = await addTemplate(tenant, { roles: [{ name: 'Reader', role: 'viewer' }], fields: [] })
    const errorResponse = await postUse<ErrorBody>(
      { ...viewer, signers: { Reader: ada }, send: true },
      tenant,
      empty.id,
    )
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['signers']])
    // The document of the new template stays.
    expect([await count(processesRoute), (await count(documentsRoute)) - 1, await usageCount()]).toEqual(
      countBefore,
    )
  })
})
