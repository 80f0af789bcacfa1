CREATE TABLE "link_visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"link_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"code_hash" char(64),
	"code_sent_at" timestamp with time zone NOT NULL,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"process_id" bigint,
	"signer_id" bigint
);
--> statement-breakpoint
CREATE TABLE "template_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"token_nonce" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"visitor_role" text NOT NULL,
	"people" jsonb NOT NULL,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"problem" jsonb,
	"actor" jsonb NOT NULL,
	"address" text,
	"test_mode" boolean NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "link_visits" ADD CONSTRAINT "link_visits_link_id_template_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."template_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_visits" ADD CONSTRAINT "link_visits_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_visits" ADD CONSTRAINT "link_visits_signer_id_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_links" ADD CONSTRAINT "template_links_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_visits_email" ON "link_visits" USING btree ("link_id","email");--> statement-breakpoint
CREATE INDEX "link_visits_process" ON "link_visits" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "link_visits_signer" ON "link_visits" USING btree ("signer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "template_links_token" ON "template_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "template_links_template" ON "template_links" USING btree ("template_id","id");