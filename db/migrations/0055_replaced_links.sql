CREATE TABLE "replaced_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replaced_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"token_hash" char(64) NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "replaced_links" ADD CONSTRAINT "replaced_links_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replaced_links_token" ON "replaced_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "replaced_links_process" ON "replaced_links" USING btree ("process_id");