import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { env } from '#lib/core/env'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { appRole, appUrl, connect } from '../connection/client.ts'
import { deleteTenantRows } from '../tenancy/whole-tenant.ts'

/** Tables that are not searched, and have an index on a function, such as of addresses in lower case. */
const lookedUpByFunction = ['events', 'mails']

/** The tables of the installation, which have no tenant. */
const installationTables = [
  'heartbeats',
  'installation_keys',
  'job_runs',
  'log_checkpoints',
  'log_cosignatures',
  'log_leaves',
  'log_tiles',
  'rate_limits',
  'revocation_lists',
  'roots',
  'time_stamping_keys',
  'witnessed_logs',
]

interface Column {
  table_name: string
  column_name: string
  data_type: string
  character_maximum_length: number | null
  is_identity: 'YES' | 'NO'
  is_generated: 'ALWAYS' | 'NEVER'
  /** A value that the column's CHECK permits; null where there is no CHECK. */
  permitted: string | null
}

const owner: Sql = connect(env().databaseUrl!, { max: 1 })
const app: Sql = connect(appUrl(env().databaseUrl!), { max: 1 })
const key = (table: string) => (table === 'tenants' ? 'id' : 'tenant_id')
let tenant: TestTenant
let otherTenant: TestTenant
let columns: Column[]
let tables: string[]

