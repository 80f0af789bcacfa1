ALTER TABLE "users" DROP CONSTRAINT "users_muted_emails_known";--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "trusts_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_muted_emails_known" CHECK ("users"."muted_emails" <@ array['completed', 'refused', 'expired', 'quota', 'webhook_disabled', 'sign_in_changes']);