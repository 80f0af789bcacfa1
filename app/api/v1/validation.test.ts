import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { addDocument, addDraft, addTemplate } from '#lib/testing/records/records'
import { addSentProcess, openLink } from '#lib/testing/records/signing-session'
import { addWebhook } from '#lib/testing/servers/receiver'
import { callFromNewIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as apiKeysRoute from './api-keys/route.ts'
import * as acceptInvitationRoute from './auth/accept-invitation/route.ts'
import * as resetPasswordRoute from './auth/reset-password/route.ts'
import * as signUpRoute from './auth/signup/route.ts'
import * as fieldsRoute from './signature-processes/[id]/fields/route.ts'
import * as processRoute from './signature-processes/[id]/route.ts'
import * as processesRoute from './signature-processes/route.ts'
import * as signRoute from './signing/[token]/sign/route.ts'
import * as templateRoute from './templates/[id]/route.ts'
import * as useRoute from './templates/[id]/use/route.ts'
import * as templatesRoute from './templates/route.ts'
import * as passwordRoute from './user/password/route.ts'
import * as userRoute from './users/[id]/route.ts'
import * as usersRoute from './users/route.ts'
import * as webhookRoute from './webhooks/[id]/route.ts'
import * as webhooksRoute from './webhooks/route.ts'

/** An id that no record has. */
const UNKNOWN_ID = 987654

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
  const draft = await addDraft(tenant, { documents: [{ id: documentId }] })
  signerId = draft.signers[0]!.id
  params = { id: draft.id }
  colleague = await tenant.addMember('user')
  const field = { type: 'number', label: 'Rent', required: true } as const
  const sentProcess = await addSentProcess(tenant, { options: { enable_otp: false }, zones: [field] })
  token = await openLink(tenant, sentProcess.signers[0]!.id)
})
/** Marks a request as local: without an SMTP server, only local requests can sign up. */
const local = { 'x-paraph-local': 'true' }

const signatureField = { page: 1, x: 72, y: 72, width: 160, height: 40, type: 'signature' }
const fieldsBody = (changes: object) => {
  const field = { ...signatureField, document_id: documentId, signer_id: signerId }
  return {
    fields: [
      { ...field, ...changes },
      { ...field, document_id: UNKNOWN_ID, signer_id: UNKNOWN_ID },
    ],
  }
}
const fieldsErrors = ['fields.0.width', 'fields.1.document_id', 'fields.1.signer_id']

const templateBody = (changes: object = {}) => ({
  name: 'Lease',
  documents: [{ id: UNKNOWN_ID }, { id: documentId }],
  roles: [{ name: 'Tenant' }],
  fields: [
    { ...signatureField, document_id: documentId, role: 'Unknown' },
    { ...signatureField, document_id: documentId, role: 'Tenant', validation: { pattern: '(' } },
  ],
  ...changes,
})
const templateErrors = ['documents.0.id', 'fields.0.role', 'fields.1.validation.pattern']
const templateId = async () => ({ id: (await addTemplate(tenant)).id })

interface Case {
  name: string
  handler: Handler
  /** Refused by its schema: the module's own errors are not added. */
  malformed: () => unknown
  schemaErrors: string[]
  /** Accepted by its schema, and refused by the module. */
  rejected: () => unknown
  moduleErrors: unknown[]
  params?: () => unknown
}

