CREATE TABLE "delegations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delegations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"process_id" bigint NOT NULL,
	"signer_id" bigint NOT NULL,
	"from_name" text NOT NULL,
	"from_email" text NOT NULL,
	"to_name" text NOT NULL,
	"to_email" text NOT NULL,
	"reason" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"delegated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "replaced_links" ADD COLUMN "signer_id" bigint;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delegations_process" ON "delegations" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "delegations_signer" ON "delegations" USING btree ("signer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delegations_token" ON "delegations" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "replaced_links" ADD CONSTRAINT "replaced_links_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_links_signer" ON "replaced_links" USING btree ("signer_id");