CREATE TABLE "hearings" (
	"tenant_id" bigint NOT NULL,
	"listener" text NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "hearings_tenant_id_listener_chain_pk" PRIMARY KEY("tenant_id","listener","chain")
);
