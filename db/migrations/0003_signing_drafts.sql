CREATE TABLE "signing_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signing_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"token_hash" char(64) NOT NULL,
	"content" "bytea" NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signing_drafts" ADD CONSTRAINT "signing_drafts_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_drafts_token" ON "signing_drafts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "signing_drafts_process" ON "signing_drafts" USING btree ("process_id");