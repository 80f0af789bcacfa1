import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { makePgArray, PgDialect, type PgTransaction } from 'drizzle-orm/pg-core'
import {
  drizzle,
  type PostgresJsQueryResultHKT,
  PostgresJsSession,
  PostgresJsTransaction,
} from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { parse as parseArray } from 'postgres-array'
import { env } from '#lib/core/env'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { socketOf, withUser } from './address.ts'

/** The role the application works as: it owns nothing, so row-level security holds for it. */
export function appRole(ownerUrl: string): { name: string; password: string | null; database: string } {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const premade = env().databaseAppUrl
  if (premade) return { name: decodeURIComponent(new URL(premade).username), password: null, database }
  const name = `paraph_app_${database}`.slice(0, 63)
  return { name, password: hmacHex(deriveKey('database role'), name), database }
}

/** The owner's address turned into the application role's; DATABASE_APP_URL, where a role was made beforehand. */
export function appUrl(ownerUrl: string): string {
  const role = appRole(ownerUrl)
  return env().databaseAppUrl ?? withUser(ownerUrl, role.name, role.password ?? undefined)
}

/** `text[]` and `bigint[]`, by their numbers in pg_type; those of columns Drizzle has written already. */
const arrays: postgres.PostgresType<string[] | string> = {
  to: 1009,
  from: [1009, 1016],
  parse: (text: string) => parseArray(text),
  serialize: (value) => (typeof value === 'string' ? value : makePgArray(value)),
}

/**
 * A postgres.js pool on `address`, by TCP or through a Unix socket. By itself it would ask every new connection for the
 * array types, and when the database goes away in that moment, nobody hears of it: who asked would wait for ever.
 */
export function connect(
  address: string,
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  return postgres(address, {
    ...socketOf(address),
    fetch_types: false,
    types: { arrays },
    onnotice: () => {},
    ...options,
  })
}

const LOGIN_REFUSED = ['28000', '28P01']

/** Whether the application's role exists and has the password it should have. */
export async function canLogIn(ownerUrl: string): Promise<boolean> {
  try {
    await asApplication(ownerUrl, (app) => app`select 1`)
    return true
  } catch (error) {
    if (LOGIN_REFUSED.includes((error as { code: string }).code)) return false
    throw error
  }
}

/** Does `work` on a connection of the application's role of its own. */
export async function asApplication<T>(
  ownerUrl: string,
  work: (app: postgres.Sql) => Promise<T>,
): Promise<T> {
  const app = connect(appUrl(ownerUrl), { max: 1, connect_timeout: 10 })
  try {
    return await work(app)
  } finally {
    await app.end({ timeout: 1 })
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })

function createDatabase() {
  const ownerUrl = env().databaseUrl
  if (!ownerUrl) throw new Error('DATABASE_URL is not set; `npm start` sets it for its embedded PostgreSQL.')
  const client = connect(appUrl(ownerUrl), { max: 10, idle_timeout: 60 })
  return drizzle(keepingStatements(client), { casing: 'snake_case' })
}

/** Longer statements, lists of rows mostly, come in too many lengths to be kept. */
const MOST_PARAMETERS = 32

/**
 * Has PostgreSQL keep what it has parsed. Drizzle asks for the contrary, and then each query is parsed anew and goes
 * twice over the wire, the first time for the types of its parameters.
 */
function keepingStatements<S extends postgres.ISql>(client: S): S {
  const unsafe = client.unsafe.bind(client) as typeof client.unsafe
  const kept: typeof unsafe = (query, parameters = [], options = {}) =>
    unsafe(query, parameters, { ...options, prepare: parameters.length <= MOST_PARAMETERS })
  return Object.assign(client, { unsafe: kept })
}

type Database = ReturnType<typeof createDatabase>
type NoSchema = Record<string, never>
type NoTables = ExtractTablesWithRelations<NoSchema>
export type Transaction = PgTransaction<PostgresJsQueryResultHKT, NoSchema, NoTables>

// Next reloads modules in development and bundles them per route: one pool for the process all the same.
const holder = globalThis as typeof globalThis & { paraphDatabase?: Database }

/** The application's connection pool. Rooms never use it: they use `read` and `write` of db/tenant. */
export function database(): Database {
  holder.paraphDatabase ??= createDatabase()
  return holder.paraphDatabase
}

/**
 * Does `work` in one transaction that begins with the statement `first`, which has no parameters and travels with the
 * first query of the work.
 */
export function transaction<T>(first: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = database().$client
  return client.begin(async (connection) => {
    // Sent before the work can send anything: on one connection, what is sent first is done first.
    const sent = connection.unsafe(first).execute()
    const session = new PostgresJsSession<postgres.Sql & typeof connection, NoSchema, NoTables>(
      keepingStatements(connection) as postgres.ISql as postgres.Sql & typeof connection,
      dialect,
      undefined,
    )
    const result = await work(new PostgresJsTransaction(dialect, session, undefined))
    await sent
    return result
  }) as Promise<T>
}

/** Ends the pool: at shutdown and at the end of a test file. */
export async function closeDatabase(): Promise<void> {
  await holder.paraphDatabase?.$client.end({ timeout: 5 })
  delete holder.paraphDatabase
}
