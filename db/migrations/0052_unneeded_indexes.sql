DROP INDEX "processes_expiry";--> statement-breakpoint
DROP INDEX "process_documents_document";--> statement-breakpoint
DROP INDEX "template_documents_document";
