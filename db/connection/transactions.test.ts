import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { parseDatabaseUrl } from '#lib/core/network/database-url'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { migrateDatabase } from '../migrate.ts'
import { read, type Tx, write } from '../tenancy/tenant.ts'
import { appRole, appUrl, closeDatabase, connect, onConnection, openDatabase } from './client.ts'

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

const getTenant = async (tx: Tx) => {
  const [row] = await tx.execute<{ id: string }>(sql`select current_setting('app.tenant_id') as id`)
  return Number(row!.id)
}
const getBackend = async (tx: Tx) => {
  const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return row!.pid
}
const insert = (tx: Tx, tenantId: number, batch: number, index: number) =>
  tx.execute(sql`insert into ledger values (${tenantId}, ${batch}, ${index})`)

async function kill(pid: number): Promise<void> {
  await owner`select pg_terminate_backend(${pid}, 5000)`
}

async function getRows(batch: number): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::int from ledger where batch = ${batch}`
  return row!.count
}

describe('a transaction whose connection is lost', () => {
  it('fails for good and sends nothing to another tenant’s transaction', async () => {
    const [tenant, ...others] = tenants as [TestTenant, ...TestTenant[]]
    const batch = ++batches
    const connectionLost = Promise.withResolvers<void>()
    const othersBegun = Promise.withResolvers<void>()
    const lateStatement = Promise.withResolvers<number | string>()
    const failing = write(tenant.ctx, async (tx) => {
      await insert(tx, tenant.tenantId, batch, 1)
      await kill(await getBackend(tx)).then(connectionLost.resolve, connectionLost.reject)
      await othersBegun.promise
      await getTenant(tx).then(lateStatement.resolve, () => lateStatement.resolve('refused'))
    }).catch((error: unknown) => error)
    await connectionLost.promise
    let begun = 0
    // One per connection: one of them replaces the lost connection. A tenant has eight at most.
    const committed = [0, 0, 0, 0, 0, 0, 0, 0, 1].map((index, number) => {
      const { ctx, tenantId } = others[index]!
      return write(ctx, async (tx) => {
        await insert(tx, tenantId, batch, number)
        begun += 1
        if (begun === 9) othersBegun.resolve()
        await lateStatement.promise
        expect(await getTenant(tx)).toBe(tenantId)
      })
    })
    expect(await lateStatement.promise).toBe('refused')
    await Promise.all(committed)
    const rows =
      await owner`select tenant_id::int, count(*)::int from ledger where batch = ${batch} group by 1 order by 2`
    expect(rows).toEqual([
      { tenant_id: others[1]!.tenantId, count: 1 },
      { tenant_id: others[0]!.tenantId, count: 8 },
    ])
    expect(await failing).toMatchObject({ code: 'unavailable', details: { retry_after: expect.any(Number) } })
  })

  it('is committed completely or not at all when backends are killed, and no statement sees another tenant', async () => {
    const outcomes: { batch: number; committed: boolean }[] = []
    const committedCount = () => outcomes.filter(({ committed }) => committed).length
    const isEnough = () => committedCount() > 50 && outcomes.length - committedCount() > 20 && kills > 50
    let kills = 0
    const otherTenantsSeen: number[] = []
    const codes = new Set<unknown>()
    const worker = async ({ ctx, tenantId }: TestTenant) => {
      while (!isEnough()) {
        const batch = ++batches
        const committed = await write(ctx, async (tx) => {
          for (let index = 0; index < ROWS; index++) {
            await insert(tx, tenantId, batch, index)
            await sleep(Math.random() * 4)
            const tenantSeen = await getTenant(tx)
            if (tenantSeen !== tenantId) otherTenantsSeen.push(tenantSeen)
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
    expect(otherTenantsSeen).toEqual([])
    expect(codes).toEqual(new Set(['unavailable']))
    const rows = await owner<{ batch: number; count: number }[]>`
      select batch, count(*)::int from ledger group by 1`
    const counts = new Map(rows.map(({ batch, count }) => [batch, count]))
    for (const { batch, committed } of outcomes) {
      const count = counts.get(batch) ?? 0
      // A failed transaction may be committed if the connection was lost at the COMMIT, but never in part.
      expect([batch, committed ? [ROWS] : [0, ROWS]]).toEqual([batch, expect.arrayContaining([count])])
    }
  }, 60_000)

  it.each([
    ['the COMMIT', 0],
    ['its response', ROWS],
  ] as const)('is not reported as committed when %s is lost', async (cutAt, rows) => {
    const relay = await Relay.open(cutAt)
    await openThrough(relay)
    const [{ ctx, tenantId }] = tenants as [TestTenant]
    const batch = ++batches
    const work = write(ctx, async (tx) => {
      for (let index = 0; index < ROWS; index++) await insert(tx, tenantId, batch, index)
    })
    await expect(work).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => getRows(batch)).toBe(rows)
    await relay.close()
  })

  it('refuses statements that come after its end', async () => {
    const [{ ctx }] = tenants as [TestTenant]
    let stored: Tx | undefined
    await write(ctx, async (tx) => {
      stored = tx
    })
    await expect(getTenant(stored!)).rejects.toThrow()
  })
})

describe('a transaction on a connection that another one still uses', () => {
  it('fails at its BEGIN, with the statements sent together with it', async () => {
    const [tenant, otherTenant] = tenants as [TestTenant, TestTenant]
    const batch = ++batches
    const getNonce = async (tx: Tx) => {
      const [row] = await tx.execute<{ nonce: string }>(sql`select current_setting('app.nonce') as nonce`)
      return row!.nonce
    }
    const work = [
      () => read(tenant.ctx, (reader) => getTenant(reader as Tx)),
      () => write(tenant.ctx, (tx) => insert(tx, otherTenant.tenantId, batch, 0)),
    ]
    for (const run of work) {
      await openDatabase({ max: 1 })
      const settings = {
        'app.nonce': await write(tenant.ctx, getNonce),
        'app.tenant_id': String(otherTenant.tenantId),
      }
      const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
      await onConnection((connection) => connection.send(`begin; select ${calls.join(', ')}`))
      await expect(run()).rejects.toMatchObject({ cause: { code: '25001' } })
    }
    expect(await getRows(batch)).toBe(0)
    expect(await read(tenant.ctx, (reader) => getTenant(reader as Tx))).toBe(tenant.tenantId)
  })
})

describe('the nonce of a connection', () => {
  it('is required: a statement with another one sees and changes nothing', async () => {
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

  it('is checked at the COMMIT: only the transaction with this nonce is committed', async () => {
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
    await openThrough(relay)
    const [{ ctx }] = tenants as [TestTenant]
    const readTenantId = () => read(ctx, (reader) => getTenant(reader as Tx))
    await readTenantId()
    await relay.close()
    const results = await Promise.allSettled(Array.from({ length: 30 }, readTenantId))
    for (const outcome of results)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await relay.listen()
    const start = Date.now()
    await expect.poll(() => readTenantId().catch(() => null), { timeout: 5000 }).toBe(ctx.tenantId)
    expect(Date.now() - start).toBeLessThan(2000)
    await relay.close()
  })

  it('waits for one of its connections when the server allows no more', async () => {
    await owner`alter role ${owner(role)} connection limit 2`
    const [{ ctx }] = tenants as [TestTenant]
    const reads = Array.from({ length: 12 }, () =>
      read(ctx, async (reader) => {
        await sleep(20)
        return getTenant(reader as Tx)
      }),
    )
    const tenantsSeen = await Promise.all(reads)
    await owner`alter role ${owner(role)} connection limit -1`
    expect(new Set(tenantsSeen)).toEqual(new Set([ctx.tenantId]))
  })

  it('has connections left for other tenants and for signers, whatever one tenant reads', async () => {
    await openDatabase()
    const [tenant, otherTenant] = tenants as [TestTenant, TestTenant]
    const end = Promise.withResolvers<void>()
    let begun = 0
    const reads = Array.from({ length: 12 }, () =>
      read(tenant.ctx, async (reader) => {
        await getTenant(reader as Tx)
        begun++
        await end.promise
      }),
    )
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(8)
    const signer = {
      type: 'signer',
      id: 1,
      name: '',
      email: '',
      processId: 1,
      tokenHash: '',
      sessionId: null,
    } as const
    for (const scope of [otherTenant.ctx, { ...tenant.ctx, actor: signer }])
      expect(await read(scope, (reader) => getTenant(reader as Tx))).toBe(scope.tenantId)
    expect(begun).toBe(8)
    end.resolve()
    await Promise.all(reads)
    expect(begun).toBe(12)
  })
})

type CutConnection = 'nothing' | 'the COMMIT' | 'its response'

/** Opens the pool of this process with the relay in place of the server. */
async function openThrough({ folder }: Relay): Promise<void> {
  const { databaseUrl } = env()
  const url = new URL(databaseUrl!)
  url.host = encodeURIComponent(folder)
  env().databaseUrl = url.href
  await openDatabase().finally(() => {
    env().databaseUrl = databaseUrl
  })
}

/** A proxy between the pool and PostgreSQL that may cut a connection at its COMMIT. */
class Relay {
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()

  readonly folder: string
  private readonly cutAt: CutConnection

  private constructor(folder: string, cutAt: CutConnection) {
    this.folder = folder
    this.cutAt = cutAt
  }

  static async open(cutAt: CutConnection): Promise<Relay> {
    const relay = new Relay(await mkdtemp(join(tmpdir(), 'relay-')), cutAt)
    await relay.listen()
    return relay
  }

  async listen(): Promise<void> {
    this.server = createServer((clientSocket) => {
      const serverSocket = openSocket(join(parseDatabaseUrl(env().databaseUrl!).host, '.s.PGSQL.5432'))
      for (const socket of [clientSocket, serverSocket]) {
        this.sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => clientSocket.destroy())
      }
      serverSocket.pipe(clientSocket)
      clientSocket.on('data', (bytes: Buffer) => {
        const isCut = this.cutAt !== 'nothing' && bytes.includes('; commit')
        if (!isCut || this.cutAt === 'its response') serverSocket.write(bytes)
        if (isCut) clientSocket.destroy()
      })
      clientSocket.on('close', () => serverSocket.end())
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
