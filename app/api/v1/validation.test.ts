import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { callFromNewIp } from '#lib/testing/call'
import { addSentProcess, openedTokenFor } from '#lib/testing/ceremony'
import { addWebhook } from '#lib/testing/receiver'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as key from './api-keys/route.ts'
import * as invitation from './auth/accept-invitation/route.ts'
import * as reset from './auth/reset-password/route.ts'
import * as signUp from './auth/signup/route.ts'
import * as fields from './signature-processes/[id]/fields/route.ts'
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

type Handler = Parameters<typeof callFromNewIp>[0]
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
  const sent = await addSentProcess(tenant, { options: { enable_otp: false }, zones: [zone] })
  token = await openedTokenFor(tenant, sent.signers[0]!.id)
})
afterAll(closeThreads)

/** A request from this machine: without an SMTP server, only those can sign up. */
const local = { 'x-paraph-local': 'true' }

const box = { page: 1, x: 72, y: 72, width: 160, height: 40, type: 'signature' }
const zones = (wrong: object) => {
  const right = { ...box, document_id: documentId, signer_id: signerId }
  return {
    fields: [
      { ...right, ...wrong },
      { ...right, document_id: 987654, signer_id: 987654 },
    ],
  }
}
const inZones = ['fields.0.width', 'fields.1.document_id', 'fields.1.signer_id']

const plan = (wrong: object = {}) => ({
  name: 'Lease',
  documents: [{ id: 987654 }, { id: documentId }],
  roles: [{ name: 'Tenant' }],
  fields: [
    { ...box, document_id: documentId, role: 'Unknown' },
    { ...box, document_id: documentId, role: 'Tenant', validation: { pattern: '(' } },
  ],
  ...wrong,
})
const inPlan = ['documents.0.id', 'fields.0.role', 'fields.1.validation.pattern']
const templateId = async () => ({ id: (await addTemplate(tenant)).id })

interface Case {
  name: string
  handler: Handler
  /** Refused by its schema: the module's own errors are not added. */
  malformed: () => unknown
  form: string[]
  /** Accepted by its schema, and refused by the module. */
  refused: () => unknown
  module: unknown[]
  params?: () => unknown
}

const cases: Case[] = [
  {
    name: 'POST /api/v1/users',
    handler: people.POST,
    malformed: () => ({ name: '', email: tenant.user.email, role: 'king', password: 'aaaaaaaaaaaa' }),
    form: ['name', 'role'],
    refused: () => ({ name: 'Ben', email: tenant.user.email, role: 'user', password: 'aaaaaaaaaaaa' }),
    module: ['email', 'password'],
  },
  {
    name: 'PUT /api/v1/users/{id}',
    handler: person.PUT,
    malformed: () => ({ name: '', email: colleague.user.email, locale: 'xx' }),
    form: ['locale', 'name'],
    refused: () => ({ email: colleague.user.email }),
    module: ['email'],
    params: () => ({ id: tenant.user.id }),
  },
  {
    name: 'POST /api/v1/auth/signup',
    handler: signUp.POST,
    malformed: () => ({ tenant_name: '', name: '', email: tenant.user.email, password: 'aaaaaaaaaaaa' }),
    form: ['name', 'tenant_name'],
    refused: () => ({ tenant_name: 'E', name: 'Eve', email: tenant.user.email, password: 'aaaaaaaaaaaa' }),
    module: ['email', 'password'],
  },
  ...(['accept-invitation', 'reset-password'] as const).map((path) => ({
    name: `POST /api/v1/auth/${path}`,
    handler: (path === 'reset-password' ? reset : invitation).POST as Handler,
    malformed: () => ({ token: 'x', password: 'short' }),
    form: ['password', 'token'],
    refused: () => ({ token: 'x'.repeat(43), password: 'aaaaaaaaaaaa' }),
    module: ['password', 'token'],
  })),
  {
    name: 'PUT /api/v1/user/password',
    handler: password.PUT,
    malformed: () => ({ current_password: '', password: 'short' }),
    form: ['current_password', 'password'],
    refused: () => ({ current_password: 'not this one', password: 'aaaaaaaaaaaa' }),
    module: ['current_password', 'password'],
  },
  {
    name: 'POST /api/v1/api-keys',
    handler: key.POST,
    malformed: () => ({ name: '', expires_at: '2020-01-01T00:00:00Z', scopes: [] }),
    form: ['name', 'scopes'],
    refused: () => ({ name: 'Key', expires_at: '2020-01-01T00:00:00Z' }),
    module: ['expires_at'],
  },
  {
    name: 'POST /api/v1/webhooks',
    handler: webhooks.POST,
    malformed: () => ({ url: '', events: ['no.event'] }),
    form: ['events.0', 'url'],
    refused: () => ({ url: 'https://127.0.0.1/', events: ['*'] }),
    module: ['url'],
  },
  {
    name: 'PATCH /api/v1/webhooks/{id}',
    handler: webhook.PATCH,
    malformed: () => ({ url: '', events: ['no.event'] }),
    form: ['events.0', 'url'],
    refused: () => ({ url: 'https://127.0.0.1/' }),
    module: ['url'],
    params: () => addWebhook(tenant, 'https://93.184.215.14/hook'),
  },
  {
    name: 'POST /api/v1/signature-processes',
    handler: drafts.POST,
    malformed: () => ({ name: '', documents: [{ id: 987654 }, { id: 'x' }] }),
    form: ['documents.1.id', 'name'],
    refused: () => ({ name: 'Lease', documents: [{ id: 987654 }, { id: documentId }, { id: documentId }] }),
    module: ['documents.0.id', 'documents.2.id'],
  },
  {
    name: 'PATCH /api/v1/signature-processes/{id}',
    handler: draft.PATCH,
    malformed: () => ({ name: '', documents: [{ id: 987654, order: 'x' }] }),
    form: ['documents.0.order', 'name'],
    refused: () => ({
      documents: [{ id: 987654 }],
      signers: [{ id: 987654, name: 'Ada', email: 'ada@example.com' }],
    }),
    module: ['documents.0.id', 'signers.0.id'],
  },
  ...(['POST', 'PUT'] as const).map((method) => ({
    name: `${method} /api/v1/signature-processes/{id}/fields`,
    handler: (method === 'POST' ? fields.POST : fields.PUT) as Handler,
    malformed: () => zones({ label: 7, type: 'seal' }),
    form: ['fields.0.label', 'fields.0.type'],
    refused: () => zones({ x: 900 }),
    module: inZones,
  })),
  {
    name: 'POST /api/v1/templates',
    handler: templates.POST,
    malformed: () => plan({ name: '', roles: [{ name: 'Tenant' }, { name: 'tenant' }] }),
    form: ['name', 'roles.1.name'],
    refused: plan,
    module: inPlan,
  },
  {
    name: 'PATCH /api/v1/templates/{id}',
    handler: template.PATCH,
    malformed: () => plan({ name: '', roles: 'Tenant' }),
    form: ['name', 'roles'],
    refused: plan,
    module: inPlan,
    params: templateId,
  },
  {
    name: 'POST /api/v1/templates/{id}/use',
    handler: use.POST,
    malformed: () => ({ name: '', signers: [{ role: 'Unknown', name: 'Eve', email: 'no mail' }] }),
    form: ['name', 'signers.0.email'],
    refused: () => ({ signers: [{ role: 'Unknown', name: 'Eve', email: 'eve@example.com' }] }),
    module: ['signers', 'signers.0.role'],
    params: templateId,
  },
  {
    name: 'POST /api/v1/signing/{token}/sign',
    handler: sign.POST,
    malformed: () => ({
      consent: { version: 'never', accepted: false },
      signature: { method: 'typed', text: '' },
    }),
    form: ['consent.accepted', 'signature.text'],
    refused: () => ({ consent: { version: 'never', accepted: true } }),
    module: ['consent.version', expect.stringMatching(/^fields\.\d+$/), 'signature'],
    params: () => ({ token }),
  },
]

