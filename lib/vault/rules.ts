import { addDays } from '#lib/core/clock'
import type { vaultStatuses } from './schema.ts'

export type VaultStatus = (typeof vaultStatuses)[number]

/** A kept document is `expiring` this long before its retention ends. */
export const EXPIRING_DAYS = 30

/** The one status of a kept document: time alone moves it (decisions, part 5). */
export function vaultStatus(document: { archivedAt: Date | null; expiresAt: Date }, now: Date): VaultStatus {
  if (document.archivedAt) return 'archived'
  if (document.expiresAt <= now) return 'expired'
  return document.expiresAt <= addDays(now, EXPIRING_DAYS) ? 'expiring' : 'active'
}
