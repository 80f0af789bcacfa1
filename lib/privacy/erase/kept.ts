import { type AnyColumn, and, asc, eq, inArray, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { whereIndexed } from '#db/lists/members'
import { eventActor, events } from '#db/schema/audit'
import { signerCertificates } from '#db/schema/keys'
import type { KeptData, KeptProcess, KeptRecords } from '#db/schema/privacy'
import { processes, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { vaultDocuments } from '#db/schema/vault'
import { ERASED_NAME, type Person } from '#db/tenancy/personal-data'
import type { Reader } from '#db/tenancy/tenant'
import { isNamedInEvent } from '#lib/audit/personal-data'
import { whereDeletedUser } from '#lib/identity/deleted-users'
import { isPerson, whereProcessOfPerson } from '#lib/processes/personal-data'
import { whereHandedOver } from '#lib/processes/signers/delegation-data'

const MAX_LISTED = 200

/** The report on what an erasure keeps: live processes, the evidence of completed ones, and the audit trail. */
export async function makeKeptReport(reader: Reader, person: Person, now: Date): Promise<KeptRecords> {
  const isSigner = whereProcessOfPerson(processes.id, person)
  const hasHandedOver = whereHandedOver(processes.id, person)
  const isKeptProcess = and(
    eq(processes.tenantId, person.tenantId),
    inArray(processes.status, ['sent', 'in_progress', 'completed', 'voided']),
    or(isSigner, hasHandedOver, isNamedAsUser(person)),
  )
  const rows = await reader
    .select({
      id: processes.id,
      name: processes.name,
      testMode: processes.testMode,
      until: max(vaultDocuments.expiresAt),
      onHold: sql<boolean>`count(${vaultDocuments.holdSetAt}) > 0`,
      isSigner: isSigner as SQL<boolean>,
      hasHandedOver: hasHandedOver as SQL<boolean>,
      hasAttached: whereAttached(person),
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
    processes: rows.map(({ id, name, testMode, until, onHold, ...person }) => ({
      process_id: id,
      name,
      reason: getReason(until, onHold, testMode, now),
      until: until?.toISOString() ?? null,
      data: listData(person),
    })),
    processes_total: await reader.$count(processes, isKeptProcess),
    events: await reader.$count(events, and(eq(events.tenantId, person.tenantId), isNamedInEvent(person))),
    certificates: await reader.$count(
      signerCertificates,
      and(eq(signerCertificates.tenantId, person.tenantId), whereSigned(signerCertificates.signerId, person)),
    ),
  }
}

/** `column` has the id of a signer as whom the person has signed, which the events say also of erased signers. */
const whereSigned = (column: AnyColumn, { tenantId, email }: Person): SQL => {
  const isSignature = sql`${events.type} = 'signature.completed' and ${eventActor(events.actor)} = ${email}`
  return sql`${column} in (select (${events.data} ->> 'signer_id')::bigint from ${events}
    where ${events.tenantId} = ${tenantId} and ${whereIndexed(events, tenantId, isSignature)})`
}

/** The process names the person as its creator or sender. */
const isNamedAsUser = (person: Person): SQL =>
  or(
    and(whereDeletedUser(processes.createdById, person), ne(processes.createdByName, ERASED_NAME)),
    and(whereDeletedUser(processes.sentById, person), ne(processes.sentByName, ERASED_NAME)),
  )!

/** The person has added a file to the process. */
const whereAttached = (person: Person): SQL<boolean> =>
  sql`${processes.id} in (select ${attachments.processId} from ${attachments}
    join ${signers} on ${signers.id} = ${attachments.signerId}
    where ${attachments.tenantId} = ${person.tenantId} and ${isPerson(person)})`

interface PersonInProcess {
  isSigner: boolean
  hasHandedOver: boolean
  hasAttached: boolean
}

function listData({ isSigner, hasHandedOver, hasAttached }: PersonInProcess): KeptData[] {
  return [
    'name',
    ...(isSigner || hasHandedOver ? (['email'] as const) : []),
    'signed_files',
    ...(hasAttached ? (['attachments'] as const) : []),
    ...(hasHandedOver ? (['hand_overs'] as const) : []),
    'audit_trail',
  ]
}

function getReason(
  keptUntil: Date | null,
  isOnHold: boolean,
  testMode: boolean,
  now: Date,
): KeptProcess['reason'] {
  if (isOnHold) return 'legal_hold'
  if (!keptUntil) return 'live'
  if (testMode) return 'test_mode'
  return keptUntil > now ? 'retention' : 'retention_ended'
}
