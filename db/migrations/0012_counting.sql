CREATE TABLE "uploaded_files" (
	"tenant_id" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"size" bigint NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "uploaded_files_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "tallies" ADD COLUMN "settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_bytes" ON "documents" USING btree ("tenant_id","sha256") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_working_bytes" ON "documents" USING btree ("tenant_id","working_sha256") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "process_documents_bytes" ON "process_documents" USING btree ("tenant_id","current_sha256");--> statement-breakpoint
CREATE INDEX "tallies_new" ON "tallies" USING btree ("tenant_id","room","test_mode","kind","key") WHERE not "tallies"."settled";--> statement-breakpoint
CREATE INDEX "vault_certificates" ON "vault_documents" USING hash ("certificate_sha256");--> statement-breakpoint
CREATE INDEX "vault_trails" ON "vault_documents" USING hash ("trail_sha256");--> statement-breakpoint
-- Rows by a word of theirs that the trigger names (their status, if it names none), or all alike where they have no such word.
ALTER FUNCTION tally_status() RENAME TO tally_rows;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := coalesce(TG_ARGV[0], 'status');
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS one, to_jsonb(r) AS row FROM added r'
    WHEN 'DELETE' THEN 'SELECT -1 AS one, to_jsonb(r) AS row FROM removed r'
    ELSE 'SELECT 1 AS one, to_jsonb(r) AS row FROM added r UNION ALL SELECT -1, to_jsonb(r) FROM removed r' END;
BEGIN
  EXECUTE format('INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
    SELECT (row->>''tenant_id'')::bigint, %L, coalesce((row->>''test_mode'')::boolean, false), %L, coalesce(row->>%L, ''''),
      sum(one), 0
    FROM (%s) changed WHERE row->>''deleted_at'' IS NULL GROUP BY 1, 3, 5 HAVING sum(one) <> 0', TG_TABLE_NAME, kind, kind, changed);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tally_insert AFTER INSERT ON users REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('role');--> statement-breakpoint
CREATE TRIGGER tally_delete AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('role');--> statement-breakpoint
CREATE TRIGGER tally_update AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('role');--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'users', false, 'role', role, count(*), 0 FROM users WHERE deleted_at IS NULL GROUP BY 1, 5;--> statement-breakpoint
CREATE TRIGGER tally_insert AFTER INSERT ON templates REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('all');--> statement-breakpoint
CREATE TRIGGER tally_delete AFTER DELETE ON templates REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('all');--> statement-breakpoint
CREATE TRIGGER tally_update AFTER UPDATE ON templates REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('all');--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'templates', test_mode, 'all', '', count(*), 0 FROM templates GROUP BY 1, 3;--> statement-breakpoint
-- The bytes of uploads count once for a tenant, whatever the mode, however many of its documents have them.
CREATE FUNCTION tally_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS one, r.* FROM added r'
    WHEN 'DELETE' THEN 'SELECT -1 AS one, r.* FROM removed r'
    ELSE 'SELECT 1 AS one, r.* FROM added r UNION ALL SELECT -1, r.* FROM removed r' END;
BEGIN
  EXECUTE format('WITH changed AS (
      SELECT tenant_id, sha256, max(size) AS size, sum(one) AS more FROM (%s) changed WHERE deleted_at IS NULL
      GROUP BY 1, 2 HAVING sum(one) <> 0
    ), held AS (
      INSERT INTO uploaded_files AS f (tenant_id, sha256, size, documents)
        SELECT tenant_id, sha256, size, more FROM changed ORDER BY 1, 2
      ON CONFLICT (tenant_id, sha256) DO UPDATE SET documents = f.documents + excluded.documents
      RETURNING *
    )
    INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
      SELECT tenant_id, ''documents'', false, ''file'', '''', sum(one), sum(one * size)
      FROM (SELECT h.tenant_id, h.size, (h.documents > 0)::int - (h.documents - more > 0)::int AS one
        FROM held h JOIN changed USING (tenant_id, sha256)) stored
      GROUP BY 1 HAVING sum(one) <> 0 OR sum(one * size) <> 0', changed);
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM uploaded_files f USING removed r
      WHERE (f.tenant_id, f.sha256) = (r.tenant_id, r.sha256) AND f.documents = 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tally_files_insert AFTER INSERT ON documents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_files();--> statement-breakpoint
CREATE TRIGGER tally_files_delete AFTER DELETE ON documents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_files();--> statement-breakpoint
CREATE TRIGGER tally_files_update AFTER UPDATE ON documents REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_files();--> statement-breakpoint
INSERT INTO uploaded_files (tenant_id, sha256, size, documents)
  SELECT tenant_id, sha256, max(size), count(*) FROM documents WHERE deleted_at IS NULL GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'documents', false, 'file', '', count(*), sum(size) FROM uploaded_files GROUP BY 1;
