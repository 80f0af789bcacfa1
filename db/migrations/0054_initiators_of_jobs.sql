ALTER TABLE "bulk_sends" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "requested_by_key" bigint;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "stop_reason" text;