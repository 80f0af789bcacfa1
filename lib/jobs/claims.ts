import { Connection } from '#db/connection'

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
  const held = new Set<string>()
  let session: Connection | null = null
  let opening: Promise<Connection> | null = null
  let closed = false
  let suspects = new Set<string>()

  function connected(): Promise<Connection> {
    if (session && !session.lost) return Promise.resolve(session)
    opening ??= open().finally(() => {
      opening = null
    })
    return opening
  }

  /** The locks of a lost connection are gone, the work is not: they are taken again, by the other workers too. */
  async function open(): Promise<Connection> {
    const opened = await Connection.open(appUrl, {
      connection: { application_name: 'paraph-claims' },
      onclose: () => closed || connected().catch(() => {}),
    })
    for (const id of held) await lock(opened, id)
    suspects = new Set()
    session = opened
    return opened
  }

  const lock = (on: Connection, id: string) =>
    on.send('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, id])

  return {
    /** Says that this worker runs `job`. False when the job is no longer this worker's to run. */
    async hold(job: ActiveJob): Promise<boolean> {
      held.add(job.id)
      const connection = await connected()
      const [row] = await connection.send(
        `select pg_advisory_lock_shared($1, hashtext($2)), exists (
          select from pgboss.job where name = $3 and id = $2::uuid
            and state = 'active' and retry_count = $4) as mine`,
        [LOCK_CLASS, job.id, job.name, job.retryCount],
      )
      if (!row?.mine) await this.release(job)
      return row?.mine === true
    },

    async release(job: ActiveJob): Promise<void> {
      held.delete(job.id)
      const connection = await connected()
      await connection.send('select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_CLASS, job.id])
    },

    /** The jobs of `queues` that no worker has held, now and at the time before. */
    async findLost(queues: string[]): Promise<ActiveJob[]> {
      const connection = await connected()
      const rows = await connection.send(
        `select j.name, j.id, j.retry_count as "retryCount" from pgboss.job j
        where j.state = 'active' and j.name = any($1) and j.started_on < now() - $2::interval
          and not exists (
            select from pg_locks l
            where l.locktype = 'advisory' and l.granted and l.classid = $3::oid
              and l.objid::bigint = hashtext(j.id::text)::bigint & 4294967295
              and l.database = (select oid from pg_database where datname = current_database()))`,
        [queues, YOUNG, LOCK_CLASS],
      )
      const orphans = rows as unknown as ActiveJob[]
      const lost = orphans.filter((job) => suspects.has(`${job.id}:${job.retryCount}`))
      suspects = new Set(orphans.map((job) => `${job.id}:${job.retryCount}`))
      return lost
    },

    async close(): Promise<void> {
      closed = true
      await session?.close()
    },
  }
}

export type Claims = ReturnType<typeof openClaims>
