import { sql } from 'drizzle-orm'
import { database } from '../connection/client.ts'
import type { SubscriptionType } from '../schema/identity.ts'

/*
 * What operators see of all tenants. The functions of the database check again that the user is one, with a second
 * factor, and return no rows to others.
 */

/** An organisation in the list of the operator. */
export interface OperatorTenant {
  id: number
  name: string
  subscriptionType: SubscriptionType
  documentsLimit: number
  signaturesLimit: number
  /** How many bytes it may store; null: no limit. */
  bytesLimit: number | null
  /** How many bytes it has stored. */
  bytes: number
  /** The address of the sign-up is not confirmed: no emails are sent to others. */
  unconfirmed: boolean
  /** Since when it is suspended; null when it is not. */
  suspendedAt: Date | null
  createdAt: Date
  users: number
}

/** A page of the organisations whose name contains `search`, or with this id, newest first, and how many there are. */
export async function listTenantsForOperator(
  operatorId: number,
  { search, skipped, count }: { search: string; skipped: number; count: number },
): Promise<{ tenants: OperatorTenant[]; total: number }> {
  const rows = await database().execute<
    Omit<OperatorTenant, 'createdAt' | 'suspendedAt'> & {
      createdAt: string
      suspendedAt: string | null
      total: number
    }
  >(sql`
    select id::float8, name, subscription_type as "subscriptionType", documents_limit as "documentsLimit",
      signatures_limit as "signaturesLimit", bytes_limit::float8 as "bytesLimit", bytes::float8, unconfirmed,
      suspended_at as "suspendedAt", created_at as "createdAt", users::int, total::int
    from cross_tenant_find_tenants_for_operator(${operatorId}, ${search}, ${skipped}, ${count})`)
  return {
    tenants: rows.map(({ total: _, createdAt, suspendedAt, ...tenant }) => ({
      ...tenant,
      createdAt: new Date(createdAt),
      suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** The names of organisations by their ids; none for a user who is no operator. */
export async function nameTenantsForOperator(
  operatorId: number,
  ids: number[],
): Promise<Map<number, string>> {
  const list = `{${ids.join(',')}}`
  const rows = await database().execute<{ id: number; name: string }>(
    sql`select id::float8, name from cross_tenant_name_tenants_for_operator(${operatorId}, ${list}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How many signed files of all organisations need a new time stamp by now; 0 for a user who is no operator. */
export async function countDueStamps(operatorId: number, now: Date): Promise<number> {
  const [row] = await database().execute<{ count: number }>(
    sql`select cross_tenant_count_due_stamps_for_operator(${operatorId}, ${now.toISOString()})::int as count`,
  )
  return row!.count
}
