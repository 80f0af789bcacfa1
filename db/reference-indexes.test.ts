import { afterAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { connect } from './connection/client.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

/** Small tables, whose rows refer to one that is deleted only with its whole organisation. */
const exceptions = [
  'api_keys.created_by',
  'consent_texts.created_by',
  'folder_users.user_id',
  'folders.created_by_id',
  'privacy_requests.requested_by_id',
  'tenant_seals.tenant_id',
]

/*
 * Before a row is deleted, PostgreSQL looks for those that refer to it, by the column of the reference alone: an index that
 * begins with the organisation, or has few of the rows, does not serve it, and all rows of all organisations are read.
 */
it('every foreign key has an index that begins with its column', async () => {
  const references = await owner<{ name: string; indexed: boolean }[]>`
    select conrelid::regclass || '.' || attname as name, exists (
      select from pg_index where indrelid = conrelid and indkey[0] = attnum and indisvalid
        and coalesce(pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname), true)) as indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace order by 1`
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter(({ indexed }) => !indexed).map(({ name }) => name)).toEqual(exceptions)
})
