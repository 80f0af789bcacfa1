import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { closeThreads } from '#lib/pdf/pool'
import { call, callFromAfar } from '#lib/testing/call'
import { addAsked, tokenFor, typed } from '#lib/testing/ceremony'
import { addWebhook } from '#lib/testing/receiver'
import { addDocument, addDraft, addTemplate } from '#lib/testing/rooms'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as key from './api-keys/route.ts'
import * as invitation from './auth/accept-invitation/route.ts'
import * as reset from './auth/reset-password/route.ts'
import * as signUp from './auth/signup/route.ts'
import { allEndpoints } from './routes.ts'
import * as zones from './signature-processes/[id]/fields/route.ts'
import * as draft from './signature-processes/[id]/route.ts'
import * as drafts from './signature-processes/route.ts'
import * as sign from './signing/[token]/sign/route.ts'
import * as template from './templates/[id]/route.ts'
import * as use from './templates/[id]/use/route.ts'
import * as templates from './templates/route.ts'
import * as password from './user/password/route.ts'
import * as person from './users/[id]/route.ts'
import * as people from './users/route.ts'
import * as webhook from './webhooks/[id]/route.ts'
import * as webhooks from './webhooks/route.ts'

type Handler = Parameters<typeof callFromAfar>[0]
type Params = Record<string, string | number>

let tenant: TestTenant
let colleague: Awaited<ReturnType<TestTenant['addMember']>>
let params: Params
let documentId: number
let signerId: number
let token: string
beforeAll(async () => {
  tenant = await makeTenant()
  documentId = (await addDocument(tenant)).id
  const made = await addDraft(tenant, { documents: [{ id: documentId }] })
  signerId = made.signers[0]!.id
  params = { id: made.id }
  colleague = await tenant.addMember('user')
  const zone = { type: 'number', label: 'Rent', required: true } as const
  const asked = await addAsked(tenant, { options: { enable_otp: false }, zones: [zone] })
  token = await tokenFor(tenant, asked.signers[0]!.id)
})
afterAll(closeThreads)

/** As from this machine: without a mail server nobody else may sign up. */
const local = { 'x-paraph-local': 'true' }

const box = { page: 1, x: 72, y: 72, width: 160, height: 40, type: 'signature' }
const zonesWithFaults = () => [
  { ...box, document_id: documentId, signer_id: 987654, label: 7 },
  { ...box, document_id: 987654, signer_id: signerId, y: 'up' },
  { ...box, document_id: documentId, signer_id: signerId, page: 9, type: 'seal' },
  { ...box, document_id: documentId, signer_id: signerId, x: 900, required: 'yes' },
  { ...box, document_id: documentId, signer_id: signerId, type: 'dropdown', label: 7 },
]
const inZones = ['0.label', '0.signer_id', '1.document_id', '1.y', '2.page', '2.type', '3.required']
  .concat(['3.width', '4.label', '4.options'])
  .map((field) => `fields.${field}`)

const plan = () => ({
  name: '',
  documents: [{ id: 987654 }, { id: documentId }],
  roles: [{ name: 'Tenant' }],
  fields: [
    { ...box, document_id: documentId, role: 'Nobody', label: 7 },
    { ...box, document_id: documentId, role: 'Tenant', validation: { pattern: '(' } },
  ],
})
const inPlan = ['documents.0.id', 'fields.0.label', 'fields.0.role', 'fields.1.validation.pattern', 'name']

