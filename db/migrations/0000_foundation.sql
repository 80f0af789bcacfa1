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
	"page_count" integer NOT NULL,
	"pages" jsonb NOT NULL,
	"status" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" bigint NOT NULL,
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" char(64) NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_principal_key_pk" PRIMARY KEY("tenant_id","principal","key")
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
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"family" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"test_mode" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"refreshable_until" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"subscription_type" text DEFAULT 'free' NOT NULL,
	"documents_limit" integer NOT NULL,
	"signatures_limit" integer NOT NULL,
	"retention_years" integer DEFAULT 10 NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"tenant_id" bigint NOT NULL,
	"month" date NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL,
	"signatures" integer DEFAULT 0 NOT NULL,
	"api_calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_tenant_id_month_pk" PRIMARY KEY("tenant_id","month")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"password_hash" text,
	"role" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"last_login_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"test_mode" boolean NOT NULL,
	"certificate" "bytea" NOT NULL,
	"sealed_key" "bytea" NOT NULL,
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
	"sealed_key" "bytea" NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"validation" jsonb NOT NULL
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
	"sealed_at" timestamp with time zone
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
	"seal_error" text,
	"created_by_id" bigint,
	"created_by_name" text NOT NULL,
	"sent_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
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
	"token_nonce" text,
	"token_hash" char(64),
	"invited_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal_reason" text,
	"reminders_sent" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"otp_hash" char(64),
	"otp_sent_at" timestamp with time zone,
	"otp_expires_at" timestamp with time zone,
	"otp_tries" integer DEFAULT 0 NOT NULL,
	"otp_verified_at" timestamp with time zone,
	"consent_version" text,
	"consent_sha256" char(64),
	"signature" jsonb,
	"initials" jsonb,
	"signed_address" text,
	"signed_user_agent" text,
	"sealed_at" timestamp with time zone
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
	"signed_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_documents" ADD CONSTRAINT "process_documents_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_documents" ADD CONSTRAINT "process_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_chain" ON "events" USING btree ("tenant_id","chain","seq");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("tenant_id","type","occurred_at");--> statement-breakpoint
CREATE INDEX "documents_tenant" ON "documents" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_tenant" ON "api_keys" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_family" ON "sessions" USING btree ("family");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_tenant" ON "users" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "roots_mode" ON "roots" USING btree ("test_mode");--> statement-breakpoint
CREATE UNIQUE INDEX "signer_certificates_serial" ON "signer_certificates" USING btree ("tenant_id","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_keys_purpose" ON "tenant_keys" USING btree ("tenant_id","purpose","test_mode","not_after");--> statement-breakpoint
CREATE INDEX "fields_process" ON "fields" USING btree ("process_id","id");--> statement-breakpoint
CREATE INDEX "fields_signer" ON "fields" USING btree ("signer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "process_documents_pair" ON "process_documents" USING btree ("process_id","document_id");--> statement-breakpoint
CREATE INDEX "process_documents_document" ON "process_documents" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "processes_tenant" ON "processes" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "processes_status" ON "processes" USING btree ("tenant_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "processes_expiry" ON "processes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "signers_process" ON "signers" USING btree ("process_id","order","id");--> statement-breakpoint
CREATE UNIQUE INDEX "signers_token" ON "signers" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "vault_documents_source" ON "vault_documents" USING btree ("process_id","document_id");--> statement-breakpoint
CREATE INDEX "vault_documents_tenant" ON "vault_documents" USING btree ("tenant_id","signed_at" DESC NULLS LAST,"id" DESC NULLS LAST);