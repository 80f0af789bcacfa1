import type { Sql } from 'postgres'
import { SetupError } from '#lib/core/env'
import { appRole, asApplication, canLogIn } from '../connection/client.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** Functions that statements, generated columns and indexes of the application use, besides `cross_tenant_…`. */
const applicationFunctions =
  '{assert_nonce,current_tenant,fold,lines,ngrams,unaccent,vault_counter_keys,visible_folders}'

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * The role that owns all objects of the application, and as which the `security definer` functions run. Never a
 * superuser: where DATABASE_URL names one, a role without login is created and becomes the owner of all
 * existing objects.
 */
export async function ensureOwner(client: Sql): Promise<string> {
  const [session] = await client<{ name: string; superuser: boolean; database: string }[]>`
    select rolname as name, rolsuper as superuser, current_database() as database
    from pg_roles where rolname = session_user`
  if (!session!.superuser) return session!.name
  const owner = `paraph_owner_${session!.database}`.slice(0, 63)
  const [existingRole] = await client`select from pg_roles where rolname = ${owner}`
  if (!existingRole) await client.unsafe(`create role ${identifier(owner)} nologin`)
  await client.unsafe(`
    grant create on database ${identifier(session!.database)} to ${identifier(owner)};
    grant create, usage on schema public to ${identifier(owner)}`)
  await client.unsafe(ownershipTransfer(owner))
  return owner
}

/** SQL: makes `owner` the owner of every schema, table, sequence, type and function of the application. */
function ownershipTransfer(owner: string): string {
  const role = `${literal(identifier(owner))}::regrole`
  return `do $$
declare
  item record;
begin
  for item in
    select 1, format('schema %I', nspname) as name from pg_namespace
      where nspname in ('drizzle', 'pgboss', 'search') and nspowner <> ${role}
    union all
    select 2, format('%s %I.%I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
        when 'c' then 'type' else 'table' end, nspname, relname)
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'drizzle', 'pgboss', 'search') and relkind in ('r', 'p', 'S', 'v', 'm', 'c')
        and relowner <> ${role} and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('e', 'a', 'i')
            and (deptype = 'e' or relkind = 'S'))
    union all
    select 3, format('type %I.%I', nspname, typname) from pg_type t join pg_namespace n on n.oid = typnamespace
      where nspname in ('public', 'drizzle', 'pgboss') and typtype in ('d', 'e') and typowner <> ${role}
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
    union all
    select 4, format('routine %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'drizzle', 'pgboss') and proowner <> ${role}
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    order by 1
  loop
    execute format('alter %s owner to %s', item.name, ${role});
  end loop;
end $$`
}

/**
 * Ensures that the application's role exists and can log in.
 * @throws SetupError when the role of DATABASE_URL may not create it or set its password
 */
export async function ensureAppRole(client: Sql, ownerUrl: string): Promise<string> {
  const { name, password } = appRole(ownerUrl)
  if (password === null) return name
  // PgBouncer says of an unknown role what it also says when something else is wrong.
  const [existingRole] = await client`select from pg_roles where rolname = ${name}`
  if (existingRole && (await canLogIn(ownerUrl))) return name
  try {
    // DDL takes no parameters; the password is hexadecimal.
    await client.unsafe(
      `${existingRole ? 'alter' : 'create'} role ${identifier(name)} with login password '${password}'`,
    )
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    const [owner] = await client<{ name: string }[]>`select session_user::text as name`
    const lacking = existingRole
      ? `set the password of the role ${name}`
      : `make the application's role ${name}, which it works as`
    throw new SetupError(
      `The role ${owner!.name} of DATABASE_URL may not ${lacking}: as a superuser run ` +
        `alter role ${identifier(owner!.name)} createrole, or make a login role that owns nothing and name it in ` +
        'DATABASE_APP_URL (postgres://role:password@host/database).',
    )
  }
  return name
}

