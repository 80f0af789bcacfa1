CREATE TABLE "archive_addresses" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"nonce" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "archive_addresses" ADD CONSTRAINT "archive_addresses_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;