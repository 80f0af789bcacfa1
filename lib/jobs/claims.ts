import { connect } from '#db/client'

const LOCK_CLASS = 7_270_725
const YOUNG = '1 second'

/** A job that was being worked on. */
export interface ActiveJob {
  name: string
  id: string
  retryCount: number
}

/**
 * Who is alive: for each job it runs, a worker holds an advisory lock in one session. PostgreSQL drops the locks of a
 * session the moment its process dies, so an active job that nobody holds has lost its worker.
 */
export function openClaims(appUrl: string) {
  const session = connect(appUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'paraph-claims' },
  })
  const held = new Set<string>()
  let backend = 0
  let suspects = new Set<string>()

  /** After a lost connection: the locks are gone, the work is not. */
  async function renew(): Promise<boolean> {
    const [row] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`
    if (row?.pid === backend) return false
    for (const id of held) await session`select pg_advisory_lock_shared(${LOCK_CLASS}, hashtext(${id}))`
    backend = row?.pid ?? 0
    return true
  }

  return {
    /** Says that this worker runs `job`. False when the job is no longer this worker's to run. */
    async hold(job: ActiveJob): Promise<boolean> {
      held.add(job.id)
      const [row] = await session<{ mine: boolean }[]>`
        select pg_advisory_lock_shared(${LOCK_CLASS}, hashtext(${job.id})), exists (
          select from pgboss.job where name = ${job.name} and id = ${job.id}
            and state = 'active' and retry_count = ${job.retryCount}) as mine`
      if (!row?.mine) await this.release(job)
      return row?.mine ?? false
    },

    async release(job: ActiveJob): Promise<void> {
      held.delete(job.id)
      await session`select pg_advisory_unlock_shared(${LOCK_CLASS}, hashtext(${job.id}))`
    },

    /** The jobs of `queues` that no worker has held, now and at the time before. */
    async findLost(queues: string[]): Promise<ActiveJob[]> {
      // A restarted server took everybody's locks: let the others renew theirs before judging them.
      if (await renew()) suspects = new Set()
      const orphans = await session<ActiveJob[]>`
        select j.name, j.id, j.retry_count as "retryCount" from pgboss.job j
        where j.state = 'active' and j.name = any(${queues}) and j.started_on < now() - ${YOUNG}::interval
          and not exists (
            select from pg_locks l
            where l.locktype = 'advisory' and l.granted and l.classid = ${LOCK_CLASS}::oid
              and l.objid::bigint = hashtext(j.id::text)::bigint & 4294967295
              and l.database = (select oid from pg_database where datname = current_database()))`
      const lost = orphans.filter((job) => suspects.has(`${job.id}:${job.retryCount}`))
      suspects = new Set(orphans.map((job) => `${job.id}:${job.retryCount}`))
      return lost
    },

    close: () => session.end({ timeout: 5 }),
  }
}

export type Claims = ReturnType<typeof openClaims>
