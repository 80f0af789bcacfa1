CREATE TABLE "bulk_send_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_send_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"bulk_send_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"status" text NOT NULL,
	"process_id" bigint,
	"error" text,
	CONSTRAINT "bulk_send_rows_status_known" CHECK ("bulk_send_rows"."status" in ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_sends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_sends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"template_id" bigint,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"pause_reason" text,
	"columns" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"test_mode" boolean NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_sends_status_known" CHECK ("bulk_sends"."status" in ('running', 'paused', 'completed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_bulk_send_id_bulk_sends_id_fk" FOREIGN KEY ("bulk_send_id") REFERENCES "public"."bulk_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_send_rows_number" ON "bulk_send_rows" USING btree ("bulk_send_id","number");--> statement-breakpoint
CREATE INDEX "bulk_send_rows_status" ON "bulk_send_rows" USING btree ("bulk_send_id","status","number");--> statement-breakpoint
CREATE INDEX "bulk_sends_created" ON "bulk_sends" USING btree ("tenant_id","test_mode","created_at","id");