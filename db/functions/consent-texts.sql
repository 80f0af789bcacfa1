-- Consent texts are append-only for every role: signers agreed to them.
create or replace function public.consent_texts_are_final() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'consent texts are append-only';
end $$;
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'public.consent_texts'::regclass and tgname = 'consent_texts_are_final') then
    create trigger consent_texts_are_final before update or delete or truncate on public.consent_texts
      for each statement execute function public.consent_texts_are_final();
  end if;
end $$;
