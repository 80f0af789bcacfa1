-- Row counts for lists and statistics, maintained by triggers in the transaction of each change (db/lists/counters.ts).
-- Differences are appended, so that concurrent changes do not wait for one row; a job folds them into sums.

-- Each operation has a statement of its own, as its transition tables differ: PostgreSQL would plan
-- one that is put together as text again each time, which takes longer than executing it.

-- Counts rows per value of the column in the trigger's argument (`status` by default); without it, all rows together.
create or replace function public.count_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  counted constant text := coalesce(tg_argv[0], 'status');
begin
  if tg_op = 'INSERT' then
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, tg_table_name, coalesce((fields->>'test_mode')::boolean, false), (fields->>'folder_id')::bigint,
        counted, coalesce(fields->>counted, ''), count(*), 0
      from (select tenant_id, to_jsonb(added) as fields from added) changed
      where fields->>'deleted_at' is null group by 1, 3, 4, 6;
  elsif tg_op = 'DELETE' then
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, tg_table_name, coalesce((fields->>'test_mode')::boolean, false), (fields->>'folder_id')::bigint,
        counted, coalesce(fields->>counted, ''), -count(*), 0
      from (select tenant_id, to_jsonb(removed) as fields from removed) changed
      where fields->>'deleted_at' is null group by 1, 3, 4, 6;
  else
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, tg_table_name, coalesce((fields->>'test_mode')::boolean, false), (fields->>'folder_id')::bigint,
        counted, coalesce(fields->>counted, ''), sum(sign), 0
      from (select tenant_id, to_jsonb(added) as fields, 1 as sign from added
        union all select tenant_id, to_jsonb(removed), -1 from removed) changed
      where fields->>'deleted_at' is null group by 1, 3, 4, 6 having sum(sign) <> 0;
  end if;
  return null;
end $$;

-- Counts processes by status, and by the months in which they were `sent` and `completed`. A process that was declared
-- void no longer counts as completed.
create or replace function public.count_processes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'processes', test_mode, folder_id, kind, key, count(*), 0
      from added, lateral (values ('status', status), ('sent', to_char(sent_at at time zone 'UTC', 'YYYY-MM')),
        ('completed', case when status = 'completed' then to_char(completed_at at time zone 'UTC', 'YYYY-MM') end)
      ) counter (kind, key)
      where key is not null group by 1, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'processes', test_mode, folder_id, kind, key, -count(*), 0
      from removed, lateral (values ('status', status), ('sent', to_char(sent_at at time zone 'UTC', 'YYYY-MM')),
        ('completed', case when status = 'completed' then to_char(completed_at at time zone 'UTC', 'YYYY-MM') end)
      ) counter (kind, key)
      where key is not null group by 1, 3, 4, 5, 6;
  else
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
      select tenant_id, 'processes', test_mode, folder_id, kind, key, sum(sign), 0
      from (select *, 1 as sign from added union all select *, -1 from removed) changed, lateral (values ('status', status), ('sent', to_char(sent_at at time zone 'UTC', 'YYYY-MM')),
        ('completed', case when status = 'completed' then to_char(completed_at at time zone 'UTC', 'YYYY-MM') end)
      ) counter (kind, key)
      where key is not null group by 1, 3, 4, 5, 6 having sum(sign) <> 0;
  end if;
  return null;
end $$;

-- Counts equal files of a tenant once, live and test mode together, with the number of documents that have them: their
-- own, and the DOCX that a template is filled in from.
create or replace function public.count_files() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  -- `documents` is the change of their number.
  changed uploaded_files[];
begin
  if tg_op = 'INSERT' then
    changed := array(select (tenant_id, file.sha256, max(file.size), count(*))::uploaded_files
      from added, lateral (values (sha256, size), (source_sha256, source_size)) file (sha256, size)
      where deleted_at is null and file.size is not null group by tenant_id, file.sha256);
  elsif tg_op = 'DELETE' then
    changed := array(select (tenant_id, file.sha256, max(file.size), -count(*))::uploaded_files
      from removed, lateral (values (sha256, size), (source_sha256, source_size)) file (sha256, size)
      where deleted_at is null and file.size is not null group by tenant_id, file.sha256);
  else
    changed := array(select (tenant_id, file.sha256, max(file.size), sum(sign))::uploaded_files
      from (select *, 1 as sign from added union all select *, -1 from removed) both_rows,
        lateral (values (sha256, size), (source_sha256, source_size)) file (sha256, size)
      where deleted_at is null and file.size is not null group by tenant_id, file.sha256 having sum(sign) <> 0);
  end if;
  if changed = '{}' then
    return null;
  end if;
  with upserted as (
    insert into uploaded_files as f select * from unnest(changed) order by tenant_id, sha256
    on conflict (tenant_id, sha256) do update set documents = f.documents + excluded.documents
    returning *
  )
  insert into counters (tenant_id, entity, test_mode, kind, key, count, bytes)
    select tenant_id, 'documents', false, 'file', '', sum(file_change), sum(file_change * size)
    from (select u.tenant_id, u.size, (u.documents > 0)::int - (u.documents - c.documents > 0)::int as file_change
      from upserted u join unnest(changed) c using (tenant_id, sha256)) stored
    group by 1 having sum(file_change) <> 0 or sum(file_change * size) <> 0;
  if tg_op <> 'INSERT' then
    delete from uploaded_files f using unnest(changed) c
      where (f.tenant_id, f.sha256) = (c.tenant_id, c.sha256) and f.documents = 0;
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
