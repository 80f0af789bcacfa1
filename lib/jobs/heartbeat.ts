import { sql } from 'drizzle-orm'
import { database } from '#db/client'
import { heartbeats } from '#db/schema/jobs'

/** The heartbeat job runs every minute: up to two runs may be missing. */
const LOST_AFTER_SECONDS = 150

/** Handles the heartbeat job: stores that a worker has run a job now. */
export async function recordHeartbeat(): Promise<void> {
  const databaseTime = sql`now()`
  await database()
    .insert(heartbeats)
    .values({ name: 'worker', at: databaseTime })
    .onConflictDoUpdate({ target: heartbeats.name, set: { at: databaseTime } })
}

/** Whether a worker is connected and has finished jobs recently. */
export async function isWorkerAlive(): Promise<boolean> {
  const [row] = await database().execute<{ alive: boolean }>(sql`
    select exists (select from pg_stat_activity
        where application_name = 'paraph-worker' and datname = current_database())
      and exists (select from ${heartbeats}
        where name = 'worker' and at > now() - make_interval(secs => ${LOST_AFTER_SECONDS})) as alive`)
  return row?.alive ?? false
}
