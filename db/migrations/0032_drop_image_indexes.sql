DROP INDEX "signers_signature_image";--> statement-breakpoint
DROP INDEX "signers_initials_image";