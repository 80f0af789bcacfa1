DROP INDEX "users_tenant";--> statement-breakpoint
DROP INDEX "documents_created";--> statement-breakpoint
DROP INDEX "documents_name";--> statement-breakpoint
DROP INDEX "documents_size";--> statement-breakpoint
DROP INDEX "api_keys_tenant";--> statement-breakpoint
DROP INDEX "processes_created";--> statement-breakpoint
DROP INDEX "processes_updated";--> statement-breakpoint
DROP INDEX "processes_name";--> statement-breakpoint
DROP INDEX "processes_external";--> statement-breakpoint
DROP INDEX "processes_completed_name";--> statement-breakpoint
DROP INDEX "vault_kept_signed";--> statement-breakpoint
DROP INDEX "vault_kept_name";--> statement-breakpoint
DROP INDEX "vault_kept_size";--> statement-breakpoint
DROP INDEX "vault_archived_signed";--> statement-breakpoint
DROP INDEX "vault_archived_name";--> statement-breakpoint
DROP INDEX "vault_archived_size";--> statement-breakpoint
DROP INDEX "vault_kept_expiry";--> statement-breakpoint
CREATE INDEX "api_keys_name" ON "api_keys" USING btree ("tenant_id","name","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("tenant_id","created_at","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","name","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_mail" ON "users" USING btree ("tenant_id","email","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("tenant_id","test_mode","created_at","id","status") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_name" ON "documents" USING btree ("tenant_id","test_mode","name","id","status") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_size" ON "documents" USING btree ("tenant_id","test_mode","size","id","status") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "api_keys_tenant" ON "api_keys" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "processes_created" ON "processes" USING btree ("tenant_id","test_mode","created_at","id","status");--> statement-breakpoint
CREATE INDEX "processes_updated" ON "processes" USING btree ("tenant_id","test_mode","updated_at","id","status","created_at");--> statement-breakpoint
CREATE INDEX "processes_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","status","created_at");--> statement-breakpoint
CREATE INDEX "processes_external" ON "processes" USING btree ("tenant_id","external_id","test_mode","created_at","id");--> statement-breakpoint
CREATE INDEX "processes_completed_name" ON "processes" USING btree ("tenant_id","test_mode","name","id","completed_at") WHERE "processes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "vault_kept_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_kept_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_kept_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_archived_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id","expires_at") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id","expires_at","signed_at") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id","expires_at","signed_at") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_kept_expiry" ON "vault_documents" USING btree ("tenant_id","test_mode","expires_at","signed_at","id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
-- By the day of signing, apart for what is kept and what is archived: a list of some days is counted by its sums.
CREATE OR REPLACE FUNCTION vault_keys(archived_at timestamptz, signed_at timestamptz, expires_at timestamptz, tags text[])
RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT 'status', CASE WHEN archived_at IS NULL THEN 'kept' ELSE 'archived' END
  UNION ALL SELECT CASE WHEN archived_at IS NULL THEN 'kept' ELSE 'archived' END, to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  UNION ALL SELECT 'ends', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM') WHERE archived_at IS NULL
  UNION ALL SELECT DISTINCT 'tag', tag FROM unnest(tags) tag
$$;--> statement-breakpoint
DELETE FROM tallies WHERE room = 'vault';--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'vault', test_mode, kind, key, count(*), sum(size)
  FROM vault_documents, vault_keys(archived_at, signed_at, expires_at, tags) GROUP BY 1, 3, 4, 5;
--> statement-breakpoint
-- As before, and the signs of ASCII, which have no trigrams either.
CREATE OR REPLACE FUNCTION marks(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
  found text[];
  run text;
BEGIN
  SELECT array_agg('^' || left(m[1], n)) INTO found
    FROM regexp_matches(folded, '(?<![a-z0-9])([a-z0-9]{1,2})', 'g') m, generate_series(1, length(m[1])) n;
  IF folded ~ '[!-/:-@[-`{-~]' THEN
    found := found || array(SELECT DISTINCT m[1] FROM regexp_matches(folded, '[!-/:-@[-`{-~]', 'g') m);
  END IF;
  IF folded ~ '[^\u0001-\u007f]' THEN
    FOR run IN SELECT m[1] FROM regexp_matches(folded, '([^\u0001-\u007f]+)', 'g') m LOOP
      found := found || array(
        SELECT substr(run, i, n) FROM generate_series(1, 3) n, generate_series(1, length(run) - n + 1) i);
    END LOOP;
  END IF;
  RETURN coalesce(found, '{}');
END $$;--> statement-breakpoint
REINDEX INDEX "documents_search";--> statement-breakpoint
REINDEX INDEX "users_search";--> statement-breakpoint
REINDEX INDEX "processes_search";--> statement-breakpoint
REINDEX INDEX "signers_search";--> statement-breakpoint
REINDEX INDEX "templates_search";--> statement-breakpoint
REINDEX INDEX "vault_search";
