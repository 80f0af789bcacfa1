ALTER TABLE "chain_heads" ADD COLUMN "pending_event" jsonb;--> statement-breakpoint
CREATE INDEX "chain_heads_pending" ON "chain_heads" USING btree ("tenant_id") WHERE "chain_heads"."pending_event" is not null;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "fields_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "last_field_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- The counters do not change, and their functions come after the migrations. Stored fields lack members that are newer.
alter table "templates" disable trigger user;--> statement-breakpoint
update "templates" set "last_field_id" = jsonb_array_length("fields"), "fields" = (
  select jsonb_agg('{"auto": false, "imported": false, "condition": null, "formula": null, "editable": false, "layout": {}}'::jsonb
    || field || jsonb_build_object('id', position) order by position)
  from jsonb_array_elements("fields") with ordinality as list (field, position)
) where jsonb_array_length("fields") > 0;--> statement-breakpoint
alter table "templates" enable trigger user;--> statement-breakpoint
-- Emails that failed in an earlier version kept their content, with its links and codes.
update "mails" set "content" = null where "status" = 'failed';
