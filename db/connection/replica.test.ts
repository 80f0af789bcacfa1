import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '#db/embedded/embedded'
import { env } from '#lib/core/env'
import { registry } from '#lib/core/runtime/metrics'
import { startPair } from '#lib/testing/database/standby'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { migrateDatabase } from '../migrate.ts'
import { type Reader, read, readList, write } from '../tenancy/tenant.ts'
import { closeDatabase, connect, openDatabase } from './client.ts'

let folder: string
let primary: EmbeddedServer
let standby: EmbeddedServer
let tenant: TestTenant
const startStandby = () => startEmbedded({ dataDir: join(folder, 'standby'), durable: false })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replica-'))
  ;({ primary, standby } = await startPair(folder, { durable: false }))
  await migrateDatabase(primary.url)
  await closeDatabase()
  Object.assign(env(), { databaseUrl: primary.url, databaseReadUrl: standby.url })
  tenant = await makeTenant()
  await makeTenant()
}, 180_000)
afterAll(async () => {
  await closeDatabase()
  await standby.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
})

const readTenant = async (reader: Reader) => {
  const [row] = await reader.execute<{ name: string; replica: boolean }>(
    sql`select name, pg_is_in_recovery() as replica from tenants`,
  )
  return row!
}
/** For later connections. */
async function setCommits(mode: string): Promise<void> {
  const owner = connect(primary.url, { max: 1 })
  await owner.unsafe(`alter database paraph set synchronous_commit = ${mode}`)
  await owner.end()
  await openDatabase()
}

const list = () => readList(tenant.ctx, readTenant)
const rename = (name: string) => write(tenant.ctx, (tx) => tx.execute(sql`update tenants set name = ${name}`))

async function untilListsUse(server: 'primary' | 'replica'): Promise<void> {
  await vi.waitFor(async () => expect((await list()).replica).toBe(server === 'replica'), 20_000)
}

it.each(['off', 'on'])(
  'serves lists that see every earlier commit, with synchronous commits %s',
  async (mode) => {
    await setCommits(mode)
    await untilListsUse('replica')
    for (let round = 0; round < 20; round++) {
      await rename(`${mode} ${round}`)
      expect((await list()).name).toBe(`${mode} ${round}`)
    }
  },
)

it('serves lists of the tenant alone, and nothing else', async () => {
  await untilListsUse('replica')
  const names = await readList(tenant.ctx, (reader) => reader.execute(sql`select name from tenants`))
  expect(names).toHaveLength(1)
  expect((await read(tenant.ctx, readTenant)).replica).toBe(false)
  await expect(readList(tenant.ctx, (reader) => reader.execute(sql`delete from mails`))).rejects.toThrow()
  expect(await registry.getSingleMetricAsString('paraph_replica_reads_total')).toContain('server="replica"')
})

it('serves the lists of others while one tenant has many slow ones', async () => {
  await untilListsUse('replica')
  const { ctx } = await makeTenant()
  const slow = Array.from({ length: 12 }, () =>
    readList(ctx, (reader) => reader.execute(sql`select pg_sleep(2)`)),
  )
  // Those that found no connection were read on the primary.
  await sleep(1500)
  expect((await list()).replica).toBe(true)
  await Promise.all(slow)
})

it('serves no list while the replica lags', async () => {
  const replica = connect(standby.url, { max: 1 })
  await untilListsUse('replica')
  await replica`select pg_wal_replay_pause()`
  await rename('Not replayed')
  expect(await list()).toEqual({ name: 'Not replayed', replica: false })
  await replica`select pg_wal_replay_resume()`
  await replica.end()
  await untilListsUse('replica')
})

it('reads on the primary while the replica is away, and on a replica again once it streams', async () => {
  await untilListsUse('replica')
  const running = readList(tenant.ctx, async (reader) => {
    const row = await readTenant(reader)
    if (row.replica) await standby.stop()
    return readTenant(reader)
  })
  expect((await running).replica).toBe(false)
  expect((await list()).replica).toBe(false)
  standby = await startStandby()
  await untilListsUse('replica')
})

it('reads on the primary for good when the replica became a primary of its own', async () => {
  const replica = connect(standby.url, { max: 1 })
  await untilListsUse('replica')
  await replica`select pg_promote()`
  await replica.end()
  await rename('After the promotion')
  expect(await list()).toEqual({ name: 'After the promotion', replica: false })
})
