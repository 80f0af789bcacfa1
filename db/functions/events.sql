-- Events are append-only for every role.
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
