import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { env } from '#lib/core/env'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { socketOf, withUser } from './address.ts'

/** The role the application works as: it owns nothing, so row-level security holds for it. */
export function appRole(ownerUrl: string): { name: string; password: string; database: string } {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const name = `paraph_app_${database}`.slice(0, 63)
  return { name, password: hmacHex(deriveKey('database role'), name), database }
}

/** The owner's address turned into the application role's. */
export function appUrl(ownerUrl: string): string {
  const role = appRole(ownerUrl)
  return withUser(ownerUrl, role.name, role.password)
}

/** A postgres.js pool on `address`, by TCP or through a Unix socket. */
export function connect(
  address: string,
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  return postgres(address, { ...socketOf(address), onnotice: () => {}, ...options })
}

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
function keepingStatements(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as (
    work: (tx: postgres.TransactionSql) => unknown,
  ) => Promise<unknown>
  const withKept = (work: (tx: postgres.TransactionSql) => unknown) => begin((tx) => work(keep(tx)))
  return Object.assign(keep(client), { begin: withKept as typeof client.begin })
}

function keep<S extends postgres.ISql>(client: S): S {
  const unsafe = client.unsafe.bind(client) as typeof client.unsafe
  return Object.assign(client, {
    unsafe: ((query, parameters = [], options = {}) =>
      unsafe(query, parameters, {
        ...options,
        prepare: parameters.length <= MOST_PARAMETERS,
      })) as typeof client.unsafe,
  })
}

type Database = ReturnType<typeof createDatabase>

// Next reloads modules in development and bundles them per route: one pool for the process all the same.
const holder = globalThis as typeof globalThis & { paraphDatabase?: Database }

/** The application's connection pool. Rooms never use it: they use `read` and `write` of db/tenant. */
export function database(): Database {
  holder.paraphDatabase ??= createDatabase()
  return holder.paraphDatabase
}

/** Ends the pool: at shutdown and at the end of a test file. */
export async function closeDatabase(): Promise<void> {
  await holder.paraphDatabase?.$client.end({ timeout: 5 })
  delete holder.paraphDatabase
}
