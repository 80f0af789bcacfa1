-- The version of a draft's fields counts every statement that changes some of them, also those that delete fields with
-- their signer or document. After sending, fields have no version: only their values change.
create or replace function public.count_field_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update processes set fields_version = fields_version + 1
    where id in (select process_id from changed) and status = 'draft';
  return null;
end $$;
select public.add_trigger('fields', 'fields_inserted', 'after insert',
  'referencing new table as changed for each statement execute function public.count_field_changes()');
select public.add_trigger('fields', 'fields_updated', 'after update',
  'referencing new table as changed for each statement execute function public.count_field_changes()');
select public.add_trigger('fields', 'fields_deleted', 'after delete',
  'referencing old table as changed for each statement execute function public.count_field_changes()');
