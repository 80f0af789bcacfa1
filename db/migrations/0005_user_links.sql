ALTER TABLE "users" ADD COLUMN "invitation_nonce" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_hash" char(64);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_nonce" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_hash" char(64);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "users_invitation" ON "users" USING btree ("invitation_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_recovery" ON "users" USING btree ("recovery_hash");