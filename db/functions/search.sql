-- The views that searches read: the rows of the transaction's tenant, with the columns for searching and filtering.
-- A condition such as LIKE might reveal rows that a row-level security policy hides, so PostgreSQL uses no index for it
-- under a policy. Therefore these views belong to the owner of the tables, and contain the tenant's condition themselves.
-- A migration that changes one of their columns drops the view first: it is created again after the migrations.
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
  select id, tenant_id, searchable, ngrams, test_mode, deleted_at, status
  from public.documents where tenant_id = (select public.current_tenant());
create view search.processes as
  select id, tenant_id, searchable, ngrams, test_mode, status, external_id, created_at, completed_at
  from public.processes where tenant_id = (select public.current_tenant());
create view search.signers as
  select id, tenant_id, searchable, ngrams, process_id
  from public.signers where tenant_id = (select public.current_tenant());
create view search.templates as
  select id, tenant_id, searchable, ngrams, test_mode
  from public.templates where tenant_id = (select public.current_tenant());
create view search.users as
  select id, tenant_id, searchable, ngrams, role, deleted_at
  from public.users where tenant_id = (select public.current_tenant());
create view search.vault_documents as
  select id, tenant_id, searchable, ngrams, test_mode, archived_at, signed_at, expires_at
  from public.vault_documents where tenant_id = (select public.current_tenant());
