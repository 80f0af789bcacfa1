ALTER TABLE "documents" ADD COLUMN "active_content" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "refuse_active_content" boolean DEFAULT false NOT NULL;