import { pick } from '#components/api/narrow.ts'
import type { AuditTrail, ProcessRecord, SignerRecord } from '#lib/processes/schema'

const members = [
  'id',
  'name',
  'status',
  'folder_id',
  'progress',
  'seal_error',
  'seal_blocked',
  'test_mode',
  'updated_at',
  'sent_at',
  'sent_by',
  'completed_at',
  'cancel_reason',
  'void_reason',
  'expires_at',
] as const satisfies (keyof ProcessRecord)[]
const signerMembers = [
  'id',
  'name',
  'email',
  'role',
  'status',
  'invited_at',
  'viewed_at',
  'refused_at',
  'reminders_sent',
  'awaits_provider',
] as const satisfies (keyof SignerRecord)[]

export type SignerSummary = Pick<SignerRecord, (typeof signerMembers)[number]>

/** What lists show of a process. */
export interface ProcessSummary extends Pick<ProcessRecord, (typeof members)[number]> {
  signers: SignerSummary[]
  documents: Pick<ProcessRecord['documents'][number], 'deleted_at'>[]
  options: Pick<ProcessRecord['options'], 'enable_notifications'>
}

export function summarizeProcess(process: ProcessRecord): ProcessSummary {
  return {
    ...pick(process, members),
    signers: process.signers.map((signer) => pick(signer, signerMembers)),
    documents: process.documents.map((document) => pick(document, ['deleted_at'])),
    options: pick(process.options, ['enable_notifications']),
  }
}

/** What is shown of an event of the audit trail: not its hashes. */
export type TrailEvent = Pick<
  AuditTrail['events'][number],
  'seq' | 'type' | 'actor' | 'data' | 'address' | 'occurred_at'
>

export function summarizeTrail({ events, chain_valid, chain_head }: AuditTrail) {
  const shownEvents: TrailEvent[] = events.map((event) =>
    pick(event, ['seq', 'type', 'actor', 'data', 'address', 'occurred_at']),
  )
  return { events: shownEvents, chain_valid, chain_head }
}
