CREATE TABLE "heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "signers_signature_image" ON "signers" USING btree (("signature" ->> 'imageSha256'));--> statement-breakpoint
CREATE INDEX "signers_initials_image" ON "signers" USING btree (("initials" ->> 'imageSha256'));