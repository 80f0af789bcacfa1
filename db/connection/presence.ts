import { type SQL, sql } from 'drizzle-orm'
import { env } from '#lib/core/env'
import { randomToken } from '#lib/core/ids'
import { singleton } from '#lib/core/runtime/singleton'
import { appUrl } from './client.ts'
import { Connection } from './connection.ts'
import { asUnavailable } from './unavailable.ts'

/** The class of the advisory locks of process names: any number that no other lock of the database has. */
const LOCK_CLASS = 7_270_726

interface Presence {
  name: string
  /** The connection that holds the lock. */
  session: Promise<Connection>
}

const shared = singleton('presence', (): { presence?: Presence } => ({}))

/**
 * The name of this process, under which it has an advisory lock in a transaction that stays open on a separate
 * connection: PostgreSQL releases the lock the moment the process dies, also behind a connection pooler. After a lost
 * connection the process counts as dead until `processName` is called again.
 */
export async function processName(): Promise<string> {
  const { presence } = shared
  const isLost = await presence?.session.then(
    (session) => session.lost,
    () => true,
  )
  // Of several callers that have waited for the same session, the first opens the next one.
  if (!shared.presence || (isLost && shared.presence === presence)) {
    const name = presence?.name ?? randomToken(9)
    shared.presence = { name, session: openSession(name) }
  }
  const { name, session } = shared.presence
  await session.catch((error: unknown) => {
    throw asUnavailable(error)
  })
  return name
}

async function openSession(name: string): Promise<Connection> {
  const session = await Connection.open(appUrl(env().databaseUrl ?? ''), {
    connection: { application_name: 'paraph-presence' },
  })
  await session.assertPrimary()
  await session.send('begin; set local idle_in_transaction_session_timeout = 0')
  await session.send('select pg_advisory_xact_lock_shared($1, hashtext($2))', [LOCK_CLASS, name])
  return session
}

/** SQL: whether the process of this name lives and has its session. */
export function isProcessAlive(name: SQL): SQL {
  return sql`exists (select from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.granted and l.classid = ${LOCK_CLASS}::oid
      and l.objid::bigint = hashtext(${name})::bigint & 4294967295
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database()))`
}

/** Ends the session with the lock of this process: at shutdown and at the end of a test file. */
export async function closePresenceSession(): Promise<void> {
  const { presence } = shared
  delete shared.presence
  await presence?.session.then((session) => session.close()).catch(() => {})
}
