DROP INDEX "webhook_messages_event";--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING btree ("tenant_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("tenant_id",(coalesce(lower("actor" ->> 'email'), ("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), ''))),"occurred_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_event" ON "webhook_messages" USING btree ("webhook_id","event_id","event");