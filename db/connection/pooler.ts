import { setTimeout } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { SetupError } from '#lib/core/env'
import { parseDatabaseUrl } from '#lib/core/network/database-url'
import { connect } from './client.ts'

/** Other clients of the pooler may get in between the statements of a round. */
const MAX_ROUNDS = 5
/** A second connection that waits longer will wait until the first one ends. */
const WAIT_MILLISECONDS = 10_000

/**
 * Whether connections to `url` share the sessions of PostgreSQL, as through PgBouncer in transaction mode: then LISTEN
 * and session locks do not work.
 * @throws SetupError when prepared statements do not work either, or there is only one server connection
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const [first, second] = [connect(url), connect(url)]
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const pid = await preparedPid(first)
      const comparison = second.begin(async (tx) => {
        const [row] = await tx.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
        if (row!.pid !== pid) return false
        // The second connection occupies the session in which the statement was prepared.
        if ((await preparedPid(first)) === null) throw new SetupError(refusal(url))
        return true
      })
      const tooLong = setTimeout(WAIT_MILLISECONDS, null, { ref: false })
      const isShared = await Promise.race([comparison, tooLong])
      if (isShared === null) throw new SetupError(waitingRefusal(url))
      if (isShared) return true
    }
    return false
  } finally {
    await Promise.all([first.end({ timeout: 1 }), second.end({ timeout: 1 })])
  }
}

/** @throws SetupError when prepared statements do not work through `url` */
export async function assertPreparedStatements(url: string): Promise<void> {
  await sharesSessions(url)
}

/**
 * The session's process id by a prepared statement; null when the session does not know the statement, where the driver
 * returns no row instead of an error.
 */
async function preparedPid(client: Sql): Promise<number | null> {
  const statement = client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid where $1', [true], {
    prepare: true,
  })
  const [row] = await statement
  return row?.pid ?? null
}

/** Names the server, never the password. */
function getServer(url: string): string {
  const { host, port } = parseDatabaseUrl(url)
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function waitingRefusal(url: string): string {
  return (
    `${getServer(url)} gave a second connection no answer for ${WAIT_MILLISECONDS / 1000} seconds while a first one was ` +
    'open. If it is a connection pooler, raise its pool size (default_pool_size of PgBouncer) to 20 or more.'
  )
}

function refusal(url: string): string {
  return (
    `${getServer(url)} is a connection pooler in transaction mode without prepared statements: ` +
    'use PgBouncer 1.21 or later with max_prepared_statements above 0, use its session mode, or let the URL lead ' +
    'to PostgreSQL itself.'
  )
}
