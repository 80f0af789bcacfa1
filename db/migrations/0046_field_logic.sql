ALTER TABLE "fields" ADD COLUMN "condition" jsonb;--> statement-breakpoint
ALTER TABLE "fields" ADD COLUMN "formula" text;