CREATE TABLE "end_notices" (
	"tenant_id" bigint NOT NULL,
	"ending" text NOT NULL,
	"record_id" bigint NOT NULL,
	"ends_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "end_notices_tenant_id_ending_record_id_ends_on_pk" PRIMARY KEY("tenant_id","ending","record_id","ends_on"),
	CONSTRAINT "end_notices_ending_known" CHECK ("end_notices"."ending" in ('retention', 'contract'))
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "end_notice_days" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_end_notice_days_range" CHECK ("tenants"."end_notice_days" between 1 and 365);