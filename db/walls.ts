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

create or replace function door_session(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from sessions where token_hash = hash';
create or replace function door_api_key(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public as
  'select tenant_id, id from api_keys where key_hash = hash';
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
`
