-- Errors are stored as key and values; those of before keep their message.
ALTER TABLE "bulk_sends" ALTER COLUMN "pause_reason" SET DATA TYPE jsonb
  USING CASE WHEN "pause_reason" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "pause_reason") END;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "error" SET DATA TYPE jsonb
  USING CASE WHEN "error" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "error") END;--> statement-breakpoint
ALTER TABLE "privacy_requests" ALTER COLUMN "stop_reason" SET DATA TYPE jsonb
  USING CASE WHEN "stop_reason" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "stop_reason") END;--> statement-breakpoint
ALTER TABLE "processes" ALTER COLUMN "seal_error" SET DATA TYPE jsonb
  USING CASE WHEN "seal_error" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "seal_error") END;--> statement-breakpoint
ALTER TABLE "signers" ALTER COLUMN "delivery_error" SET DATA TYPE jsonb
  USING CASE WHEN "delivery_error" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "delivery_error") END;--> statement-breakpoint
ALTER TABLE "webhook_logs" ALTER COLUMN "error" SET DATA TYPE jsonb
  USING CASE WHEN "error" IS NOT NULL THEN jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', "error") END;--> statement-breakpoint
UPDATE "bulk_sends" SET "warnings" = (
  SELECT jsonb_agg(jsonb_build_object('key', 'stored', 'values', '{}'::jsonb, 'message', warning))
  FROM jsonb_array_elements_text("warnings") AS warning
) WHERE "warnings" <> '[]'::jsonb;
