import { sql } from 'drizzle-orm'
import { database } from '../connection/client.ts'

/** How many signed files of all tenants need a new time stamp by this instant. */
export async function countDueStamps(at: Date): Promise<number> {
  const [row] = await database().execute<{ count: number }>(
    sql`select cross_tenant_count_due_stamps(${at.toISOString()})::int as count`,
  )
  return row!.count
}
