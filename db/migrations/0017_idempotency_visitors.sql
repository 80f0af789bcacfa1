-- Plain hashes of requests, some with a password in them: none of them is to stay.
TRUNCATE "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "request_sha256" TO "request_hmac";
