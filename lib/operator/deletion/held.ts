import { and, eq, gt, inArray, isNotNull, max } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { formatUtcDay } from '#lib/core/text/format-day'

/** What speaks against the deletion of a tenant. */
interface Held {
  /** Signed documents whose retention has not ended, and when the last one ends. */
  retained: number
  retainedUntil: Date | null
  /** Signed documents under legal hold. */
  onHold: number
  /** Processes that were sent and have not ended. */
  underWay: number
}

/** What is held now; documents and processes of test mode have no legal effect. */
export function findHeld({ tenantId, now }: Ctx): Promise<Held> {
  const isLiveDocument = and(eq(vaultDocuments.tenantId, tenantId), eq(vaultDocuments.testMode, false))
  const isRetained = and(isLiveDocument, gt(vaultDocuments.expiresAt, now))
  const isUnderWay = and(
    eq(processes.tenantId, tenantId),
    eq(processes.testMode, false),
    inArray(processes.status, ['sent', 'in_progress']),
  )
  return read({ tenantId }, async (reader) => {
    const [last] = await reader
      .select({ until: max(vaultDocuments.expiresAt) })
      .from(vaultDocuments)
      .where(isRetained)
    return {
      retained: await reader.$count(vaultDocuments, isRetained),
      retainedUntil: last?.until ?? null,
      onHold: await reader.$count(vaultDocuments, and(isLiveDocument, isNotNull(vaultDocuments.holdSetAt))),
      underWay: await reader.$count(processes, isUnderWay),
    }
  })
}

/** In a sentence; null where nothing is held. */
export function describeHeld({ retained, retainedUntil, onHold, underWay }: Held): string | null {
  const parts = [
    ...(retained > 0
      ? [`signed documents in retention, until ${formatUtcDay(retainedUntil!)}: ${retained}`]
      : []),
    ...(onHold > 0 ? [`signed documents under legal hold: ${onHold}`] : []),
    ...(underWay > 0 ? [`processes under way: ${underWay}`] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : null
}
