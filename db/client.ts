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
  return drizzle(connect(appUrl(ownerUrl), { max: 10, idle_timeout: 60 }), { casing: 'snake_case' })
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
