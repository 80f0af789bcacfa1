ALTER TABLE "signers" ADD COLUMN "quota_reserved_at" timestamp with time zone;--> statement-breakpoint
-- Only the signatures of live processes can still be refunded.
UPDATE "signers" SET "quota_reserved_at" = "processes"."sent_at" FROM "processes"
  WHERE "processes"."id" = "signers"."process_id" AND "processes"."status" IN ('sent', 'in_progress')
    AND "signers"."role" IN ('signer', 'approver');
