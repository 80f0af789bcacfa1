import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { connect } from '../connection/client.ts'

/** The owner of the tables: not even it may change events. */
const owner: Sql = connect(env().databaseUrl!, { max: 1 })

beforeAll(async () => {
  await addDraft(await makeTenant())
})
afterAll(() => owner.end())

it.each([
  ['an update', `update events set type = 'process.sent'`],
  ['an update of no row', `update events set type = 'process.sent' where false`],
  ['a delete', 'delete from events'],
  ['a truncate', 'truncate events cascade'],
])('refuses %s of events, also by the owner of the table', async (_name, statement) => {
  const [before] = await owner`select count(*)::int as count from events`
  expect(before!.count).toBeGreaterThan(0)
  await expect(owner.unsafe(statement)).rejects.toThrow('events are append-only')
  expect((await owner`select count(*)::int as count from events`)[0]).toEqual(before)
})
