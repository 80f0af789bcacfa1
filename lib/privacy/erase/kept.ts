import { and, asc, eq, inArray, max, or, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { KeptProcess, KeptRecords } from '#db/schema/privacy'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Person } from '#db/tenancy/personal-data'
import type { Reader } from '#db/tenancy/tenant'
import { isNamedInEvent } from '#lib/audit/personal-data'
import { isNamedAsCreator, whereProcessOfPerson } from '#lib/processes/personal-data'

const MAX_LISTED = 200

/** The report on what an erasure keeps: live processes, the evidence of completed ones, and the audit trail. */
export async function makeKeptReport(reader: Reader, person: Person, now: Date): Promise<KeptRecords> {
  const isKeptProcess = and(
    eq(processes.tenantId, person.tenantId),
    inArray(processes.status, ['sent', 'in_progress', 'completed', 'voided']),
    or(whereProcessOfPerson(processes.id, person), isNamedAsCreator(person)),
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
    .where(isKeptProcess)
    .groupBy(processes.id)
    .orderBy(asc(processes.id))
    .limit(MAX_LISTED)
  return {
    processes: rows.map(({ id, name, until, onHold }) => ({
      process_id: id,
      name,
      reason: getReason(until, onHold, now),
      until: until?.toISOString() ?? null,
    })),
    processes_total: await reader.$count(processes, isKeptProcess),
    events: await reader.$count(events, and(eq(events.tenantId, person.tenantId), isNamedInEvent(person))),
  }
}

function getReason(keptUntil: Date | null, isOnHold: boolean, now: Date): KeptProcess['reason'] {
  if (isOnHold) return 'legal_hold'
  if (!keptUntil) return 'live'
  return keptUntil > now ? 'retention' : 'retention_ended'
}
