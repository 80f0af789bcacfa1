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
CREATE TABLE "factor_challenges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factor_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"passkey_challenge" text NOT NULL,
	"session_id" bigint,
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
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "privacy_requests_type_known" CHECK ("privacy_requests"."type" in ('export', 'erasure')),
	CONSTRAINT "privacy_requests_status_known" CHECK ("privacy_requests"."status" in ('pending', 'running', 'completed', 'blocked', 'expired'))
);
--> statement-breakpoint
DROP INDEX "bulk_sends_created";--> statement-breakpoint
DROP INDEX "documents_created";--> statement-breakpoint
DROP INDEX "documents_status";--> statement-breakpoint
DROP INDEX "documents_name";--> statement-breakpoint
DROP INDEX "documents_size";--> statement-breakpoint
DROP INDEX "processes_created";--> statement-breakpoint
DROP INDEX "processes_updated";--> statement-breakpoint
DROP INDEX "processes_name";--> statement-breakpoint
DROP INDEX "processes_status";--> statement-breakpoint
DROP INDEX "processes_external";--> statement-breakpoint
DROP INDEX "processes_completed";--> statement-breakpoint
DROP INDEX "processes_completed_name";--> statement-breakpoint
DROP INDEX "templates_created";--> statement-breakpoint
DROP INDEX "templates_updated";--> statement-breakpoint
DROP INDEX "templates_name";--> statement-breakpoint
DROP INDEX "templates_used";--> statement-breakpoint
DROP INDEX "vault_active_signed";--> statement-breakpoint
DROP INDEX "vault_active_name";--> statement-breakpoint
DROP INDEX "vault_active_size";--> statement-breakpoint
DROP INDEX "vault_archived_signed";--> statement-breakpoint
DROP INDEX "vault_archived_name";--> statement-breakpoint
DROP INDEX "vault_archived_size";--> statement-breakpoint
DROP INDEX "vault_active_expiry";--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "counters" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "delete_after_retention" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "require_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "session_idle_minutes" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "process_documents" ADD COLUMN "file_deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "folder_id" bigint;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "hold_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "hold_set_by_id" bigint;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "hold_set_by_name" text;--> statement-breakpoint
ALTER TABLE "folder_users" ADD CONSTRAINT "folder_users_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder_users" ADD CONSTRAINT "folder_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_texts" ADD CONSTRAINT "consent_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_texts" ADD CONSTRAINT "consent_texts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "folder_users_user" ON "folder_users" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "folders_unique_name" ON "folders" USING btree ("tenant_id","test_mode",lower("name"));--> statement-breakpoint
CREATE INDEX "folders_name" ON "folders" USING btree ("tenant_id","test_mode","name","id");--> statement-breakpoint
CREATE INDEX "folders_created" ON "folders" USING btree ("tenant_id","test_mode","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_challenges_token" ON "factor_challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "factor_challenges_user" ON "factor_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("tenant_id","credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_providers_handle" ON "sso_providers" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_subject" ON "user_identities" USING btree ("tenant_id","source","issuer","subject");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_identities_installation" ON "user_identities" USING btree ("issuer","subject") WHERE source = 'installation';--> statement-breakpoint
CREATE INDEX "privacy_requests_created" ON "privacy_requests" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "privacy_requests_result" ON "privacy_requests" USING btree ("tenant_id","result_sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("tenant_id","type","email") WHERE "privacy_requests"."status" in ('pending', 'running');--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD CONSTRAINT "vault_documents_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD CONSTRAINT "vault_documents_hold_set_by_id_users_id_fk" FOREIGN KEY ("hold_set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_folder" ON "documents" USING btree ("tenant_id","test_mode","folder_id","created_at","id","status") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("tenant_id",lower("recipient"));--> statement-breakpoint
CREATE INDEX "processes_folder" ON "processes" USING btree ("tenant_id","test_mode","folder_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "signers_email" ON "signers" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "templates_folder" ON "templates" USING btree ("tenant_id","test_mode","folder_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vault_held" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","archived_at") WHERE "vault_documents"."hold_set_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_ended" ON "vault_documents" USING btree ("tenant_id","expires_at","id") WHERE "vault_documents"."hold_set_at" is null;--> statement-breakpoint
CREATE INDEX "vault_folder" ON "vault_documents" USING btree ("tenant_id","test_mode","folder_id","signed_at","id");--> statement-breakpoint
CREATE INDEX "bulk_sends_created" ON "bulk_sends" USING btree ("tenant_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("tenant_id","test_mode","created_at","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_status" ON "documents" USING btree ("tenant_id","test_mode","status","created_at","id","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_name" ON "documents" USING btree ("tenant_id","test_mode","name","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_size" ON "documents" USING btree ("tenant_id","test_mode","size","id","status","folder_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "processes_created" ON "processes" USING btree ("tenant_id","test_mode","created_at","id","status","folder_id");--> statement-breakpoint
CREATE INDEX "processes_updated" ON "processes" USING btree ("tenant_id","test_mode","updated_at","id","status","created_at","folder_id");--> statement-breakpoint
CREATE INDEX "processes_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","status","created_at","folder_id");--> statement-breakpoint
CREATE INDEX "processes_status" ON "processes" USING btree ("tenant_id","test_mode","status","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "processes_external" ON "processes" USING btree ("tenant_id","external_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "processes_completed" ON "processes" USING btree ("tenant_id","test_mode","completed_at","id","folder_id") WHERE "processes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "processes_completed_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","completed_at","folder_id") WHERE "processes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("tenant_id","test_mode","created_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_updated" ON "templates" USING btree ("tenant_id","test_mode","updated_at","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_name" ON "templates" USING btree ("tenant_id","test_mode","name","id","folder_id");--> statement-breakpoint
CREATE INDEX "templates_used" ON "templates" USING btree ("tenant_id","test_mode","usage_count","id","folder_id");--> statement-breakpoint
CREATE INDEX "vault_active_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_active_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_active_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_archived_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at","folder_id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_active_expiry" ON "vault_documents" USING btree ("tenant_id","test_mode","expires_at","signed_at","id","folder_id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_session_idle_minutes_range" CHECK ("tenants"."session_idle_minutes" between 5 and 1440);