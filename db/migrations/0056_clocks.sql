ALTER TABLE "chain_heads" ADD COLUMN "last_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD COLUMN "clock_offset_ms" integer;