const cases: Case[] = [
  {
    name: 'POST /api/v1/users',
    handler: usersRoute.POST,
    malformed: () => ({ name: '', email: tenant.user.email, role: 'king', password: 'aaaaaaaaaaaa' }),
    schemaErrors: ['name', 'role'],
    rejected: () => ({ name: 'Ben', email: tenant.user.email, role: 'user', password: 'aaaaaaaaaaaa' }),
    moduleErrors: ['email', 'password'],
  },
  {
    name: 'PUT /api/v1/users/{id}',
    handler: userRoute.PUT,
    malformed: () => ({ name: '', email: colleague.user.email, locale: 'xx' }),
    schemaErrors: ['locale', 'name'],
    rejected: () => ({ email: colleague.user.email }),
    moduleErrors: ['email'],
    params: () => ({ id: tenant.user.id }),
  },
  {
    name: 'POST /api/v1/auth/signup',
    handler: signUpRoute.POST,
    malformed: () => ({ tenant_name: '', name: '', email: tenant.user.email, password: 'aaaaaaaaaaaa' }),
    schemaErrors: ['name', 'tenant_name'],
    rejected: () => ({ tenant_name: 'E', name: 'Eve', email: tenant.user.email, password: 'aaaaaaaaaaaa' }),
    moduleErrors: ['email', 'password'],
  },
  ...(['accept-invitation', 'reset-password'] as const).map((path) => ({
    name: `POST /api/v1/auth/${path}`,
    handler: (path === 'reset-password' ? resetPasswordRoute : acceptInvitationRoute).POST as Handler,
    malformed: () => ({ token: 'x', password: 'short' }),
    schemaErrors: ['password', 'token'],
    rejected: () => ({ token: 'x'.repeat(43), password: 'aaaaaaaaaaaa' }),
    moduleErrors: ['password', 'token'],
  })),
  {
    name: 'PUT /api/v1/user/password',
    handler: passwordRoute.PUT,
    malformed: () => ({ current_password: '', password: 'short' }),
    schemaErrors: ['current_password', 'password'],
    rejected: () => ({ current_password: 'not this one', password: 'aaaaaaaaaaaa' }),
    moduleErrors: ['current_password', 'password'],
  },
  {
    name: 'POST /api/v1/api-keys',
    handler: apiKeysRoute.POST,
    malformed: () => ({ name: '', expires_at: '2020-01-01T00:00:00Z', scopes: [] }),
    schemaErrors: ['name', 'scopes'],
    rejected: () => ({ name: 'Key', expires_at: '2020-01-01T00:00:00Z' }),
    moduleErrors: ['expires_at'],
  },
  {
    name: 'POST /api/v1/webhooks',
    handler: webhooksRoute.POST,
    malformed: () => ({ url: '', events: ['no.event'] }),
    schemaErrors: ['events.0', 'url'],
    rejected: () => ({ url: 'https://127.0.0.1/', events: ['*'] }),
    moduleErrors: ['url'],
  },
  {
    name: 'PATCH /api/v1/webhooks/{id}',
    handler: webhookRoute.PATCH,
    malformed: () => ({ url: '', events: ['no.event'] }),
    schemaErrors: ['events.0', 'url'],
    rejected: () => ({ url: 'https://127.0.0.1/' }),
    moduleErrors: ['url'],
    params: () => addWebhook(tenant, 'https://93.184.215.14/hook'),
  },
  {
    name: 'POST /api/v1/signature-processes',
    handler: processesRoute.POST,
    malformed: () => ({ name: '', documents: [{ id: UNKNOWN_ID }, { id: 'x' }] }),
    schemaErrors: ['documents.1.id', 'name'],
    rejected: () => ({
      name: 'Lease',
      documents: [{ id: UNKNOWN_ID }, { id: documentId }, { id: documentId }],
    }),
    moduleErrors: ['documents.0.id', 'documents.2.id'],
  },
  {
    name: 'PATCH /api/v1/signature-processes/{id}',
    handler: processRoute.PATCH,
    malformed: () => ({ name: '', documents: [{ id: UNKNOWN_ID, order: 'x' }] }),
    schemaErrors: ['documents.0.order', 'name'],
    rejected: () => ({
      documents: [{ id: UNKNOWN_ID }],
      signers: [{ id: UNKNOWN_ID, name: 'Ada', email: 'ada@example.com' }],
    }),
    moduleErrors: ['documents.0.id', 'signers.0.id'],
  },
  ...(['POST', 'PUT'] as const).map((method) => ({
    name: `${method} /api/v1/signature-processes/{id}/fields`,
    handler: (method === 'POST' ? fieldsRoute.POST : fieldsRoute.PUT) as Handler,
    malformed: () => fieldsBody({ label: 7, type: 'seal' }),
    schemaErrors: ['fields.0.label', 'fields.0.type'],
    rejected: () => fieldsBody({ x: 900 }),
    moduleErrors: fieldsErrors,
  })),
  {
    name: 'POST /api/v1/templates',
    handler: templatesRoute.POST,
    malformed: () => templateBody({ name: '', roles: [{ name: 'Tenant' }, { name: 'tenant' }] }),
    schemaErrors: ['name', 'roles.1.name'],
    rejected: templateBody,
    moduleErrors: templateErrors,
  },
  {
    name: 'PATCH /api/v1/templates/{id}',
    handler: templateRoute.PATCH,
    malformed: () => templateBody({ name: '', roles: 'Tenant' }),
    schemaErrors: ['name', 'roles'],
    rejected: templateBody,
    moduleErrors: templateErrors,
    params: templateId,
  },
  {
    name: 'POST /api/v1/templates/{id}/use',
    handler: useRoute.POST,
    malformed: () => ({ name: '', signers: [{ role: 'Unknown', name: 'Eve', email: 'no mail' }] }),
    schemaErrors: ['name', 'signers.0.email'],
    rejected: () => ({ signers: [{ role: 'Unknown', name: 'Eve', email: 'eve@example.com' }] }),
    moduleErrors: ['signers', 'signers.0.role'],
    params: templateId,
  },
  {
    name: 'POST /api/v1/signing/{token}/sign',
    handler: signRoute.POST,
    malformed: () => ({
      consent: { version: 'never', accepted: false },
      signature: { method: 'typed', text: '' },
    }),
    schemaErrors: ['consent.accepted', 'signature.text'],
    rejected: () => ({ consent: { version: 'never', accepted: true } }),
    moduleErrors: ['consent.version', expect.stringMatching(/^fields\.\d+$/), 'signature'],
    params: () => ({ token }),
  },
]

