-- Creates a trigger unless the table has one of that name: each statement would wait for the table, at every start. A
-- trigger that changes gets another name. The files of this folder run in the order of their names, this one first.
create or replace function public.add_trigger(tbl text, name text, event text, action text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_trigger where tgrelid = tbl::regclass and tgname = name) then
    execute format('create trigger %I %s on public.%I %s', name, event, tbl, action);
  end if;
end $$;