/** SQL, run by the owner of the tables: the privileges of the application's role, and of no other. */
export function formatPrivileges(role: string): string {
  const app = identifier(role)
  return `
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    grant usage on all sequences in schema public to ${app};
    grant usage on schema search to ${app};
    grant select on all tables in schema search to ${app};
    revoke insert, delete on public.tenants from ${app};
    revoke update, delete on public.events, public.consent_texts from ${app};
    revoke update, delete on public.log_leaves, public.log_tiles, public.log_checkpoints, public.log_cosignatures from ${app};
    revoke delete on public.chain_heads from ${app};
    revoke all on public.installation_keys from ${app};
    do $$
    declare
      fn record;
    begin
      for fn in
        select p.oid::regprocedure as name, proname like 'cross\\_tenant\\_%' or proname = any('${applicationFunctions}') as is_needed,
          prosqlbody is null and not coalesce(proconfig::text like '%search_path=%', false) as lacks_search_path
        from pg_proc p where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
      loop
        if fn.is_needed then
          execute format('grant execute on function %s to %I', fn.name, ${literal(role)});
        end if;
        execute format('revoke execute on function %s from public', fn.name);
        -- Names must not be resolved by the caller's search_path; a body that was parsed at its creation has none to resolve.
        if fn.lacks_search_path then
          execute format('alter function %s set search_path = public, pg_temp', fn.name);
        end if;
      end loop;
      if exists (select from pg_namespace where nspname = 'pgboss') then
        grant usage on schema pgboss to ${app};
        grant select, insert, update, delete on all tables in schema pgboss to ${app};
        grant usage on all sequences in schema pgboss to ${app};
        revoke execute on all functions in schema pgboss from public;
        grant execute on all functions in schema pgboss to ${app};
      end if;
    end $$;
  `
}

/** SQL, run as the role of DATABASE_URL: other roles can create no objects and call no functions. */
export function restrictDatabase(role: string, owner: string, database: string): string {
  const app = identifier(role)
  return `
    grant connect on database ${identifier(database)} to ${app};
    revoke temporary on database ${identifier(database)} from public, ${app};
    revoke create on schema public from public, ${app};
    do $$
    declare
      called regprocedure;
    begin
      -- Only a superuser can change the privileges of extensions' functions.
      if (select rolsuper from pg_roles where rolname = session_user) then
        grant execute on all functions in schema public to ${identifier(owner)};
        for called in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname = any('${applicationFunctions}') loop
          execute format('grant execute on function %s to %I', called, ${literal(role)});
        end loop;
        revoke execute on all functions in schema public from public;
      end if;
    end $$;
  `
}

/**
 * Logs in as the application's role and checks its privileges.
 * @throws SetupError when it cannot log in or has too many privileges.
 */
export async function assertAppRoleIsUnprivileged(ownerUrl: string, owner: string): Promise<void> {
  const { name, database } = appRole(ownerUrl)
  const readRole = (app: Sql) => app<
    Record<'powers' | 'groups' | 'temporary' | 'creates', string | boolean>[]
  >`
    select concat_ws(', ', case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end,
        case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end,
        case when rolreplication then 'replication' end) as powers,
      (select coalesce(string_agg(other.rolname, ', '), '') from pg_roles other where other.oid <> pg_roles.oid
        and pg_has_role(pg_roles.oid, other.oid, 'member')
        and (other.rolname = ${owner} or other.rolname like 'pg\\_%' and other.rolname <> 'pg_database_owner' or other.rolsuper or other.rolbypassrls
          or other.rolcreaterole)) as groups,
      has_database_privilege(current_database(), 'temporary') as temporary,
      has_schema_privilege('public', 'create') as creates
    from pg_roles where rolname = current_user`
  const [role] = await asApplication(ownerUrl, readRole).catch((error) => {
    throw new SetupError(`The application's role ${name} cannot log in: ${error.message || error.code}.`)
  })
  const { powers, groups, temporary, creates } = role!
  const problem =
    name === owner
      ? 'owns the tables, so that no policy holds for it: name another one in DATABASE_APP_URL'
      : powers
        ? `is ${powers}: tenants would not be kept apart. Run alter role ${identifier(name)} with no${String(powers).replaceAll(', ', ' no')}`
        : groups
          ? `is a member of ${groups}: tenants would not be kept apart. Revoke that`
          : temporary
            ? `may make temporary tables: as the owner of the database run revoke temporary on database ${identifier(database)} from public`
            : creates
              ? 'may make objects in the schema public: as its owner run revoke create on schema public from public'
              : null
  if (problem) throw new SetupError(`The application's role ${name} ${problem}.`)
}
