import { afterEach, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { connect } from './connection/client.ts'
import { migrateDatabase } from './migrate.ts'
import { withMigrationLock } from './migration-lock.ts'

const KEY = 7_270_724

afterEach(() => void vi.restoreAllMocks())

it('says for whom it waits, and goes on when that session ends', async () => {
  const holder = connect(env().databaseUrl!, { connection: { application_name: 'left behind' } })
  const [held] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid, pg_advisory_lock(${KEY})`
  const error = vi.spyOn(log(), 'error').mockImplementation(() => {})
  const migrated = migrateDatabase(env().databaseUrl!)
  await expect.poll(() => error.mock.calls.length, { timeout: 10_000 }).toBe(1)
  const [{ fault, holder: text }] = error.mock.calls[0] as unknown as [{ fault: string; holder: string }]
  expect(fault).toBe('migration_waits')
  expect(text).toContain(`process ${held!.pid} of PostgreSQL (left behind, from a socket, idle since `)
  expect(text).toContain(`select pg_terminate_backend(${held!.pid})`)
  await holder.end()
  await migrated
})

it('admits one process at a time, and leaves no lock behind', async () => {
  const order: string[] = []
  const work = (name: string) =>
    withMigrationLock(env().databaseUrl!, async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 300))
      order.push(`${name} ends`)
    })
  await Promise.all([work('a'), work('b')])
  const first = order[0]![0]
  expect(order.map((line) => line[0])).toEqual([first, first, order[2]![0], order[2]![0]])
  await expect(
    withMigrationLock(env().databaseUrl!, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed')
  const client = connect(env().databaseUrl!)
  // Other tests migrate their databases on the same server.
  const locks = await client`
    select from pg_locks where locktype = 'advisory' and objid = ${KEY}::oid
      and database = (select oid from pg_database where datname = current_database())`
  expect(locks).toHaveLength(0)
  await client.end()
})
