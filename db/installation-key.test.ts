import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { deriveKey } from '#lib/core/secretbox'
import { withDatabase } from '#lib/testing/database/database-url'
import { BACKUP_LOCK } from './backup-lock.ts'
import { appUrl, connect } from './connection/client.ts'
import { addSecret, readInstallationKey, retireOtherSecrets } from './installation-key.ts'
import { migrateDatabase } from './migrate.ts'

const first = process.env.APP_SECRET!
const otherSecret = 'some other secret, that is long enough too'
const databases: string[] = []
let client: Sql
let url: string

/** A separate database with its own key. */
beforeEach(async () => {
  const name = `key_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await asSuperuser(`create database ${name}`)
  url = withDatabase(inject('testServerUrl'), name)
  await withSecret(first, () => migrateDatabase(url))
  client = connect(url, { max: 1 })
  return () => client.end()
})
afterAll(async () => {
  for (const name of databases) await asSuperuser(`drop database ${name} with (force)`)
})

async function asSuperuser(statement: string): Promise<void> {
  const superuser = connect(inject('testServerUrl'), { max: 1 })
  await superuser.unsafe(statement).finally(() => superuser.end())
}

/** Runs `callback` like a process that starts with this APP_SECRET. */
async function withSecret<T>(secret: string, callback: () => Promise<T>): Promise<T> {
  const { env } = await import('#lib/core/env')
  const before = env().appSecret
  env().appSecret = secret
  try {
    return await callback()
  } finally {
    env().appSecret = before
  }
}

const start = (secret: string) => withSecret(secret, () => migrateDatabase(url))
const role = () => `paraph_app_${new URL(url).pathname.slice(1)}`
const passwordOfRole = async () =>
  (await client`select rolpassword from pg_authid where rolname = ${role()}`)[0]

describe('a wrong APP_SECRET', () => {
  it('is refused with a message, and nothing changes', async () => {
    const before = await passwordOfRole()
    await expect(start(otherSecret)).rejects.toThrow(
      /^APP_SECRET is not the secret of this installation: .*Set APP_SECRET/,
    )
    expect(await passwordOfRole()).toEqual(before)
    await start(first)
    expect(await passwordOfRole()).toEqual(before)
  })
})

it('is not replaced by another one when it is missing in a database with data', async () => {
  await client`truncate installation_keys`
  await start(first)
  await client`insert into tenants (name, documents_limit, signatures_limit, created_at) values ('x', 1, 1, now())`
  await start(first)
  await client`truncate installation_keys`
  await expect(start(first)).rejects.toThrow(/^The database has data but no installation key/)
})

describe('the rotation of APP_SECRET', () => {
  const next = 'the next secret, of more than 32 characters'

  it('accepts both secrets until it is finished, then the new one only; the key does not change', async () => {
    await start(first)
    const key = deriveKey('files').export()
    await addSecret(client, next)
    for (const secret of [first, next]) {
      await start(secret)
      expect(deriveKey('files').export()).toEqual(key)
    }
    expect(await retireOtherSecrets(client, next)).toBe(1)
    await expect(withSecret(first, () => readInstallationKey(client))).rejects.toThrow(/not the secret/)
    await start(next)
    expect(deriveKey('files').export()).toEqual(key)
    expect(await retireOtherSecrets(client, next)).toBe(0)
  })

  it('retires no secret while a backup is made', async () => {
    await start(first)
    await addSecret(client, next)
    const backup = connect(url, { max: 1 })
    await backup`select pg_advisory_lock(${BACKUP_LOCK})`
    await expect(retireOtherSecrets(client, next)).rejects.toThrow(/^A backup is being made/)
    await backup.end()
    expect(await retireOtherSecrets(client, next)).toBe(1)
  })

  it('retires no secret when it is finished with one that is not of the installation', async () => {
    await start(first)
    await addSecret(client, next)
    await expect(retireOtherSecrets(client, otherSecret)).rejects.toThrow(/^APP_SECRET is not the secret/)
    for (const secret of [first, next]) await start(secret)
  })

  it('leaves one secret when it is finished with both concurrently', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      await client`truncate installation_keys`
      for (const secret of [first, next]) await addSecret(client, secret)
      const clients = [connect(url, { max: 1 }), connect(url, { max: 1 })]
      const results = await Promise.allSettled(
        [first, next].map((secret, index) => retireOtherSecrets(clients[index]!, secret)),
      )
      for (const client of clients) await client.end()
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await client`select from installation_keys`).toHaveLength(1)
    }
  })

  it('can be repeated after it was interrupted, and leaves the last secret only', async () => {
    await start(first)
    const key = deriveKey('files').export()
    await addSecret(client, 'a secret that was lost before it was written down')
    await start(first)
    await addSecret(client, next)
    expect(await retireOtherSecrets(client, next)).toBe(2)
    await start(next)
    expect(deriveKey('files').export()).toEqual(key)
  })

  it('keeps the wrapped keys from the role of the application', async () => {
    await start(first)
    const app = connect(appUrl(url), { max: 1 })
    await expect(app`select * from installation_keys`).rejects.toMatchObject({ code: '42501' })
    await app.end()
  })
})
