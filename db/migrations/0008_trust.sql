CREATE TABLE "revocation_lists" (
	"key_id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"list" "bytea" NOT NULL,
	"this_update" timestamp with time zone NOT NULL,
	"next_update" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_stamping_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_stamping_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"certificate" "bytea" NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenant_keys" ADD COLUMN "key_id" text GENERATED ALWAYS AS (encode(substring(certificate from position('\x0603551d0e04160414'::bytea in certificate) + 9 for 20), 'hex')) STORED;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "renew_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tenant_keys_of_any_tenant" ON "tenant_keys" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "vault_renewal" ON "vault_documents" USING btree ("tenant_id","renew_at") WHERE "vault_documents"."renew_at" is not null;--> statement-breakpoint
-- Files with time stamps get validation data in the next night.
UPDATE "vault_documents" SET "renew_at" = now() WHERE "seal"->>'timestamped_at' IS NOT NULL;
