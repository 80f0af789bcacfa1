ALTER TABLE "fields" ADD COLUMN "editable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fields" ADD COLUMN "layout" jsonb DEFAULT '{}'::jsonb NOT NULL;