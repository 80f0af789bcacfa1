-- Names in Arabic, Hebrew, Old Slavonic and Indic scripts are often written without these marks: vowel points, hamza, nukta.
-- Vowel signs and viramas of Indic scripts stay: they are letters.
CREATE OR REPLACE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(unaccent('unaccent'::regdictionary, regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]', '', 'g'))), 'ς', 'σ');--> statement-breakpoint
UPDATE "documents" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
UPDATE "users" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
UPDATE "processes" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
UPDATE "signers" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
UPDATE "templates" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
UPDATE "vault_documents" SET "name" = "name" WHERE "searchable" ~ '[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c]';--> statement-breakpoint
-- Drafts that users deleted were still counted as uses of their template.
UPDATE "templates" t SET "usage_count" = u."uses" FROM (
  SELECT t."id", (SELECT count(*) FROM "processes" p WHERE p."tenant_id" = t."tenant_id" AND p."template_id" = t."id") AS "uses"
  FROM "templates" t) u
WHERE u."id" = t."id" AND t."usage_count" <> u."uses";
