ALTER TABLE "documents" ADD COLUMN "source_sha256" char(64);--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "placeholders" jsonb;--> statement-breakpoint
CREATE INDEX "documents_source_bytes" ON "documents" USING btree ("tenant_id","source_sha256") WHERE "documents"."deleted_at" is null;