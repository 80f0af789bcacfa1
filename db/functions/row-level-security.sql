-- Every table with a `tenant_id`, and `tenants` itself, is under FORCE ROW LEVEL SECURITY: the second barrier behind
-- every query. Policies are created or altered only where one is missing, because each statement waits for the table.
-- Rows with a `folder_id`, and `folders` itself, are visible only to users who have access to the folder, too.

-- A transaction states the nonce of its connection when it begins, and again with its COMMIT.
create or replace function public.assert_nonce(expected text) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  if nullif(current_setting('app.nonce', true), '') is distinct from expected then
    raise exception 'this connection serves another transaction' using errcode = '25001';
  end if;
end $$;

-- The tenant of the transaction, for a statement that carries the nonce of this transaction's connection.
do $$
declare
  tbl record;
  condition text;
  by_folder constant text := '(folder_id is null or (select public.visible_folders()) is null
    or folder_id = any ((select public.visible_folders())::bigint[]))';
  folder_user constant text := $user$(select nullif(pg_catalog.current_setting('app.folder_user', true), '')::bigint)$user$;
  tenant constant text := $tenant$(select case
    when pg_catalog.starts_with(pg_catalog.current_query(), '/*' || pg_catalog.current_setting('app.nonce', true) || '*/')
    then nullif(pg_catalog.current_setting('app.tenant_id', true), '')::bigint end)$tenant$;
begin
  -- The views of search.sql call it; the policies hold the expression itself.
  execute format('create or replace function public.current_tenant() returns bigint language sql stable
    set search_path = public, pg_temp as %L', tenant);
  for tbl in
    select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      case c.relname when 'tenants' then 'id' else 'tenant_id' end as key,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'folder_id' and not a.attisdropped)
        and c.relname <> 'folder_users' as in_folder
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
  loop
    if not tbl.forced then
      execute format('alter table public.%I enable row level security, force row level security', tbl.name);
    end if;
    condition := format('%I = %s', tbl.key, tenant)
      || case when tbl.in_folder then ' and ' || by_folder
        when tbl.name = 'folders' then format(' and (access = ''everyone'' or %1$s is null
          or id in (select u.folder_id from public.folder_users u where u.user_id = %1$s))', folder_user)
        else '' end;
    if not exists (select from pg_policy where polrelid = tbl.oid and polname = 'tenant_isolation') then
      execute format('create policy tenant_isolation on public.%I using (%s)', tbl.name, condition);
    elsif tbl.in_folder and not exists (select from pg_policy where polrelid = tbl.oid
        and polname = 'tenant_isolation' and pg_get_expr(polqual, polrelid) like '%visible_folders%') then
      execute format('alter policy tenant_isolation on public.%I using (%s)', tbl.name, condition);
    end if;
    if not exists (select from pg_policy where polrelid = tbl.oid and polname = 'owner_all') then
      execute format('create policy owner_all on public.%I to current_user using (true)', tbl.name);
    elsif not exists (select from pg_policy where polrelid = tbl.oid and polname = 'owner_all'
        and polroles = array(select oid from pg_roles where rolname = current_user)) then
      execute format('alter policy owner_all on public.%I to current_user', tbl.name);
    end if;
  end loop;
end $$;
