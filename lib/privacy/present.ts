import type { KeptData, KeptProcess, privacyRequests } from '#db/schema/privacy'
import { env } from '#lib/core/env'
import { presentError } from '#lib/messages/english'
import type { PrivacyRequestRecord } from './schema.ts'

export type PrivacyRequestRow = typeof privacyRequests.$inferSelect

/** The legal basis for keeping a process; null if there is none. */
const lawByReason: Record<KeptProcess['reason'], string | null> = {
  retention: 'GDPR, Article 17(3)(e): evidence for legal claims',
  legal_hold: 'GDPR, Article 17(3)(e): evidence for legal claims, under legal hold',
  retention_ended: null,
  test_mode: null,
  live: null,
}

/** What reports of earlier versions say of each process. */
const formerKeptData: KeptData[] = ['name', 'email', 'signed_files', 'audit_trail']

/** The API record of a request. */
export function presentRequest(row: PrivacyRequestRow): PrivacyRequestRecord {
  return {
    id: row.id,
    type: row.type,
    email: row.email,
    status: row.status,
    counts: row.counts,
    blocked_by: row.blockedBy.map(({ type, id, name }) => ({ type, id, name })),
    ...presentError('stop_reason', row.stopReason),
    kept: row.kept && {
      processes: row.kept.processes.map(({ process_id, name, reason, until, data = formerKeptData }) => ({
        process_id,
        name,
        reason,
        law: lawByReason[reason],
        until,
        data,
      })),
      processes_total: row.kept.processes_total,
      events: row.kept.events,
      certificates: row.kept.certificates ?? null,
    },
    requested_by: row.requestedById === null ? null : { id: row.requestedById, name: row.requestedByName },
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    download_url: row.resultSha256 ? `${env().appUrl}/api/v1/privacy/requests/${row.id}/download` : null,
  }
}
