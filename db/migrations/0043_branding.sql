CREATE TABLE "tenant_logos" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "expires_in_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "reminder_days" integer;--> statement-breakpoint
ALTER TABLE "tenant_logos" ADD CONSTRAINT "tenant_logos_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;