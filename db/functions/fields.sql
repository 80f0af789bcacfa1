-- The version of a draft's fields counts every statement that changes some of them, also those that delete fields with
-- their signer or document. After sending, fields have no version: only their values change.
create or replace function public.count_field_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update processes set fields_version = fields_version + 1
    where id in (select process_id from changed) and status = 'draft';
  return null;
end $$;
create or replace trigger fields_inserted after insert on public.fields
  referencing new table as changed for each statement execute function public.count_field_changes();
create or replace trigger fields_updated after update on public.fields
  referencing new table as changed for each statement execute function public.count_field_changes();
create or replace trigger fields_deleted after delete on public.fields
  referencing old table as changed for each statement execute function public.count_field_changes();
