CREATE TABLE "chain_heads" (
	"tenant_id" bigint NOT NULL,
	"chain" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" char(64) NOT NULL,
	"mac" char(64) NOT NULL,
	CONSTRAINT "chain_heads_tenant_id_chain_pk" PRIMARY KEY("tenant_id","chain")
);
