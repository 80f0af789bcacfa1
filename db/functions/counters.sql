-- Row counts for lists and statistics, maintained by triggers in the transaction of each change (db/lists/counters.ts).
-- Differences are appended, so that concurrent changes do not wait for one row; a job folds them into sums.

-- Counts rows per value of the column in the trigger's argument (`status` by default); without it, all rows together.
create or replace function public.count_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  kind text := coalesce(tg_argv[0], 'status');
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, to_jsonb(r) as row from added r'
    when 'DELETE' then 'select -1 as sign, to_jsonb(r) as row from removed r'
    else 'select 1 as sign, to_jsonb(r) as row from added r union all select -1, to_jsonb(r) from removed r' end;
begin
  execute format('insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
    select (row->>''tenant_id'')::bigint, %L, coalesce((row->>''test_mode'')::boolean, false), (row->>''folder_id'')::bigint,
      %L, coalesce(row->>%L, ''''), sum(sign), 0
    from (%s) changed where row->>''deleted_at'' is null group by 1, 3, 4, 6 having sum(sign) <> 0', tg_table_name, kind, kind, changed);
  return null;
end $$;

-- Counts processes by status, and by the months in which they were `sent` and `completed`. A process that was declared
-- void no longer counts as completed.
create or replace function public.count_processes() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, r.* from added r'
    when 'DELETE' then 'select -1 as sign, r.* from removed r'
    else 'select 1 as sign, r.* from added r union all select -1, r.* from removed r' end;
begin
  execute format('insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
    select tenant_id, ''processes'', test_mode, folder_id, kind, key, sum(sign), 0
    from (%s) changed, lateral (values (''status'', status), (''sent'', to_char(sent_at at time zone ''UTC'', ''YYYY-MM'')),
      (''completed'', case when status = ''completed'' then to_char(completed_at at time zone ''UTC'', ''YYYY-MM'') end)
    ) counter (kind, key)
    where key is not null group by 1, 3, 4, 5, 6 having sum(sign) <> 0', changed);
  return null;
end $$;

-- Counts equal files of a tenant once, live and test mode together, with the number of documents that have them.
create or replace function public.count_files() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, r.* from added r'
    when 'DELETE' then 'select -1 as sign, r.* from removed r'
    else 'select 1 as sign, r.* from added r union all select -1, r.* from removed r' end;
begin
  execute format('with changed as (
      select tenant_id, sha256, max(size) as size, sum(sign) as document_change from (%s) changed where deleted_at is null
      group by 1, 2 having sum(sign) <> 0
    ), upserted as (
      insert into uploaded_files as f (tenant_id, sha256, size, documents)
        select tenant_id, sha256, size, document_change from changed order by 1, 2
      on conflict (tenant_id, sha256) do update set documents = f.documents + excluded.documents
      returning *
    )
    insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
      select tenant_id, ''documents'', false, ''file'', '''', sum(file_change), sum(file_change * size)
      from (select u.tenant_id, u.size, (u.documents > 0)::int - (u.documents - document_change > 0)::int as file_change
        from upserted u join changed using (tenant_id, sha256)) stored
      group by 1 having sum(file_change) <> 0 or sum(file_change * size) <> 0', changed);
  if tg_op <> 'INSERT' then
    delete from uploaded_files f using removed r
      where (f.tenant_id, f.sha256) = (r.tenant_id, r.sha256) and f.documents = 0;
  end if;
  return null;
end $$;

-- The counters of a vault document, as (kind, key): its status; its day of signing, under the status as kind; the month
-- (`ends`) and day (`ends_on`) when its retention ends; its tags.
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
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, folder_id, kind, key, count(*), sum(size)
      from added, vault_counter_keys(archived_at, signed_at, expires_at, tags) group by 1, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, folder_id, kind, key, -count(*), -sum(size)
      from removed, vault_counter_keys(archived_at, signed_at, expires_at, tags) group by 1, 3, 4, 5, 6;
  else
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'vault', test_mode, folder_id, kind, key, sum(sign), sum(sign * size)
      from (select *, 1 as sign from added union all select *, -1 from removed) changed,
        vault_counter_keys(archived_at, signed_at, expires_at, tags)
      group by 1, 3, 4, 5, 6 having sum(sign) <> 0 or sum(sign * size) <> 0;
  end if;
  return null;
end $$;

-- Sums the differences that are not folded yet into one row per key.
create or replace function public.cross_tenant_fold_counters() returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  with changed as (
    select distinct tenant_id, entity, test_mode, folder_id, kind, key from public.counters where not folded
  ), removed as (
    delete from public.counters t using changed c
    where (t.tenant_id, t.entity, t.test_mode, t.kind, t.key) = (c.tenant_id, c.entity, c.test_mode, c.kind, c.key)
      and t.folder_id is not distinct from c.folder_id
    returning t.*
  )
  insert into public.counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes, folded)
    select tenant_id, entity, test_mode, folder_id, kind, key, sum(count), sum(bytes), true from removed
    group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(bytes) <> 0
$$;

select public.add_trigger(counted.tbl, counted.prefix || event.name, 'after ' || event.name,
    format('referencing %s for each statement execute function public.%s', event.tables, counted.call))
  from (values ('documents', 'count_', 'count_rows()'), ('documents', 'count_files_', 'count_files()'),
      ('processes', 'count_', 'count_processes()'), ('templates', 'count_', 'count_rows(''all'')'),
      ('users', 'count_', 'count_rows(''role'')'), ('vault_documents', 'count_', 'count_vault_documents()')
    ) counted (tbl, prefix, call),
    (values ('insert', 'new table as added'), ('delete', 'old table as removed'),
      ('update', 'old table as removed new table as added')) event (name, tables);
