ALTER TABLE "processes" DROP CONSTRAINT "processes_status_known";--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "voided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "void_reason" text;--> statement-breakpoint
CREATE INDEX "signer_certificates_of_any_tenant" ON "signer_certificates" USING btree ("serial");--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_status_known" CHECK ("processes"."status" in ('draft', 'sent', 'in_progress', 'completed', 'refused', 'cancelled', 'expired', 'voided'));