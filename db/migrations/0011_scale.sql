CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- Blind to case and accents: é, E and é as two characters are alike, so are ł and l, ø and o, ß and ss.
CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f]', '', 'g')));--> statement-breakpoint
CREATE FUNCTION lines(text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_string($1, chr(10));--> statement-breakpoint
-- What trigrams do not cover. pg_trgm knows letters beyond ASCII only where the database's C locale does, so their
-- runs are indexed by one, two and three characters; and one or two characters of ASCII find the words they begin.
CREATE FUNCTION marks(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
  found text[];
  run text;
BEGIN
  SELECT array_agg('^' || left(m[1], n)) INTO found
    FROM regexp_matches(folded, '(?<![a-z0-9])([a-z0-9]{1,2})', 'g') m, generate_series(1, length(m[1])) n;
  IF folded ~ '[^\u0001-\u007f]' THEN
    FOR run IN SELECT m[1] FROM regexp_matches(folded, '([^\u0001-\u007f]+)', 'g') m LOOP
      found := found || array(
        SELECT substr(run, i, n) FROM generate_series(1, 3) n, generate_series(1, length(run) - n + 1) i);
    END LOOP;
  END IF;
  RETURN coalesce(found, '{}');
END $$;--> statement-breakpoint
CREATE TABLE "tallies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"room" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "documents_tenant";--> statement-breakpoint
DROP INDEX "processes_tenant";--> statement-breakpoint
DROP INDEX "templates_tenant";--> statement-breakpoint
DROP INDEX "vault_documents_tenant";--> statement-breakpoint
DROP INDEX "users_tenant";--> statement-breakpoint
DROP INDEX "processes_status";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || original_filename)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || coalesce(email, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || coalesce(description, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "searchable" text GENERATED ALWAYS AS (fold(name || chr(10) || lines(tags) || chr(10))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "tallies_key" ON "tallies" USING btree ("tenant_id","room","test_mode","kind","key");--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("tenant_id","test_mode","created_at","id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_status" ON "documents" USING btree ("tenant_id","test_mode","status","created_at","id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_name" ON "documents" USING btree ("tenant_id","test_mode","name","id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_size" ON "documents" USING btree ("tenant_id","test_mode","size","id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "processes_created" ON "processes" USING btree ("tenant_id","test_mode","created_at","id");--> statement-breakpoint
CREATE INDEX "processes_updated" ON "processes" USING btree ("tenant_id","test_mode","updated_at","id");--> statement-breakpoint
CREATE INDEX "processes_name" ON "processes" USING btree ("tenant_id","test_mode","name","id");--> statement-breakpoint
CREATE INDEX "processes_external" ON "processes" USING btree ("tenant_id","external_id");--> statement-breakpoint
CREATE INDEX "processes_completed" ON "processes" USING btree ("tenant_id","test_mode","completed_at","id") WHERE "processes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "processes_completed_name" ON "processes" USING btree ("tenant_id","test_mode","name","id") WHERE "processes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "processes_search" ON "processes" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "signers_search" ON "signers" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("tenant_id","test_mode","created_at","id");--> statement-breakpoint
CREATE INDEX "templates_updated" ON "templates" USING btree ("tenant_id","test_mode","updated_at","id");--> statement-breakpoint
CREATE INDEX "templates_name" ON "templates" USING btree ("tenant_id","test_mode","name","id");--> statement-breakpoint
CREATE INDEX "templates_used" ON "templates" USING btree ("tenant_id","test_mode","usage_count","id");--> statement-breakpoint
CREATE INDEX "templates_search" ON "templates" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "vault_kept_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_kept_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_kept_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_archived_signed" ON "vault_documents" USING btree ("tenant_id","test_mode","signed_at","id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_name" ON "vault_documents" USING btree ("tenant_id","test_mode","name","id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_archived_size" ON "vault_documents" USING btree ("tenant_id","test_mode","size","id") WHERE "vault_documents"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vault_kept_expiry" ON "vault_documents" USING btree ("tenant_id","test_mode","expires_at") WHERE "vault_documents"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vault_bytes" ON "vault_documents" USING btree ("tenant_id","sha256");--> statement-breakpoint
CREATE INDEX "vault_search" ON "vault_documents" USING gin ("tenant_id","searchable" gin_trgm_ops,marks("searchable")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_tenant" ON "users" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "processes_status" ON "processes" USING btree ("tenant_id","test_mode","status","created_at","id");--> statement-breakpoint
CREATE FUNCTION vault_keys(archived_at timestamptz, signed_at timestamptz, expires_at timestamptz, tags text[])
RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT 'status', CASE WHEN archived_at IS NULL THEN 'kept' ELSE 'archived' END
  UNION ALL SELECT 'signed', to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM')
  UNION ALL SELECT 'ends', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM') WHERE archived_at IS NULL
  UNION ALL SELECT DISTINCT 'tag', tag FROM unnest(tags) tag
$$;--> statement-breakpoint
CREATE FUNCTION tally_vault() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
      SELECT tenant_id, 'vault', test_mode, kind, key, count(*), sum(size)
      FROM added, vault_keys(archived_at, signed_at, expires_at, tags) GROUP BY 1, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
      SELECT tenant_id, 'vault', test_mode, kind, key, -count(*), -sum(size)
      FROM removed, vault_keys(archived_at, signed_at, expires_at, tags) GROUP BY 1, 3, 4, 5;
  ELSE
    INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
      SELECT tenant_id, 'vault', test_mode, kind, key, sum(one), sum(one * size)
      FROM (SELECT *, 1 AS one FROM added UNION ALL SELECT *, -1 FROM removed) changed,
        vault_keys(archived_at, signed_at, expires_at, tags)
      GROUP BY 1, 3, 4, 5 HAVING sum(one) <> 0 OR sum(one * size) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tally_insert AFTER INSERT ON vault_documents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_vault();--> statement-breakpoint
CREATE TRIGGER tally_delete AFTER DELETE ON vault_documents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_vault();--> statement-breakpoint
CREATE TRIGGER tally_update AFTER UPDATE ON vault_documents REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_vault();--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'vault', test_mode, kind, key, count(*), sum(size)
  FROM vault_documents, vault_keys(archived_at, signed_at, expires_at, tags) GROUP BY 1, 3, 4, 5;--> statement-breakpoint
-- Rows with a status of their own: documents that are not deleted, and processes.
CREATE FUNCTION tally_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS one, to_jsonb(r) AS row FROM added r'
    WHEN 'DELETE' THEN 'SELECT -1 AS one, to_jsonb(r) AS row FROM removed r'
    ELSE 'SELECT 1 AS one, to_jsonb(r) AS row FROM added r UNION ALL SELECT -1, to_jsonb(r) FROM removed r' END;
BEGIN
  EXECUTE format('INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
    SELECT (row->>''tenant_id'')::bigint, %L, (row->>''test_mode'')::boolean, ''status'', row->>''status'', sum(one), 0
    FROM (%s) changed WHERE row->>''deleted_at'' IS NULL GROUP BY 1, 3, 5 HAVING sum(one) <> 0', TG_TABLE_NAME, changed);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tally_insert AFTER INSERT ON documents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
CREATE TRIGGER tally_delete AFTER DELETE ON documents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
CREATE TRIGGER tally_update AFTER UPDATE ON documents REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'documents', test_mode, 'status', status, count(*), 0 FROM documents WHERE deleted_at IS NULL GROUP BY 1, 3, 5;--> statement-breakpoint
CREATE TRIGGER tally_insert AFTER INSERT ON processes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
CREATE TRIGGER tally_delete AFTER DELETE ON processes REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
CREATE TRIGGER tally_update AFTER UPDATE ON processes REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_status();--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'processes', test_mode, 'status', status, count(*), 0 FROM processes GROUP BY 1, 3, 5;
