DROP INDEX "delegations_token";--> statement-breakpoint
CREATE INDEX "delegations_token" ON "delegations" USING btree ("token_hash");