-- Numbers were stored as they were typed, with a comma or a point; a value is plain now.
update "fields" set "value" = replace("value", ',', '.') where "type" = 'number' and "value" ~ '^[+-]?\d+,\d+$';--> statement-breakpoint
-- The counters do not change, and their functions come after the migrations.
alter table "templates" disable trigger user;--> statement-breakpoint
update "templates" set "fields" = (
  select jsonb_agg(case when field ->> 'type' = 'number' and field ->> 'value' ~ '^[+-]?\d+,\d+$'
    then jsonb_set(field, '{value}', to_jsonb(replace(field ->> 'value', ',', '.'))) else field end order by position)
  from jsonb_array_elements("fields") with ordinality as entries(field, position))
where exists (select from jsonb_array_elements("fields") as field where field ->> 'type' = 'number' and field ->> 'value' ~ '^[+-]?\d+,\d+$');--> statement-breakpoint
alter table "templates" enable trigger user;
