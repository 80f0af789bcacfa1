import type { Sql } from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { makeTenant } from '#lib/testing/users/tenant'
import { appRole, appUrl, connect } from '../connection/client.ts'
import { migrateDatabase } from '../migrate.ts'

const ownerUrl = env().databaseUrl!
// As a start does: the copy of the template that each test file gets belongs to the owner of the template.
await migrateDatabase(ownerUrl)
const owner: Sql = connect(ownerUrl, { max: 1 })
const app: Sql = connect(appUrl(ownerUrl), { max: 1 })
const { name, database } = appRole(ownerUrl)

const INSUFFICIENT_PRIVILEGE = '42501'
/** SQL: the condition that an object is not part of an extension. */
const notOfExtension = (catalog: string, oid: string) =>
  owner.unsafe(
    `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`,
  )

afterAll(async () => {
  await app.end()
  await owner.end()
})

describe('the role of the application', () => {
  it('cannot create temporary tables, schemas, or objects in a schema', async () => {
    const [privileges] = await app`
      select has_database_privilege(current_database(), 'temporary') as temporary,
        has_database_privilege(current_database(), 'create') as schemas,
        (select count(*)::int from pg_namespace where has_schema_privilege(oid, 'create')) as objects`
    expect(privileges).toEqual({ temporary: false, schemas: false, objects: 0 })
    await expect(app`create temp table api_calls (x int)`).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    })
  })

  it('can execute only the functions that it needs', async () => {
    const callable = await owner<{ name: string }[]>`
      select distinct proname::text as name from pg_proc p
      where pronamespace = 'public'::regnamespace and has_function_privilege(${name}, p.oid, 'execute')
        and proname not like 'cross\\_tenant\\_%' order by 1`
    expect(callable.map((row) => row.name)).toEqual([
      'assert_nonce',
      'current_tenant',
      'fold',
      'lines',
      'ngrams',
      'unaccent',
      'vault_counter_keys',
      'visible_folders',
    ])
  })

  it('has privileges on rows only: not TRUNCATE, REFERENCES, TRIGGER or MAINTAIN', async () => {
    const grants = await owner`
      select c.relname, privilege_type from pg_class c, aclexplode(c.relacl) granted
      where grantee = ${name}::regrole and relnamespace::regnamespace::text in ('public', 'pgboss')
        and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')`
    expect([...grants]).toEqual([])
    const views = await owner<{ privilege_type: string }[]>`
      select distinct privilege_type from pg_class c, aclexplode(c.relacl)
      where relnamespace = 'search'::regnamespace and grantee = ${name}::regrole`
    expect(views.map((row) => row.privilege_type)).toEqual(['SELECT'])
    const events = await owner<{ privilege_type: string }[]>`
      select privilege_type from pg_class c, aclexplode(c.relacl)
      where c.oid = 'events'::regclass and grantee = ${name}::regrole order by 1`
    expect(events.map((row) => row.privilege_type)).toEqual(['INSERT', 'SELECT'])
  })

  it('is not a member of another role', async () => {
    expect([
      ...(await owner`select roleid::regrole from pg_auth_members where member = ${name}::regrole`),
    ]).toEqual([])
  })
})

describe('PUBLIC', () => {
  it('has no privileges in the database', async () => {
    const functions = await owner`
      select p.oid::regprocedure::text from pg_proc p
      where pronamespace::regnamespace::text in ('public', 'pgboss', 'drizzle', 'search') and ${notOfExtension('pg_proc', 'p.oid')}
        and exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)`
    expect([...functions]).toEqual([])
    const tables = await owner`
      select c.oid::regclass::text from pg_class c, aclexplode(c.relacl) granted
      where grantee = 0 and relnamespace::regnamespace::text in ('public', 'pgboss', 'drizzle', 'search') and ${notOfExtension('pg_class', 'c.oid')}`
    expect([...tables]).toEqual([])
    const [privileges] = await owner`
      select exists (select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
          where datname = current_database() and grantee = 0 and privilege_type in ('TEMPORARY', 'CREATE')) as database,
        exists (select from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner)))
          where nspname in ('public', 'pgboss', 'drizzle', 'search') and grantee = 0 and privilege_type = 'CREATE') as schema`
    expect(privileges).toEqual({ database: false, schema: false })
  })
})

