/**
 * The second wall behind every query, laid anew after each migration: every table with a `tenant_id` (and `tenants`
 * itself) is under FORCE ROW LEVEL SECURITY; the application's role owns nothing; the events cannot be rewritten.
 * The doors are the only look-ups without a tenant: from a secret's hash to whose it is.
 */
export const walls = `
-- A transaction states the nonce of its connection when it begins, and again with its COMMIT.
create or replace function public.assert_nonce(expected text) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  if nullif(current_setting('app.nonce', true), '') is distinct from expected then
    raise exception 'this connection serves another transaction' using errcode = '25001';
  end if;
end $$;

-- The tenant of the transaction, for a statement that is marked with the nonce of this transaction's connection.
do $$
declare
  wall record;
  tenant constant text := $tenant$(select case
    when pg_catalog.starts_with(pg_catalog.current_query(), '/*' || pg_catalog.current_setting('app.nonce', true) || '*/')
    then nullif(pg_catalog.current_setting('app.tenant_id', true), '')::bigint end)$tenant$;
begin
  for wall in
    select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      case c.relname when 'tenants' then 'id' else 'tenant_id' end as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
  loop
    -- Only what is missing: each of these waits until no transaction uses the table.
    if not wall.forced then
      execute format('alter table public.%I enable row level security, force row level security', wall.name);
    end if;
    if not exists (select from pg_policy where polrelid = wall.oid and polname = 'tenant_wall') then
      execute format('create policy tenant_wall on public.%I using (%I = %s)', wall.name, wall.key, tenant);
    elsif not exists (select from pg_policy where polrelid = wall.oid and polname = 'tenant_wall'
        and pg_get_expr(polqual, polrelid) like '%app.nonce%') then
      execute format('alter policy tenant_wall on public.%I using (%I = %s)', wall.name, wall.key, tenant);
    end if;
    if not exists (select from pg_policy where polrelid = wall.oid and polname = 'owner_doors') then
      execute format('create policy owner_doors on public.%I to current_user using (true)', wall.name);
    elsif not exists (select from pg_policy where polrelid = wall.oid and polname = 'owner_doors'
        and polroles = array[current_user::regrole::oid]) then
      execute format('alter policy owner_doors on public.%I to current_user', wall.name);
    end if;
  end loop;
end $$;

create or replace function public.events_are_final() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'events are append-only';
end $$;
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'public.events'::regclass and tgname = 'events_are_final') then
    create trigger events_are_final before update or delete or truncate on public.events
      for each statement execute function public.events_are_final();
  end if;
end $$;

drop function if exists public.door_session(text), public.door_api_key(text);
create function public.door_session(hash text) returns table (tenant_id bigint, id bigint, kind text, test_mode boolean,
    expires_at timestamptz, replaced_at timestamptz, revoked_at timestamptz, authenticated_at timestamptz,
    unconfirmed boolean, user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public, pg_temp as
  'select s.tenant_id, s.id, s.kind, s.test_mode, s.expires_at, s.replaced_at, coalesce(s.revoked_at, u.deleted_at), s.authenticated_at, t.unconfirmed, u.id, u.name, u.email, u.role, u.locale
   from public.sessions s join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     join public.tenants t on t.id = s.tenant_id
   where s.token_hash = hash';
create function public.door_api_key(hash text) returns table (tenant_id bigint, id bigint, name text, scopes text[],
    test_mode boolean, expires_at timestamptz, allowed_ips text[],
    unconfirmed boolean, user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public, pg_temp as
  'select k.tenant_id, k.id, k.name, k.scopes, k.test_mode, k.expires_at, k.allowed_ips, t.unconfirmed, u.id, u.name, u.email, u.role, u.locale
   from public.api_keys k join public.users u on u.tenant_id = k.tenant_id and u.id = k.created_by
     join public.tenants t on t.id = k.tenant_id
   where k.key_hash = hash and u.deleted_at is null';
drop function if exists public.door_user(text);
create function public.door_user(mail text) returns table (tenant_id bigint, id bigint, confirmed boolean)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id, email_confirmed_at is not null from public.users where email = mail
   order by email_confirmed_at is null, id';
create or replace function public.door_login_hashes(mail text) returns table (hash text)
  language sql stable security definer set search_path = public, pg_temp as
  'select min(password_hash) from public.users where email = mail and password_hash is not null
   group by regexp_replace(password_hash, ''[^$]*$'', '''') order by 1';
create or replace function public.door_login(mail text, hashes text[]) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id from public.users where email = mail and password_hash = any(hashes)
   order by email_confirmed_at is null, id limit 1';
create or replace function public.door_invitation(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id from public.users where invitation_hash = hash';
create or replace function public.door_recovery(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id from public.users where recovery_hash = hash';
create or replace function public.door_address(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id from public.users where address_hash = hash';
create or replace function public.door_signer(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select tenant_id, id from public.signers where token_hash = hash';
create or replace function public.door_new_tenant(tenant_name text, documents integer, signatures integer, at timestamptz)
  returns bigint language sql volatile security definer set search_path = public, pg_temp as
  'insert into public.tenants (name, documents_limit, signatures_limit, created_at) values (tenant_name, documents, signatures, at) returning id';
create or replace function public.door_kept_mails() returns setof public.mails
  language sql stable security definer set search_path = public, pg_temp as
  'select * from public.mails where status = ''kept'' order by id desc limit 500';
create or replace function public.door_tenants() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as
  'select id from public.tenants order by id';
create or replace function public.door_count_calls(calls jsonb, uses jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as
  'insert into public.api_calls (tenant_id, month, calls)
     select c.tenant_id, c.month, c.calls from jsonb_to_recordset($1) as c(tenant_id bigint, month date, calls integer)
     order by 1, 2
     on conflict (tenant_id, month) do update set calls = api_calls.calls + excluded.calls;
   update public.api_keys set last_used_at = u.at, last_used_ip = u.ip
     from jsonb_to_recordset($2) as u(id bigint, at timestamptz, ip text)
     where api_keys.id = u.id and (last_used_at is null or last_used_at < u.at)';

create or replace function public.door_add_up_tallies() returns void
  language sql volatile security definer set search_path = public, pg_temp as
  'with changed as (
     select distinct tenant_id, room, test_mode, kind, key from public.tallies where not settled
   ), gone as (
     delete from public.tallies t using changed c
     where (t.tenant_id, t.room, t.test_mode, t.kind, t.key) = (c.tenant_id, c.room, c.test_mode, c.kind, c.key)
     returning t.*
   )
   insert into public.tallies (tenant_id, room, test_mode, kind, key, count, bytes, settled)
     select tenant_id, room, test_mode, kind, key, sum(count), sum(bytes), true from gone
     group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(bytes) <> 0';
`
