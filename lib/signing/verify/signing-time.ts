import type { SignatureRecord } from './schema.ts'

/** When a signature was made, by the clock that `time_source` names: an unknown authority's time stamp is no proof. */
export function findSigningTime({
  time_source: source,
  timestamped_at: stampedAt,
  signed_at: claimedAt,
}: SignatureRecord): string | null {
  return source === 'time_stamp' ? (stampedAt ?? claimedAt) : claimedAt
}