/** Each refused for its form and for what only its room can tell; the fields that the answer names. */
const cases: [
  name: string,
  handler: Handler,
  body: () => unknown,
  fields: string[],
  params?: () => unknown,
][] = [
  [
    'POST /api/v1/users',
    people.POST,
    () => ({ name: 'Ben', email: tenant.user.email, role: 'king', password: 'aaaaaaaaaaaa' }),
    ['email', 'password', 'role'],
  ],
  [
    'PUT /api/v1/users/{id}',
    person.PUT,
    () => ({ name: '', email: colleague.user.email }),
    ['email', 'name'],
    () => ({ id: tenant.user.id }),
  ],
  [
    'POST /api/v1/auth/signup',
    signUp.POST,
    () => ({ tenant_name: '', name: 'Eve', email: tenant.user.email, password: 'aaaaaaaaaaaa' }),
    ['email', 'password', 'tenant_name'],
  ],
  ...(['accept-invitation', 'reset-password'] as const).map((path): (typeof cases)[number] => [
    `POST /api/v1/auth/${path}`,
    (path === 'reset-password' ? reset : invitation).POST,
    () => ({ token: 'x'.repeat(43), password: 'short' }),
    ['password', 'token'],
  ]),
  [
    'PUT /api/v1/user/password',
    password.PUT,
    () => ({ current_password: 'not this one', password: 'short' }),
    ['current_password', 'password'],
  ],
  [
    'POST /api/v1/api-keys',
    key.POST,
    () => ({ name: '', expires_at: '2020-01-01T00:00:00Z' }),
    ['expires_at', 'name'],
  ],
  [
    'POST /api/v1/webhooks',
    webhooks.POST,
    () => ({ url: 'https://127.0.0.1/', events: ['no.event'] }),
    ['events.0', 'url'],
  ],
  [
    'PATCH /api/v1/webhooks/{id}',
    webhook.PATCH,
    () => ({ url: 'https://127.0.0.1/', events: ['no.event'] }),
    ['events.0', 'url'],
    () => addWebhook(tenant, 'https://93.184.215.14/hook'),
  ],
  [
    'POST /api/v1/signature-processes',
    drafts.POST,
    () => ({ name: '', documents: [{ id: 987654 }, { id: 'x' }, { id: documentId }] }),
    ['documents.0.id', 'documents.1.id', 'name'],
  ],
  [
    'PATCH /api/v1/signature-processes/{id}',
    draft.PATCH,
    () => ({ name: '', documents: [{ id: 987654, order: 'x' }], signers: [{ id: 987654, name: 'A' }] }),
    ['documents.0.id', 'documents.0.order', 'name', 'signers.0.email', 'signers.0.id'],
  ],
  [
    'POST /api/v1/signature-processes/{id}/fields',
    zones.POST,
    () => ({ fields: zonesWithFaults() }),
    inZones,
  ],
  ['PUT /api/v1/signature-processes/{id}/fields', zones.PUT, () => ({ fields: zonesWithFaults() }), inZones],
  ['POST /api/v1/templates', templates.POST, plan, inPlan],
  [
    'PATCH /api/v1/templates/{id}',
    template.PATCH,
    plan,
    inPlan,
    async () => ({ id: (await addTemplate(tenant)).id }),
  ],
  [
    'POST /api/v1/templates/{id}/use',
    use.POST,
    () => ({ name: '', signers: [{ role: 'Nobody', name: 'Eve', email: 'no mail' }] }),
    ['name', 'signers', 'signers.0.email', 'signers.0.role'],
    async () => ({ id: (await addTemplate(tenant)).id }),
  ],
  [
    'POST /api/v1/signing/{token}/sign',
    sign.POST,
    () => ({ consent: { version: 'never', accepted: false }, signature: { method: 'typed', text: '' } }),
    [
      'consent.accepted',
      'consent.version',
      expect.stringMatching(/^fields\.\d+$/) as string,
      'signature.text',
    ],
    () => ({ token }),
  ],
]

/** The fields that the refusal of `body` names. */
async function refused(handler: Handler, body: unknown, given: Parameters<typeof callFromAfar>[1] = {}) {
  const answer = await callFromAfar(handler, {
    headers: local,
    method: 'POST',
    params,
    as: tenant,
    ...given,
    body,
  })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
  return Object.keys(answer.body.error.errors).sort()
}

describe('a body with faults of its form, and others', () => {
  it.each(cases)('%s tells all of them at once', async (name, handler, body, fields, own) => {
    const method = name.split(' ')[0] as 'POST'
    const as = name.includes('/signing/') ? undefined : tenant
    const given = ((await own?.()) ?? params) as Params
    expect(await refused(handler, body(), { method, params: given, as })).toEqual(fields)
  })

  it('is tried for every method that has such others', async () => {
    const declared = (await allEndpoints()).filter(({ declaration }) => 'faults' in declaration)
    const names = declared.map(({ method, path }) => `${method} ${path}`)
    expect(names.sort()).toEqual(cases.map(([name]) => name).sort())
  })

  it('has a thousand told at most', async () => {
    const zone = { ...box, document_id: 987654, signer_id: 987654, label: 7 }
    expect(await refused(zones.POST, { fields: Array(5000).fill(zone) })).toHaveLength(1000)
  })
})