/** Sends `body`, expects a validation error, and returns its fields. */
async function getErrorFields(
  handler: Handler,
  body: unknown,
  input: Parameters<typeof callFromNewIp>[1] = {},
) {
  const response = await callFromNewIp(handler, {
    headers: local,
    method: 'POST',
    params,
    as: tenant,
    ...input,
    body,
  })
  expect([response.status, response.body.error.code]).toEqual([400, 'validation_error'])
  return Object.keys(response.body.error.errors).sort()
}

describe('a body is refused', () => {
  const callOptions = async ({ name, params: caseParams }: Case) => ({
    method: name.split(' ')[0] as 'POST',
    as: name.includes('/signing/') ? undefined : tenant,
    params: ((await caseParams?.()) ?? params) as Params,
  })

  it.each(cases)('with all errors of the schema at once, and no others: $name', async (testCase) => {
    expect(await getErrorFields(testCase.handler, testCase.malformed(), await callOptions(testCase))).toEqual(
      testCase.schemaErrors,
    )
  })

  it.each(cases)('with all errors of the module at once: $name', async (testCase) => {
    expect(await getErrorFields(testCase.handler, testCase.rejected(), await callOptions(testCase))).toEqual(
      testCase.moduleErrors,
    )
  })

  it('with at most a thousand errors', async () => {
    const field = { ...signatureField, document_id: UNKNOWN_ID, signer_id: UNKNOWN_ID }
    expect(await getErrorFields(fieldsRoute.POST, { fields: Array(5000).fill(field) })).toHaveLength(1000)
  })

  it('for missing options, contradicting bounds and a read-only signature', async () => {
    const dropdown = { ...signatureField, document_id: documentId, signer_id: signerId, type: 'dropdown' }
    const validation = { min: 2, max: 1, min_length: 2, max_length: 1 }
    const readOnlySignature = {
      ...signatureField,
      document_id: documentId,
      signer_id: signerId,
      read_only: true,
    }
    const errorFields = ['fields.0.options', 'fields.0.validation', 'fields.1.read_only']
    expect(
      await getErrorFields(fieldsRoute.POST, { fields: [{ ...dropdown, validation }, readOnlySignature] }),
    ).toEqual(errorFields)
  })

  it('for guesses of the current password, until the limit of logins is reached', async () => {
    const member = await tenant.addMember('user')
    const guess = { current_password: 'not this one', password: 'tangerine orbit 41' }
    const input = { method: 'PUT', as: member } as const
    for (let attempt = 0; attempt < env().rateLimits.login; attempt++)
      expect(await getErrorFields(passwordRoute.PUT, guess, input)).toEqual(['current_password'])
    const response = await callFromNewIp(passwordRoute.PUT, { ...input, body: guess })
    expect(response.status).toBe(429)
  })
})
