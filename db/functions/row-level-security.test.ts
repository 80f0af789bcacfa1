import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { appRole, appUrl, connect } from '../client.ts'

/** Tables that belong to the installation and name no tenant. */
const own = ['heartbeats', 'installation_keys', 'rate_limits', 'roots']

interface Column {
  table_name: string
  column_name: string
  data_type: string
  character_maximum_length: number | null
  is_identity: 'YES' | 'NO'
  is_generated: 'ALWAYS' | 'NEVER'
  /** A value that the column's CHECK permits; null where there is no CHECK. */
  known: string | null
}

const owner: Sql = connect(env().databaseUrl!, { max: 1 })
const app: Sql = connect(appUrl(env().databaseUrl!), { max: 1 })
const key = (table: string) => (table === 'tenants' ? 'id' : 'tenant_id')
let one: TestTenant
let other: TestTenant
let columns: Column[]
let tables: string[]

beforeAll(async () => {
  ;[one, other] = [await makeTenant(), await makeTenant()]
  columns = await owner<Column[]>`
    select c.table_name, c.column_name, c.data_type, c.character_maximum_length, c.is_identity, c.is_generated,
      (select substring(pg_get_constraintdef(oid) from '''([^'']*)''') from pg_constraint where contype = 'c'
        and conrelid = format('public.%I', c.table_name)::regclass and conkey = array[c.ordinal_position::smallint]) as known
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`
  tables = [...new Set(columns.map((column) => column.table_name))].filter((table) => !own.includes(table))
  // Rows of both tenants in every table, without their referenced rows.
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const table of tables.filter((each) => each !== 'tenants'))
      for (const tenant of [one, other]) await tx.unsafe(insertion(table, tenant.tenantId))
  })
})
afterAll(async () => {
  await app.end()
  await owner.end()
})

function insertion(table: string, tenantId: number): string {
  const filled = columns.filter(
    (c) => c.table_name === table && c.is_identity === 'NO' && c.is_generated === 'NEVER',
  )
  const names = filled.map(({ column_name }) => `"${column_name}"`)
  const values = filled.map((column) =>
    column.column_name === 'tenant_id' ? tenantId : value(column, tenantId),
  )
  return `insert into "${table}" (${names}) values (${values})`
}

function value({ data_type, character_maximum_length, known }: Column, tenantId: number): string {
  if (known !== null) return `'${known}'`
  const text = `t${tenantId}`
    .padEnd(character_maximum_length ?? 0, '0')
    .slice(0, character_maximum_length ?? 64)
  const values: Record<string, string> = {
    bigint: String(1000 + tenantId),
    integer: String(tenantId),
    'double precision': '1',
    boolean: 'false',
    date: "'2026-01-01'",
    'timestamp with time zone': 'now()',
    jsonb: "'{}'",
    ARRAY: "'{}'",
    bytea: "'\\x00'",
  }
  return values[data_type] ?? `'${text}'`
}

