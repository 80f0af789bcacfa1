CREATE TABLE "signing_services" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"label" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "signature_level" text DEFAULT 'simple' NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_services" ADD CONSTRAINT "signing_services_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_signature_level_known" CHECK ("signers"."signature_level" in ('simple', 'advanced', 'qualified'));