DROP INDEX "signers_token";--> statement-breakpoint
CREATE INDEX "signers_token" ON "signers" USING btree ("token_hash");