ALTER TABLE "mails" ADD COLUMN "topic" text;--> statement-breakpoint
CREATE INDEX "mails_topic" ON "mails" USING btree ("tenant_id","topic","id") WHERE "mails"."topic" is not null;