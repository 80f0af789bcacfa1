ALTER TABLE "signers" DROP CONSTRAINT "signers_otp_known";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "access_code_hash" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_channel_known" CHECK ("mails"."channel" in ('email', 'sms'));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_access_code" CHECK (("signers"."otp" is not distinct from 'access_code') = ("signers"."access_code_hash" is not null));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_otp_known" CHECK ("signers"."otp" in ('none', 'email', 'sms', 'access_code'));