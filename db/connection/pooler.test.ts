import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { withDatabase } from '#lib/testing/database/database-url'
import { ensureAppRole } from '../tenancy/roles.ts'
import { asApplication, connect } from './client.ts'
import { assertPreparedStatements, sharesSessions } from './pooler.ts'

const url = new URL(env().databaseUrl!)
const version = /PgBouncer 1\.(\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)
const keepsStatements = Number(version?.[1]) >= 21
const poolers: ChildProcess[] = []
const folder = await mkdtemp(join(tmpdir(), 'paraph-pooler-'))

afterAll(async () => {
  for (const pooler of poolers) pooler.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** PgBouncer before the test's database. @returns its URL */
async function startPooler(mode: 'transaction' | 'session', poolSize = 20): Promise<string> {
  const port = await freePort()
  const name = decodeURIComponent(url.pathname.slice(1))
  await writeFile(join(folder, 'users'), `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  await writeFile(
    join(folder, mode),
    `[databases]
* = host=${decodeURIComponent(url.hostname)}${url.port && ` port=${url.port}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
auth_user = ${url.username}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = ${mode}
default_pool_size = ${poolSize}
`,
  )
  // PgBouncer refuses to run as root.
  const wrapper = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--'] : []
  const [command, ...args] = [...wrapper, 'pgbouncer', join(folder, mode)]
  const pooler = spawn(command!, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  poolers.push(pooler)
  let output = ''
  while (!output.includes('process up')) output += (await once(pooler.stderr, 'data'))[0]
  return `postgres://${url.username}:${url.password}@127.0.0.1:${port}/${name}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

it('finds that connections to PostgreSQL itself have sessions of their own', async () => {
  expect(await sharesSessions(env().databaseUrl!)).toBe(false)
})

it.runIf(version)('accepts a pooler in session mode', async () => {
  expect(await sharesSessions(await startPooler('session'))).toBe(false)
})

it.runIf(version)(
  'refuses a pooler in transaction mode that knows no prepared statements, in a sentence',
  async () => {
    const pooled = await startPooler('transaction')
    const result = await sharesSessions(pooled).catch((error: Error) => error.message)
    expect(result).toEqual(
      keepsStatements ? true : expect.stringMatching(/^127\.0\.0\.1:\d+ is a connection pooler/),
    )
    const client = connect(env().databaseUrl!)
    expect(await client`select from pg_locks where locktype = 'advisory' and objid = 7270724`).toHaveLength(0)
    await client.end()
  },
)

it.runIf(version).each(['session', 'transaction'] as const)(
  'does not wait for ever for a pooler in %s mode with one server connection',
  { timeout: 20_000 },
  async (mode) => {
    const pooled = await startPooler(mode, 1)
    await expect(assertPreparedStatements(pooled)).rejects.toThrow(/pool size|prepared statements/)
  },
)

it.runIf(version)('makes the role of the application, which the pooler does not know before', async () => {
  const database = `pooled_${process.pid}`
  const admin = connect(env().databaseUrl!, { max: 1 })
  await admin.unsafe(`create database ${database}`)
  const pooled = withDatabase(await startPooler('transaction'), database)
  const client = connect(pooled, { max: 1 })
  try {
    const role = await ensureAppRole(client, pooled)
    expect(role).toBe(`paraph_app_${database}`)
    expect(await asApplication(pooled, (app) => app`select current_user::text as role`)).toEqual([{ role }])
  } finally {
    await client.end()
    await admin.unsafe(`drop database ${database} with (force)`)
    await admin.unsafe(`drop role if exists paraph_app_${database}`)
    await admin.end()
  }
})
