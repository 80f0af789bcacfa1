-- Row counts for lists and statistics (db/counters.ts): triggers maintain them in the transaction of each change.
-- Each change appends a difference, so that concurrent changes do not wait for one row; a job sums the differences.

-- Counts the rows of a table by the column that the trigger names (`status` by default); tables without it have one count.
create or replace function public.count_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  kind text := coalesce(tg_argv[0], 'status');
  changed text := case tg_op
    when 'INSERT' then 'select 1 as delta, to_jsonb(r) as row from added r'
    when 'DELETE' then 'select -1 as delta, to_jsonb(r) as row from removed r'
    else 'select 1 as delta, to_jsonb(r) as row from added r union all select -1, to_jsonb(r) from removed r' end;
begin
  execute format('insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
    select (row->>''tenant_id'')::bigint, %L, coalesce((row->>''test_mode'')::boolean, false), %L, coalesce(row->>%L, ''''),
      sum(delta), 0
    from (%s) changed where row->>''deleted_at'' is null group by 1, 3, 5 having sum(delta) <> 0', tg_table_name, kind, kind, changed);
  return null;
end $$;

-- Counts the uploaded files of a tenant, equal files once, live and test mode together. `uploaded_files.documents` is the
-- number of documents with a file: the file is counted (+1) when it rises from 0, and no longer (-1) when it falls to 0.
create or replace function public.count_files() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as delta, r.* from added r'
    when 'DELETE' then 'select -1 as delta, r.* from removed r'
    else 'select 1 as delta, r.* from added r union all select -1, r.* from removed r' end;
begin
  execute format('with changed as (
      select tenant_id, sha256, max(size) as size, sum(delta) as document_delta from (%s) changed where deleted_at is null
      group by 1, 2 having sum(delta) <> 0
    ), upserted as (
      insert into uploaded_files as f (tenant_id, sha256, size, documents)
        select tenant_id, sha256, size, document_delta from changed order by 1, 2
      on conflict (tenant_id, sha256) do update set documents = f.documents + excluded.documents
      returning *
    )
    insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
      select tenant_id, ''documents'', false, ''file'', '''', sum(delta), sum(delta * size)
      from (select u.tenant_id, u.size, (u.documents > 0)::int - (u.documents - document_delta > 0)::int as delta
        from upserted u join changed using (tenant_id, sha256)) stored
      group by 1 having sum(delta) <> 0 or sum(delta * size) <> 0', changed);
  if tg_op <> 'INSERT' then
    delete from uploaded_files f using removed r
      where (f.tenant_id, f.sha256) = (r.tenant_id, r.sha256) and f.documents = 0;
  end if;
  return null;
end $$;

-- The counters of a document of the vault, by kind and key: 'status' with the key active or archived; 'active' or 'archived'
-- with its day of signing; 'ends' with the month and 'ends_on' with the day on which its retention ends; 'tag' with each tag.
create or replace function public.vault_counter_keys(archived_at timestamptz, signed_at timestamptz, expires_at timestamptz, tags text[])
  returns table (kind text, key text) language sql stable set search_path = public, pg_temp as $$
  select 'status', case when archived_at is null then 'active' else 'archived' end
  union all select case when archived_at is null then 'active' else 'archived' end, to_char(signed_at at time zone 'UTC', 'YYYY-MM-DD')
  union all select 'ends', to_char(expires_at at time zone 'UTC', 'YYYY-MM') where archived_at is null
  union all select 'ends_on', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') where archived_at is null
  union all select distinct 'tag', tag from unnest(tags) tag
$$;

create or replace function public.count_vault_documents() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, kind, key, count(*), sum(size)
      from added, vault_counter_keys(archived_at, signed_at, expires_at, tags) group by 1, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, kind, key, -count(*), -sum(size)
      from removed, vault_counter_keys(archived_at, signed_at, expires_at, tags) group by 1, 3, 4, 5;
  else
    insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, kind, key, sum(delta), sum(delta * size)
      from (select *, 1 as delta from added union all select *, -1 from removed) changed,
        vault_counter_keys(archived_at, signed_at, expires_at, tags)
      group by 1, 3, 4, 5 having sum(delta) <> 0 or sum(delta * size) <> 0;
  end if;
  return null;
end $$;

-- Replaces the rows of each key that has new differences by one row with their sum.
create or replace function public.cross_tenant_fold_counters() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  with changed as (
    select distinct tenant_id, entity, test_mode, kind, key from public.counters where not folded
  ), removed as (
    delete from public.counters t using changed c
    where (t.tenant_id, t.entity, t.test_mode, t.kind, t.key) = (c.tenant_id, c.entity, c.test_mode, c.kind, c.key)
    returning t.*
  )
  insert into public.counters (tenant_id, entity, test_mode, kind, key, count, bytes, folded)
    select tenant_id, entity, test_mode, kind, key, sum(count), sum(bytes), true from removed
    group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(bytes) <> 0
$$;
