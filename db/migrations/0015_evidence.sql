CREATE TABLE "log_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"index" bigint PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" char(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_tiles" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	"root" "bytea" NOT NULL,
	CONSTRAINT "log_tiles_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "manifest_signatures" (
	"tenant_id" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"cms" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manifest_signatures_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "chain_heads" ADD COLUMN "logged_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "sealed_sha256" char(64);--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "sealed_size" bigint;--> statement-breakpoint
-- The trail has the hash of a file before its time stamps were renewed, but not its length.
UPDATE "vault_documents" v SET "sealed_sha256" = coalesce((
	SELECT e."data" ->> 'previous_sha256' FROM "events" e
	WHERE e."tenant_id" = v."tenant_id" AND e."chain" = 'process:' || v."process_id"
		AND e."type" = 'document.time_stamp_renewed' AND (e."data" ->> 'document_id')::bigint = v."document_id"
	ORDER BY e."seq" LIMIT 1), v."sha256");--> statement-breakpoint
UPDATE "vault_documents" SET "sealed_size" = "size" WHERE "sealed_sha256" = "sha256";--> statement-breakpoint
ALTER TABLE "vault_documents" ALTER COLUMN "sealed_sha256" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_head" ON "log_leaves" USING btree ("chain","seq");--> statement-breakpoint
CREATE INDEX "chain_heads_unlogged" ON "chain_heads" USING btree ("last_at") WHERE seq > logged_seq;--> statement-breakpoint
CREATE INDEX "vault_sealed" ON "vault_documents" USING hash ("sealed_sha256");