ALTER TABLE "users" ADD COLUMN "suspended_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("tenant_id","suspended_email") WHERE "users"."suspended_email" is not null;--> statement-breakpoint
CREATE INDEX "users_external" ON "users" USING btree ("tenant_id","external_id") WHERE "users"."external_id" is not null;