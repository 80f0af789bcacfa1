ALTER TABLE "webhooks" ADD COLUMN "audit_since" timestamp with time zone;--> statement-breakpoint
UPDATE "webhooks" SET "audit_since" = "active_since" WHERE 'audit.*' = ANY("events");
