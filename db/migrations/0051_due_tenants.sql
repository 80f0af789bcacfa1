-- db/functions: 92f514b7210bb8fc2c907d1b3b05135b5eeba49fcbea2c737e9364c8f2ef1f4a
CREATE INDEX "processes_due" ON "processes" USING btree ("expires_at","tenant_id",("options" ->> 'reminder_days')) WHERE "processes"."status" in ('sent', 'in_progress');
