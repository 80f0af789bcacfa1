import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { ERASED_NAME, type EraseStep, type Person } from '#db/tenancy/personal-data'
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

/**
 * Replaces the names of deleted users who had the address.
 * @param role the members of `table`, without `Id` and `Name`, that have the user's id and name
 */
export function eraseUserName<Role extends string>(
  table: PgTable & Record<'tenantId' | `${Role}Id` | `${Role}Name`, PgColumn>,
  role: Role,
  condition?: SQL,
): EraseStep {
  const columns: Record<'tenantId' | `${Role}Id`, PgColumn> = table
  return async (tx, { tenantId }, person) => {
    const isNamed = whereDeletedUser(columns[`${role}Id`], person)
    await tx
      .update(table as PgTable)
      .set({ [`${role}Name`]: ERASED_NAME })
      .where(and(eq(columns.tenantId, tenantId), isNamed, condition))
    return {}
  }
}

/**
 * Signers see the sender of a process: who extends one whose sender was erased takes their place.
 * @returns the columns to change; null if the sender was not erased
 */
export const replaceErasedSender = (ctx: Ctx, sender: { name: string }) =>
  sender.name === ERASED_NAME ? sentBy(ctx) : null
