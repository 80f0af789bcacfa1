-- They are made again with the next download.
TRUNCATE "manifest_signatures";--> statement-breakpoint
ALTER TABLE "manifest_signatures" ADD COLUMN "process_id" bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "manifest_signatures_process" ON "manifest_signatures" USING btree ("tenant_id","process_id");