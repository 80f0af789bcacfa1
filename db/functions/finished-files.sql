-- The hashes of a deleted vault document stay with the document of its process: the certificate of completion leads to
-- `/verify` by the first of them, and others keep copies of the three files.
create or replace function public.keep_hashes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update process_documents set sealed_sha256 = old.sealed_sha256, certificate_sha256 = old.certificate_sha256,
      trail_sha256 = old.trail_sha256
    where tenant_id = old.tenant_id and process_id = old.process_id and document_id = old.document_id;
  return null;
end $$;

select public.add_trigger('vault_documents', 'vault_documents_keep_hashes', 'after delete',
  'for each row execute function public.keep_hashes()');
