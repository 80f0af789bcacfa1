CREATE TABLE "signature_confirmations" (
	"signer_id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"content" "bytea" NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signature_confirmations_status_known" CHECK ("signature_confirmations"."status" in ('waiting', 'confirmed')),
	CONSTRAINT "signature_confirmations_failure_known" CHECK ("signature_confirmations"."failure" in ('wrong', 'locked', 'denied', 'expired', 'unavailable', 'changed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "signing_services" ADD COLUMN "credential_mode" text;--> statement-breakpoint
ALTER TABLE "signature_confirmations" ADD CONSTRAINT "signature_confirmations_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_confirmations" ADD CONSTRAINT "signature_confirmations_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signature_confirmations_process" ON "signature_confirmations" USING btree ("process_id");--> statement-breakpoint
ALTER TABLE "signing_services" ADD CONSTRAINT "signing_services_credential_mode_known" CHECK ("signing_services"."credential_mode" in ('implicit', 'explicit', 'oauth2code'));