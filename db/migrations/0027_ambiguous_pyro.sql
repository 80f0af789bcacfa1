CREATE TABLE "sender_domains" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"token" text NOT NULL,
	"selector" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"token_found" boolean DEFAULT false NOT NULL,
	"key_found" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"lost_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sender_domains" ADD CONSTRAINT "sender_domains_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;