/** Runs a statement as the application does for `tenant`. @returns the number of rows, or the error */
async function asApp(tenant: TestTenant | null, statement: string): Promise<number | string> {
  try {
    return await app.begin(async (tx) => {
      if (tenant)
        await tx`select set_config('app.tenant_id', ${String(tenant.tenantId)}, true), set_config('app.nonce', 'one', true)`
      return (await tx.unsafe(`/*one*/ ${statement}`)).count
    })
  } catch (error) {
    return (error as { code: string }).code
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

describe('row-level security', () => {
  it('is forced on every table but those of the installation', async () => {
    const tenantless = [...new Set(columns.map((column) => column.table_name))].filter(
      (table) =>
        table !== 'tenants' && !columns.some((c) => c.table_name === table && c.column_name === 'tenant_id'),
    )
    expect(tenantless.sort()).toEqual(own)
    const policies = await owner<{ relname: string; forced: boolean }[]>`
      select relname, relrowsecurity and relforcerowsecurity as forced from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
    const open = policies.filter(({ relname, forced }) => !forced && !own.includes(relname))
    expect(open).toEqual([])
    expect(tables.length).toBeGreaterThan(15)
  })

  it('applies to the role of the application, which owns nothing and bypasses no policy', async () => {
    const { name } = appRole(env().databaseUrl!)
    const [role] = await owner`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
      from pg_roles where rolname = ${name}`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
    })
    expect((await app`select current_user as name`)[0]).toEqual({ name })
  })

  it('shows each tenant its own rows in every table, and no other', async () => {
    for (const table of tables) {
      const seen = `select 1 from "${table}" where ${key(table)}`
      expect([table, await asApp(one, `${seen} = ${one.tenantId}`)]).not.toEqual([table, 0])
      expect([table, await asApp(one, `${seen} <> ${one.tenantId}`)]).toEqual([table, 0])
    }
  })

  it('applies to the views of the search', async () => {
    const views = await owner<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'search'::regnamespace`
    expect(views.map(({ name }) => name).sort()).toEqual(
      columns.filter(({ column_name }) => column_name === 'searchable').map(({ table_name }) => table_name),
    )
    for (const { name } of views) {
      const seen = `select 1 from search."${name}"`
      expect([name, await asApp(one, seen)]).not.toEqual([name, 0])
      expect([name, await asApp(one, `${seen} where tenant_id <> ${one.tenantId}`)]).toEqual([name, 0])
      expect([name, await asApp(null, seen)]).toEqual([name, 0])
      expect([name, (await app.unsafe(`/*other*/ ${seen}`)).count]).toEqual([name, 0])
    }
  })

  it('shows nothing to a transaction without a tenant', async () => {
    for (const table of tables)
      expect([table, await asApp(null, `select 1 from "${table}"`)]).toEqual([table, 0])
  })

  it('refuses to change or remove the rows of another tenant', async () => {
    for (const table of tables) {
      const foreign = `${key(table)} = ${other.tenantId}`
      const column = columns.find((c) => c.table_name === table && c.is_identity === 'NO')!.column_name
      const before = await owner.unsafe(`select * from "${table}" where ${foreign}`)
      for (const statement of [
        `update "${table}" set "${column}" = "${column}" where ${foreign}`,
        `delete from "${table}" where ${foreign}`,
      ])
        expect([statement, [0, INSUFFICIENT_PRIVILEGE]]).toEqual([
          statement,
          expect.arrayContaining([await asApp(one, statement)]),
        ])
      expect(await owner.unsafe(`select * from "${table}" where ${foreign}`)).toEqual(before)
    }
  })

  it('refuses to insert a row for another tenant, or to move one there', async () => {
    for (const table of tables.filter((each) => each !== 'tenants')) {
      expect([table, await asApp(one, insertion(table, other.tenantId))]).toEqual([
        table,
        INSUFFICIENT_PRIVILEGE,
      ])
      const pushed = `update "${table}" set tenant_id = ${other.tenantId} where tenant_id = ${one.tenantId}`
      expect([table, await asApp(one, pushed)]).toEqual([table, INSUFFICIENT_PRIVILEGE])
    }
    const founded = `insert into tenants (name, documents_limit, signatures_limit, created_at) values ('x', 1, 1, now())`
    expect(await asApp(one, founded)).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it('cannot be switched off by the role of the application', async () => {
    for (const statement of [
      'alter table users disable row level security',
      'drop policy tenant_isolation on users',
      'create policy hole on users using (true)',
      'truncate users',
      'set role postgres',
    ])
      expect([statement, await asApp(one, statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE])
    // With `row_security` off, PostgreSQL refuses the statement instead of showing every row.
    await expect(
      app.begin(async (tx) => {
        await tx`set local row_security = off`
        await tx`select 1 from users`
      }),
    ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })
})