describe('the owner of the objects', () => {
  it('is one role that is not a superuser, does not bypass policies and cannot log in', async () => {
    const owners = await owner`
      select distinct rolname::text, rolsuper, rolbypassrls, rolcanlogin from pg_roles where oid in (
        select proowner from pg_proc p where pronamespace::regnamespace::text in ('public', 'pgboss') and ${notOfExtension('pg_proc', 'p.oid')}
        union all
        select relowner from pg_class c
          where relnamespace::regnamespace::text in ('public', 'pgboss', 'drizzle', 'search') and ${notOfExtension('pg_class', 'c.oid')})`
    expect([...owners]).toEqual([
      { rolname: `paraph_owner_${database}`, rolsuper: false, rolbypassrls: false, rolcanlogin: false },
    ])
    const definers = await owner<{ count: number }[]>`
      select count(*)::int from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`
    expect(definers[0]!.count).toBeGreaterThan(8)
  })

  it('has functions with a fixed search_path that ends with pg_temp', async () => {
    const withoutFixedPath = await owner`
      select p.oid::regprocedure::text from pg_proc p
      where (pronamespace = 'public'::regnamespace or prosecdef and pronamespace <> 'pg_catalog'::regnamespace)
        and prosqlbody is null and ${notOfExtension('pg_proc', 'p.oid')}
        and not coalesce(proconfig @> '{"search_path=public, pg_temp"}', false)`
    expect([...withoutFixedPath]).toEqual([])
  })

  it('runs functions that ignore temporary tables of the same name', async () => {
    const { tenantId } = await makeTenant()
    await owner.unsafe(`grant temporary on database ${database} to ${name}`)
    const intruder = connect(appUrl(ownerUrl), { max: 1 })
    try {
      await intruder.unsafe(`
        create temp table api_calls (tenant_id bigint, month date, calls int, primary key (tenant_id, month));
        create temp table api_keys (id bigint, last_used_at timestamptz, last_used_ip text);
        create temp table ran_as (name text);
        create function pg_temp.record_user() returns trigger language plpgsql as
          'begin insert into pg_temp.ran_as values (current_user); return new; end';
        create trigger record_user before insert on pg_temp.api_calls for each row execute function pg_temp.record_user()`)
      const calls = JSON.stringify([{ tenant_id: tenantId, month: '2026-11-01', calls: 7 }])
      await intruder.unsafe(`select public.cross_tenant_count_api_calls('${calls}', '[]')`)
      expect([...(await intruder`select * from ran_as`)]).toEqual([])
    } finally {
      await intruder.end()
      await owner.unsafe(`revoke temporary on database ${database} from ${name}`)
    }
    const [storedCalls] = await owner`select calls from public.api_calls where tenant_id = ${tenantId}`
    expect(storedCalls).toEqual({ calls: 7 })
  })

  it('becomes the owner of objects that an earlier version or a superuser created', async () => {
    const { tenantId } = await makeTenant()
    await owner.unsafe(`
      alter table users owner to postgres; alter function cross_tenant_find_users(text) owner to postgres;
      alter table pgboss.job_common owner to postgres; alter schema pgboss owner to postgres;
      drop policy owner_all on users; create policy owner_all on users to postgres using (true);
      grant execute on function cross_tenant_find_users(text) to public; alter function cross_tenant_find_users(text) reset search_path;
      grant temporary on database ${database} to public`)
    await migrateDatabase(ownerUrl)
    const [migrated] = await owner`
      select (select count(*)::int from pg_class where relowner = 'postgres'::regrole
          and relnamespace::regnamespace::text in ('public', 'pgboss')) as tables,
        (select proowner::regrole::text from pg_proc where proname = 'cross_tenant_find_users') as lookup,
        has_database_privilege(${name}, current_database(), 'temporary') as temporary`
    expect(migrated).toEqual({ tables: 0, lookup: `paraph_owner_${database}`, temporary: false })
    const [user] = await owner`select email from users where tenant_id = ${tenantId} limit 1`
    const grants = await app`select tenant_id::int from cross_tenant_find_users(${user!.email as string})`
    expect([...grants]).toEqual([{ tenant_id: tenantId }])
  })
})
