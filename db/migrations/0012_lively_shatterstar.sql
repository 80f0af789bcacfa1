CREATE TABLE "tenant_seals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenant_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint NOT NULL,
	"certificate" "bytea" NOT NULL,
	"certificates" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tenant_seals" ADD CONSTRAINT "tenant_seals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_seals_in_use" ON "tenant_seals" USING btree ("tenant_id") WHERE "tenant_seals"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "tenant_seals_of_any_tenant" ON "tenant_seals" USING btree (encode(sha256("certificate"), 'hex'));