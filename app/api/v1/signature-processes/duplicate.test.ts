import { beforeAll, describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { findUsage } from '#lib/identity/account/quotas'
import type { ProcessRecord } from '#lib/processes/schema'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addField, addSent } from '#lib/testing/records/records'
import { runRevisions } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as duplicateRoute from './[id]/duplicate/route.ts'
import { GET as getOne } from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'

type ProcessResponse = { data: ProcessRecord }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})
itIsGuarded('/signature-processes/{id}/duplicate', duplicateRoute, {
  idsOfOtherTenant: async () => ({ id: foreignProcess.id }),
})

const post = (handler: typeof sendRoute.POST, id: number, idempotencyKey?: string) =>
  call<ProcessResponse>(handler, {
    method: 'POST',
    params: { id },
    as: tenant,
    ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }),
  })
const get = async (id: number) =>
  (await call<ProcessResponse>(getOne, { params: { id }, as: tenant })).body.data

describe('POST /signature-processes/{id}/duplicate', () => {
  it('201 with the people, fields, options and copies of the documents, which use no quota', async () => {
    const draft = await addDraft(tenant, {
      name: 'Lease',
      description: 'Flat 4',
      external_id: 'crm-1',
      metadata: { deal: 1 },
      options: { message: 'By Friday, please.', expires_in_days: 30, reminder_days: 3 },
      signers: [
        { order: 2, subject: 'Your lease', message: 'Dear Ada', locale: 'fr', phone: '+33 1' },
        { order: 1, role: 'approver' },
        { order: 3, role: 'cc', type: 'parallel' },
      ],
    })
    const lastSigner = draft.signers[1]!
    await addField(tenant, draft, { signer_id: lastSigner.id, type: 'text', label: 'Rent', value: '900' })
    const original = await get(draft.id)
    const used = () => read(tenant.ctx, (reader) => findUsage(reader, tenant.tenantId, tenant.ctx.now))
    const before = (await used()).documents.used

    const { status, headers, body } = await post(duplicateRoute.POST, draft.id)
    const copy = body.data
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/signature-processes/${copy.id}`)
    expect(copy).toMatchObject({
      name: 'Lease (copy)',
      description: 'Flat 4',
      status: 'draft',
      external_id: null,
      metadata: {},
      options: original.options,
    })
    const anyId = expect.any(Number)
    expect(copy.signers).toEqual(original.signers.map((signer) => ({ ...signer, id: anyId })))
    expect(copy.documents).toEqual(original.documents.map((document) => ({ ...document, id: anyId })))
    expect(copy.fields).toEqual([
      {
        ...original.fields[0],
        id: anyId,
        document_id: copy.documents[0]!.id,
        signer_id: copy.signers.find(({ name }) => name === lastSigner.name)!.id,
      },
    ])
    expect(copy.documents[0]!.id).not.toBe(original.documents[0]!.id)
    expect((await used()).documents.used).toBe(before)
  })

  it('201 for a sent and a cancelled process: the copy can be sent', async () => {
    const sent = await addSent(tenant)
    const copyOfSent = (await post(duplicateRoute.POST, sent.id)).body.data
    expect((await post(sendRoute.POST, copyOfSent.id)).body.data.status).toBe('sent')
    await post(cancelRoute.POST, sent.id)
    const copyOfCancelled = await post(duplicateRoute.POST, sent.id)
    expect([copyOfCancelled.status, copyOfCancelled.body.data.status]).toEqual([201, 'draft'])
  })

  it('201 for a completed process, without the signature page and the values of its signers', async () => {
    const document = await addDocument(tenant)
    const completed = await addCompleted(tenant, { documents: [{ id: document.id }], signers: [{}] })
    await runRevisions(tenant, completed)
    const { body } = await post(duplicateRoute.POST, completed.id)
    expect(body.data.documents).toMatchObject([{ page_count: document.page_count, status: 'uploaded' }])
    expect(body.data.fields.every(({ page }) => page <= document.page_count)).toBe(true)
    expect(body.data.fields.every(({ value }) => value === null)).toBe(true)
    expect(body.data.signers).toMatchObject([{ status: 'pending', signed_at: null }])
  })

  it('201 once for the same idempotency key', async () => {
    const draft = await addDraft(tenant)
    const first = await post(duplicateRoute.POST, draft.id, 'duplicate-once')
    const second = await post(duplicateRoute.POST, draft.id, 'duplicate-once')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.id).toBe(first.body.data.id)
  })
})
