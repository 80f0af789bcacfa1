import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PgRemoteDatabase, type RemoteCallback } from 'drizzle-orm/pg-proxy'
import type postgres from 'postgres'
import { env } from '#lib/core/env'
import { hmacHex } from '#lib/core/ids'
import { parseDatabaseUrl } from '#lib/core/network/database-url'
import { endFault } from '#lib/core/runtime/faults'
import { gauge } from '#lib/core/runtime/metrics'
import { singleton } from '#lib/core/runtime/singleton'
import { deriveKey } from '#lib/core/secretbox'
import { withUser } from './address.ts'
import { type Connection, connect, type DriverOptions } from './connection.ts'
import { Pool } from './pool.ts'
import { Replica } from './replica.ts'

export { connect }

const MAX_CONNECTIONS = 10

/** The application's role: it owns nothing, so row-level security applies. */
export function appRole(ownerUrl: string): { name: string; password: string | null; database: string } {
  const { database } = parseDatabaseUrl(ownerUrl)
  const premade = env().databaseAppUrl
  if (premade) return { name: parseDatabaseUrl(premade).user, password: null, database }
  const name = `paraph_app_${database}`.slice(0, 63)
  return { name, password: hmacHex(deriveKey('database role'), name), database }
}

/**
 * The URL of the application's role, derived from the owner's; or DATABASE_APP_URL, where the role exists beforehand.
 */
export function appUrl(ownerUrl: string): string {
  const role = appRole(ownerUrl)
  return env().databaseAppUrl ?? withUser(ownerUrl, role.name, role.password ?? undefined)
}

/** The URL of the replica for the application's role, which exists there as it does at the primary. */
export function replicaUrl(readUrl: string, ownerUrl: string): string {
  const { user, password } = parseDatabaseUrl(appUrl(ownerUrl))
  return withUser(readUrl, user, password)
}

const LOGIN_REFUSED = ['28000', '28P01']

/** Whether the application's role exists with the expected password. */
export async function canLogIn(ownerUrl: string): Promise<boolean> {
  try {
    await asApplication(ownerUrl, (app) => app`select 1`)
    return true
  } catch (error) {
    if (LOGIN_REFUSED.includes((error as { code: string }).code)) return false
    throw error
  }
}

/** Runs `callback` on a separate connection of the application's role. */
export async function asApplication<T>(
  ownerUrl: string,
  callback: (app: postgres.Sql) => Promise<T>,
): Promise<T> {
  const app = connect(appUrl(ownerUrl), { max: 1, connect_timeout: 10 })
  try {
    return await callback(app)
  } finally {
    await app.end({ timeout: 1 })
  }
}

/** Shared by all transactions: it remembers the names of the columns in snake case. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** Drizzle over `send`, which runs the statements. */
const drizzleOver = (send: RemoteCallback) => drizzle(send, {}, () => dialect)

export type Transaction = PgRemoteDatabase

interface Database {
  pool: Pool
  /** One connection that no request uses. */
  probe: Pool
  replica: Replica | null
  statements: PgRemoteDatabase
}

const shared = singleton('database', (): { database?: Database } => ({}))

gauge(
  {
    name: 'database_connections',
    help: 'Connections to the database that are used and idle, and callers that wait for one.',
    labels: ['state'],
  },
  (set) => {
    for (const [state, count] of Object.entries(shared.database?.pool.load ?? {})) set(count, { state })
  },
)

/** Replaces the pool of this process by one with other settings. */
export async function openDatabase({
  max = MAX_CONNECTIONS,
  ...driver
}: { max?: number } & DriverOptions = {}): Promise<void> {
  await closeDatabase()
  createPool({ max, ...driver })
}

/** The end of the log that contains every visible commit: what is on disk, unless commits do not wait for that. */
const LAST_COMMIT = `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end::text as position`

function createPool(options: { max: number } & DriverOptions): Database {
  const { databaseUrl: ownerUrl, databaseReadUrl: readUrl } = env()
  if (!ownerUrl) throw new Error('DATABASE_URL is not set; `npm start` sets it for its embedded PostgreSQL.')
  const pool = new Pool(appUrl(ownerUrl), { ...options, primaryOnly: true })
  const probe = new Pool(appUrl(ownerUrl), { ...options, max: 1, primaryOnly: true })
  const statements = drizzleOver((text, parameters, method) =>
    pool.use((connection) => readRows(connection.send(text, parameters), method)),
  )
  const findPosition = () =>
    pool.use(async (connection) => {
      const [row] = await connection.send(LAST_COMMIT)
      return row!.position as string
    })
  const replica = readUrl ? new Replica(replicaUrl(readUrl, ownerUrl), options.max, findPosition) : null
  shared.database = { pool, probe, replica, statements }
  return shared.database
}

function current() {
  return shared.database ?? createPool({ max: MAX_CONNECTIONS })
}

/**
 * For statements outside of tenants, each in its own transaction. For tenants' rows use `read` and `write` of
 * db/tenancy/tenant.
 */
