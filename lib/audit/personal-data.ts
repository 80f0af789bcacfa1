import { type SQL, sql } from 'drizzle-orm'
import { chainHeads, events } from '#db/schema/audit'
import { hasAddressOf, type Person, type PersonalData, readRows } from '#db/tenancy/personal-data'
import { endVisits } from './record.ts'

/**
 * The event has the address as that of its actor or in its data: also as the old or the new one of a change, among the
 * signers of a new process, as the subject at an identity provider, or as the filter of an export of the audit log.
 */
export const isNamedInEvent = ({ email }: Person): SQL =>
  sql`(${email} in (lower(${events.actor} ->> 'email'),
    lower(${events.data} ->> 'email'), lower(${events.data} ->> 'new_email'),
    lower(${events.data} ->> 'from'), lower(${events.data} ->> 'to'),
    lower(${events.data} ->> 'address'), lower(${events.data} ->> 'subject'),
    lower(${events.data} #>> '{changes,email,from}'), lower(${events.data} #>> '{changes,email,to}'),
    lower(${events.data} #>> '{changes,reply_to,from}'), lower(${events.data} #>> '{changes,reply_to,to}'),
    lower(${events.data} #>> '{filter,actor}'))
    or exists (select from jsonb_path_query(${events.data}, '$.signers[*].email') address
      where lower(address #>> '{}') = ${email}))`

/** The events that name the address, without the other signers of a process. */
async function* findEvents(person: Person): AsyncGenerator<object> {
  const columns = [
    ...[events.type, events.chain, events.occurredAt, events.actor, events.data],
    ...[events.address, events.userAgent],
  ]
  for await (const row of readRows(person, events, columns, isNamedInEvent(person))) {
    const { data } = row as { data: { signers?: { email: string }[] | number } }
    const { signers } = data
    // Other events have a number here.
    yield Array.isArray(signers)
      ? { ...row, data: { ...data, signers: signers.filter((signer) => hasAddressOf(person, signer)) } }
      : row
  }
}

/** Records the pending events of the person, so that an export or a report finds them with the others. */
export function endPersonVisits({ tenantId, email }: Person): Promise<void> {
  return endVisits(tenantId, sql`lower(${chainHeads.pendingEvent} -> 'actor' ->> 'email') = ${email}`)
}

export const auditData: PersonalData = {
  find: (person) => ({
    events: findEvents(person),
  }),
  erased: [],
  kept: {
    'the hash chain cannot be rewritten': [
      events.actor,
      events.data,
      events.address,
      events.userAgent,
      chainHeads.pendingEvent,
    ],
  },
}
