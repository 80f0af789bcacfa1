import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeThreads } from '#lib/pdf/pool'
import { callFromAfar } from '#lib/testing/call'
import { addAsked, tokenFor, typed } from '#lib/testing/ceremony'
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
let other: TestTenant
let params: Params
let documentId: number
let signerId: number
let token: string
beforeAll(async () => {
  tenant = await makeTenant()
  other = await makeTenant()
  documentId = (await addDocument(tenant)).id
  const made = await addDraft(tenant, { documents: [{ id: documentId }] })
  signerId = made.signers[0]!.id
  params = { id: made.id }
  const zone = { type: 'number', label: 'Rent', required: true } as const
  const asked = await addAsked(tenant, { options: { enable_otp: false }, zones: [zone] })
  token = await tokenFor(tenant, asked.signers[0]!.id)
})
afterAll(closeThreads)

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
    () => ({ name: '', email: other.user.email }),
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
  ...([webhooks.POST, webhook.PATCH] as Handler[]).map((handler, index): (typeof cases)[number] => [
    index === 0 ? 'POST /api/v1/webhooks' : 'PATCH /api/v1/webhooks/{id}',
    handler,
    () => ({ url: 'https://127.0.0.1/', events: ['no.event'] }),
    ['events.0', 'url'],
  ]),
  [
    'POST /api/v1/signature-processes',
    drafts.POST,
    () => ({ name: '', documents: [{ id: 987654 }, { id: 'x' }, { id: documentId }] }),
    ['documents.0.id', 'documents.1.id', 'documents.2.id', 'name'],
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

describe('a body with faults of its form, and others', () => {
  it.each(cases)('%s tells all of them at once', async (name, handler, body, fields, own) => {
    const method = name.split(' ')[0] as 'POST'
    const as = name.includes('/signing/') ? undefined : tenant
    const given = ((await own?.()) ?? params) as Params
    const answer = await callFromAfar(handler, { method, params: given, body: body(), as })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(answer.body.error.errors).sort()).toEqual(fields)
  })

  it('is tried for every method that has such others', async () => {
    const declared = (await allEndpoints()).filter(({ declaration }) => 'faults' in declaration)
    const names = declared.map(({ method, path }) => `${method} ${path}`)
    expect(names.sort()).toEqual(cases.map(([name]) => name).sort())
  })

  it('a text that cannot be stored is no business of the room', async () => {
    const body = { name: 'a\0b', email: 'a\0@example.com', role: 'user', password: 'x\0'.repeat(9) }
    const answer = await callFromAfar(people.POST, { body, as: tenant })
    expect(Object.keys(answer.body.error.errors).sort()).toEqual(['email', 'name', 'password'])
  })

  it('of what cannot be read nothing is said that may be wrong', async () => {
    const { id } = await addTemplate(tenant)
    const unread = [{ role: 5, name: 'Eve', email: 'eve@example.com' }]
    const cast = await callFromAfar(use.POST, { params: { id }, body: { signers: unread }, as: tenant })
    expect(Object.keys(cast.body.error.errors)).toEqual(['signers.0.role'])
    const roles = [{ name: 7 }]
    const planned = await callFromAfar(templates.POST, { body: { ...plan(), roles }, as: tenant })
    expect(planned.body.error.errors).not.toHaveProperty(['fields.0.role'])
    const body = { ...typed([{ field_id: 'x' as unknown as number, value: '5' }]), signature: undefined }
    const signed = await callFromAfar(sign.POST, { params: { token }, body })
    const person = { name: 'Ben', email: 'no mail', role: 'user', password: 'tangerine orbit 41' }
    const made = await callFromAfar(people.POST, { body: person, as: tenant })
    expect(Object.keys(made.body.error.errors)).toEqual(['email'])
    expect(Object.keys(signed.body.error.errors).sort()).toEqual(['signature', 'values.0.field_id'])
  })
})