export function database(): PgRemoteDatabase {
  return current().statements
}

/** Runs `callback` on a connection of its own, outside of transactions. */
export function onConnection<T>(callback: (connection: Connection) => Promise<T>): Promise<T> {
  return current().pool.use(callback)
}

/** Asks whether the database responds, whatever the connections of requests wait for. @throws AppError `unavailable` */
export async function probeDatabase(): Promise<void> {
  await current().probe.use((connection) => connection.send('select 1'))
}

interface TransactionSettings {
  mode: 'read only' | 'read write'
  /** Settings by their names, until the end of the transaction. */
  values?: Record<string, string>
  /** Whose connections are limited, so that others have some, too. */
  owner?: string
}

/**
 * Settings of every transaction. A merge join reads an index from its beginning up to the last row that matches. Where
 * the statistics are older than the newest rows it seems to end soon, and then reads them all.
 */
const PLANNER_SETTINGS = { enable_mergejoin: 'off' }

/** What is done at the end of a transaction. */
const finishers = new WeakMap<Transaction, (() => Promise<unknown>)[]>()

/** Runs `callback` in the transaction after its other statements, before the COMMIT. */
export function beforeCommit(tx: Transaction, callback: () => Promise<unknown>): void {
  finishers.get(tx)!.push(callback)
}

/**
 * Runs `callback` in one transaction on its own connection, with these settings.
 * @throws AppError `unavailable` when the connection is lost: nothing is committed then, unless it was lost
 * during the COMMIT.
 */
export function transaction<T>(
  settings: TransactionSettings,
  callback: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return current().pool.use((connection) => runTransaction(connection, settings, callback), settings.owner)
}

/**
 * A read-only transaction like `transaction`, on the replica if there is one that has everything that was committed
 * before. Where the replica fails, `callback` runs once more on the primary.
 */
export function readTransaction<T>(
  scope: Omit<TransactionSettings, 'mode'>,
  callback: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const settings: TransactionSettings = { mode: 'read only', ...scope }
  const { replica } = current()
  const onPrimary = () => transaction(settings, callback)
  if (!replica) return onPrimary()
  return replica.use((connection) => runTransaction(connection, settings, callback), onPrimary, scope.owner)
}

async function runTransaction<T>(
  connection: Connection,
  settings: TransactionSettings,
  callback: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { nonce } = connection
  const failures: unknown[] = []
  let isOver = false
  const begun = begin(connection, settings)
  begun.catch(() => {})
  const tx = drizzleOver(async (text, parameters, method) => {
    if (isOver) throw new Error('A statement was sent after the end of its transaction.')
    const rows = readRows(connection.send(`/*${nonce}*/ ${text}`, parameters), method)
    rows.catch(() => {})
    try {
      // Sent together with BEGIN: where that fails, this statement fails too, or sees no rows.
      await begun
      return await rows
    } catch (error) {
      failures.push(error)
      throw error
    }
  })
  const atEnd: (() => Promise<unknown>)[] = []
  finishers.set(tx, atEnd)
  try {
    const result = await callback(tx)
    for (const finish of atEnd) await finish()
    isOver = true
    await begun
    if (failures.length > 0) throw failures[0]
    // A ROLLBACK needs no nonce check: if it reached another transaction, that one would only fail. Nothing waits for
    // it: what is sent after it is executed after it, or fails.
    if (settings.mode === 'read only') void rollBack(connection)
    // In another transaction, or outside of one, the first statement fails, and the COMMIT is not executed.
    else {
      await connection.send(`select assert_nonce('${nonce}'); commit`)
      endFault('database_disk_full')
    }
    return result
  } catch (error) {
    isOver = true
    await rollBack(connection)
    throw error
  }
}

/**
 * Begins the transaction. PostgreSQL executes what is sent next only after this: inside of another transaction
 * `assert_nonce` fails, and so does everything until its end.
 */
async function begin(connection: Connection, { mode, values = {} }: TransactionSettings): Promise<void> {
  const settings = { 'app.nonce': connection.nonce, ...PLANNER_SETTINGS, ...values }
  const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  try {
    const begun = connection.send(`begin ${mode}`)
    // One prepared statement for all transactions of a kind.
    await connection.send(`select assert_nonce(null), ${calls.join(', ')}`, Object.values(settings))
    await begun
  } catch (error) {
    connection.markLost(error)
    throw error
  }
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.send('rollback')
  } catch (error) {
    connection.markLost(error)
  }
}

async function readRows(query: ReturnType<Connection['send']>, method: 'all' | 'execute') {
  return { rows: method === 'all' ? await query.values() : await query }
}

/** Closes the pool, at shutdown and at the end of a test file. */
export async function closeDatabase(): Promise<void> {
  const open = shared.database
  delete shared.database
  await Promise.all([open?.pool.end(), open?.probe.end(), open?.replica?.end()])
}
