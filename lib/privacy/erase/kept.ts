import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { Kept, KeptProcess } from '#db/schema/privacy'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Reader } from '#db/tenant'
import { isInEvent, ofProcess, type Person } from '../conditions.ts'

const MAX_LISTED = 200

/** The report on what an erasure keeps: the evidence of completed processes, and the audit trail. */
export async function keptReportOf(reader: Reader, person: Person, now: Date): Promise<Kept> {
  const isKept = and(
    eq(processes.tenantId, person.tenantId),
    inArray(processes.status, ['sent', 'in_progress', 'completed', 'voided']),
    ofProcess(processes.id, person),
  )
  const rows = await reader
    .select({
      id: processes.id,
      name: processes.name,
      until: max(vaultDocuments.expiresAt),
      onHold: sql<boolean>`count(${vaultDocuments.holdSetAt}) > 0`,
    })
    .from(processes)
    .leftJoin(
      vaultDocuments,
      and(eq(vaultDocuments.tenantId, person.tenantId), eq(vaultDocuments.processId, processes.id)),
    )
    .where(isKept)
    .groupBy(processes.id)
    .orderBy(asc(processes.id))
    .limit(MAX_LISTED)
  return {
    processes: rows.map(({ id, name, until, onHold }) => ({
      process_id: id,
      name,
      reason: reasonOf(until, onHold, now),
      until: until?.toISOString() ?? null,
    })),
    processes_total: await reader.$count(processes, isKept),
    events: await reader.$count(events, and(eq(events.tenantId, person.tenantId), isInEvent(person))),
  }
}

function reasonOf(keptUntil: Date | null, onHold: boolean, now: Date): KeptProcess['reason'] {
  if (onHold) return 'legal_hold'
  if (!keptUntil) return 'live'
  return keptUntil > now ? 'retention' : 'retention_ended'
}