beforeAll(async () => {
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  columns = await owner<Column[]>`
    select c.table_name, c.column_name, c.data_type, c.character_maximum_length, c.is_identity, c.is_generated,
      (select substring(pg_get_constraintdef(oid) from '''([^'']*)''') from pg_constraint where contype = 'c'
        and conrelid = format('public.%I', c.table_name)::regclass and conkey = array[c.ordinal_position::smallint]) as permitted
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`
  tables = [...new Set(columns.map((column) => column.table_name))].filter(
    (table) => !installationTables.includes(table),
  )
  // Rows of both tenants in every table, without their referenced rows, and whatever the columns have to do with each other.
  await owner.begin(async (tx) => {
    const checks = await tx<{ table: string; name: string }[]>`
      select conrelid::regclass as table, conname as name from pg_constraint
      where contype = 'c' and cardinality(conkey) > 1 and connamespace = 'public'::regnamespace`
    for (const { table, name } of checks) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`
    await tx`set local session_replication_role = replica`
    for (const table of tables.filter((table) => table !== 'tenants'))
      for (const { tenantId } of [tenant, otherTenant]) await tx.unsafe(insertStatement(table, tenantId))
  })
})
afterAll(async () => {
  await app.end()
  await owner.end()
})

function insertStatement(table: string, tenantId: number): string {
  const insertedColumns = columns.filter(
    (column) => column.table_name === table && column.is_identity === 'NO' && column.is_generated === 'NEVER',
  )
  const names = insertedColumns.map(({ column_name }) => `"${column_name}"`)
  const values = insertedColumns.map((column) =>
    column.column_name === 'tenant_id' ? tenantId : getSqlValue(column, tenantId),
  )
  return `insert into "${table}" (${names}) values (${values})`
}

function getSqlValue({ data_type, character_maximum_length, permitted }: Column, tenantId: number): string {
  if (permitted !== null && data_type !== 'ARRAY') return `'${permitted}'`
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
  it('is forced on every table except those of the installation', async () => {
    const tenantless = [...new Set(columns.map((column) => column.table_name))].filter(
      (table) =>
        table !== 'tenants' &&
        !columns.some((column) => column.table_name === table && column.column_name === 'tenant_id'),
    )
    expect(tenantless.sort()).toEqual(installationTables)
    const policies = await owner<{ relname: string; forced: boolean }[]>`
      select relname, relrowsecurity and relforcerowsecurity as forced from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
    const unprotected = policies.filter(
      ({ relname, forced }) => !forced && !installationTables.includes(relname),
    )
    expect(unprotected).toEqual([])
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
      const select = `select 1 from "${table}" where ${key(table)}`
      expect([table, await asApp(tenant, `${select} = ${tenant.tenantId}`)]).not.toEqual([table, 0])
      expect([table, await asApp(tenant, `${select} <> ${tenant.tenantId}`)]).toEqual([table, 0])
    }
  })

  it('applies to the views of the search', async () => {
    const views = await owner<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'search'::regnamespace`
    const searchable = columns.filter(({ column_name }) => column_name === 'searchable')
    expect(views.map(({ name }) => name).sort()).toEqual(
      [...searchable.map(({ table_name }) => table_name), ...lookedUpByFunction].sort(),
    )
    for (const { name } of views) {
      const select = `select 1 from search."${name}"`
      expect([name, await asApp(tenant, select)]).not.toEqual([name, 0])
      expect([name, await asApp(tenant, `${select} where tenant_id <> ${tenant.tenantId}`)]).toEqual([
        name,
        0,
      ])
      expect([name, await asApp(null, select)]).toEqual([name, 0])
      expect([name, (await app.unsafe(`/*other*/ ${select}`)).count]).toEqual([name, 0])
    }
  })

  it('lets no index on a function be without a use: the table has a view of the search', async () => {
    const indexes = await owner<{ table: string; index: string; columns: string[]; shown: string[] }[]>`
      select t.relname as table, i.indexrelid::regclass::text as index,
        array(select attname::text from pg_depend d join pg_attribute a on (attrelid, attnum) = (refobjid, refobjsubid)
          where objid = i.indexrelid and refobjid = i.indrelid) as columns,
        array(select column_name::text from information_schema.columns
          where table_schema = 'search' and table_name = t.relname) as shown
      from pg_index i join pg_class t on t.oid = i.indrelid
      where indexprs is not null and t.relnamespace = 'public'::regnamespace order by 2`
    const hidden = indexes.filter(({ columns, shown }) => columns.some((column) => !shown.includes(column)))
    expect(indexes.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['signers', ...lookedUpByFunction]),
    )
    expect(hidden.map(({ index }) => index)).toEqual([
      // For its uniqueness.
      'folders_unique_name',
      // For functions of cross-tenant.sql.
      'processes_due',
      'tenant_seals_of_any_tenant',
    ])
  })

  it('shows nothing to a transaction without a tenant', async () => {
    for (const table of tables)
      expect([table, await asApp(null, `select 1 from "${table}"`)]).toEqual([table, 0])
  })

  it('refuses to change or remove the rows of another tenant', async () => {
    for (const table of tables) {
      const otherTenantValue = `${key(table)} = ${otherTenant.tenantId}`
      const column = columns.find(
        (column) => column.table_name === table && column.is_identity === 'NO',
      )!.column_name
      const before = await owner.unsafe(`select * from "${table}" where ${otherTenantValue}`)
      for (const statement of [
        `update "${table}" set "${column}" = "${column}" where ${otherTenantValue}`,
        `delete from "${table}" where ${otherTenantValue}`,
      ])
        expect([statement, [0, INSUFFICIENT_PRIVILEGE]]).toEqual([
          statement,
          expect.arrayContaining([await asApp(tenant, statement)]),
        ])
      expect(await owner.unsafe(`select * from "${table}" where ${otherTenantValue}`)).toEqual(before)
    }
  })

  it('refuses to insert a row for another tenant, or to move a row to another tenant', async () => {
    for (const table of tables.filter((table) => table !== 'tenants')) {
      expect([table, await asApp(tenant, insertStatement(table, otherTenant.tenantId))]).toEqual([
        table,
        INSUFFICIENT_PRIVILEGE,
      ])
      const moveRows = `update "${table}" set tenant_id = ${otherTenant.tenantId} where tenant_id = ${tenant.tenantId}`
      expect([table, await asApp(tenant, moveRows)]).toEqual([table, INSUFFICIENT_PRIVILEGE])
    }
    const createTenant = `insert into tenants (name, documents_limit, signatures_limit, created_at) values ('x', 1, 1, now())`
    expect(await asApp(tenant, createTenant)).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it('cannot be switched off by the role of the application', async () => {
    for (const statement of [
      'alter table users disable row level security',
      'drop policy tenant_isolation on users',
      'create policy hole on users using (true)',
      'truncate users',
      'set role postgres',
    ])
      expect([statement, await asApp(tenant, statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE])
    // With `row_security` off, PostgreSQL refuses the statement instead of showing every row.
    await expect(
      app.begin(async (tx) => {
        await tx`set local row_security = off`
        await tx`select 1 from users`
      }),
    ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })
})

describe('the deletion of a whole tenant', () => {
  const countRows = async ({ tenantId }: TestTenant) => {
    const counts: [table: string, count: number][] = []
    for (const table of tables)
      counts.push([
        table,
        (await owner.unsafe(`select 1 from "${table}" where ${key(table)} = ${tenantId}`)).count,
      ])
    return counts
  }

  it('is refused to the role of the application, which can delete no event', async () => {
    await expect(
      app.begin(async (tx) => {
        await tx`select set_config('app.deleted_tenant', ${String(tenant.tenantId)}, true)`
        await deleteTenantRows(tx, tenant.tenantId)
      }),
    ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })

  it('removes its rows from every table of the schema as the owner, and no others', async () => {
    expect((await countRows(tenant)).filter(([, count]) => count === 0)).toEqual([])
    const before = await countRows(otherTenant)
    const deleted = await owner.begin(async (tx) => {
      await tx`set local role ${tx(inject('testTemplate').owner)}`
      return deleteTenantRows(tx, tenant.tenantId)
    })
    expect(Object.keys(deleted).sort()).toEqual(tables.filter((table) => table !== 'tenants'))
    expect(await countRows(tenant)).toEqual(tables.map((table) => [table, 0]))
    expect(await countRows(otherTenant)).toEqual(before)
  })

  it('leaves events append-only', async () => {
    for (const statement of ['update events set seq = seq', 'delete from events'])
      await expect(owner.unsafe(statement)).rejects.toThrow('events are append-only')
  })
})
