import { sql } from 'drizzle-orm'
import { database } from '#db/connection/client'
import { queueDefaults } from './boss.ts'

/** The class of the advisory locks that workers of versions before heartbeats hold for their running jobs. */
const FORMER_LOCK_CLASS = 7_270_725

const { heartbeatSeconds } = queueDefaults

/**
 * Gives waiting jobs of versions before heartbeats one. Without it pg-boss would notice the end of their worker only
 * after the timeout of the queue, half an hour for a signature.
 */
export async function addHeartbeats(): Promise<void> {
  await database().execute(sql`
    update pgboss.job_common set heartbeat_seconds = ${heartbeatSeconds}
    where state < 'active' and heartbeat_seconds is null`)
}

/** Lets pg-boss take running jobs of such a version whose worker ended: nothing holds their lock any more. */
export async function releaseFormerJobs(): Promise<void> {
  await database().execute(sql`
    update pgboss.job_common j set heartbeat_seconds = ${heartbeatSeconds}
    where state = 'active' and heartbeat_seconds is null and not exists (
      select from pg_catalog.pg_locks l
      where l.locktype = 'advisory' and l.granted and l.classid = ${FORMER_LOCK_CLASS}::oid
        and l.objid::bigint = hashtext(j.id::text)::bigint & 4294967295
        and l.database = (select oid from pg_catalog.pg_database where datname = current_database()))`)
}
