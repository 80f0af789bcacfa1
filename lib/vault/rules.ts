import { addDays } from '#lib/core/clock'
import type { vaultStatuses } from './schema.ts'

export type VaultStatus = (typeof vaultStatuses)[number]

/** A vault document is `expiring` this long before its retention ends. */
export const EXPIRING_DAYS = 30

/** The status of a vault document; it depends on the time (decisions, part 5). */
export function vaultStatus(document: { archivedAt: Date | null; expiresAt: Date }, now: Date): VaultStatus {
  if (document.archivedAt) return 'archived'
  if (document.expiresAt <= now) return 'expired'
  return document.expiresAt <= addDays(now, EXPIRING_DAYS) ? 'expiring' : 'active'
}
