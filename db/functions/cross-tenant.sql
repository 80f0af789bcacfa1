-- The only statements that are not limited to one tenant: from the hash of a credential to its owner, the idempotency
-- keys of requests, also of visitors, who belong to no tenant, and what jobs and /mailbox need of all tenants. They run
-- as the owner of the tables and are called by db/tenancy and db/idempotency-claim.ts only.
-- A migration drops a function whose result changes; it is created again here.

create or replace function public.cross_tenant_find_session(hash text) returns table (tenant_id bigint, id bigint, kind text, test_mode boolean,
    expires_at timestamptz, replaced_at timestamptz, revoked_at timestamptz, authenticated_at timestamptz,
    last_used_at timestamptz, idle_minutes integer, must_set_up_factor boolean,
    unconfirmed boolean, user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.tenant_id, s.id, s.kind, s.test_mode, s.expires_at, s.replaced_at, coalesce(s.revoked_at, u.deleted_at), s.authenticated_at,
    s.last_used_at, t.session_idle_minutes, t.require_second_factor and not u.second_factor,
    t.unconfirmed, u.id, u.name, u.email, u.role, u.locale
   from public.sessions s join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     join public.tenants t on t.id = s.tenant_id
   where s.token_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_api_key(hash text) returns table (tenant_id bigint, id bigint, name text, scopes text[],
    test_mode boolean, expires_at timestamptz, allowed_ips text[],
    unconfirmed boolean, user_id bigint, user_name text, user_email text, user_role text, user_locale text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.tenant_id, k.id, k.name, k.scopes, k.test_mode, k.expires_at, k.allowed_ips, t.unconfirmed, u.id, u.name, u.email, u.role, u.locale
   from public.api_keys k join public.users u on u.tenant_id = k.tenant_id and u.id = k.created_by
     join public.tenants t on t.id = k.tenant_id
   where k.key_hash = hash::bpchar and u.deleted_at is null
$$;

-- A function of its own: a new column of those above would break the prepared statements of older processes.
create or replace function public.cross_tenant_is_suspended(tenant_id bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select suspended_at is not null from public.tenants where id = $1
$$;

create or replace function public.cross_tenant_find_users(mail text) returns table (tenant_id bigint, id bigint, confirmed boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id, email_confirmed_at is not null from public.users where email = mail
   order by email_confirmed_at is null, id
$$;

create or replace function public.cross_tenant_find_password_hashes(mail text) returns table (hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select min(password_hash) from public.users where email = mail and password_hash is not null
   group by regexp_replace(password_hash, '[^$]*$', '') order by 1
$$;

create or replace function public.cross_tenant_find_login(mail text, hashes text[]) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.users where email = mail and password_hash = any(hashes)
   order by email_confirmed_at is null, id limit 1
$$;

create or replace function public.cross_tenant_find_invitation(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.users where invitation_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_recovery(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.users where recovery_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_address_change(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.users where address_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_challenge(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.factor_challenges where token_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_sso_provider(sign_in_handle text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, tenant_id from public.sso_providers where handle = sign_in_handle
$$;

create or replace function public.cross_tenant_find_identity(identity_issuer text, identity_subject text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.tenant_id, u.id
   from public.user_identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.source = 'installation' and i.issuer = identity_issuer and i.subject = identity_subject and u.deleted_at is null
   order by i.id
$$;

create or replace function public.cross_tenant_find_signer(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.signers where token_hash = hash::bpchar order by id limit 1
$$;

-- A session counts for 12 hours (`sessionSeconds`). One confirmed more than the minute ahead by which clocks may differ is
-- from before the clock was set back, and does not count.
create or replace function public.cross_tenant_enter_signing(hash text, secret text, confirmed_after timestamptz)
  returns table (tenant_id bigint, id bigint, name text, email text, role text, locale text, process_id bigint,
    status text, test_mode boolean, session_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.tenant_id, s.id, s.name, s.email, s.role, s.locale, s.process_id, p.status, p.test_mode, c.id
   from public.signers s join public.processes p on p.tenant_id = s.tenant_id and p.id = s.process_id
     left join public.signing_sessions c on c.tenant_id = s.tenant_id and c.signer_id = s.id
       and c.secret_hash = secret::bpchar and c.confirmed_at > confirmed_after
       and c.confirmed_at <= confirmed_after + interval '12 hours 1 minute'
   where s.token_hash = hash::bpchar order by s."order", s.id
$$;

create or replace function public.cross_tenant_claim_idempotency_key(tenant bigint, claimant text, claimed_key text,
    hmac text, claim_owner text, at timestamptz)
  returns boolean language sql volatile security definer set search_path = public, pg_temp as $$
  insert into public.idempotency_keys (tenant_id, principal, key, request_hmac, owner, created_at)
    values (tenant, claimant, claimed_key, hmac, claim_owner, at) on conflict do nothing returning true
$$;

create or replace function public.cross_tenant_store_response(tenant bigint, claimant text, claimed_key text,
    claim_owner text, response_status integer, response_headers jsonb, response_body jsonb)
  returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update public.idempotency_keys
    set status = response_status, headers = response_headers, body = response_body
    where (tenant_id, principal, key) = (tenant, claimant, claimed_key) and owner = claim_owner and status is null
$$;

create or replace function public.cross_tenant_find_template_link(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.template_links where token_hash = hash::bpchar
$$;

create or replace function public.cross_tenant_find_replaced_link(hash text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, process_id from public.replaced_links where token_hash = hash::bpchar
$$;

-- The signers to whom certificates were issued. The version before this one reads `confirmation`; older ones call
-- `cross_tenant_find_signed`. A later version drops the column and that function.
create or replace function public.cross_tenant_find_certified_signers(serials text[])
  returns table (certificate bytea, tenant_id bigint, process_id bigint, id bigint, confirmation text, voided_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.certificate, s.tenant_id, s.process_id, s.id,
    coalesce(s.otp, case when (p.options->>'enable_otp')::boolean then 'email' else 'none' end), p.voided_at
   from public.signer_certificates c
     join public.signers s on s.tenant_id = c.tenant_id and s.id = c.signer_id
     join public.processes p on p.tenant_id = s.tenant_id and p.id = s.process_id
   where c.serial = any(serials)
$$;

create or replace function public.cross_tenant_find_voided_at(process_id bigint) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select voided_at from public.processes where id = $1
$$;

create or replace function public.cross_tenant_find_sealed(hash text)
  returns table (organisation text, test_mode boolean, completed_at timestamptz, voided_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(p.organisation_name, t.name), p.test_mode, p.completed_at, p.voided_at
   from (
     select tenant_id, process_id from public.process_documents where current_sha256 = hash::bpchar and sealed_at is not null
     -- The first finished file, whose hash is in the certificate of completion, before time stamps were renewed.
     union select tenant_id, process_id from public.vault_documents where sealed_sha256 = hash::bpchar
     union select tenant_id, process_id from public.process_documents where sealed_sha256 = hash::bpchar) d
     join public.processes p on p.tenant_id = d.tenant_id and p.id = d.process_id
     join public.tenants t on t.id = d.tenant_id
   where p.completed_at is not null
   order by p.id limit 1
$$;

-- Whether a file was finished here: a document, its certificate of completion or its audit trail.
create or replace function public.cross_tenant_is_finished(hash bpchar) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
      select from public.process_documents where current_sha256 = hash and sealed_at is not null
        or sealed_sha256 = hash or certificate_sha256 = hash or trail_sha256 = hash)
    or exists (
      select from public.vault_documents where sealed_sha256 = hash or certificate_sha256 = hash or trail_sha256 = hash)
$$;

create or replace function public.cross_tenant_find_authority(authority text) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select tenant_id, id from public.tenant_keys where key_id = authority and purpose = 'authority'
$$;

create or replace function public.cross_tenant_find_seals(hashes text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct encode(sha256(certificate), 'hex') from public.tenant_seals
   where encode(sha256(certificate), 'hex') = any(hashes)
$$;

create or replace function public.cross_tenant_create_tenant(tenant_name text, documents integer, signatures integer, at timestamptz)
  returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  insert into public.tenants (name, documents_limit, signatures_limit, created_at) values (tenant_name, documents, signatures, at) returning id
$$;

create or replace function public.cross_tenant_list_local_emails() returns setof public.mails
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from public.mails where status = 'local' order by id desc limit 500
$$;

create or replace function public.cross_tenant_list_tenants() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from public.tenants order by id
$$;

-- The tenants for which a job has something to do, by the name of its queue. Each condition is that of the job's statement
-- for one tenant, or a wider one (lib/due-tenants.test.ts): the job leaves out a tenant that is missing here. Without
-- sequential scans: the planner expects a third of the rows to be before a time that it does not know.
create or replace function public.cross_tenant_list_due_tenants(job text, at timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  select p.tenant_id from public.processes p
   where job = 'processes.expire' and p.status in ('sent', 'in_progress') and p.expires_at <= at
  -- A reminder that is more than the minute ahead by which clocks may differ is from before the clock was set back.
  union select p.tenant_id from public.processes p
   where job = 'processes.remind' and p.status in ('sent', 'in_progress') and p.options ->> 'reminder_days' is not null
     and (p.options ->> 'enable_notifications')::boolean and exists (
       select from public.signers s where s.process_id = p.id and s.role in ('signer', 'approver')
         and (s.status in ('notified', 'viewed') or exists (
           select from public.signature_confirmations c where c.signer_id = s.id and c.status = 'waiting'))
         and (coalesce(s.reminded_at, s.invited_at) + make_interval(days => (p.options ->> 'reminder_days')::integer) <= at
           or coalesce(s.reminded_at, s.invited_at) > at + interval '1 minute'))
  union select h.tenant_id from public.chain_heads h
   where job = 'audit.visits' and h.pending_event is not null and (h.pending_event ->> 'occurredAt')::timestamptz <= at
  union select w.tenant_id from public.webhooks w
   where job = 'webhooks.resume' and w.active and exists (
     select from public.webhook_logs l where l.webhook_id = w.id and l.status = 'pending' and l.due_at <= at)
  union select k.tenant_id from public.idempotency_keys k where job = 'http.purge' and k.created_at < at
  union select r.tenant_id from public.privacy_requests r
   where job = 'privacy.expire' and r.result_sha256 is not null and r.expires_at <= at
  union select r.tenant_id from public.privacy_requests r where job = 'privacy.expire' and r.status in ('pending', 'running')
  union select d.tenant_id from public.sender_domains d where job = 'identity.check-senders'
  order by 1
$$;

-- The heads of chains that are not in the transparency log yet, oldest first, which the caller appends in the same
-- transaction. Locked rows are left for the next call.
create or replace function public.cross_tenant_take_heads(count integer) returns table (chain text, seq integer, hash text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  with taken as (
    select h.tenant_id, h.chain from public.chain_heads h where h.seq > h.logged_seq
     order by h.last_at limit count for update skip locked)
  update public.chain_heads h set logged_seq = h.seq from taken
   where h.tenant_id = taken.tenant_id and h.chain = taken.chain returning h.chain, h.seq, h.hash::text
$$;

create or replace function public.cross_tenant_count_api_calls(calls jsonb, uses jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into public.api_calls (tenant_id, month, calls)
     select c.tenant_id, c.month, c.calls from jsonb_to_recordset($1) as c(tenant_id bigint, month date, calls integer)
     order by 1, 2
     on conflict (tenant_id, month) do update set calls = api_calls.calls + excluded.calls;
   update public.api_keys set last_used_at = u.at, last_used_ip = u.ip
     from jsonb_to_recordset($2) as u(id bigint, at timestamptz, ip text)
     where api_keys.id = u.id and (last_used_at is null or last_used_at < u.at)
$$;

-- Whether a user may see the functions of this file whose name ends with `_for_operator`: others get no rows.
create or replace function public.is_operator(user_id bigint) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select from public.users where id = user_id and operator and second_factor and deleted_at is null)
$$;

-- A page of the organisations whose name contains the text, or with this id, newest first.
create or replace function public.cross_tenant_find_tenants_for_operator(operator_id bigint, wanted text, skipped integer, count integer)
  returns table (id bigint, name text, subscription_type text, documents_limit integer, signatures_limit integer,
    bytes_limit bigint, bytes bigint, unconfirmed boolean, suspended_at timestamptz, created_at timestamptz, users bigint, total bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.subscription_type, t.documents_limit, t.signatures_limit, t.bytes_limit,
    (select coalesce(sum(c.bytes), 0)::bigint from public.counters c where c.tenant_id = t.id
      and (c.entity, c.kind) in (('documents', 'file'), ('vault', 'status'))),
    t.unconfirmed, t.suspended_at, t.created_at,
    (select count(*) from public.users u where u.tenant_id = t.id and u.deleted_at is null), t.total
   from (
     select *, count(*) over () as total from public.tenants
      where public.is_operator(operator_id)
        and (position(public.fold(wanted) in public.fold(name)) > 0 or tenants.id::text = wanted)
      order by tenants.id desc limit count offset skipped) t
   order by t.id desc
$$;

-- The names of organisations by their ids.
create or replace function public.cross_tenant_name_tenants_for_operator(operator_id bigint, ids bigint[])
  returns table (id bigint, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name from public.tenants t where public.is_operator(operator_id) and t.id = any(ids)
$$;

-- How many signed files of all organisations need a new time stamp by then. Each organisation by its part of the index.
create or replace function public.cross_tenant_count_due_stamps(at timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(due.count), 0)::bigint from public.tenants t cross join lateral (
    select count(*) from public.vault_documents v where v.tenant_id = t.id and v.renew_at <= at) due
$$;

create or replace function public.cross_tenant_count_due_stamps_for_operator(operator_id bigint, at timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when public.is_operator(operator_id) then public.cross_tenant_count_due_stamps(at) else 0 end
$$;
