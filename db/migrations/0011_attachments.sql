CREATE TABLE "attachments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"signer_id" bigint NOT NULL,
	"field_id" bigint NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attachments_type_known" CHECK ("attachments"."mime_type" in ('application/pdf', 'image/png', 'image/jpeg'))
);
--> statement-breakpoint
ALTER TABLE "fields" DROP CONSTRAINT "fields_type_known";--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_field_id_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."fields"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_field" ON "attachments" USING btree ("field_id");--> statement-breakpoint
CREATE INDEX "attachments_process" ON "attachments" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "attachments_signer" ON "attachments" USING btree ("signer_id");--> statement-breakpoint
CREATE INDEX "attachments_bytes" ON "attachments" USING btree ("tenant_id","sha256");--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_type_known" CHECK ("fields"."type" in ('signature', 'initials', 'date', 'name', 'email', 'company', 'text', 'number', 'checkbox', 'radio', 'dropdown', 'attachment'));