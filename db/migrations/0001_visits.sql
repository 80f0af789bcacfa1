ALTER TABLE "chain_heads" ADD COLUMN "pending_event" jsonb;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "fields_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "last_field_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- The counters do not change, and their functions come after the migrations.
alter table "templates" disable trigger user;--> statement-breakpoint
update "templates" set "last_field_id" = jsonb_array_length("fields"), "fields" = (
  select jsonb_agg(field || jsonb_build_object('id', position) order by position)
  from jsonb_array_elements("fields") with ordinality as list (field, position)
) where jsonb_array_length("fields") > 0;--> statement-breakpoint
alter table "templates" enable trigger user;
