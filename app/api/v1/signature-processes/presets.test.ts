import { beforeAll, describe, expect, it } from 'vitest'
import type { ProcessRecord } from '#lib/processes/schema'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as bulkSendsRoute from '../bulk-sends/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as templatesRoute from '../templates/route.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as processesRoute from './route.ts'

type Answer = { data: ProcessRecord; error: { errors: Record<string, string[]> } }

let tenant: TestTenant
let documentId: number
beforeAll(async () => {
  tenant = await makeTenant()
  documentId = (await addDocument(tenant)).id
})
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const box = { page: 1, x: 72, y: 72, width: 160, height: 40 }
const code = { ...box, type: 'text', label: 'Code', validation: { pattern: '[A-Z]{2}', max_length: 4 } }
const tooLong = { ...code, imported: true, value: 'ABCDE' }

const post = (route: { POST: typeof processesRoute.POST }, body: object, id?: number) =>
  call<Answer>(route.POST, { method: 'POST', body, as: tenant, params: id === undefined ? {} : { id } })
const create = (fields: object[], members: object = {}) =>
  post(processesRoute, { name: 'Lease', documents: [{ id: documentId }], signers: [ada], fields, ...members })

describe('a preset value that breaks the rule of its field', () => {
  it.each([
    ['fields.0.value', { ...code, value: 'A1' }, {}],
    ['fields.0.value', { ...code, type: 'date', validation: {}, value: '32/13/2026' }, {}],
    ['fields.0.value', { ...code, type: 'number', validation: {}, value: '1,200' }, {}],
    ['values.Code', code, { values: { Code: 'ABCDE' } }],
    ['values.Code', code, { values: { Code: 'A1' } }],
    ['values.Code', { ...code, type: 'email', validation: {} }, { values: { Code: 'not mail' } }],
  ])('400 with %s on create', async (path, field, members) => {
    const { status, body } = await create([field], members)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [path]])
  })

  it('400 when fields are added or replaced', async () => {
    const { body } = await create([])
    const { id, signers } = body.data
    const field = { ...code, value: 'A1', document_id: documentId, signer_id: signers[0]!.id }
    for (const [method, handler] of [
      ['POST', fieldsRoute.POST],
      ['PUT', fieldsRoute.PUT],
    ] as const) {
      const options = { method, body: { fields: [field] }, as: tenant, params: { id } }
      const response = await call<Answer>(handler, options)
      expect([response.status, Object.keys(response.body.error.errors)]).toEqual([400, ['fields.0.value']])
    }
  })

  it('400 with the field named when an imported one is sent, until the sender changes it', async () => {
    const created = await create([tooLong])
    expect(created.status).toBe(201)
    const { id, signers } = created.body.data
    const refused = await post(sendRoute, {}, id)
    expect([refused.status, refused.body.error.errors]).toEqual([
      400,
      { 'fields.0.value': ['The preset value of the field “Code”: Must have at most 4 characters.'] },
    ])
    const field = { ...tooLong, value: 'AB', document_id: documentId, signer_id: signers[0]!.id }
    await call(fieldsRoute.PUT, { method: 'PUT', body: { fields: [field] }, as: tenant, params: { id } })
    expect((await post(sendRoute, {}, id)).status).toBe(200)
  })

  it('400 in a template, in its use and in rows of a list', async () => {
    const roles = [{ name: 'Client' }]
    const documents = [{ id: documentId }]
    const field = { ...code, document_id: documentId, role: 'Client' }
    const wrong = { name: 'Lease', roles, documents, fields: [{ ...field, value: 'A1' }] }
    const inTemplate = await post(templatesRoute, wrong)
    expect([inTemplate.status, Object.keys(inTemplate.body.error.errors)]).toEqual([400, ['fields.0.value']])

    const template = await addTemplate(tenant, { roles, documents, fields: [field] } as object)
    const signers = [{ ...ada, role: 'Client' }]
    const inUse = await post(useRoute, { signers, values: { Code: 'A1' } }, template.id)
    expect([inUse.status, Object.keys(inUse.body.error.errors)]).toEqual([400, ['values.Code']])
    const rows = [
      { ...ada, Code: 'AB' },
      { ...ada, Code: 'A1' },
    ]
    const inList = await post(bulkSendsRoute, { template_id: template.id, rows })
    expect([inList.status, Object.keys(inList.body.error.errors)]).toEqual([400, ['rows.1.Code']])
  })

  it('400 in a list when the template has it, unless the list has a column for it', async () => {
    const template = await addTemplate(tenant, {
      roles: [{ name: 'Client' }],
      documents: [{ id: documentId }],
      fields: [{ ...tooLong, document_id: documentId, role: 'Client' }],
    } as object)
    const inList = await post(bulkSendsRoute, { template_id: template.id, rows: [ada] })
    expect([inList.status, Object.keys(inList.body.error.errors)]).toEqual([400, ['template_id']])
    const rows = [{ ...ada, Code: 'AB' }]
    expect((await post(bulkSendsRoute, { template_id: template.id, rows })).status).toBe(201)
  })
})

describe('a preset check box', () => {
  beforeAll(async () => {
    documentId = (await addDocument(tenant)).id
  })
  const tick = { ...code, type: 'checkbox', label: 'Pets', validation: {} }

  it.each([
    ['TRUE', 'true'],
    ['yes', 'true'],
    ['1', 'true'],
    ['Off', 'false'],
    ['FALSE', 'false'],
  ])('201 for %s, in its field and by its label', async (given, value) => {
    const own = await create([{ ...tick, value: given }])
    const byLabel = await create([tick], { values: { Pets: given } })
    for (const { status, body } of [own, byLabel])
      expect([status, body.data.fields[0]!.value]).toEqual([201, value])
  })

  it('400 for another word', async () => {
    expect((await create([{ ...tick, value: 'maybe' }])).status).toBe(400)
    expect((await create([tick], { values: { Pets: 'WAHR' } })).status).toBe(400)
  })

  it('201 in rows, and in a CSV of a spreadsheet in the language of the template', async () => {
    const template = await addTemplate(tenant, {
      options: { locale: 'de' },
      roles: [{ name: 'Client' }],
      documents: [{ id: documentId }],
      fields: [{ ...tick, document_id: documentId, role: 'Client' }],
    } as object)
    const send = (list: object) => post(bulkSendsRoute, { template_id: template.id, ...list })
    const csv = (cell: string) => `name;email;Pets\nAda;ada@example.com;${cell}`
    for (const cell of ['WAHR', 'falsch', 'TRUE', '0', ''])
      expect((await send({ csv: csv(cell) })).status).toBe(201)
    expect((await send({ rows: [{ ...ada, Pets: 'TRUE' }] })).status).toBe(201)
    const refused = await send({ csv: csv('VRAI') })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['rows.0.Pets']])
  })
})
