CREATE TABLE "log_cosignatures" (
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"cosigned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "log_cosignatures_size_witness_pk" PRIMARY KEY("size","witness")
);
--> statement-breakpoint
CREATE TABLE "witnessed_logs" (
	"origin" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"cosigned_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "log_cosignatures_witness" ON "log_cosignatures" USING btree ("witness","size");--> statement-breakpoint
CREATE INDEX "log_cosignatures_time" ON "log_cosignatures" USING btree ("cosigned_at");