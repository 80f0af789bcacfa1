CREATE TABLE "template_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"roles" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "template_documents_pair";--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "template_id" bigint;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "template_version" bigint;--> statement-breakpoint
ALTER TABLE "template_documents" ADD COLUMN "version_id" bigint;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version_number" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_number" ON "template_versions" USING btree ("template_id","number");--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "processes_template" ON "processes" USING btree ("template_id","template_version") WHERE "processes"."template_id" is not null;--> statement-breakpoint
CREATE INDEX "template_documents_version" ON "template_documents" USING btree ("version_id");--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_once" UNIQUE NULLS NOT DISTINCT("template_id","version_id","document_id");