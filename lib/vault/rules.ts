import { addDays } from '#lib/core/clock'
import { formatUtcDay } from '#lib/core/text/format-day'
import type { Decision } from '#lib/core/transition-guards'
import { type ErrorText, errorText } from '#lib/messages/errors'

export const vaultStatuses = ['active', 'archived', 'expiring', 'expired'] as const
export type VaultStatus = (typeof vaultStatuses)[number]

export const TAG_MAX_CHARACTERS = 50

/** What tags are compared by: `Lease` and `lease` are one tag. */
export const tagKey = (tag: string): string => tag.toLowerCase()

export function hasTag(tags: string[], tag: string): boolean {
  return tags.some((other) => tagKey(other) === tagKey(tag))
}

/** A vault document is `expiring` this long before its retention ends. */
export const EXPIRING_DAYS = 30

/** The status of a vault document, which changes with time. */
export function vaultStatus(document: { archivedAt: Date | null; expiresAt: Date }, now: Date): VaultStatus {
  if (document.archivedAt) return 'archived'
  if (document.expiresAt <= now) return 'expired'
  return document.expiresAt <= addDays(now, EXPIRING_DAYS) ? 'expiring' : 'active'
}

type DeletionDecision = Decision<'legal_hold' | 'retention'>

/**
 * Whether a vault document may be deleted: after its retention, in test mode, where it is evidence of nothing, at any time,
 * and never under legal hold.
 */
export function decideDeletion(
  document: { expiresAt: Date; onHold: boolean; testMode: boolean },
  now: Date,
): DeletionDecision {
  if (document.onHold)
    return {
      allowed: false,
      code: 'legal_hold',
      reason: errorText('refusals.legalHold'),
    }
  if (document.testMode || document.expiresAt <= now) return { allowed: true }
  const day = formatUtcDay(document.expiresAt)
  const reason: ErrorText = errorText('refusals.retentionNotEnded', { day })
  return { allowed: false, code: 'retention', reason }
}
