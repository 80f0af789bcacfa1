CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- The functions of generated columns; all others are in db/functions.
-- Blind to case and accents: é, E and é as two characters are alike, so are ł and l, ø and o, ß and ss.
CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f]', '', 'g')));--> statement-breakpoint
CREATE FUNCTION lines(text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_string($1, chr(10));--> statement-breakpoint
-- What pg_trgm does not index in every locale: runs of characters beyond ASCII, by one, two and three of them; and signs.
CREATE FUNCTION ngrams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array(
  SELECT substr(run[1], i, n) FROM regexp_matches(folded, '[^\u0001-\u007f]+', 'g') run,
    generate_series(1, 3) n, generate_series(1, length(run[1]) - n + 1) i
  UNION
  SELECT sign[1] FROM regexp_matches(folded, '[!-/:-@[-`{-~]', 'g') sign);--> statement-breakpoint
CREATE TABLE "chain_heads" (
	"tenant_id" bigint NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" char(64) NOT NULL,
	"mac" char(64) NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "chain_heads_tenant_id_chain_pk" PRIMARY KEY("tenant_id","chain")
);
--> statement-breakpoint
CREATE TABLE "consumer_offsets" (
	"tenant_id" bigint NOT NULL,
	"consumer" text NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "consumer_offsets_tenant_id_consumer_chain_pk" PRIMARY KEY("tenant_id","consumer","chain")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"actor" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"address" text,
	"user_agent" text,
	"request_id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"previous_hash" char(64) NOT NULL,
	"hash" char(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_send_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_send_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"bulk_send_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"status" text NOT NULL,
	"process_id" bigint,
	"error" text,
	CONSTRAINT "bulk_send_rows_status_known" CHECK ("bulk_send_rows"."status" in ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_sends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_sends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"template_id" bigint,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"pause_reason" text,
	"columns" jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"address" text,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_sends_status_known" CHECK ("bulk_sends"."status" in ('running', 'paused', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "counters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"entity" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploaded_files" (
	"tenant_id" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"size" bigint NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "uploaded_files_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"original_filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"working_sha256" char(64) NOT NULL,
	"repaired" boolean NOT NULL,
	"signed_before" boolean NOT NULL,
	"active_content" text[] DEFAULT '{}' NOT NULL,
	"usage_rights" boolean DEFAULT false NOT NULL,
	"page_count" integer NOT NULL,
	"pages" jsonb NOT NULL,
	"status" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || original_filename)) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || original_filename))) STORED NOT NULL,
	CONSTRAINT "documents_status_known" CHECK ("documents"."status" in ('uploaded', 'in_process', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "folder_users" (
	"tenant_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "folder_users_folder_id_user_id_pk" PRIMARY KEY("folder_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "folders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "folders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"access" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "folders_access_known" CHECK ("folders"."access" in ('everyone', 'users'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" bigint NOT NULL,
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_hmac" char(64) NOT NULL,
	"owner" text,
	"executed" boolean DEFAULT false NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_principal_key_pk" PRIMARY KEY("tenant_id","principal","key")
);
--> statement-breakpoint
CREATE TABLE "factor_challenges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factor_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"passkey_challenge" text NOT NULL,
	"session_id" bigint,
	"issuer" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "factor_challenges_purpose_known" CHECK ("factor_challenges"."purpose" in ('sign_in', 'reauthentication', 'passkey_registration'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"code_hash" char(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sso_providers" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"domains" text[] NOT NULL,
	"enforced" boolean NOT NULL,
	"create_users" boolean NOT NULL,
	"trusts_second_factor" boolean DEFAULT false NOT NULL,
	"default_role" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sso_providers_role_known" CHECK ("sso_providers"."default_role" in ('tenant_admin', 'user', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"secret" "bytea" NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_identities_source_known" CHECK ("user_identities"."source" in ('installation', 'tenant'))
);
--> statement-breakpoint
CREATE TABLE "api_calls" (
	"tenant_id" bigint NOT NULL,
	"month" date NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_calls_tenant_id_month_pk" PRIMARY KEY("tenant_id","month")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"key_hash" char(64) NOT NULL,
	"prefix" text NOT NULL,
	"last_four" char(4) NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_ips" text[] DEFAULT '{}' NOT NULL,
	"test_mode" boolean NOT NULL,
	"created_by" bigint NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_ip" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"tenant_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"locale" text NOT NULL,
	"text" text,
	"sha256" char(64),
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_texts_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"family" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"test_mode" boolean DEFAULT false NOT NULL,
	"factor_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"refreshable_until" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_kind_known" CHECK ("sessions"."kind" in ('dashboard', 'token'))
);
--> statement-breakpoint
CREATE TABLE "tenant_logos" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"subscription_type" text DEFAULT 'free' NOT NULL,
	"documents_limit" integer NOT NULL,
	"signatures_limit" integer NOT NULL,
	"retention_years" integer DEFAULT 10 NOT NULL,
	"delete_after_retention" boolean DEFAULT false NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"refuse_active_content" boolean DEFAULT false NOT NULL,
	"color" text,
	"reply_to" text,
	"expires_in_days" integer DEFAULT 90 NOT NULL,
	"reminder_days" integer,
	"unconfirmed" boolean DEFAULT false NOT NULL,
	"require_second_factor" boolean DEFAULT false NOT NULL,
	"session_idle_minutes" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tenants_subscription_type_known" CHECK ("tenants"."subscription_type" in ('free', 'starter', 'business', 'enterprise')),
	CONSTRAINT "tenants_session_idle_minutes_range" CHECK ("tenants"."session_idle_minutes" between 5 and 1440)
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"tenant_id" bigint NOT NULL,
	"month" date NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL,
	"signatures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_tenant_id_month_pk" PRIMARY KEY("tenant_id","month")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_confirmed_at" timestamp with time zone,
	"password_hash" text,
	"invitation_nonce" text,
	"invitation_hash" char(64),
	"invitation_expires_at" timestamp with time zone,
	"recovery_nonce" text,
	"recovery_hash" char(64),
	"recovery_expires_at" timestamp with time zone,
	"pending_email" text,
	"address_nonce" text,
	"address_hash" char(64),
	"address_expires_at" timestamp with time zone,
	"role" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"muted_emails" text[] DEFAULT '{}' NOT NULL,
	"second_factor" boolean DEFAULT false NOT NULL,
	"successor_id" bigint,
	"last_login_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || coalesce(email, ''))) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || coalesce(email, '')))) STORED NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('tenant_admin', 'user', 'viewer')),
	CONSTRAINT "users_muted_emails_known" CHECK ("users"."muted_emails" <@ array['completed', 'refused', 'expired', 'delivery_failed', 'quota', 'webhook_disabled', 'sign_in_changes'])
);
--> statement-breakpoint
CREATE TABLE "installation_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "installation_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"wrapped_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"clock_offset_ms" integer
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"key" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"process" text,
	"deaths" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"test_mode" boolean NOT NULL,
	"certificate" "bytea" NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signer_certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signer_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"signer_id" bigint NOT NULL,
	"serial" text NOT NULL,
	"certificate" "bytea" NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenant_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"certificate" "bytea" NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tenant_keys_purpose_known" CHECK ("tenant_keys"."purpose" in ('authority', 'seal'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"recipient" text NOT NULL,
	"content" "bytea",
	"status" text NOT NULL,
	"error" text,
	"topic" text,
	"failure_job" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('local', 'queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "privacy_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"type" text NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"blocked_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept" jsonb,
	"result_sha256" char(64),
	"requested_by_id" bigint,
	"requested_by_name" text NOT NULL,
	"requested_by_key" bigint,
	"address" text,
	"stop_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "privacy_requests_type_known" CHECK ("privacy_requests"."type" in ('export', 'erasure')),
	CONSTRAINT "privacy_requests_status_known" CHECK ("privacy_requests"."status" in ('pending', 'running', 'completed', 'blocked', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "fields" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fields_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"signer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"page" integer NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"required" boolean NOT NULL,
	"label" text,
	"placeholder" text,
	"value" text,
	"options" jsonb NOT NULL,
	"read_only" boolean NOT NULL,
	"auto" boolean DEFAULT false NOT NULL,
	"imported" boolean DEFAULT false NOT NULL,
	"validation" jsonb NOT NULL,
	"condition" jsonb,
	"formula" text,
	"editable" boolean DEFAULT false NOT NULL,
	"layout" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "fields_type_known" CHECK ("fields"."type" in ('signature', 'initials', 'date', 'name', 'email', 'company', 'text', 'number', 'checkbox', 'radio', 'dropdown'))
);
--> statement-breakpoint
CREATE TABLE "process_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "process_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"current_sha256" char(64) NOT NULL,
	"current_size" bigint NOT NULL,
	"page_count" integer NOT NULL,
	"added_pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed_at" timestamp with time zone,
	"file_deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "processes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"options" jsonb NOT NULL,
	"external_id" text,
	"metadata" jsonb NOT NULL,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"seal_error" text,
	"seal_blocked" boolean DEFAULT false NOT NULL,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"sent_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"voided_at" timestamp with time zone,
	"void_reason" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"searchable" text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name))) STORED NOT NULL,
	CONSTRAINT "processes_status_known" CHECK ("processes"."status" in ('draft', 'sent', 'in_progress', 'completed', 'refused', 'cancelled', 'expired', 'voided'))
);
--> statement-breakpoint
CREATE TABLE "replaced_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replaced_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"token_hash" char(64) NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"order" integer NOT NULL,
	"type" text NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"locale" text NOT NULL,
	"otp" text,
	"subject" text,
	"message" text,
	"token_nonce" text,
	"token_hash" char(64),
	"invited_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal_reason" text,
	"reminders_sent" integer DEFAULT 0 NOT NULL,
	"delivery_error" text,
	"reminded_at" timestamp with time zone,
	"otp_hash" char(64),
	"otp_sent_at" timestamp with time zone,
	"otp_expires_at" timestamp with time zone,
	"otp_tries" integer DEFAULT 0 NOT NULL,
	"otp_session_id" bigint,
	"consent_version" text,
	"consent_sha256" char(64),
	"signature" jsonb,
	"initials" jsonb,
	"signed_address" text,
	"signed_user_agent" text,
	"embedded_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || email)) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || email))) STORED NOT NULL,
	CONSTRAINT "signers_type_known" CHECK ("signers"."type" in ('sequential', 'parallel')),
	CONSTRAINT "signers_role_known" CHECK ("signers"."role" in ('signer', 'approver', 'viewer', 'cc')),
	CONSTRAINT "signers_otp_known" CHECK ("signers"."otp" in ('none', 'email')),
	CONSTRAINT "signers_status_known" CHECK ("signers"."status" in ('pending', 'notified', 'viewed', 'signed', 'refused', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "signing_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signing_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"signer_id" bigint NOT NULL,
	"secret_hash" char(64) NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"roles" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || coalesce(description, ''))) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || coalesce(description, '')))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vault_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"name" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"size" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"certificate_sha256" char(64) NOT NULL,
	"trail_sha256" char(64) NOT NULL,
	"page_count" integer NOT NULL,
	"signers" jsonb NOT NULL,
	"seal" jsonb NOT NULL,
	"test_mode" boolean NOT NULL,
	"folder_id" bigint,
	"signed_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"hold_set_at" timestamp with time zone,
	"hold_reason" text,
	"hold_set_by_id" bigint,
	"hold_set_by_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || lines(tags) || chr(10))) STORED NOT NULL,
	"ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || lines(tags) || chr(10)))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"webhook_id" bigint NOT NULL,
	"message_row_id" bigint NOT NULL,
	"url" text NOT NULL,
	"attempt" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"manual" boolean DEFAULT false NOT NULL,
	"response_status" integer,
	"response_body" text,
	"duration_milliseconds" integer,
	"error" text,
	"next_retry_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_logs_status_known" CHECK ("webhook_logs"."status" in ('pending', 'success', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"webhook_id" bigint NOT NULL,
	"event_id" bigint,
	"message_id" text NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_messages_status_known" CHECK ("webhook_messages"."status" in ('pending', 'success', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text,
	"active" boolean NOT NULL,
	"test_mode" boolean DEFAULT false NOT NULL,
	"active_since" timestamp with time zone NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"backoff_until" timestamp with time zone,
	"disabled_reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_bulk_send_id_bulk_sends_id_fk" FOREIGN KEY ("bulk_send_id") REFERENCES "public"."bulk_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder_users" ADD CONSTRAINT "folder_users_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder_users" ADD CONSTRAINT "folder_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_texts" ADD CONSTRAINT "consent_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_texts" ADD CONSTRAINT "consent_texts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_logos" ADD CONSTRAINT "tenant_logos_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_documents" ADD CONSTRAINT "process_documents_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_documents" ADD CONSTRAINT "process_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_links" ADD CONSTRAINT "replaced_links_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_otp_session_id_signing_sessions_id_fk" FOREIGN KEY ("otp_session_id") REFERENCES "public"."signing_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_sessions" ADD CONSTRAINT "signing_sessions_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD CONSTRAINT "vault_documents_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD CONSTRAINT "vault_documents_hold_set_by_id_users_id_fk" FOREIGN KEY ("hold_set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_logs" ADD CONSTRAINT "webhook_logs_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_logs" ADD CONSTRAINT "webhook_logs_message_row_id_webhook_messages_id_fk" FOREIGN KEY ("message_row_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_chain" ON "events" USING btree ("tenant_id","chain","seq");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("tenant_id","type","occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_send_rows_number" ON "bulk_send_rows" USING btree ("bulk_send_id","number");--> statement-breakpoint
CREATE INDEX "bulk_send_rows_status" ON "bulk_send_rows" USING btree ("bulk_send_id","status","number");--> statement-breakpoint
CREATE INDEX "bulk_sends_created" ON "bulk_sends" USING btree ("tenant_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "counters_key" ON "counters" USING btree ("tenant_id","entity","test_mode","kind","key");--> statement-breakpoint
CREATE INDEX "counters_new" ON "counters" USING btree ("tenant_id","entity","test_mode","kind","key") WHERE not "counters"."folded";--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("tenant_id","test_mode","created_at","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_status" ON "documents" USING btree ("tenant_id","test_mode","status","created_at","id","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_name" ON "documents" USING btree ("tenant_id","test_mode","name","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_size" ON "documents" USING btree ("tenant_id","test_mode","size","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_folder" ON "documents" USING btree ("tenant_id","test_mode","folder_id","created_at","id","status") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_bytes" ON "documents" USING btree ("tenant_id","sha256") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_working_bytes" ON "documents" USING btree ("tenant_id","working_sha256") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "folder_users_user" ON "folder_users" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "folders_unique_name" ON "folders" USING btree ("tenant_id","test_mode",lower("name"));--> statement-breakpoint
CREATE INDEX "folders_name" ON "folders" USING btree ("tenant_id","test_mode","name","id");--> statement-breakpoint
CREATE INDEX "folders_created" ON "folders" USING btree ("tenant_id","test_mode","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_challenges_token" ON "factor_challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "factor_challenges_user" ON "factor_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("tenant_id","credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_providers_handle" ON "sso_providers" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_subject" ON "user_identities" USING btree ("tenant_id","source","issuer","subject");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_identities_installation" ON "user_identities" USING btree ("issuer","subject") WHERE source = 'installation';--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_tenant" ON "api_keys" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_name" ON "api_keys" USING btree ("tenant_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_family" ON "sessions" USING btree ("family");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "users_address" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_invitation" ON "users" USING btree ("invitation_hash") WHERE "users"."invitation_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_recovery" ON "users" USING btree ("recovery_hash") WHERE "users"."recovery_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_address_link" ON "users" USING btree ("address_hash") WHERE "users"."address_hash" is not null;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("tenant_id","created_at","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","name","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_mail" ON "users" USING btree ("tenant_id","email","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("tenant_id","role","created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "roots_mode" ON "roots" USING btree ("test_mode");--> statement-breakpoint
CREATE UNIQUE INDEX "signer_certificates_serial" ON "signer_certificates" USING btree ("tenant_id","serial");--> statement-breakpoint
CREATE INDEX "signer_certificates_of_any_tenant" ON "signer_certificates" USING btree ("serial");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_keys_purpose" ON "tenant_keys" USING btree ("tenant_id","purpose","test_mode","not_after");--> statement-breakpoint
CREATE INDEX "mails_tenant" ON "mails" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("tenant_id",lower("recipient"));--> statement-breakpoint
CREATE INDEX "mails_topic" ON "mails" USING btree ("tenant_id","topic","id") WHERE "mails"."topic" is not null;--> statement-breakpoint
CREATE INDEX "mails_status" ON "mails" USING btree ("status");--> statement-breakpoint
CREATE INDEX "privacy_requests_created" ON "privacy_requests" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "privacy_requests_result" ON "privacy_requests" USING btree ("tenant_id","result_sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("tenant_id","type","email") WHERE "privacy_requests"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "fields_process" ON "fields" USING btree ("process_id","id");--> statement-breakpoint
CREATE INDEX "fields_signer" ON "fields" USING btree ("signer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "process_documents_pair" ON "process_documents" USING btree ("process_id","document_id");--> statement-breakpoint
CREATE INDEX "process_documents_document" ON "process_documents" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "process_documents_bytes" ON "process_documents" USING btree ("tenant_id","current_sha256");--> statement-breakpoint
CREATE INDEX "processes_created" ON "processes" USING btree ("tenant_id","test_mode","created_at","id","status","folder_id");--> statement-breakpoint
CREATE INDEX "processes_updated" ON "processes" USING btree ("tenant_id","test_mode","updated_at","id","status","created_at","folder_id");--> statement-breakpoint
CREATE INDEX "processes_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","status","created_at","folder_id");--> statement-breakpoint
CREATE INDEX "processes_status" ON "processes" USING btree ("tenant_id","test_mode","status","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "processes_expires" ON "processes" USING btree ("tenant_id","test_mode","expires_at","id","status","created_at","folder_id");--> statement-breakpoint
CREATE INDEX "processes_folder" ON "processes" USING btree ("tenant_id","test_mode","folder_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "processes_external" ON "processes" USING btree ("tenant_id","external_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "processes_completed" ON "processes" USING btree ("tenant_id","test_mode","completed_at","id","folder_id") WHERE "processes"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "processes_completed_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","completed_at","folder_id") WHERE "processes"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "processes_search" ON "processes" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "processes_expiry" ON "processes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "replaced_links_token" ON "replaced_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "replaced_links_process" ON "replaced_links" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "signers_search" ON "signers" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "signers_email" ON "signers" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "signers_process" ON "signers" USING btree ("process_id","order","id");--> statement-breakpoint
CREATE UNIQUE INDEX "signers_token" ON "signers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "signers_otp_session" ON "signers" USING btree ("otp_session_id") WHERE "signers"."otp_session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_sessions_secret" ON "signing_sessions" USING btree ("signer_id","secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "template_documents_pair" ON "template_documents" USING btree ("template_id","document_id");--> statement-breakpoint
CREATE INDEX "template_documents_document" ON "template_documents" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("tenant_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_updated" ON "templates" USING btree ("tenant_id","test_mode","updated_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_name" ON "templates" USING btree ("tenant_id","test_mode","name","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_used" ON "templates" USING btree ("tenant_id","test_mode","usage_count","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_folder" ON "templates" USING btree ("tenant_id","test_mode","folder_id","created_at","id");--> statement-breakpoint
CREATE INDEX "templates_search" ON "templates" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "vault_documents_source" ON "vault_documents" USING btree ("process_id","document_id");--> statement-breakpoint
CREATE INDEX "vault_active_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_active_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_active_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_archived_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_active_expiry" ON "vault_documents" USING btree ("tenant_id","test_mode","expires_at","signed_at","id","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_held" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","archived_at") WHERE "vault_documents"."hold_set_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_ended" ON "vault_documents" USING btree ("tenant_id","expires_at","id") WHERE "vault_documents"."hold_set_at" is null;--> statement-breakpoint
CREATE INDEX "vault_folder" ON "vault_documents" USING btree ("tenant_id","test_mode","folder_id","signed_at","id");--> statement-breakpoint
CREATE INDEX "vault_bytes" ON "vault_documents" USING btree ("tenant_id","sha256");--> statement-breakpoint
CREATE INDEX "vault_certificates" ON "vault_documents" USING hash ("certificate_sha256");--> statement-breakpoint
CREATE INDEX "vault_trails" ON "vault_documents" USING hash ("trail_sha256");--> statement-breakpoint
CREATE INDEX "vault_search" ON "vault_documents" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_logs_pending" ON "webhook_logs" USING btree ("message_row_id") WHERE "webhook_logs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_logs_due" ON "webhook_logs" USING btree ("webhook_id","due_at") WHERE "webhook_logs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_logs_shown" ON "webhook_logs" USING btree ("webhook_id","created_at","id","tenant_id");--> statement-breakpoint
CREATE INDEX "webhook_logs_status" ON "webhook_logs" USING btree ("webhook_id","status","created_at","id","tenant_id");--> statement-breakpoint
CREATE INDEX "webhook_logs_message" ON "webhook_logs" USING btree ("message_row_id","attempt");--> statement-breakpoint
CREATE INDEX "webhook_logs_age" ON "webhook_logs" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_event" ON "webhook_messages" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_order" ON "webhook_messages" USING btree ("webhook_id","chain","seq") WHERE "webhook_messages"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_messages_kind" ON "webhook_messages" USING btree ("webhook_id","event","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_age" ON "webhook_messages" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_tenant" ON "webhooks" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);