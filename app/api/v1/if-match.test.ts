import { beforeAll, expect, it } from 'vitest'
import { addDraft, addField, addTemplate } from '#lib/testing/records/records'
import { callFromNewIp as call, type Handler } from '#lib/testing/service/call'
import { addVaultFixture } from '#lib/testing/service/fixtures'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fieldsRoute from './signature-processes/[id]/fields/route.ts'
import * as processRoute from './signature-processes/[id]/route.ts'
import * as sendRoute from './signature-processes/[id]/send/route.ts'
import * as templateRoute from './templates/[id]/route.ts'
import * as vaultRoute from './vault/documents/[id]/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const change = (handler: Handler, id: number, ifMatch: string, method: 'POST' | 'DELETE', body?: object) =>
  call(handler, { as: tenant, method, params: { id }, headers: { 'if-match': ifMatch }, body })

async function getEtag({ GET }: { GET: Handler }, id: number): Promise<string> {
  return (await call(GET, { as: tenant, params: { id } })).headers.get('etag')!
}

async function rename(id: number, name: string): Promise<void> {
  await call(processRoute.PATCH, { as: tenant, method: 'PATCH', params: { id }, body: { name } })
}

it('a draft is neither sent nor deleted in another version than that in If-Match', async () => {
  const draft = await addDraft(tenant)
  const { id } = draft
  await addField(tenant, draft)
  const stale = await getEtag(processRoute, id)
  await rename(id, 'Changed by a colleague')
  expect((await change(sendRoute.POST, id, stale, 'POST', {})).status).toBe(412)
  expect((await change(processRoute.DELETE, id, stale, 'DELETE')).status).toBe(412)
  expect((await call(processRoute.GET, { as: tenant, params: { id } })).body.data.status).toBe('draft')
  const sent = await change(sendRoute.POST, id, await getEtag(processRoute, id), 'POST', {})
  expect([sent.status, sent.body.data.status]).toEqual([200, 'sent'])
  const other = await addDraft(tenant)
  const current = await getEtag(processRoute, other.id)
  expect((await change(processRoute.DELETE, other.id, current, 'DELETE')).status).toBe(204)
})

it('no field is added to a draft whose fields have another version', async () => {
  const draft = await addDraft(tenant)
  const stale = await getEtag(fieldsRoute, draft.id)
  await addField(tenant, draft)
  const box = { type: 'text', page: 1, x: 72, y: 400, width: 160, height: 24 }
  const field = { ...box, document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id }
  const add = (ifMatch: string) => change(fieldsRoute.POST, draft.id, ifMatch, 'POST', { fields: [field] })
  expect((await add(stale)).status).toBe(412)
  expect((await add(await getEtag(fieldsRoute, draft.id))).status).toBe(200)
})

it('a template is not deleted in another version', async () => {
  const { id } = await addTemplate(tenant)
  const stale = await getEtag(templateRoute, id)
  const body = { name: 'Changed' }
  await call(templateRoute.PATCH, { as: tenant, method: 'PATCH', params: { id }, body })
  expect((await change(templateRoute.DELETE, id, stale, 'DELETE')).status).toBe(412)
  expect((await change(templateRoute.DELETE, id, await getEtag(templateRoute, id), 'DELETE')).status).toBe(
    204,
  )
})

it('nor is a vault document whose tags have another version', async () => {
  const { vaultId: id } = await addVaultFixture(tenant)
  expect((await change(vaultRoute.DELETE, id, '"another"', 'DELETE')).status).toBe(412)
  const current = await getEtag(vaultRoute, id)
  expect((await change(vaultRoute.DELETE, id, current, 'DELETE')).body.error.code).toBe('invalid_state')
})
