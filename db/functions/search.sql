-- What a search finds, by table: the ids of the rows of the transaction's tenant, with what can be searched and filtered.
-- A condition such as LIKE could tell of a row before a row-level security policy has let it through, so under a policy
-- PostgreSQL uses no index for it. These views belong to the owner of the tables and state the tenant, and the folders
-- that the user may see, themselves.
-- A migration that changes one of their columns drops the view first: it is made again after the migrations.
create schema if not exists search;

-- The tenant of the transaction, for a statement that is marked with the nonce of this transaction's connection.
create or replace function public.current_tenant() returns bigint
  language sql stable set search_path = public, pg_temp as $$
select case
  when starts_with(current_query(), '/*' || current_setting('app.nonce', true) || '*/')
  then nullif(current_setting('app.tenant_id', true), '')::bigint end
$$;

drop view if exists search.documents, search.processes, search.signers, search.templates, search.users, search.vault_documents;
create view search.documents as
  select id, tenant_id, searchable, ngrams, test_mode, deleted_at, status, folder_id
  from public.documents where tenant_id = (select public.current_tenant())
    and (folder_id is null or (select public.visible_folders()) is null
      or folder_id = any ((select public.visible_folders())::bigint[]));
create view search.processes as
  select id, tenant_id, searchable, ngrams, test_mode, status, external_id, created_at, completed_at, expires_at,
    folder_id
  from public.processes where tenant_id = (select public.current_tenant())
    and (folder_id is null or (select public.visible_folders()) is null
      or folder_id = any ((select public.visible_folders())::bigint[]));
create view search.signers as
  select id, tenant_id, searchable, ngrams, process_id, status, email, erased_at
  from public.signers where tenant_id = (select public.current_tenant());
create view search.templates as
  select id, tenant_id, searchable, ngrams, test_mode, folder_id
  from public.templates where tenant_id = (select public.current_tenant())
    and (folder_id is null or (select public.visible_folders()) is null
      or folder_id = any ((select public.visible_folders())::bigint[]));
create view search.users as
  select id, tenant_id, searchable, ngrams, role, deleted_at
  from public.users where tenant_id = (select public.current_tenant());
create view search.vault_documents as
  select id, tenant_id, searchable, ngrams, test_mode, process_id, size, archived_at, signed_at, expires_at, hold_set_at,
    folder_id
  from public.vault_documents where tenant_id = (select public.current_tenant())
    and (folder_id is null or (select public.visible_folders()) is null
      or folder_id = any ((select public.visible_folders())::bigint[]));
