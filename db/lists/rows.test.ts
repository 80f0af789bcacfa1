import { desc, getTableColumns, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { documents } from '../schema/documents.ts'
import { users } from '../schema/identity.ts'
import { read } from '../tenancy/tenant.ts'
import { rowMaker, selectFrom } from './rows.ts'

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
