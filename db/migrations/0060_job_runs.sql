CREATE TABLE "job_runs" (
	"key" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"process" text,
	"deaths" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
