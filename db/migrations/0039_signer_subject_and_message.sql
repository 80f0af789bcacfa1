ALTER TABLE "signers" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "message" text;