-- Events are append-only for every role. The owner of the table deletes those of a tenant that is deleted as a whole; the
-- role of the application has no right to delete any.
create or replace function public.events_are_final() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('app.deleted_tenant', true) <> '' then
    return null;
  end if;
  raise exception 'events are append-only';
end $$;
select public.add_trigger('events', 'events_are_final', 'before update or delete or truncate',
  'for each statement execute function public.events_are_final()');

-- The transparency log, too.
create or replace function public.log_is_final() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the transparency log is append-only';
end $$;
select public.add_trigger('log_leaves', 'log_is_final', 'before update or delete or truncate',
  'for each statement execute function public.log_is_final()');
select public.add_trigger('log_checkpoints', 'log_is_final', 'before update or delete or truncate',
  'for each statement execute function public.log_is_final()');
select public.add_trigger('log_cosignatures', 'log_is_final', 'before update or delete or truncate',
  'for each statement execute function public.log_is_final()');
select public.add_trigger('log_tiles', 'log_is_final', 'before update or delete or truncate',
  'for each statement execute function public.log_is_final()');
