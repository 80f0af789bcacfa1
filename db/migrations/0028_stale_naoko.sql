CREATE TABLE "saml_requests" (
	"tenant_id" bigint NOT NULL,
	"request_id" text NOT NULL,
	"assertion_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saml_requests_tenant_id_request_id_pk" PRIMARY KEY("tenant_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "user_identities" DROP CONSTRAINT "user_identities_source_known";--> statement-breakpoint
ALTER TABLE "sso_providers" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_providers" ALTER COLUMN "client_secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD COLUMN "protocol" text;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "protocol" text DEFAULT 'oidc' NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "sso_url" text;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "certificates" text[];--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "email_attribute" text;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "name_attribute" text;--> statement-breakpoint
ALTER TABLE "saml_requests" ADD CONSTRAINT "saml_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saml_requests_assertion" ON "saml_requests" USING btree ("tenant_id","assertion_id");--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_protocol_known" CHECK ("sso_providers"."protocol" in ('oidc', 'saml'));--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_complete" CHECK (case "sso_providers"."protocol" when 'oidc' then "sso_providers"."client_id" is not null and "sso_providers"."client_secret" is not null
        else "sso_providers"."sso_url" is not null and cardinality("sso_providers"."certificates") > 0 end);--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_source_known" CHECK ("user_identities"."source" in ('installation', 'tenant', 'saml'));