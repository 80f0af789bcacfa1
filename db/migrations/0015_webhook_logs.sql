DROP INDEX "webhook_logs_shown";--> statement-breakpoint
CREATE INDEX "webhook_logs_status" ON "webhook_logs" USING btree ("webhook_id","status","created_at","id","tenant_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_kind" ON "webhook_messages" USING btree ("webhook_id","event","id");--> statement-breakpoint
CREATE INDEX "webhook_logs_shown" ON "webhook_logs" USING btree ("webhook_id","created_at","id","tenant_id");