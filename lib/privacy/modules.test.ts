import { getTableName } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { makeTenant } from '#lib/testing/users/tenant'
import en from '#messages/en/dashboard.json'
import { personalData } from './modules.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

/** Names of columns with the name, an email or IP address or the user agent of a person. */
const personal =
  '(^|_)(name|email|mail|recipient|reply_to|phone|address|ip|ips|user_agent|actor|cells|subject)$'
/** Names of things: of the rows of some tables, and of the organisation. */
const named = ['api_keys', 'bulk_sends', 'documents', 'folders', 'heartbeats', 'passkeys', 'processes']
  .concat('templates', 'template_versions', 'tenants', 'vault_documents')
  .map((table) => `${table}.name`)
  .concat('processes.organisation_name')

const ownedColumns = personalData
  .flatMap(({ erased, kept = {} }) => [...erased, ...Object.values(kept).flat()])
  .map((column) => `${getTableName(column.table)}.${columnName(column)}`)

/** The name of a column in the database, where members of `db/schema` are in camel case. */
function columnName({ name }: { name: string }): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Columns of JSON without personal data, by what they have. */
const impersonal = {
  'sizes and places on pages': ['documents.pages', 'fields.layout', 'process_documents.added_pages'],
  'how a process runs': ['processes.options', 'templates.options', 'template_versions.options'],
  'what a field accepts, and when it is shown': ['fields.condition', 'fields.options', 'fields.validation'],
  'for people who are not known yet': [
    'templates.fields',
    'templates.roles',
    'template_versions.fields',
    'template_versions.roles',
    'bulk_sends.columns',
  ],
  'numbers of rows, numbers of records': ['bulk_sends.warnings', 'privacy_requests.counts'],
  'ids of records': ['mails.failure_job'],
  'why a service failed': [
    'bulk_sends.pause_reason',
    'mails.error',
    'privacy_requests.stop_reason',
    'processes.seal_error',
    'template_links.problem',
    'webhook_logs.error',
  ],
  'names of the placeholders of a file': ['documents.placeholders'],
  'names of headers, and no credentials': ['idempotency_keys.headers'],
  'the certificate of the service': ['vault_documents.seal'],
}

describe('every column with personal data', () => {
  it('has a module that erases it or says why it stays', async () => {
    const columns = await owner<{ name: string }[]>`
      select format('%s.%s', c.relname, a.attname) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        and not a.attisdropped and a.attname ~ ${personal}`
    expect(columns.length).toBeGreaterThan(30)
    const withoutOwner = columns.map(({ name }) => name).filter((name) => !named.includes(name))
    expect(withoutOwner.filter((name) => !ownedColumns.includes(name)).sort()).toEqual([])
  })

  it('that is JSON has one too, or a reason why it has no personal data', async () => {
    const columns = await owner<{ name: string }[]>`
      select format('%s.%s', table_name, column_name) as name from information_schema.columns
      where table_schema = 'public' and data_type in ('json', 'jsonb')`
    const withoutOwner = columns.map(({ name }) => name).filter((name) => !ownedColumns.includes(name))
    expect(withoutOwner.sort()).toEqual(Object.values(impersonal).flat().sort())
  })

  it('exists', async () => {
    const existing = await owner<{ name: string }[]>`
      select format('%s.%s', table_name, column_name) as name from information_schema.columns where table_schema = 'public'`
    const names = existing.map(({ name }) => name)
    expect(ownedColumns.filter((name) => !names.includes(name))).toEqual([])
  })
})

it('the report has a text for every kind of record that is exported or erased', async () => {
  const { ctx, tenantId } = await makeTenant()
  const person = { tenantId, email: 'nobody@example.com' }
  const exported = personalData.flatMap(({ find }) => Object.keys(find?.(person) ?? {}))
  const erased = await write(ctx, async (tx) => {
    const kinds: string[] = []
    for (const step of personalData.flatMap(({ erase = [] }) => erase))
      kinds.push(...Object.keys(await step(tx, ctx, person, 0)))
    return kinds
  })
  expect([...exported, ...erased].filter((kind) => !(kind in en.privacy.counts))).toEqual([])
})
