ALTER TABLE "mails" ADD COLUMN "failure_job" jsonb;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "delivery_error" text;