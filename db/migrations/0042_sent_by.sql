ALTER TABLE "processes" ADD COLUMN "sent_by_id" bigint;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "sent_by_name" text;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;