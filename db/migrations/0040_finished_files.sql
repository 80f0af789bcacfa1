ALTER TABLE "process_documents" ADD COLUMN "sealed_sha256" char(64);--> statement-breakpoint
ALTER TABLE "process_documents" ADD COLUMN "certificate_sha256" char(64);--> statement-breakpoint
ALTER TABLE "process_documents" ADD COLUMN "trail_sha256" char(64);--> statement-breakpoint
-- Of vault documents that were deleted before: the hash of a file before its time stamps were renewed is in the trail.
UPDATE "process_documents" d SET "sealed_sha256" = (
	SELECT e."data" ->> 'previous_sha256' FROM "events" e
	WHERE e."tenant_id" = d."tenant_id" AND e."chain" = 'process:' || d."process_id"
		AND e."type" = 'document.time_stamp_renewed' AND (e."data" ->> 'document_id')::bigint = d."document_id"
	ORDER BY e."seq" LIMIT 1)
	WHERE d."sealed_at" IS NOT NULL AND d."file_deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "process_documents_first_sealed" ON "process_documents" USING hash ("sealed_sha256");--> statement-breakpoint
CREATE INDEX "process_documents_certificates" ON "process_documents" USING hash ("certificate_sha256");--> statement-breakpoint
CREATE INDEX "process_documents_trails" ON "process_documents" USING hash ("trail_sha256");