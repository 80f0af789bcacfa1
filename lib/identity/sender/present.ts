import type { SenderRow } from '#lib/mail/sender'
import { keyRecord, tokenRecord } from './records.ts'
import type { SenderRecord } from './schema.ts'

/** The API record, without the private key. */
export function presentSender(row: SenderRow | null): SenderRecord {
  if (!row)
    return { name: null, address: null, status: 'none', records: [], verified_at: null, checked_at: null }
  return {
    name: row.name,
    address: row.address,
    status: row.verifiedAt ? 'verified' : row.lostAt ? 'lost' : 'unverified',
    records: [
      { type: 'TXT', ...tokenRecord(row), found: row.tokenFound },
      { type: 'TXT', ...keyRecord(row), found: row.keyFound },
    ],
    verified_at: row.verifiedAt?.toISOString() ?? null,
    checked_at: row.checkedAt?.toISOString() ?? null,
  }
}
