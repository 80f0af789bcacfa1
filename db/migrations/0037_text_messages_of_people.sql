ALTER TABLE "mails" ADD COLUMN "person_email" text;--> statement-breakpoint
CREATE INDEX "mails_person" ON "mails" USING btree ("tenant_id",lower("person_email")) WHERE "mails"."person_email" is not null;--> statement-breakpoint
-- Whose number it was: the signer of that time, who may have handed over since.
UPDATE "mails" SET "person_email" = coalesce((
	SELECT d."from_email" FROM "delegations" d
	WHERE d."tenant_id" = "mails"."tenant_id" AND d."signer_id" = substr("mails"."topic", 8)::bigint
		AND d."delegated_at" >= "mails"."created_at"
	ORDER BY d."id" LIMIT 1), (
	SELECT s."email" FROM "signers" s
	WHERE s."tenant_id" = "mails"."tenant_id" AND s."id" = substr("mails"."topic", 8)::bigint))
	WHERE "channel" = 'sms' AND "topic" LIKE 'signer:%';--> statement-breakpoint
-- Erasures of earlier versions did not find the numbers of signers whose address they had replaced.
UPDATE "mails" SET "recipient" = '' FROM "signers" s
	WHERE "mails"."channel" = 'sms' AND "mails"."topic" LIKE 'signer:%' AND s."tenant_id" = "mails"."tenant_id"
		AND s."id" = substr("mails"."topic", 8)::bigint AND s."erased_at" >= "mails"."created_at"
		AND "mails"."status" IN ('sent', 'failed');
