import { type AnyColumn, and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  LAST_ID,
  type Person,
  RENAMED,
} from '#db/tenancy/personal-data'
import type { Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { type Ctx, sentBy } from '#lib/core/ctx'

/**
 * `column` refers to a deleted user who had the address, which only the event of the deletion still has, or to one whom
 * the directory has suspended and who would come back under it.
 */
export const whereDeletedUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select ${users.id} from ${users}
    where ${users.tenantId} = ${tenantId} and ${users.deletedAt} is not null
    and (${users.suspendedEmail} = ${email} or ${users.suspendedEmail} is null
      and ${users.id} in (select (${events.data} ->> 'user_id')::bigint from ${events}
        where ${events.tenantId} = ${tenantId} and ${events.type} = 'user.deleted'
          and ${events.data} ->> 'email' = ${email})))`

/** `column` refers to a user with the address, or to a deleted one who had it. */
export const refersToUser = (column: AnyColumn, person: Person): SQL =>
  sql`(${column} in (select ${users.id} from ${users}
    where ${users.tenantId} = ${person.tenantId} and ${users.email} = ${person.email})
    or ${whereDeletedUser(column, person)})`

/**
 * Replaces the names of deleted users who had the address.
 * @param role the members of `table`, without `Id` and `Name`, that have the user's id and name
 */
export function eraseUserName<Role extends string>(
  table: PgTable &
    Record<'id' | 'tenantId' | `${Role}Id` | `${Role}Name`, PgColumn> & { updatedAt?: PgColumn },
  role: Role,
  condition?: SQL,
): EraseStep {
  const columns: Record<'id' | 'tenantId' | `${Role}Id` | `${Role}Name`, PgColumn> = table
  const { id } = columns
  const { updatedAt } = table
  const isLeft = sql`${columns[`${role}Name`]} is distinct from ${ERASED_NAME}`
  return async (tx, { tenantId, now }, person, _, afterId = 0) => {
    const isNamed = whereDeletedUser(columns[`${role}Id`], person)
    const isNext = and(eq(columns.tenantId, tenantId), isNamed, isLeft, condition, gt(id, afterId))
    const ids = await lockBatch(tx, table, id, isNext)
    await tx
      .update(table as PgTable)
      .set({
        [`${role}Name`]: ERASED_NAME,
        ...(updatedAt && { updatedAt: nextUpdate(updatedAt, now) }),
      })
      .where(and(eq(columns.tenantId, tenantId), inArray(id, ids)))
    return { [RENAMED]: ids.length, [LAST_ID]: ids.at(-1) ?? afterId }
  }
}

/**
 * Locks the next rows that meet the condition, in a fixed order. In a statement before that which changes them: while
 * this waits for a lock, a row may cease to meet the condition, and only here that is seen.
 */
async function lockBatch(
  tx: Tx,
  table: PgTable,
  id: PgColumn,
  condition: SQL | undefined,
): Promise<number[]> {
  const rows = await tx
    .select({ id })
    .from(table)
    .where(condition)
    .orderBy(asc(id))
    .limit(BATCH_SIZE)
    .for('no key update')
  return rows.map((row) => Number(row.id))
}

/**
 * Replaces the name and email of the user who made a row, or of the maker of the key that made it, and removes the IP
 * address. Of an existing user, who has another email now, only the former email is removed: the row is still theirs, and
 * their key must still be allowed from the IP address.
 * @param table with the actor of its rows; `name` is what the report counts them as
 */
export function eraseActor(
  table: PgTable & Record<'tenantId' | 'id' | 'actor' | 'address' | 'createdByName', PgColumn>,
  name: string,
): EraseStep {
  const columns: Record<'tenantId' | 'id' | 'actor' | 'address' | 'createdByName', PgColumn> = table
  const { tenantId: tenant, id, actor, address, createdByName } = columns
  return async (tx, { tenantId }, person) => {
    const isUser = sql`${actor} ->> 'type' = 'user'`
    const exists = sql`exists (select from ${users} where ${users.tenantId} = ${tenantId} and ${users.deletedAt} is null
      and ${users.id} = (case when ${isUser} then ${actor} else ${actor} -> 'creator' end ->> 'id')::bigint)`
    const erasedPerson = sql`case when ${exists} then '{}' else jsonb_build_object('name', ${ERASED_NAME}::text) end
      || '{"email": ""}'`
    const erasedActor = sql`case when ${isUser} then ${actor} || (${erasedPerson})
      else jsonb_set(${actor}, '{creator}', ${actor} -> 'creator' || (${erasedPerson})) end`
    const ids = await lockBatch(tx, table, id, and(eq(tenant, tenantId), isMadeBy(actor, person)))
    await tx
      .update(table as PgTable)
      .set({
        createdByName: sql`case when ${exists} then ${createdByName} else ${ERASED_NAME} end`,
        actor: erasedActor,
        address: sql`case when ${exists} then ${address} end`,
      })
      .where(and(eq(tenant, tenantId), inArray(id, ids)))
    return { [name]: ids.length }
  }
}

/** The stored actor is the person, or a key that they made. */
export const isMadeBy = (actor: AnyColumn, { email }: Person): SQL =>
  sql`${email} in (${actor} ->> 'email', ${actor} -> 'creator' ->> 'email')`

/**
 * Signers see the sender of a process: who extends one whose sender was erased takes their place.
 * @returns the columns to change; null if the sender was not erased
 */
export const replaceErasedSender = (ctx: Ctx, sender: { name: string }) =>
  sender.name === ERASED_NAME ? sentBy(ctx) : null
