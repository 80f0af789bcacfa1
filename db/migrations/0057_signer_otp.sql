ALTER TABLE "signers" ADD COLUMN "otp" text;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_otp_known" CHECK ("signers"."otp" in ('none', 'email'));