-- A record in a folder is visible to the users who have access to the folder. The policies of
-- row-level-security.sql and the views of search.sql ask these functions; the triggers keep what belongs together in
-- one folder: a process or template, its documents and their copies in the vault.

-- The folders that the transaction's user may see; null when it may see all, as administrators, signers and jobs do.
-- The policy of `folders` decides which.
create or replace function public.visible_folders() returns bigint[]
  language sql stable set search_path = public, pg_temp as $$
  select case when nullif(current_setting('app.folder_user', true), '') is not null
    then array(select id from public.folders) end
$$;

-- What belongs to a process or template moves with it.
create or replace function public.move_contents() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'processes' then
    update documents set folder_id = new.folder_id where tenant_id = new.tenant_id
      and id in (select document_id from process_documents where process_id = new.id);
    update vault_documents set folder_id = new.folder_id where tenant_id = new.tenant_id and process_id = new.id;
  else
    update documents set folder_id = new.folder_id where tenant_id = new.tenant_id
      and id in (select document_id from template_documents where template_id = new.id);
    -- Those that have ended stay, as their processes do.
    update bulk_sends set folder_id = new.folder_id
      where tenant_id = new.tenant_id and template_id = new.id and ended_at is null;
  end if;
  return null;
end $$;

select public.add_trigger('processes', 'processes_move_contents', 'after update of folder_id',
  'for each row when (old.folder_id is distinct from new.folder_id) execute function public.move_contents()');
select public.add_trigger('templates', 'templates_move_contents', 'after update of folder_id',
  'for each row when (old.folder_id is distinct from new.folder_id) execute function public.move_contents()');

-- A document whose folder changes has changed (db/updated-at.ts).
create or replace function public.set_updated_at() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.updated_at := greatest(
    new.updated_at, date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
  return new;
end $$;

select public.add_trigger('documents', 'documents_set_updated_at', 'before update of folder_id',
  'for each row when (old.folder_id is distinct from new.folder_id) execute function public.set_updated_at()');

-- Refuses a document in another folder than a process or template that it belongs to (db/tenancy/folders.ts).
create or replace function public.assert_one_folder() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from process_documents c join processes p on p.id = c.process_id
      where c.tenant_id = new.tenant_id and c.document_id = new.id and p.folder_id is distinct from new.folder_id)
    or exists (select from template_documents c join templates t on t.id = c.template_id
      where c.tenant_id = new.tenant_id and c.document_id = new.id and t.folder_id is distinct from new.folder_id)
  then
    raise exception 'a process or template of the document is in another folder'
      using errcode = 'PF002', detail = new.id;
  end if;
  return null;
end $$;

select public.add_trigger('documents', 'documents_one_folder', 'after update of folder_id',
  'for each row when (old.folder_id is distinct from new.folder_id) execute function public.assert_one_folder()');

-- A document without a folder comes into that of the process or template to which it is added.
create or replace function public.move_document() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  row constant jsonb := to_jsonb(new);
  folder constant bigint := case tg_table_name
    when 'process_documents' then (select folder_id from processes where id = (row ->> 'process_id')::bigint)
    else (select folder_id from templates where id = (row ->> 'template_id')::bigint) end;
begin
  update documents set folder_id = folder
    where tenant_id = new.tenant_id and id = new.document_id and folder_id is null and folder is not null;
  if exists (select from documents
      where tenant_id = new.tenant_id and id = new.document_id and folder_id is distinct from folder) then
    raise exception 'the document is in another folder' using errcode = 'PF001', detail = new.document_id;
  end if;
  return null;
end $$;

select public.add_trigger('process_documents', 'process_documents_move_document', 'after insert',
  'for each row execute function public.move_document()');
select public.add_trigger('template_documents', 'template_documents_move_document', 'after insert',
  'for each row execute function public.move_document()');
