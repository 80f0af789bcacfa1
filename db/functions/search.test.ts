import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { appUrl, connect } from '../connection/client.ts'
import { mails } from '../schema/mail.ts'
import { read, write } from '../tenancy/tenant.ts'

const views = [
  'documents',
  'events',
  'mails',
  'processes',
  'signers',
  'templates',
  'users',
  'vault_documents',
]
const app: Sql = connect(appUrl(env().databaseUrl!), { max: 1 })
let tenant: TestTenant
let otherTenant: TestTenant

beforeAll(async () => {
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  for (const owner of [tenant, otherTenant]) {
    await addDraft(owner)
    const { tenantId, now: createdAt } = owner.ctx
    const mail = { tenantId, recipient: 'ada@example.com', status: 'sent', createdAt } as const
    await write(owner.ctx, (tx) => tx.insert(mails).values(mail))
  }
})
afterAll(() => app.end())

it.each(views)('search.%s shows only the rows of the transaction’s tenant', async (view) => {
  for (const { ctx } of [tenant, otherTenant]) {
    const rows = await read(ctx, (reader) =>
      reader.execute<{ tenant: string }>(sql`select tenant_id as tenant from search.${sql.identifier(view)}`),
    )
    expect(new Set(rows.map((row) => Number(row.tenant))).difference(new Set([ctx.tenantId])).size).toBe(0)
    if (!['templates', 'vault_documents'].includes(view)) expect(rows.length).toBeGreaterThan(0)
  }
})

it.each(views)('search.%s is empty without a tenant', async (view) => {
  expect(await app.unsafe(`select 1 from search.${view}`)).toHaveLength(0)
})

it.each(views)('search.%s is empty for a statement without the nonce of its connection', async (view) => {
  const rows = await app.begin(async (tx) => {
    await tx.unsafe(`set local app.tenant_id = '${tenant.tenantId}'`)
    await tx.unsafe(`set local app.nonce = 'other'`)
    return tx.unsafe(`select 1 from search.${view}`)
  })
  expect(rows).toHaveLength(0)
})
