import { setTimeout as sleep } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { connect } from './connection/client.ts'

const MIGRATION_LOCK = 7_270_724
const POLL_MILLISECONDS = 200
const FIRST_REPORT_MILLISECONDS = 3000
const REPORT_MILLISECONDS = 60_000

/**
 * Runs `callback` while no other process migrates the database. The lock ends with its transaction, so that it cannot
 * stay behind in a session that a connection pooler keeps open.
 */
export async function withMigrationLock<T>(ownerUrl: string, callback: () => Promise<T>): Promise<T> {
  const client = connect(ownerUrl, { connection: { application_name: 'paraph-migration' } })
  try {
    return (await client.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await acquire(tx)
      return callback()
    })) as T
  } finally {
    await client.end({ timeout: 5 })
  }
}

async function acquire(tx: TransactionSql): Promise<void> {
  const startedAt = performance.now()
  for (let nextReport = FIRST_REPORT_MILLISECONDS; ; await sleep(POLL_MILLISECONDS)) {
    const [row] = await tx<
      { acquired: boolean }[]
    >`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as acquired`
    if (row!.acquired) return endFault('migration_waits')
    const waited = performance.now() - startedAt
    if (waited < nextReport) continue
    nextReport = waited + REPORT_MILLISECONDS
    reportFault('migration_waits', { holder: await describeHolder(tx) })
  }
}

/** Who holds the lock, and how to end a process that does not migrate. */
async function describeHolder(tx: TransactionSql): Promise<string> {
  const [holder] = await tx<
    { pid: number; application: string; address: string | null; since: string | null }[]
  >`
    select a.pid, a.application_name as application, host(a.client_addr) as address,
      a.state || ' since ' || date_trunc('second', a.state_change) as since
    from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${MIGRATION_LOCK}::oid
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())`
  if (!holder) return 'not known'
  const { pid, application, address, since } = holder
  const name = application || 'without a name'
  const session = `${name}, from ${address ?? 'a socket'}, ${since ?? 'state unknown'}`
  return `the process ${pid} of PostgreSQL (${session}); select pg_terminate_backend(${pid}) ends it`
}
