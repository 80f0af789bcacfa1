import { desc, getTableColumns, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { documents } from '../schema/documents.ts'
import { tenantLogos, users } from '../schema/identity.ts'
import { read, write } from '../tenancy/tenant.ts'
import { readTogether, rowMaker, rowsOf, selectFrom } from './rows.ts'

it.each([
  ['documents', documents],
  ['users', users],
] as const)('a row of %s is the one that select() gives', async (_name, table) => {
  const tenant = await makeTenant()
  await addDocument(tenant, { name: 'Épargne' })
  await read(tenant.ctx, async (reader) => {
    const [selected] = await reader.select().from(table).orderBy(desc(table.id)).limit(1)
    const [row] = await reader.execute(sql`${selectFrom(table)} order by id desc limit 1`)
    expect(selected).toBeDefined()
    expect(rowMaker(getTableColumns(table))(Object.values(row!))).toEqual(selected)
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
      logos: rowsOf(getTableColumns(tenantLogos), (select) => select.from(tenantLogos)),
      none: rowsOf({ id: users.id }, (select) => select.from(users).where(sql`false`)),
    })
    expect(found.documents).toHaveLength(3)
    expect(found.documents).toEqual(await reader.select().from(documents).orderBy(desc(documents.id)))
    expect(found.logos).toEqual([{ tenantId: tenant.ctx.tenantId, png }])
    expect(found.none).toEqual([])
  })
})
