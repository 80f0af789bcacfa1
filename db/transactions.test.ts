import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { socketOf } from './address.ts'
import { appRole, appUrl, closeDatabase, connect, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { read, type Tx, write } from './tenant.ts'

const ROWS = 4
const owner: Sql = connect(env().databaseUrl!)
const role = appRole(env().databaseUrl!).name
let tenants: TestTenant[]
let batches = 0

beforeAll(async () => {
  tenants = await Promise.all(Array.from({ length: 6 }, () => makeTenant()))
  await owner`create table ledger (tenant_id bigint not null, batch integer not null, n integer not null)`
  await migrateDatabase(env().databaseUrl!)
})
afterEach(closeDatabase)
afterAll(() => owner.end())

const tenantOf = async (tx: Tx) => {
  const [row] = await tx.execute<{ id: string }>(sql`select current_setting('app.tenant_id') as id`)
  return Number(row!.id)
}
const backendOf = async (tx: Tx) => {
  const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return row!.pid
}
const insert = (tx: Tx, tenantId: number, batch: number, n: number) =>
  tx.execute(sql`insert into ledger values (${tenantId}, ${batch}, ${n})`)

async function kill(pid: number): Promise<void> {
  await owner`select pg_terminate_backend(${pid}, 5000)`
}

async function rowsOf(batch: number): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::int from ledger where batch = ${batch}`
  return row!.count
}

describe('a transaction whose connection is lost', () => {
  it('fails for good and sends nothing to another tenant’s transaction', async () => {
    const [one, other] = tenants as [TestTenant, TestTenant]
    const batch = ++batches
    const lost = Promise.withResolvers<void>()
    const others = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<number | string>()
    const failing = write(one.ctx, async (tx) => {
      await insert(tx, one.tenantId, batch, 1)
      await kill(await backendOf(tx)).then(lost.resolve, lost.reject)
      await others.promise
      await tenantOf(tx).then(seen.resolve, () => seen.resolve('refused'))
    }).catch((error: unknown) => error)
    await lost.promise
    let begun = 0
    // One per connection: one of them replaces the lost connection.
    const committed = Array.from({ length: 9 }, (_, n) =>
      write(other.ctx, async (tx) => {
        await insert(tx, other.tenantId, batch, n)
        begun += 1
        if (begun === 9) others.resolve()
        await seen.promise
        expect(await tenantOf(tx)).toBe(other.tenantId)
      }),
    )
    expect(await seen.promise).toBe('refused')
    await Promise.all(committed)
    const rows =
      await owner`select tenant_id::int, count(*)::int from ledger where batch = ${batch} group by 1`
    expect(rows).toEqual([{ tenant_id: other.tenantId, count: 9 }])
    expect(await failing).toMatchObject({ code: 'unavailable', details: { retry_after: expect.any(Number) } })
  })

  it('is all or nothing under random kills of backends, and no statement sees another tenant', async () => {
    const outcomes: { batch: number; committed: boolean }[] = []
    const committedOnes = () => outcomes.filter(({ committed }) => committed).length
    const isEnough = () => committedOnes() > 50 && outcomes.length - committedOnes() > 20 && kills > 50
    let kills = 0
    const foreign: number[] = []
    const codes = new Set<unknown>()
    const worker = async ({ ctx, tenantId }: TestTenant) => {
      while (!isEnough()) {
        const batch = ++batches
        const committed = await write(ctx, async (tx) => {
          for (let n = 0; n < ROWS; n++) {
            await insert(tx, tenantId, batch, n)
            await sleep(Math.random() * 4)
            const seen = await tenantOf(tx)
            if (seen !== tenantId) foreign.push(seen)
          }
        }).then(
          () => true,
          (error: { code?: unknown }) => {
            codes.add(error.code)
            return false
          },
        )
        outcomes.push({ batch, committed })
      }
    }
    const killer = async () => {
      for (; !isEnough(); await sleep(Math.random() * 30)) {
        const killed = await owner`
          select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role} and random() < 0.3`
        kills += killed.length
      }
    }
    await Promise.all([killer(), ...tenants.flatMap((tenant) => [worker(tenant), worker(tenant)])])
    expect(foreign).toEqual([])
    expect(codes).toEqual(new Set(['unavailable']))
    const rows = await owner<{ batch: number; count: number }[]>`
      select batch, count(*)::int from ledger group by 1`
    const counts = new Map(rows.map(({ batch, count }) => [batch, count]))
    for (const { batch, committed } of outcomes) {
      const count = counts.get(batch) ?? 0
      // A failed transaction may be committed if the COMMIT was cut, but never in part.
      expect([batch, committed ? [ROWS] : [0, ROWS]]).toEqual([batch, expect.arrayContaining([count])])
    }
  }, 60_000)

  it.each([
    ['the COMMIT', 0],
    ['the answer', ROWS],
  ] as const)('is not reported as committed when %s is lost', async (cut, rows) => {
    const relay = await Relay.open(cut)
    await openDatabase({ host: relay.folder })
    const [{ ctx, tenantId }] = tenants as [TestTenant]
    const batch = ++batches
    const work = write(ctx, async (tx) => {
      for (let n = 0; n < ROWS; n++) await insert(tx, tenantId, batch, n)
    })
    await expect(work).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => rowsOf(batch)).toBe(rows)
    await relay.close()
  })

  it('refuses statements that come after its end', async () => {
    const [{ ctx }] = tenants as [TestTenant]
    let stored: Tx | undefined
    await write(ctx, async (tx) => {
      stored = tx
    })
    await expect(tenantOf(stored!)).rejects.toThrow()
  })
})

describe('the guard in the database', () => {
  it('shows and changes nothing for a statement with another connection’s nonce', async () => {
    const [{ tenantId }] = tenants as [TestTenant]
    const client = connect(appUrl(env().databaseUrl!))
    await client.unsafe(
      `begin; select set_config('app.nonce', 'mine', true), set_config('app.tenant_id', '${tenantId}', true)`,
    )
    expect(await client.unsafe('/*mine*/ select id from users')).not.toHaveLength(0)
    for (const mark of ['/*other*/', '', '/**/', '--/*mine*/\n'])
      expect(await client.unsafe(`${mark} select id from users`)).toHaveLength(0)
    await expect(
      client.unsafe(`/*other*/ insert into ledger values (${tenantId}, 0, 0)`),
    ).rejects.toMatchObject({
      code: '42501',
    })
    await client.end()
  })

  it('commits only the transaction of the nonce that the COMMIT names', async () => {
    const client = connect(appUrl(env().databaseUrl!))
    await expect(client.unsafe("select assert_nonce('mine'); commit")).rejects.toMatchObject({
      code: '25001',
    })
    await client.unsafe("begin; select assert_nonce(null), set_config('app.nonce', 'mine', true)")
    await expect(client.unsafe("select assert_nonce('other'); commit")).rejects.toMatchObject({
      code: '25001',
    })
    await client.unsafe('rollback')
    await client.unsafe(`begin; select set_config('app.nonce', 'mine', true); rollback`)
    await expect(client.unsafe("select assert_nonce('mine'); commit")).rejects.toMatchObject({
      code: '25001',
    })
    await client.unsafe("begin; select set_config('app.nonce', 'mine', true)")
    await expect(client.unsafe('begin; select assert_nonce(null)')).rejects.toMatchObject({ code: '25001' })
    await client.end()
  })
})

describe('the pool', () => {
  it('fails with `unavailable` while the database is down, and works once it is back', async () => {
    const relay = await Relay.open('nothing')
    await openDatabase({ host: relay.folder })
    const [{ ctx }] = tenants as [TestTenant]
    const look = () => read(ctx, (reader) => tenantOf(reader as Tx))
    await look()
    await relay.close()
    const refused = await Promise.allSettled(Array.from({ length: 30 }, look))
    for (const outcome of refused)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await relay.listen()
    const start = Date.now()
    await expect.poll(() => look().catch(() => null), { timeout: 5000 }).toBe(ctx.tenantId)
    expect(Date.now() - start).toBeLessThan(2000)
    await relay.close()
  })

  it('waits for its own connections when the server allows no more', async () => {
    await owner`alter role ${owner(role)} connection limit 2`
    const [{ ctx }] = tenants as [TestTenant]
    const looks = Array.from({ length: 12 }, () =>
      read(ctx, async (reader) => {
        await sleep(20)
        return tenantOf(reader as Tx)
      }),
    )
    const seen = await Promise.all(looks)
    await owner`alter role ${owner(role)} connection limit -1`
    expect(new Set(seen)).toEqual(new Set([ctx.tenantId]))
  })
})

type Cut = 'nothing' | 'the COMMIT' | 'the answer'

/** A proxy between the pool and PostgreSQL that may cut a connection at its COMMIT. */
class Relay {
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()

  readonly folder: string
  private readonly cuts: Cut

  private constructor(folder: string, cuts: Cut) {
    this.folder = folder
    this.cuts = cuts
  }

  static async open(cuts: Cut): Promise<Relay> {
    const relay = new Relay(await mkdtemp(join(tmpdir(), 'relay-')), cuts)
    await relay.listen()
    return relay
  }

  async listen(): Promise<void> {
    this.server = createServer((near) => {
      const far = openSocket(join(socketOf(env().databaseUrl!).host!, '.s.PGSQL.5432'))
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => near.destroy())
      }
      far.pipe(near)
      near.on('data', (bytes: Buffer) => {
        const cut = this.cuts !== 'nothing' && bytes.includes('; commit')
        if (!cut || this.cuts === 'the answer') far.write(bytes)
        if (cut) near.destroy()
      })
      near.on('close', () => far.end())
    })
    await new Promise<void>((resolve) => this.server!.listen(join(this.folder, '.s.PGSQL.5432'), resolve))
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server!.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    await closed
    await rm(join(this.folder, '.s.PGSQL.5432'), { force: true })
  }
}
