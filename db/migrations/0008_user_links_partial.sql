DROP INDEX "users_invitation";--> statement-breakpoint
DROP INDEX "users_recovery";--> statement-breakpoint
CREATE UNIQUE INDEX "users_invitation" ON "users" USING btree ("invitation_hash") WHERE "users"."invitation_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_recovery" ON "users" USING btree ("recovery_hash") WHERE "users"."recovery_hash" is not null;