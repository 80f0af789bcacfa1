-- db/functions: 02b2f3633e7278f141e69901bc5dc57073126d612413cf5544369840148065d2
CREATE INDEX "processes_due" ON "processes" USING btree ("expires_at","tenant_id",("options" ->> 'reminder_days')) WHERE "processes"."status" in ('sent', 'in_progress');
