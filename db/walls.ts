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

-- What a search asks of the rows of one table, named by an alias: of its index, or of one row after the other.
create or replace function public.sought_in(alias text, term text, tags text[], indexed boolean) returns text
  language plpgsql immutable set search_path = public, pg_temp as $sought$
declare
  sought text := public.fold(coalesce(term, ''));
  conditions text := '';
  piece text;
  signs text[];
begin
  foreach piece in array array[sought] || array(select chr(10) || public.fold(tag) || chr(10) from unnest(tags) tag) loop
    continue when piece = '';
    signs := '{}';
    if piece ~ '^[a-z0-9]{1,2}$' then
      signs := array['^' || piece];
    elsif piece !~ '[^\\u0001-\\u007f]' and piece !~ '[a-z0-9]{3}' then
      -- No trigrams: its signs, and what follows on them.
      signs := array(select distinct run[1] from regexp_matches(piece, '[!-/:-@[-\`{-~]', 'g') run
        union select '^' || run[1] from regexp_matches(piece, '(?<=[^a-z0-9])[a-z0-9]+', 'g') run);
    end if;
    if not indexed then
      conditions := conditions || case when piece ~ '^[a-z0-9]{1,2}$'
        then format(' and %s.searchable ~ %L', alias, '(?<![a-z0-9])' || piece)
        else format(' and position(%L in %s.searchable) > 0', piece, alias) end;
    elsif piece ~ '[^\\u0001-\\u007f]' then
      -- Marks that cover the runs are enough, as the text itself is compared after.
      conditions := conditions || format(' and public.marks(%1$s.searchable) @> %2$L and position(%3$L in %1$s.searchable) > 0', alias, array(
        select distinct substr(run[1], i, n) from regexp_matches(piece, '([^\\u0001-\\u007f]+)', 'g') run,
          least(3, length(run[1])) n, generate_series(1, length(run[1]) - n + 1) i
        where i % n = 1 % n or i = length(run[1]) - n + 1), piece);
    elsif cardinality(signs) > 0 then
      conditions := conditions || format(' and public.marks(%1$s.searchable) @> %2$L and position(%3$L in %1$s.searchable) > 0', alias,
        signs, piece);
    else
      -- Of long words every third trigram is enough, as the text itself is compared after: each is one more list to go
      -- through. Short ones need what stands beside them.
      conditions := conditions || format(' and %1$s.searchable like %2$L and position(%3$L in %1$s.searchable) > 0', alias, coalesce((
        select '%' || string_agg(coalesce(regexp_replace(run[1], '(...)(?=...)', '\\1%', 'g'),
          regexp_replace(run[2], '([%_\\\\])', '\\\\\\1', 'g')), '%' order by n) || '%'
        from regexp_matches(piece, '([a-z0-9]{6,})|([^a-z0-9]?[a-z0-9]{3,5}(?![a-z0-9])[^a-z0-9]?)', 'g')
          with ordinality found(run, n)), '%'), piece);
    end if;
  end loop;
  return conditions;
end $sought$;

-- The search of every list: a page of ids in their order, and how many there are, counted up to a bound; a bound of 0
-- says that they are known to be many: they are not counted, and the total is null. Conditions that could tell of a row
-- before the wall has let it through may not use an index for the application's role, so the owner looks, in the rows
-- of the transaction's tenant and of no other. Few are found by the index of the search and put in order; of many the
-- first ones are soon met on a way through an index that has the order, and only if they are not, all of them are put
-- in order.
drop function if exists public.door_find(text, text, text[]);
create or replace function public.door_find(room text, people boolean, term text, tags text[], filters jsonb, place text,
    descending boolean, most integer, page_size integer, skipped bigint, out ids bigint[], out total bigint)
  language plpgsql volatile security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_sort = on set enable_bitmapscan = on set jit = off
  set work_mem = '32MB' set max_parallel_workers_per_gather = 0 as $door$
declare
  asked bigint := case when starts_with(current_query(), '/*' || current_setting('app.nonce', true) || '*/')
    then nullif(current_setting('app.tenant_id', true), '')::bigint end;
  direction text := case when descending then 'desc' else 'asc' end;
  mine text := format('t.tenant_id = %L', asked);
  matches text := public.sought_in('t', term, tags, true);
  theirs text := public.sought_in('s', term, tags, true);
  found text;
  wanted jsonb;
  plan json;
begin
  if room not in ('documents', 'processes', 'templates', 'users', 'vault_documents') then
    raise exception 'nothing can be found in %', room;
  end if;
  for wanted in select * from jsonb_array_elements(filters) loop
    mine := mine || case when wanted->>1 in ('=', '<', '<=', '>', '>=')
        then format(' and t.%I %s %L', wanted->>0, wanted->>1, wanted->>2)
      when wanted->>1 in ('is null', 'is not null') then format(' and t.%I %s', wanted->>0, wanted->>1)
      when wanted->>1 = 'in' then format(' and t.%I in (%s)', wanted->>0,
        (select string_agg(quote_literal(each), ', ') from jsonb_array_elements_text(wanted->2) each)) end;
  end loop;
  found := format('(select t.id, t.%I as place from public.%I t where %s%s limit $1)', place, room, mine, matches);
  if people then
    found := found || format(' union (select t.id, t.%I from public.signers s join public.processes t on t.id = s.process_id
      where s.tenant_id = %L%s and %s limit $1)', place, asked, theirs, mine);
  end if;
  found := format('with found as materialized (%1$s) select (select count(*) from found),
    array(select id from found order by place %2$s, id %2$s limit %3$s offset %4$s)', found, direction, page_size, skipped);
  -- How often words begin with a letter or two is known beforehand; to gather them all would take long.
  if matches like ' and public.marks(%' then
    execute 'explain (format json) ' || case when people
      then format('select from public.signers s where s.tenant_id = %L%s', asked, theirs)
      else format('select from public.%I t where %s%s', room, mine, matches) end into plan;
  end if;
  if most > 0 and coalesce((plan->0->'Plan'->>'Plan Rows')::float, 0) < 20000 then
    execute found into total, ids using most + 1;
    if total <= most then
      return;
    end if;
  end if;
  matches := public.sought_in('w', term, tags, false);
  if people then
    -- With a limit, so that it is asked of one process after the other and not of all signers first.
    matches := format(' and ((true%s) or coalesce((select true from public.signers s where s.process_id = w.id%s limit 1), false))',
      matches, public.sought_in('s', term, tags, false));
  end if;
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
  execute format('select array(select id from (
      select t.id, t.searchable from public.%1$I t where %2$s order by t.%3$I %4$s, t.id %4$s limit 20000) w where true%5$s limit %6$s offset %7$s)',
    room, mine, place, direction, matches, page_size, skipped) into ids;
  total := nullif(most, 0) + 1;
  if cardinality(ids) < page_size then
    perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
    execute found into total, ids using null::integer;
  end if;
end $door$;
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
