-- Standard names for tables and columns; the functions and policies of db/functions are created anew after this.
ALTER TABLE "tallies" RENAME TO "counters";--> statement-breakpoint
ALTER TABLE "counters" RENAME COLUMN "room" TO "entity";--> statement-breakpoint
ALTER TABLE "counters" RENAME COLUMN "settled" TO "folded";--> statement-breakpoint
ALTER TABLE "counters" RENAME CONSTRAINT "tallies_pkey" TO "counters_pkey";--> statement-breakpoint
ALTER SEQUENCE "tallies_id_seq" RENAME TO "counters_id_seq";--> statement-breakpoint
ALTER INDEX "tallies_key" RENAME TO "counters_key";--> statement-breakpoint
ALTER INDEX "tallies_new" RENAME TO "counters_new";--> statement-breakpoint
UPDATE "counters" SET "kind" = 'active' WHERE "entity" = 'vault' AND "kind" = 'kept';--> statement-breakpoint
UPDATE "counters" SET "key" = 'active' WHERE "entity" = 'vault' AND "kind" = 'status' AND "key" = 'kept';--> statement-breakpoint
ALTER FUNCTION tally_rows() RENAME TO count_rows;--> statement-breakpoint
ALTER FUNCTION tally_files() RENAME TO count_files;--> statement-breakpoint
ALTER FUNCTION tally_vault() RENAME TO count_vault_documents;--> statement-breakpoint
ALTER FUNCTION vault_keys(timestamptz, timestamptz, timestamptz, text[]) RENAME TO vault_counter_keys;--> statement-breakpoint
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT tgname, tgrelid::regclass AS tbl FROM pg_trigger WHERE tgname LIKE 'tally\_%' AND NOT tgisinternal LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', item.tgname, item.tbl, replace(item.tgname, 'tally_', 'count_'));
  END LOOP;
  FOR item IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'door\_%' LOOP
    EXECUTE format('DROP FUNCTION %s', item.name);
  END LOOP;
  FOR item IN SELECT polname, polrelid::regclass AS tbl FROM pg_policy WHERE polname IN ('tenant_wall', 'owner_doors') LOOP
    EXECUTE format('ALTER POLICY %I ON %s RENAME TO %I', item.polname, item.tbl,
      CASE item.polname WHEN 'tenant_wall' THEN 'tenant_isolation' ELSE 'owner_all' END);
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "hearings" RENAME TO "consumer_offsets";--> statement-breakpoint
ALTER TABLE "consumer_offsets" RENAME COLUMN "listener" TO "consumer";--> statement-breakpoint
ALTER TABLE "consumer_offsets" RENAME CONSTRAINT "hearings_tenant_id_listener_chain_pk" TO "consumer_offsets_tenant_id_consumer_chain_pk";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "sealed" TO "content";--> statement-breakpoint
UPDATE "mails" SET "status" = 'local' WHERE "status" = 'kept';--> statement-breakpoint
ALTER TABLE "roots" RENAME COLUMN "sealed_key" TO "wrapped_key";--> statement-breakpoint
ALTER TABLE "tenant_keys" RENAME COLUMN "sealed_key" TO "wrapped_key";--> statement-breakpoint
ALTER TABLE "signers" RENAME COLUMN "sealed_at" TO "embedded_at";--> statement-breakpoint
ALTER TABLE "webhooks" RENAME COLUMN "rests_until" TO "backoff_until";--> statement-breakpoint
ALTER TABLE "webhook_logs" RENAME COLUMN "by_hand" TO "manual";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "carried_out" TO "executed";--> statement-breakpoint
ALTER INDEX "vault_kept_signed" RENAME TO "vault_active_signed";--> statement-breakpoint
ALTER INDEX "vault_kept_name" RENAME TO "vault_active_name";--> statement-breakpoint
ALTER INDEX "vault_kept_size" RENAME TO "vault_active_size";--> statement-breakpoint
ALTER INDEX "vault_kept_expiry" RENAME TO "vault_active_expiry";--> statement-breakpoint
