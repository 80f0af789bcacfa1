import { createServer } from 'node:net'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { bossAddress } from '#lib/jobs/boss'
import { connect } from './client.ts'
import { Pool } from './pool.ts'

test('arrays round-trip', async () => {
  const client = connect(process.env.DATABASE_URL!, { max: 1 })
  const texts = ['a,b', '"q"', 'back\\slash', '{x}', '', 'NULL', ' blank ', 'Łódź', 'line\nbreak']
  const [row] =
    await client`select ${texts}::text[] as texts, array[1, 9007199254740993]::bigint[] as numbers`
  expect(row).toEqual({ texts, numbers: ['1', '9007199254740993'] })
  await client.end()
})

test('the settings of a URL count for both drivers', async () => {
  const parameters =
    'lock_timeout=5s&search_path=pg_catalog,%20public&application_name=A%20b&options=-c%20statement_timeout%3D7s'
  const url = `${process.env.DATABASE_URL}?${parameters}`
  const names = ['lock_timeout', 'search_path', 'application_name', 'statement_timeout']
  const statement = `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`
  const client = connect(url)
  const boss = new PgBoss({ ...bossAddress(url), max: 1, migrate: false, supervise: false, schedule: false })
  await boss.start()
  const rows = [await client.unsafe(statement), (await boss.getDb().executeSql(statement)).rows]
  await Promise.all([client.end(), boss.stop({ graceful: false })])
  const settings = {
    lock_timeout: '5s',
    search_path: 'pg_catalog, public',
    application_name: 'A b',
    statement_timeout: '7s',
  }
  expect(rows).toEqual([[settings], [settings]])
})

test('a database that closes a connection while it opens is an error of the caller', async () => {
  const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  // Accepts the login, and closes the connection at the first query.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(ready)
      socket.on('data', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const client = connect(`postgres://paraph@127.0.0.1:${port}/paraph`, { max: 1 })
  await expect(client`select 1`).rejects.toThrow()
  await client.end({ timeout: 0 })
  server.close()
})

test('a pool for writes asks again while its address leads to a standby', async () => {
  const address = process.env.DATABASE_URL!
  const client = connect(address, { max: 1 })
  // Found before the function of pg_catalog: a standby for two connections, then the primary.
  await client.unsafe(`create schema failover; create sequence failover.connections;
    create function failover.pg_is_in_recovery() returns boolean language sql
      as $$ select nextval('failover.connections') < 3 $$`)
  const connection = { search_path: 'failover, pg_catalog' }
  const pool = new Pool(address, { max: 1, primaryOnly: true, connection })
  await pool.use(async (session) => await session.send('select 1'))
  await pool.end()
  const [row] = await client`select last_value as connections from failover.connections`
  expect(row).toEqual({ connections: '3' })
  await client.end()
})

/** A message of PostgreSQL's protocol: type, length (including these 4 bytes), payload. */
function message(kind: string, text: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
