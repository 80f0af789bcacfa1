ALTER TABLE "documents" ADD CONSTRAINT "documents_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_otp_session_id_signing_sessions_id_fk" FOREIGN KEY ("otp_session_id") REFERENCES "public"."signing_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signers_otp_session" ON "signers" USING btree ("otp_session_id") WHERE "signers"."otp_session_id" is not null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_status_known" CHECK ("documents"."status" in ('uploaded', 'in_process', 'completed'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind_known" CHECK ("sessions"."kind" in ('dashboard', 'token'));--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_subscription_type_known" CHECK ("tenants"."subscription_type" in ('free', 'starter', 'business', 'enterprise'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('tenant_admin', 'user', 'viewer'));--> statement-breakpoint
ALTER TABLE "tenant_keys" ADD CONSTRAINT "tenant_keys_purpose_known" CHECK ("tenant_keys"."purpose" in ('authority', 'seal'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('local', 'queued', 'sent', 'failed'));--> statement-breakpoint
ALTER TABLE "fields" ADD CONSTRAINT "fields_type_known" CHECK ("fields"."type" in ('signature', 'initials', 'date', 'name', 'email', 'company', 'text', 'number', 'checkbox', 'radio', 'dropdown'));--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_status_known" CHECK ("processes"."status" in ('draft', 'sent', 'in_progress', 'completed', 'refused', 'cancelled', 'expired'));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_type_known" CHECK ("signers"."type" in ('sequential', 'parallel'));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_role_known" CHECK ("signers"."role" in ('signer', 'approver', 'viewer', 'cc'));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_status_known" CHECK ("signers"."status" in ('pending', 'notified', 'viewed', 'signed', 'refused', 'expired'));--> statement-breakpoint
ALTER TABLE "webhook_logs" ADD CONSTRAINT "webhook_logs_status_known" CHECK ("webhook_logs"."status" in ('pending', 'success', 'failed'));--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_status_known" CHECK ("webhook_messages"."status" in ('pending', 'success', 'failed'));