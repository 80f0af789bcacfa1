import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { database } from './client.ts'
import { processName } from './presence.ts'

async function countSessions(): Promise<number> {
  const [row] = await database().execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where application_name = 'paraph-presence' and datname = current_database()`,
  )
  return row!.count
}

it('is one session, however many requests wait for one that could not be opened', async () => {
  const { databaseUrl } = env()
  const name = await processName()
  expect(await countSessions()).toBe(1)
  env().databaseUrl = 'postgres://owner@127.0.0.1:1/paraph'
  await database().execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'paraph-presence' and datname = current_database()`,
  )
  await expect.poll(() => processName().catch((error: { code: string }) => error.code)).toBe('unavailable')
  env().databaseUrl = databaseUrl
  const names = await Promise.all(Array.from({ length: 5 }, processName))
  expect(names).toEqual(Array(5).fill(name))
  expect(await countSessions()).toBe(1)
})
