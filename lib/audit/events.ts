import type { Priority } from '#lib/jobs/boss'

/** Every type of event. All are in the audit trail; webhooks receive some of them. */
export const eventTypes = [
  'tenant.created',
  'tenant.updated',
  'tenant.seal_changed',
  'tenant.seal_removed',
  'tenant.seal_expiring',
  'tenant.seal_expired',
  'tenant.signing_service_changed',
  'tenant.signing_service_removed',
  'tenant.sender_changed',
  'tenant.sender_removed',
  'tenant.sender_verified',
  'tenant.sender_lost',
  'tenant.archive_address_changed',
  'tenant.archive_address_confirmed',
  'tenant.archive_address_removed',
  'tenant.retention_ending',
  'tenant.contract_ending',
  'tenant.sso_changed',
  'tenant.sso_removed',
  'tenant.sign_in_refused',
  'tenant.audit_exported',
  'user.created',
  'user.invited',
  'user.updated',
  'user.deleted',
  'user.address_change_requested',
  'user.address_changed',
  'user.address_confirmation_requested',
  'user.address_confirmed',
  'user.reauthenticated',
  'user.password_reset_requested',
  'user.password_changed',
  'user.factor_added',
  'user.factor_renamed',
  'user.factor_removed',
  'user.factors_reset',
  'user.recovery_codes_created',
  'user.recovery_code_used',
  'user.second_factor_failed',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.operator_granted',
  'user.operator_revoked',
  'user.operator_acted',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'api_key.created',
  'api_key.deleted',
  'folder.created',
  'folder.updated',
  'folder.deleted',
  'document.uploaded',
  'document.downloaded',
  'document.copied',
  'document.renamed',
  'document.moved',
  'document.deleted',
  'document.completed',
  'document.time_stamp_renewed',
  'process.created',
  'process.link_used',
  'process.updated',
  'process.editor_link_created',
  'process.moved',
  'process.deleted',
  'process.fields_changed',
  'process.sent',
  'process.prepared',
  'process.corrected',
  'process.refused',
  'process.cancelled',
  'process.voided',
  'process.expired',
  'process.seal_failed',
  'process.seal_blocked',
  'process.completed',
  'signature.created',
  'signature.invited',
  'signature.link_disclosed',
  'signature.phone_linked',
  'signature.in_person',
  'signature.viewed',
  'signature.reminded',
  'signature.resent',
  'signature.delivery_failed',
  'signature.otp_sent',
  'signature.otp_verified',
  'signature.otp_failed',
  'signature.access_code_locked',
  'signature.consented',
  'signature.completed',
  'signature.certificate_chosen',
  'signature.confirmed',
  'signature.sealed',
  'signature.refused',
  'signature.delegated',
  'signature.attachment_added',
  'signature.attachment_removed',
  'signature.attachment_downloaded',
  'signature.question_asked',
  'signature.time_requested',
  'signature.erased',
  'vault.archived',
  'vault.unarchived',
  'vault.tagged',
  'vault.downloaded',
  'vault.hold_set',
  'vault.hold_released',
  'vault.deleted',
  'template.created',
  'template.updated',
  'template.moved',
  'template.deleted',
  'template.used',
  'template.restored',
  'template.version_deleted',
  'template.link_created',
  'template.link_ended',
  'template.link_code_sent',
  'bulk_send.created',
  'bulk_send.paused',
  'bulk_send.resumed',
  'bulk_send.cancelled',
  'bulk_send.completed',
  'bulk_send.downloaded',
  'privacy.export_requested',
  'privacy.export_stopped',
  'privacy.exported',
  'privacy.downloaded',
  'privacy.erasure_requested',
  'privacy.erasure_blocked',
  'privacy.erased',
  'quota.reached',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.replayed',
  'webhook.disabled',
] as const
export type EventType = (typeof eventTypes)[number]

/** The subscription of a webhook to every event of the audit log. */
export const AUDIT_GROUP = 'audit.*'

/** Frequent events that only webhooks of the group `audit.*` get: no job announces them in a tenant without one. */
export const auditOnlyTypes: ReadonlySet<EventType> = new Set([
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'tenant.sign_in_refused',
  'tenant.audit_exported',
  'document.downloaded',
  'process.created',
  'process.link_used',
  'process.editor_link_created',
  'process.updated',
  'process.fields_changed',
  'document.time_stamp_renewed',
  'process.prepared',
  'signature.link_disclosed',
  'signature.phone_linked',
  'signature.in_person',
  'signature.otp_verified',
  'signature.consented',
  'signature.sealed',
  'signature.attachment_downloaded',
  'vault.downloaded',
  'bulk_send.downloaded',
])

/** Frequent events that only webhooks get, also those of a single type: no job announces them in a tenant without one. */
export const webhookOnlyTypes: ReadonlySet<EventType> = new Set([
  'document.uploaded',
  'document.completed',
  'process.sent',
  'signature.created',
  'signature.viewed',
  'signature.completed',
])

/** Events whose email a user is waiting for. */
const awaitedTypes: ReadonlySet<EventType> = new Set([
  'signature.otp_sent',
  'template.link_code_sent',
  'user.password_reset_requested',
  'user.address_change_requested',
  'user.address_confirmation_requested',
])
const invitationTypes: ReadonlySet<EventType> = new Set([
  'signature.invited',
  'signature.resent',
  'user.invited',
])

/** The priority of an event and its emails: 2 if a user is waiting, 1 for invitations, 0 for the rest. */
export function getPriority(type: EventType): Priority {
  if (awaitedTypes.has(type)) return 2
  return invitationTypes.has(type) ? 1 : 0
}

/** The subject of an event; each subject has its own hash chain. */
export type Subject =
  | { process: number }
  | { document: number }
  | { user: number }
  | { apiKey: number }
  | { vaultDocument: number }
  | { template: number }
  | { folder: number }
  | { webhook: number }
  | { tenant: number }

/** The chain's name: `process:12`. */
export function toChainName(subject: Subject): string {
  const [type, id] = Object.entries(subject)[0] as [string, number]
  return `${type}:${id}`
}

/** The names of subjects in the API, by those in the names of chains. */
export const recordTypes = {
  process: 'process',
  document: 'document',
  user: 'user',
  apiKey: 'api_key',
  vaultDocument: 'vault_document',
  template: 'template',
  folder: 'folder',
  webhook: 'webhook',
  tenant: 'tenant',
} as const

/** The record that a chain belongs to. */
export function parseChainName(chain: string): { type: string; id: number } {
  const [name, id] = chain.split(':') as [string, string]
  // A newer version may have recorded events of another kind of subject.
  return { type: recordTypes[name as keyof typeof recordTypes] ?? name, id: Number(id) }
}

/** The subject of a record that the API names `api_key:4`; null for another text. */
export function parseRecordName(text: string): Subject | null {
  const [, type, id] = /^(\w+):(\d{1,15})$/.exec(text) ?? []
  const name = Object.entries(recordTypes).find(([, recordType]) => recordType === type)?.[0]
  return name ? ({ [name]: Number(id) } as Subject) : null
}

/** Whether a text can name an actor in the API: an email address, `api_key:4` or `system`. */
export function isActorName(text: string): boolean {
  return /^(\S+@\S+|(user|signer|api_key):\d{1,15}|system)$/i.test(text)
}
