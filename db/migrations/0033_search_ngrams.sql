DROP INDEX "documents_search";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "processes_search";--> statement-breakpoint
DROP INDEX "signers_search";--> statement-breakpoint
DROP INDEX "templates_search";--> statement-breakpoint
DROP INDEX "vault_search";--> statement-breakpoint
DROP FUNCTION IF EXISTS door_find(text, boolean, text, text[], jsonb, text, boolean, integer, integer, bigint);--> statement-breakpoint
DROP FUNCTION IF EXISTS sought_in(text, text, text[], boolean);--> statement-breakpoint
DROP FUNCTION marks(text);--> statement-breakpoint
-- What pg_trgm does not index in every locale: runs of characters beyond ASCII, by one, two and three of them; and signs.
CREATE FUNCTION ngrams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array(
  SELECT substr(run[1], i, n) FROM regexp_matches(folded, '[^\u0001-\u007f]+', 'g') run,
    generate_series(1, 3) n, generate_series(1, length(run[1]) - n + 1) i
  UNION
  SELECT sign[1] FROM regexp_matches(folded, '[!-/:-@[-`{-~]', 'g') sign);--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || original_filename))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || coalesce(email, '')))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || email))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || coalesce(description, '')))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_documents" ADD COLUMN "ngrams" text[] GENERATED ALWAYS AS (ngrams(fold(name || chr(10) || lines(tags) || chr(10)))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "processes_search" ON "processes" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "signers_search" ON "signers" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "templates_search" ON "templates" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "vault_search" ON "vault_documents" USING gin ("tenant_id","searchable" gin_trgm_ops,"ngrams") WITH (fastupdate=false);--> statement-breakpoint
ANALYZE "documents", "users", "processes", "signers", "templates", "vault_documents";
