import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { write } from '#db/tenancy/tenant'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { callFromNewIp as call, type Handler } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as processesRoute from './signature-processes/route.ts'
import * as useRoute from './templates/[id]/use/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const second = { name: 'Second', email: 'second@example.com', order: 2 }
const first = { name: 'First', email: 'first@example.com', order: 1 }

async function getErrorPaths(handler: Handler, body: object, params = {}): Promise<string[]> {
  const answer = await call(handler, { as: tenant, body, params })
  expect(answer.status).toBe(400)
  return Object.keys(answer.body.error.errors)
}

it('errors of sending name signers and documents by their positions in the request', async () => {
  const [a, b] = [await addDocument(tenant), await addDocument(tenant)]
  const draft = {
    name: 'Lease',
    send: true,
    documents: [
      { id: a.id, order: 2 },
      { id: b.id, order: 1 },
    ],
  }
  const qualified = [second, { ...first, signature_level: 'qualified' }]
  expect(await getErrorPaths(processesRoute.POST, { ...draft, signers: qualified })).toEqual([
    'signers.1.signature_level',
  ])
  const placeholders = { parts: [] } as never
  await write(tenant.ctx, (tx) => tx.update(documents).set({ placeholders }).where(eq(documents.id, a.id)))
  expect(await getErrorPaths(processesRoute.POST, { ...draft, signers: [second, first] })).toEqual([
    'documents.0',
  ])
})

it('errors of the use of a template name its people by their positions in the request', async () => {
  const roles = [{ name: 'Landlord' }, { name: 'Tenant', otp: 'access_code' as const }]
  const { id } = await addTemplate(tenant, { roles })
  const tenantPerson = { name: 'Tom', email: 'tom@example.com', role: 'Tenant' }
  const landlord = { name: 'Lou', email: 'lou@example.com', role: 'Landlord' }
  expect(await getErrorPaths(useRoute.POST, { signers: [tenantPerson, landlord] }, { id })).toEqual([
    'signers.0.access_code',
  ])
  const remote = { ...tenantPerson, otp: 'none', signature_level: 'qualified' }
  expect(await getErrorPaths(useRoute.POST, { send: true, signers: [remote, landlord] }, { id })).toEqual([
    'signers.0.signature_level',
  ])
})
