-- db/functions: d3e64a7b4f59ea3dbbffe8bae839f04e6040413af749ea033518c20cf3326d00
CREATE INDEX "bulk_send_rows_process" ON "bulk_send_rows" USING btree ("process_id") WHERE "bulk_send_rows"."process_id" is not null;--> statement-breakpoint
CREATE INDEX "bulk_sends_template" ON "bulk_sends" USING btree ("template_id") WHERE "bulk_sends"."template_id" is not null;--> statement-breakpoint
CREATE INDEX "documents_in_folder" ON "documents" USING btree ("folder_id") WHERE "documents"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "documents_creator" ON "documents" USING btree ("created_by_id") WHERE "documents"."created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "fields_document" ON "fields" USING btree ("document_id") WHERE "fields"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "process_documents_source" ON "process_documents" USING btree ("document_id") WHERE "process_documents"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "processes_in_folder" ON "processes" USING btree ("folder_id") WHERE "processes"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "processes_creator" ON "processes" USING btree ("created_by_id") WHERE "processes"."created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "processes_sender" ON "processes" USING btree ("sent_by_id") WHERE "processes"."sent_by_id" is not null;--> statement-breakpoint
CREATE INDEX "template_documents_source" ON "template_documents" USING btree ("document_id") WHERE "template_documents"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "templates_in_folder" ON "templates" USING btree ("folder_id") WHERE "templates"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "templates_creator" ON "templates" USING btree ("created_by_id") WHERE "templates"."created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "vault_in_folder" ON "vault_documents" USING btree ("folder_id") WHERE "vault_documents"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "vault_holder" ON "vault_documents" USING btree ("hold_set_by_id") WHERE "vault_documents"."hold_set_by_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_messages_source" ON "webhook_messages" USING btree ("event_id") WHERE "webhook_messages"."event_id" is not null;