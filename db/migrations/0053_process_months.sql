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
end $$;--> statement-breakpoint
create or replace trigger count_insert after insert on processes referencing new table as added
  for each statement execute function count_processes();--> statement-breakpoint
create or replace trigger count_delete after delete on processes referencing old table as removed
  for each statement execute function count_processes();--> statement-breakpoint
create or replace trigger count_update after update on processes referencing old table as removed new table as added
  for each statement execute function count_processes();--> statement-breakpoint
insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes)
  select tenant_id, 'processes', test_mode, folder_id, kind, key, count(*), 0
  from processes, lateral (values ('sent', to_char(sent_at at time zone 'UTC', 'YYYY-MM')),
    ('completed', case when status = 'completed' then to_char(completed_at at time zone 'UTC', 'YYYY-MM') end)) counter (kind, key)
  where key is not null group by 1, 3, 4, 5, 6;
