import { afterAll, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { env } from '#lib/core/env'
import { migrateDatabase } from '../migrate.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

it('a further start leaves the triggers as they are: it would wait for statements on their tables', async () => {
  const triggers = () => owner`select tgrelid::regclass::text, tgname, xmin::text from pg_trigger
    where not tgisinternal and tgrelid::regclass::text not like 'pgboss%' order by 1, 2`
  const before = await triggers()
  expect(before.length).toBeGreaterThan(20)
  await migrateDatabase(env().databaseUrl!)
  expect(await triggers()).toEqual(before)
})
