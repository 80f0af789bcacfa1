-- Consent texts are append-only for every role: signers agreed to them.
create or replace function public.consent_texts_are_final() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('app.deleted_tenant', true) <> '' then
    return null;
  end if;
  raise exception 'consent texts are append-only';
end $$;
select public.add_trigger('consent_texts', 'consent_texts_are_final', 'before update or delete or truncate',
  'for each statement execute function public.consent_texts_are_final()');
