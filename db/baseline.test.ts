import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { connect } from './connection/client.ts'
import { migrateDatabase } from './migrate.ts'

const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
const baselineTime: number = entries[0].when
const url = env().databaseUrl!
const owner = connect(url, { max: 1 })
afterAll(() => owner.end())

const migrationsNow = () => owner`select hash, created_at::float8 as time from drizzle.__drizzle_migrations`

/** As if the migrations of a former version were the last that were applied. */
beforeEach(async () => {
  const applied = await migrationsNow()
  return async () => {
    await owner`truncate drizzle.__drizzle_migrations`
    await owner`insert into drizzle.__drizzle_migrations ${owner(applied.map(({ hash, time }) => ({ hash, created_at: time })))}`
  }
})
const endAt = async (time: number) => {
  await owner`delete from drizzle.__drizzle_migrations where created_at < ${baselineTime + 1}`
  await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('former', ${time})`
}

describe('the first migration', () => {
  it('counts as applied where the last one that it stands for was', async () => {
    await endAt(baselineTime)
    const before = await migrationsNow()
    await migrateDatabase(url)
    expect(await migrationsNow()).toEqual(before)
  })

  it('is refused, with the remedy, where that one was not', async () => {
    await endAt(baselineTime - 1)
    await owner`delete from drizzle.__drizzle_migrations where created_at > ${baselineTime}`
    await expect(migrateDatabase(url)).rejects.toThrow(
      /^The tables are those of a version from before the first release\. .* start the commit [0-9a-f]{8} once/,
    )
  })
})

it('leaves the functions of a newer version alone, which has migrated the database', async () => {
  const readFunction = () => owner`select pg_get_functiondef('public.cross_tenant_fold_counters'::regproc)`
  const own = await readFunction()
  await owner`create or replace function public.cross_tenant_fold_counters() returns void language sql as 'select'`
  const newer = await readFunction()
  await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${4e12})`
  await migrateDatabase(url)
  expect(await readFunction()).toEqual(newer)
  await owner`delete from drizzle.__drizzle_migrations where hash = 'newer'`
  await migrateDatabase(url)
  expect(await readFunction()).toEqual(own)
})
