DROP INDEX "processes_sent";--> statement-breakpoint
DROP INDEX "processes_completed";--> statement-breakpoint
DROP INDEX "processes_completed_name";--> statement-breakpoint
CREATE INDEX "processes_completed" ON "processes" USING btree ("tenant_id","test_mode","completed_at","id","folder_id") WHERE "processes"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "processes_completed_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","completed_at","folder_id") WHERE "processes"."completed_at" is not null;