import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { foundRows, type Person, type PersonalData } from '#db/tenancy/personal-data'

/** The event has the address as that of its actor or in its data. */
export const isNamedInEvent = ({ email }: Person): SQL =>
  sql`${email} in (lower(${events.actor} ->> 'email'), lower(${events.data} ->> 'email'), lower(${events.data} ->> 'new_email'))`

/** `column` refers to a deleted user who had the address; only the event of the deletion still has it. */
export const refersToDeletedUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select (${events.data} ->> 'user_id')::bigint from ${events}
    where ${events.tenantId} = ${tenantId} and ${events.type} = 'user.deleted' and ${events.data} ->> 'email' = ${email})`

export const auditData: PersonalData = {
  find: (person) => ({
    events: foundRows(
      person,
      events,
      [
        events.type,
        events.chain,
        events.occurredAt,
        events.actor,
        events.data,
        events.address,
        events.userAgent,
      ],
      isNamedInEvent(person),
    ),
  }),
  erased: [],
  kept: {
    'the hash chain cannot be rewritten': [events.actor, events.data, events.address, events.userAgent],
  },
}
