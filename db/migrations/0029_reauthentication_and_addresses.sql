ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp with time zone;--> statement-breakpoint
-- A login lasts 14 days and its renewals inherit the end: so it began then, with the password.
UPDATE "sessions" SET "authenticated_at" = "refreshable_until" - interval '14 days';--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "authenticated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_nonce" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_hash" char(64);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "users_address_link" ON "users" USING btree ("address_hash") WHERE "users"."address_hash" is not null;