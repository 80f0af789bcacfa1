import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { documents } from '../schema/documents.ts'
import { tenantLogos, users } from '../schema/identity.ts'
import { read, write } from '../tenancy/tenant.ts'
import { preparedSql, readTogether, rowsOf, rowsOfTable, selectRows } from './rows.ts'

it.each([
  ['documents', documents],
  ['users', users],
] as const)('rows of %s are those that select() gives', async (_name, table) => {
  const tenant = await makeTenant()
  for (const name of ['Épargne', '"null"']) await addDocument(tenant, { name })
  await read(tenant.ctx, async (reader) => {
    const selected = await reader.select().from(table).orderBy(desc(table.id)).limit(2)
    const order = sql`order by ${desc(table.id)}`
    const found = await selectRows(reader, table, sql`${order} limit 2`, { parts: sql`'[1]'::json`, order })
    expect(selected.length).toBeGreaterThan(0)
    expect(found).toEqual(selected.map((row) => ({ row, parts: [1] })))
  })
})

it('reads the rows of several selects in one statement, as each of them gives them', async () => {
  const tenant = await makeTenant()
  for (const name of ['Épargne', '"null"', '[1]']) await addDocument(tenant, { name })
  const png = Buffer.from([0, 92, 120, 255])
  await write(tenant.ctx, (tx) => tx.insert(tenantLogos).values({ tenantId: tenant.ctx.tenantId, png }))
  await read(tenant.ctx, async (reader) => {
    const found = await readTogether(reader, {
      documents: rowsOf(getTableColumns(documents), (select) =>
        select.from(documents).orderBy(desc(documents.id)),
      ),
      logos: rowsOfTable(tenantLogos, eq(tenantLogos.tenantId, tenant.ctx.tenantId)),
      ofTenant: rowsOfTable(documents, isNull(documents.deletedAt), desc(documents.size), desc(documents.id)),
      none: rowsOf({ id: users.id }, (select) => select.from(users).where(sql`false`)),
    })
    expect(found.documents).toHaveLength(3)
    expect(found.documents).toEqual(await reader.select().from(documents).orderBy(desc(documents.id)))
    expect(found.logos).toEqual([{ tenantId: tenant.ctx.tenantId, png }])
    expect(found.ofTenant).toEqual(found.documents)
    expect(found.none).toEqual([])
  })
})

it('makes the statement that Drizzle generates each time, with each value and inside of another condition', () => {
  const generate = (tenantId: unknown, name: unknown) =>
    and(
      eq(documents.tenantId, sql`${tenantId}`),
      isNull(documents.deletedAt),
      eq(documents.status, 'uploaded'),
      sql`${name} in (${documents.name}, ${tenantId}::text)`,
    )!
  const prepared = preparedSql<{ tenantId: number; name: string }>(
    generate(sql.placeholder('tenantId'), sql.placeholder('name')),
  )
  const dialect = new PgDialect({ casing: 'snake_case' })
  const toQuery = (condition: ReturnType<typeof generate>) =>
    dialect.sqlToQuery(sql`select ${7} where ${and(condition, gt(documents.id, 3))}`)
  for (const [tenantId, name] of [
    [1, 'a'],
    [2, '$1 '],
  ] as const) {
    const { sql: text, params } = toQuery(generate(tenantId, name))
    expect(toQuery(prepared({ tenantId, name }))).toMatchObject({ sql: text, params })
  }
})
