import { beforeAll, describe, expect, it } from 'vitest'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { call, type Handler } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as accountRoute from './account/route.ts'
import * as documentRoute from './documents/[id]/route.ts'
import * as cancelRoute from './signature-processes/[id]/cancel/route.ts'
import * as fieldsRoute from './signature-processes/[id]/fields/route.ts'
import * as processRoute from './signature-processes/[id]/route.ts'
import * as signerRoute from './signature-processes/[id]/signers/[signer]/route.ts'
import * as processesRoute from './signature-processes/route.ts'
import * as linksRoute from './templates/[id]/links/route.ts'
import * as templateRoute from './templates/[id]/route.ts'
import * as useRoute from './templates/[id]/use/route.ts'
import * as templatesRoute from './templates/route.ts'
import * as archiveRoute from './vault/documents/[id]/archive/route.ts'
import * as reportRoute from './verify/report/route.ts'

type Item = Record<string, unknown> & { id: number; documents: { id: number }[] }
type Answer = { data: Item; error: { errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const box = { page: 1, x: 72, y: 72, width: 160, height: 40 }
const send = (handler: Handler, method: string, body: object, params: object = {}) =>
  call<Answer>(handler, { method, body, params, as: tenant } as Parameters<typeof call>[1])
const getPaths = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer
  return [status, Object.keys(body.error.errors)]
}

describe('400 for an unknown member', () => {
  it('of a new process, its signers, fields and their rules', async () => {
    const { id } = await addDocument(tenant)
    const body = { name: 'Lease', documents: [{ id, name: 'x' }], template_id: 7 }
    const signers = [{ ...ada, delegate: true }]
    const fields = [{ ...box, type: 'text', signer_id: 7, validation: { maxlength: 3 } }]
    expect(await getPaths(send(processesRoute.POST, 'POST', { ...body, signers, fields }))).toEqual([
      400,
      [
        'documents.0.name',
        'template_id',
        'signers.0.delegate',
        'fields.0.signer_id',
        'fields.0.validation.maxlength',
      ],
    ])
  })

  it('of people by role is named like every other error of them: by the role, not by a position', async () => {
    const roles = [{ name: '10' }, { name: '2', otp: 'access_code' as const }, { name: 'Landlord' }]
    const template = await addTemplate(tenant, { roles })
    const invalid = { 10: { ...ada, email: 'nope' }, 2: { ...ada, mail: 'x' }, Landlord: { name: 'Lou' } }
    expect(await getPaths(send(useRoute.POST, 'POST', { signers: invalid }, template))).toEqual([
      400,
      ['signers.10.email', 'signers.Landlord.email', 'signers.2.mail'],
    ])
    const signers = { 10: ada, 2: ada, Landlord: ada, Guest: ada }
    expect(await getPaths(send(useRoute.POST, 'POST', { signers }, template))).toEqual([
      400,
      ['signers.Guest.role'],
    ])
    const { Guest: _, ...people } = signers
    expect(await getPaths(send(useRoute.POST, 'POST', { signers: people }, template))).toEqual([
      400,
      ['signers.2.access_code'],
    ])
    const link = { role: 'Landlord', signers: { 2: ada } }
    expect(await getPaths(send(linksRoute.POST, 'POST', link, template))).toEqual([
      400,
      expect.arrayContaining(['signers.2.role']),
    ])
  })

  it('of people by role, and of a request that has none', async () => {
    const signers = { Client: { ...ada, mail: 'x' } }
    expect(await getPaths(send(useRoute.POST, 'POST', { signers }, { id: 1 }))).toEqual([
      400,
      ['signers.Client.mail'],
    ])
    expect(await getPaths(send(archiveRoute.POST, 'POST', { until: 'x' }, { id: 1 }))).toEqual([
      400,
      ['until'],
    ])
    expect(await getPaths(send(cancelRoute.POST, 'POST', { raeson: 'x' }, { id: 1 }))).toEqual([
      400,
      ['raeson'],
    ])
  })
})

describe('400 for a text beside a file', () => {
  it('where the operation knows none', async () => {
    const form = new FormData()
    form.set('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf')
    form.set('format', 'pdf')
    expect(await getPaths(send(reportRoute.POST, 'POST', form))).toEqual([400, ['format']])
  })
})

describe('200 for a record that is sent back whole', () => {
  it('a process, its signer and its fields', async () => {
    const { id } = (await addDraft(tenant)) as unknown as Item
    const { body } = await call<Answer>(processRoute.GET, { params: { id }, as: tenant })
    expect((await send(processRoute.PATCH, 'PATCH', body.data, { id })).status).toBe(200)
    const [signer] = body.data.signers as { id: number }[]
    expect((await send(signerRoute.PATCH, 'PATCH', signer!, { id, signer: signer!.id })).status).toBe(200)
    const fields = await call<{ data: object[] }>(fieldsRoute.GET, { params: { id }, as: tenant })
    expect((await send(fieldsRoute.PUT, 'PUT', { fields: fields.body.data }, { id })).status).toBe(200)
    const [document] = body.data.documents as { id: number }[]
    const ids = { document_id: document!.id, signer_id: signer!.id }
    const passport = { ...box, ...ids, type: 'attachment', label: 'Passport' }
    expect((await send(fieldsRoute.PUT, 'PUT', { fields: [passport] }, { id })).status).toBe(200)
    const { fields: read } = (await call<Answer>(processRoute.GET, { params: { id }, as: tenant })).body.data
    expect(read).toContainEqual(expect.objectContaining({ type: 'attachment', attachment: null }))
    expect((await send(fieldsRoute.PUT, 'PUT', { fields: read }, { id })).status).toBe(200)
    const mistyped = { fields: [{ ...(read as object[])[0], requird: true }] }
    expect(await getPaths(send(fieldsRoute.PUT, 'PUT', mistyped, { id }))).toEqual([
      400,
      ['fields.0.requird'],
    ])
    const changed = { ...body.data, signers: [{ ...signer, emial: 'x' }] }
    expect(await getPaths(send(processRoute.PATCH, 'PATCH', changed, { id }))).toEqual([
      400,
      ['signers.0.emial'],
    ])
  })

  it('the account of the organisation, without the user beside it', async () => {
    const { body } = await call<Answer>(accountRoute.GET, { as: tenant })
    const { tenant: account } = body.data as unknown as { tenant: object }
    expect((await send(accountRoute.PATCH, 'PATCH', account)).status).toBe(200)
    expect(await getPaths(send(accountRoute.PATCH, 'PATCH', { tenant: account }))).toEqual([400, ['tenant']])
  })

  it('a document and a template', async () => {
    const document = await addDocument(tenant)
    expect((await send(documentRoute.PATCH, 'PATCH', document, { id: document.id })).status).toBe(200)
    const template = await addTemplate(tenant)
    const { body } = await call<Answer>(templateRoute.GET, { params: { id: template.id }, as: tenant })
    expect((await send(templateRoute.PATCH, 'PATCH', body.data, { id: template.id })).status).toBe(200)
  })
})

describe('the document of a field', () => {
  it('is named by id or position in a new process', async () => {
    const ids = [(await addDocument(tenant)).id, (await addDocument(tenant)).id]
    const documents = ids.map((id) => ({ id }))
    const field = { ...box, type: 'signature' }
    const create = (fields: object[]) =>
      send(processesRoute.POST, 'POST', { name: 'Lease', documents, signers: [ada], fields })
    const { status, body } = await create([
      { ...field, document_id: ids[1] },
      { ...field, document_index: 1, y: 200 },
      { ...field, document_id: ids[1], document_index: 1, y: 300 },
      { ...field, y: 400 },
    ])
    expect(status).toBe(201)
    const fields = body.data.fields as { document_id: number }[]
    expect(fields.map(({ document_id }) => document_id)).toEqual([ids[1], ids[1], ids[1], ids[0]])
    const unknown = (await addDocument(tenant)).id
    expect(await getPaths(create([{ ...field, document_id: unknown }]))).toEqual([
      400,
      ['fields.0.document_id'],
    ])
    expect(await getPaths(create([{ ...field, document_id: ids[0], document_index: 1 }]))).toEqual([
      400,
      ['fields.0.document_index'],
    ])
  })

  it('is named by id or position in a template', async () => {
    const ids = [(await addDocument(tenant)).id, (await addDocument(tenant)).id]
    const documents = ids.map((id) => ({ id }))
    const field = { ...box, type: 'signature', role: 'Client' }
    const template = (fields: object[]) => ({ name: 'Lease', documents, roles: [{ name: 'Client' }], fields })
    const created = await send(templatesRoute.POST, 'POST', template([{ ...field, document_index: 1 }]))
    expect(created.status).toBe(201)
    const { id } = created.body.data
    const getDocument = ({ body }: typeof created) =>
      (body.data.fields as { document_id: number }[])[0]!.document_id
    expect(getDocument(created)).toBe(ids[1])
    const patched = await send(
      templateRoute.PATCH,
      'PATCH',
      { fields: [{ ...field, document_index: 0 }] },
      { id },
    )
    expect([patched.status, getDocument(patched)]).toEqual([200, ids[0]])
    expect(await getPaths(send(templatesRoute.POST, 'POST', template([field])))).toEqual([
      400,
      ['fields.0.document_id'],
    ])
    expect(
      await getPaths(send(templatesRoute.POST, 'POST', template([{ ...field, document_index: 2 }]))),
    ).toEqual([400, ['fields.0.document_index']])
  })
})
