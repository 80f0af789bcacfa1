-- What a search finds, by table: the ids of the rows of the transaction's tenant, with what can be searched and filtered.
-- A condition such as LIKE, or a function such as lower(), could tell of a row before a row-level security policy has let
-- it through, so under a policy PostgreSQL uses no index for it. These views belong to the owner of the tables and state the tenant, and the folders
-- that the user may see, themselves.
-- A migration that changes one of their columns drops the view first: it is made again after the migrations.
create schema if not exists search;

do $$
declare
  searched record;
begin
  drop view if exists search.documents, search.processes, search.signers, search.templates, search.users, search.vault_documents,
    search.events, search.mails;
  for searched in select name, columns, case when columns like '%folder_id%' then ' and (folder_id is null
      or (select public.visible_folders()) is null or folder_id = any ((select public.visible_folders())::bigint[]))'
      else '' end as in_visible_folder
    from (values ('documents', 'searchable, ngrams, test_mode, deleted_at, status, folder_id'),
      ('processes', 'searchable, ngrams, test_mode, status, external_id, created_at, completed_at, expires_at, folder_id'),
      ('signers', 'searchable, ngrams, process_id, role, status, email, erased_at'),
      ('templates', 'searchable, ngrams, test_mode, folder_id'),
      ('users', 'searchable, ngrams, role, deleted_at'),
      ('vault_documents', 'searchable, ngrams, test_mode, process_id, size, archived_at, signed_at, expires_at, hold_set_at, folder_id'),
      ('events', 'chain, type, actor, occurred_at'),
      ('mails', 'recipient, person_email')
    ) tables (name, columns)
  loop
    execute format('create view search.%1$I as select id, tenant_id, %2$s from public.%1$I
      where tenant_id = (select public.current_tenant())%3$s', searched.name, searched.columns, searched.in_visible_folder);
  end loop;
end $$;
