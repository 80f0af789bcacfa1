import { type SQL, sql } from 'drizzle-orm'
import { chainHeads, events } from '#db/schema/audit'
import { hasAddressOf, type Person, type PersonalData, readRows } from '#db/tenancy/personal-data'
import type { Json } from '#lib/core/json'
import { endVisits } from './record.ts'

/**
 * The event has the address as that of its actor or in its data: also as the old, the new or the cancelled one of a
 * change, as an id in the directory, among the signers of a new process, as the subject at an identity provider, or as
 * the filter of an export of the audit log.
 */
export const isNamedInEvent = ({ email }: Person): SQL =>
  sql`(${email} in (lower(${events.actor} ->> 'email'),
    lower(${events.data} ->> 'email'), lower(${events.data} ->> 'new_email'),
    lower(${events.data} ->> 'from'), lower(${events.data} ->> 'to'),
    lower(${events.data} ->> 'address'), lower(${events.data} ->> 'subject'),
    lower(${events.data} #>> '{changes,email,from}'), lower(${events.data} #>> '{changes,email,to}'),
    lower(${events.data} #>> '{changes,pending_email,from}'),
    lower(${events.data} #>> '{changes,external_id,from}'), lower(${events.data} #>> '{changes,external_id,to}'),
    lower(${events.data} #>> '{changes,reply_to,from}'), lower(${events.data} #>> '{changes,reply_to,to}'),
    lower(${events.data} #>> '{filter,actor}'))
    or exists (select from jsonb_path_query(${events.data}, '$.signers[*].email') address
      where lower(address #>> '{}') = ${email}))`

/** The events that name the address, without other people: their names and addresses, and from where they acted. */
async function* findEvents(person: Person): AsyncGenerator<object> {
  const columns = [
    ...[events.type, events.chain, events.occurredAt, events.actor, events.data],
    ...[events.address, events.userAgent],
  ]
  for await (const row of readRows(person, events, columns, isNamedInEvent(person))) {
    const { actor, data, ...event } = row as Pick<typeof events.$inferSelect, 'actor' | 'data'>
    const isActor = isAddress(actor.email) && hasAddressOf(person, { email: actor.email })
    yield {
      ...event,
      ...(isActor ? { actor } : { actor: { type: actor.type }, address: null, user_agent: null }),
      data: withoutOthers(data, person, isActor && actor.type === 'user' ? actor.id : undefined),
    }
  }
}

type Members = Record<string, Json>

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^\S+@\S+$/.test(value)

/** @param userId of the actor, where the person is the actor */
function withoutOthers(data: Members, person: Person, userId?: Json): Members {
  const isOwn = (value: unknown) => isAddress(value) && hasAddressOf(person, { email: value })
  const isOther = (value: unknown) => isAddress(value) && !isOwn(value)
  const withoutAddresses = (members: Members): Members =>
    Object.fromEntries(
      Object.entries(members)
        .filter(([, value]) => !isOther(value))
        .map(([name, value]) => [name, isObject(value) ? withoutAddresses(value) : value]),
    )
  const {
    email,
    new_email = email,
    from,
    signers,
    changes,
  } = data as Members & {
    changes?: Record<string, Members>
  }
  // A change of a user without their address has only their id; a pending email can be that of anyone.
  const ofUser = [
    email,
    from,
    ...Object.values(changes?.email ?? {}),
    ...Object.values(changes?.external_id ?? {}),
  ]
  const isOtherUser = data.user_id !== undefined && data.user_id !== userId && !ofUser.some(isOwn)
  // A change of a person names the one before, and the one after in members of their own.
  const isAboutOther = isOtherUser || isOther(email ?? from ?? changes?.email?.from)
  const isKept = (name: string) =>
    !(isAboutOther && (name === 'name' || name === 'reason')) &&
    !(isOther(new_email) && name.startsWith('new_'))
  const own = {
    ...data,
    ...(isAboutOther &&
      changes && {
        changes: Object.fromEntries(
          Object.entries(changes).filter(([, change]) => Object.values(change).some(isOwn)),
        ),
      }),
    // Other events have a number here.
    ...(Array.isArray(signers) && {
      signers: signers.filter((signer) => hasAddressOf(person, signer as { email: string })),
    }),
  }
  return withoutAddresses(Object.fromEntries(Object.entries(own).filter(([name]) => isKept(name))))
}

const isObject = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
