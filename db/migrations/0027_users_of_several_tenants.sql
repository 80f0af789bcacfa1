DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "email_confirmed_at" = "created_at" WHERE "email" IS NOT NULL AND "password_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_address" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("tenant_id","email");