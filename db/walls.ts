/**
 * The second wall behind every query, laid anew after each migration: every table with a `tenant_id` (and `tenants`
 * itself) is under FORCE ROW LEVEL SECURITY; the application's role owns nothing; the events cannot be rewritten.
 * The doors are the only look-ups without a tenant: from a secret's hash to whose it is.
 */
export const walls = `
do $$
declare
  wall record;
begin
  for wall in
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
  loop
    execute format('alter table %I enable row level security, force row level security', wall.name);
    if not exists (select from pg_policies where schemaname = 'public' and tablename = wall.name and policyname = 'tenant_wall') then
      execute format(
        'create policy tenant_wall on %I using (%I = (select nullif(current_setting(''app.tenant_id'', true), '''')::bigint))',
        wall.name, wall.key);
    end if;
    if not exists (select from pg_policies where schemaname = 'public' and tablename = wall.name and policyname = 'owner_doors') then
      execute format('create policy owner_doors on %I to current_user using (true)', wall.name);
    end if;
  end loop;
end $$;

create or replace function events_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end $$;
create or replace trigger events_are_final before update or delete or truncate on events
  for each statement execute function events_are_final();

drop function if exists door_session(text), door_api_key(text);
create function door_session(hash text) returns table (tenant_id bigint, id bigint, kind text, test_mode boolean,
    expires_at timestamptz, replaced_at timestamptz, revoked_at timestamptz,
    user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public as
  'select s.tenant_id, s.id, s.kind, s.test_mode, s.expires_at, s.replaced_at, coalesce(s.revoked_at, u.deleted_at), u.id, u.name, u.email, u.role, u.locale
   from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
   where s.token_hash = hash';
create function door_api_key(hash text) returns table (tenant_id bigint, id bigint, name text, scopes text[],
    test_mode boolean, expires_at timestamptz, allowed_ips text[],
    user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public as
  'select k.tenant_id, k.id, k.name, k.scopes, k.test_mode, k.expires_at, k.allowed_ips, u.id, u.name, u.email, u.role, u.locale
   from api_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.created_by
   where k.key_hash = hash and u.deleted_at is null';
create or replace function door_user(mail text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from users where email = mail';
create or replace function door_invitation(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from users where invitation_hash = hash';
create or replace function door_recovery(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from users where recovery_hash = hash';
create or replace function door_signer(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from signers where token_hash = hash';
create or replace function door_new_tenant(tenant_name text, documents integer, signatures integer, at timestamptz)
  returns bigint language sql volatile security definer set search_path = public as
  'insert into tenants (name, documents_limit, signatures_limit, created_at) values (tenant_name, documents, signatures, at) returning id';
create or replace function door_kept_mails() returns setof mails
  language sql stable security definer set search_path = public as
  'select * from mails where status = ''kept'' order by id desc limit 500';
create or replace function door_tenants() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public as
  'select id from tenants order by id';
create or replace function door_count_calls(calls jsonb, uses jsonb) returns void
  language sql volatile security definer set search_path = public as
  'insert into api_calls (tenant_id, month, calls)
     select c.tenant_id, c.month, c.calls from jsonb_to_recordset($1) as c(tenant_id bigint, month date, calls integer)
     order by 1, 2
     on conflict (tenant_id, month) do update set calls = api_calls.calls + excluded.calls;
   update api_keys set last_used_at = u.at, last_used_ip = u.ip
     from jsonb_to_recordset($2) as u(id bigint, at timestamptz, ip text)
     where api_keys.id = u.id and (last_used_at is null or last_used_at < u.at)';

-- The search of every list. Conditions that could tell of a row before the wall has let it through may not use an index
-- for the application's role, so the owner looks, in the rows of the transaction's tenant and of no other.
create or replace function door_find(room text, term text, tags text[]) returns table (id bigint)
  language plpgsql stable security definer rows 20
  set search_path = public set enable_seqscan = off set work_mem = '32MB' as $door$
declare
  asked bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  sought text := fold(coalesce(term, ''));
  conditions text := '';
  piece text;
begin
  if room not in ('documents', 'processes', 'signers', 'templates', 'users', 'vault_documents') then
    raise exception 'nothing can be found in %', room;
  end if;
  if sought ~ '^[a-z0-9]{1,2}$' then
    conditions := format(' and marks(searchable) @> %L', array['^' || sought]);
    sought := '';
  end if;
  foreach piece in array array[sought] || array(select chr(10) || fold(tag) || chr(10) from unnest(tags) tag) loop
    if piece ~ '[^\\u0001-\\u007f]' then
      conditions := conditions || format(' and marks(searchable) @> %L and position(%L in searchable) > 0', array(
        select substr(run[1], i, n) from regexp_matches(piece, '([^\\u0001-\\u007f]+)', 'g') run,
          least(3, length(run[1])) n, generate_series(1, length(run[1]) - n + 1) i), piece);
    elsif piece <> '' then
      conditions := conditions
        || format(' and searchable like %L', '%' || regexp_replace(piece, '([%_\\\\])', '\\\\\\1', 'g') || '%');
    end if;
  end loop;
  return query execute format('select t.id from %I t where t.tenant_id = %L%s', room, asked, conditions);
end $door$;
create or replace function door_add_up_tallies() returns void
  language sql volatile security definer set search_path = public as
  'with changed as (
     select distinct tenant_id, room, test_mode, kind, key from tallies where not settled
   ), gone as (
     delete from tallies t using changed c
     where (t.tenant_id, t.room, t.test_mode, t.kind, t.key) = (c.tenant_id, c.room, c.test_mode, c.kind, c.key)
     returning t.*
   )
   insert into tallies (tenant_id, room, test_mode, kind, key, count, bytes, settled)
     select tenant_id, room, test_mode, kind, key, sum(count), sum(bytes), true from gone
     group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(bytes) <> 0';
`