/** The fields that the refusal of `body` names. */
async function refused(handler: Handler, body: unknown, input: Parameters<typeof callFromNewIp>[1] = {}) {
  const answer = await callFromNewIp(handler, {
    headers: local,
    method: 'POST',
    params,
    as: tenant,
    ...input,
    body,
  })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
  return Object.keys(answer.body.error.errors).sort()
}

describe('a body is refused', () => {
  const givenTo = async ({ name, params: own }: Case) => ({
    method: name.split(' ')[0] as 'POST',
    as: name.includes('/signing/') ? undefined : tenant,
    params: ((await own?.()) ?? params) as Params,
  })

  it.each(cases)('with all errors of the schema at once, and no others: $name', async (one) => {
    expect(await refused(one.handler, one.malformed(), await givenTo(one))).toEqual(one.form)
  })

  it.each(cases)('with all errors of the module at once: $name', async (one) => {
    expect(await refused(one.handler, one.refused(), await givenTo(one))).toEqual(one.module)
  })

  it('with a thousand errors at most', async () => {
    const zone = { ...box, document_id: 987654, signer_id: 987654 }
    expect(await refused(fields.POST, { fields: Array(5000).fill(zone) })).toHaveLength(1000)
  })

  it('for the values of a zone and their bounds', async () => {
    const dropdown = { ...box, document_id: documentId, signer_id: signerId, type: 'dropdown' }
    const validation = { min: 2, max: 1, min_length: 2, max_length: 1 }
    const mark = { ...box, document_id: documentId, signer_id: signerId, read_only: true }
    const named = ['fields.0.options', 'fields.0.validation', 'fields.1.read_only']
    expect(await refused(fields.POST, { fields: [{ ...dropdown, validation }, mark] })).toEqual(named)
  })

  it('for guessed passwords, by the limit of logins', async () => {
    const me = await tenant.addMember('user')
    const guess = { current_password: 'not this one', password: 'tangerine orbit 41' }
    const input = { method: 'PUT', as: me } as const
    for (let count = 0; count < env().rateLimits.login; count++)
      expect(await refused(password.PUT, guess, input)).toEqual(['current_password'])
    const answer = await callFromNewIp(password.PUT, { ...input, body: guess })
    expect(answer.status).toBe(429)
  })
})
