import { expect, it } from 'vitest'
import { closeDatabase, onConnection, openDatabase } from '#db/connection/client'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addField, addSent } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { getProcess } from '../get.ts'
import { listProcesses } from './list.ts'
import { ProcessFilters } from './schema.ts'

const list = (tenant: TestTenant, filters: object = {}, paging = { page: 1, per_page: 15 }) =>
  listProcesses(tenant.ctx, { ...ProcessFilters.parse(filters), ...paging })

async function makeProcesses(tenant: TestTenant) {
  const documents = [await addDocument(tenant, { name: 'Łódź “1”' }), await addDocument(tenant)]
  const signers = [
    { name: 'Ада Лавлейс', order: 2, phone: '+48 1', type: 'parallel' as const },
    { name: 'Back\\slash', order: 3, role: 'viewer' as const },
    { name: 'Last', order: 1 },
  ]
  const metadata = { z: 1, a: ['x', null], nested: { b: true } }
  const draft = await addDraft(tenant, { documents: documents.map(({ id }) => ({ id })), signers, metadata })
  await addField(tenant, draft, { x: 72.125, width: 0.1 + 160, label: 'Sign “here”' })
  await addField(tenant, draft, { type: 'dropdown', y: 300, options: ['b', 'a'], value: 'a' })
  await addSent(tenant)
  await addCompleted(tenant)
}

it('shows each process exactly as its own route does', async () => {
  const tenant = await makeTenant()
  await makeProcesses(tenant)
  for (const filters of [{}, { sort: 'name' }, { search: 'signer' }]) {
    const { items } = await list(tenant, filters)
    expect(items.length).toBeGreaterThan(0)
    for (const item of items)
      expect(JSON.stringify(item)).toBe(JSON.stringify(await getProcess(tenant.ctx, item.id)))
  }
})

it('reads a page in one statement', async () => {
  const tenant = await makeTenant()
  const otherTenant = await makeTenant()
  await makeProcesses(tenant)
  await addDraft(otherTenant)
  const statements: string[] = []
  await openDatabase({ debug: (_connection, statement) => statements.push(statement) })
  const { items } = await list(tenant)
  await closeDatabase()
  expect(items).toHaveLength(3)
  const statementsOn = (table: string) =>
    statements.filter((statement) => statement.includes(`from "${table}" `))
  expect(statementsOn('signers')).toHaveLength(1)
  expect(statementsOn('fields')).toEqual(statementsOn('signers'))
})

it('plans the parts of a filtered page once for all pages', async () => {
  const tenant = await makeTenant()
  await makeProcesses(tenant)
  await openDatabase({ max: 1 })
  for (const status of ['draft', 'draft,sent', 'completed'])
    expect((await list(tenant, { status })).items.length).toBeGreaterThan(0)
  const plans = await onConnection((connection) =>
    connection.send(`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
      where statement like '%json_build_array%'`),
  )
  await closeDatabase()
  expect(plans).toEqual([{ generic: 3, custom: 0 }])
})
