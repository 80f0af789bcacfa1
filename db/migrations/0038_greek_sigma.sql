-- At the end of a word a small sigma has another form, which no capital becomes in lower case.
CREATE OR REPLACE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(unaccent('unaccent'::regdictionary, regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f]', '', 'g'))), 'ς', 'σ');--> statement-breakpoint
UPDATE "documents" SET "name" = "name" WHERE "searchable" LIKE '%ς%';--> statement-breakpoint
UPDATE "users" SET "name" = "name" WHERE "searchable" LIKE '%ς%';--> statement-breakpoint
UPDATE "processes" SET "name" = "name" WHERE "searchable" LIKE '%ς%';--> statement-breakpoint
UPDATE "signers" SET "name" = "name" WHERE "searchable" LIKE '%ς%';--> statement-breakpoint
UPDATE "templates" SET "name" = "name" WHERE "searchable" LIKE '%ς%';--> statement-breakpoint
UPDATE "vault_documents" SET "name" = "name" WHERE "searchable" LIKE '%ς%';