describe('of what cannot be read', () => {
  const right = { ...plan(), name: 'Lease', documents: [], fields: [] as unknown[] }
  const zone = () => ({ ...box, document_id: documentId, role: 'Tenant' })

  it.each([
    ['a document', { documents: [{ id: 'x' }] }, ['documents.0.id']],
    ['the documents', { documents: { id: 1 } }, ['documents']],
    ['a role', { roles: [{ name: 7 }] }, ['roles.0.name']],
    ['the roles', { roles: 'Tenant' }, ['roles']],
  ])('nothing is said that may be wrong: %s of a template', async (_, unread, fields) => {
    const documents = [{ id: documentId }]
    const body = { ...right, documents, fields: [zone()], ...unread }
    expect(await refused(templates.POST, body)).toEqual(fields)
    const { id } = await addTemplate(tenant)
    expect(await refused(template.PATCH, body, { method: 'PATCH', params: { id } })).toEqual(fields)
  })

  it.each([
    [[{ role: 5, name: 'Eve', email: 'eve@example.com' }], 'signers.0.role'],
    ['Eve', 'signers'],
  ])('nobody is missed: %j', async (signers, field) => {
    const { id } = await addTemplate(tenant)
    expect(await refused(use.POST, { signers }, { params: { id } })).toEqual([field])
  })

  it('no value is missed, and no signature that is there but wrong', async () => {
    const values = [{ field_id: 'x' as unknown as number, value: '5' }]
    const at = { params: { token }, as: undefined }
    expect(await refused(sign.POST, typed(values), at)).toEqual(['values.0.field_id'])
    const unsigned = { ...typed(values), signature: undefined }
    expect(await refused(sign.POST, unsigned, at)).toEqual(['signature', 'values.0.field_id'])
    const wrong = { ...typed(values), signature: { method: 'typed', text: '' } }
    expect(await refused(sign.POST, wrong, at)).toEqual(['signature.text', 'values.0.field_id'])
  })

  it('no password is taken for the mail', async () => {
    const body = { name: 'Ben', email: 'no mail', role: 'user', password: 'tangerine orbit 41' }
    expect(await refused(people.POST, body)).toEqual(['email'])
  })

  it('what stands beside it is judged all the same', async () => {
    const roles = [{ name: 'Tenant' }, { name: 'tenant' }, { name: 5 }]
    expect(await refused(templates.POST, { ...right, roles })).toEqual(['roles.1.name', 'roles.2.name'])
    const dropdown = { ...box, document_id: documentId, signer_id: signerId, type: 'dropdown' }
    const validation = { min: 2, max: 1, min_length: 2, max_length: 1 }
    const mark = { ...box, document_id: documentId, signer_id: signerId, read_only: true, value: [] }
    const fields = ['fields.0.options', 'fields.0.validation', 'fields.1.read_only', 'fields.1.value']
    expect(await refused(zones.POST, { fields: [{ ...dropdown, validation }, mark] })).toEqual(fields)
  })
})

describe('what a room refuses for other reasons is told when the form is right', () => {
  it('to whoever may not: nothing of the room', async () => {
    const key = await tenant.addKey({ scopes: ['processes:write'] })
    const { id } = await addTemplate(tenant)
    const given = { params: { id }, as: key }
    expect(await refused(use.POST, { name: '', signers: [] }, given)).toEqual(['name'])
    const unknown = { params: { id: 987654 } }
    expect(await refused(use.POST, { name: '', signers: [] }, unknown)).toEqual(['name'])
  })

  it('of a process that is no draft any more', async () => {
    const { id } = await addAsked(tenant)
    const given = { params: { id } }
    const body = { name: '', documents: [{ id: 987654 }], signers: [{ ...typed(), id: 987654 }] }
    const told = await refused(draft.PATCH, body, { ...given, method: 'PATCH' })
    expect(told).toEqual(['name', 'signers.0.email', 'signers.0.name'])
    const fields = [{ ...box, document_id: 987654, signer_id: 987654, label: 7 }]
    expect(await refused(zones.POST, { fields }, given)).toEqual(['fields.0.label'])
  })

  it('to a signer who owes the code', async () => {
    const asked = await addAsked(tenant, { options: { enable_otp: true } })
    const at = { params: { token: await tokenFor(tenant, asked.signers[0]!.id) }, as: undefined }
    const body = { consent: { version: 'never', accepted: false } }
    expect(await refused(sign.POST, body, at)).toEqual(['consent.accepted'])
  })

  it('to whoever has guessed too often at a password', async () => {
    const me = await tenant.addMember('user')
    const guess = { current_password: 'not this one', password: 'short' }
    const given = { method: 'PUT', as: me } as const
    for (let count = 0; count < env().rateLimits.login; count++) {
      expect(await refused(password.PUT, guess, given)).toEqual(['current_password', 'password'])
    }
    expect(await refused(password.PUT, guess, given)).toEqual(['password'])
  })

  it('to whoever signs up too often, or where nobody may', async () => {
    const eve = { tenant_name: '', name: 'Eve', email: tenant.user.email, password: 'tangerine orbit 41' }
    const given = { address: '203.0.113.200', as: undefined, headers: local }
    const ask = async () => {
      const answer = await call(signUp.POST, { ...given, body: eve })
      return Object.keys(answer.body.error.errors).sort()
    }
    const told = await Promise.all(Array.from({ length: 100 }, ask))
    expect(told).toEqual(Array(100).fill(['email', 'tenant_name']))
    expect(await ask()).toEqual(['tenant_name'])
  })
})
