DROP INDEX "tenant_keys_purpose";--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "ends_announced_on" date;--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_keys_purpose" ON "tenant_keys" USING btree ("tenant_id","purpose","test_mode","not_after","created_at");