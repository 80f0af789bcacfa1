ALTER TABLE "users" DROP CONSTRAINT "users_muted_emails_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "successor_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_muted_emails_known" CHECK ("users"."muted_emails" <@ array['completed', 'refused', 'expired', 'delivery_failed', 'quota', 'webhook_disabled', 'sign_in_changes']);