import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { migrate } from 'drizzle-orm/pg-proxy/migrator'
import type { Sql } from 'postgres'
import { env } from '#lib/core/env'
import { assertBaseline } from './baseline.ts'
import { appRole, connect } from './connection/client.ts'
import { assertPreparedStatements } from './connection/pooler.ts'
import { assertUsable } from './connection/requirements.ts'
import { makeInstallationKey, readInstallationKey } from './installation-key.ts'
import { withMigrationLock } from './migration-lock.ts'
import {
  assertAppRoleIsUnprivileged,
  ensureAppRole,
  ensureOwner,
  formatPrivileges,
  identifier,
  restrictDatabase,
} from './tenancy/roles.ts'

const FUNCTIONS = 'db/functions'
const MIGRATIONS = 'db/migrations'

/**
 * Brings the database to this version: migrations, the installation's key, the functions and policies, the
 * application's role and its privileges.
 * Several processes may call it at once: one works, the others wait.
 * @param ownerUrl DATABASE_URL: a superuser, or the owner of the database.
 * @throws SetupError with what is missing and what to do about it.
 */
export async function migrateDatabase(
  ownerUrl: string,
  alsoInstall: (ownerUrl: string) => Promise<void> = async () => {},
) {
  await assertPreparedStatements(ownerUrl)
  await withMigrationLock(ownerUrl, () => prepareLocked(ownerUrl, alsoInstall))
}

async function prepareLocked(ownerUrl: string, alsoInstall: (ownerUrl: string) => Promise<void>) {
  const client = connect(ownerUrl)
  try {
    await assertUsable(client)
    await assertBaseline(client)
    const hasKey = await readInstallationKey(client)
    const database = drizzle(async (text) => ({ rows: await client.unsafe(text) }))
    await migrate(database, (statements) => inTransaction(client, statements), {
      migrationsFolder: MIGRATIONS,
    })
    await alsoInstall(ownerUrl)
    const owner = await ensureOwner(client)
    if (!hasKey) await makeInstallationKey(client)
    const role = await ensureAppRole(client, ownerUrl)
    // In one transaction, for processes that are running meanwhile. A newer version's functions stay while it takes over.
    if (!(await isNewerDatabase(client, readLastMigration())))
      await inTransaction(client, [
        `set local role ${identifier(owner)}`,
        ...(await readFunctions()),
        formatPrivileges(role),
        'reset role',
        restrictDatabase(role, owner, appRole(ownerUrl).database),
      ])
    await assertAppRoleIsUnprivileged(ownerUrl, owner)
    const { databaseAppUrl } = env()
    if (databaseAppUrl) await assertPreparedStatements(databaseAppUrl)
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** The time of the last migration of this version. */
export function readLastMigration(): number {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)!.folderMillis
}

/** Whether a newer version than the one whose last migration is `own` has migrated the database, and replaces it. */
export async function isNewerDatabase(client: Sql, own: number): Promise<boolean> {
  const [last] = await client<{ time: number }[]>`
    select max(created_at)::float8 as time from drizzle.__drizzle_migrations`
  return last!.time > own
}

/**
 * The statements of db/functions, run after every migration: each file may run any number of times. A change of them needs
 * a migration, by which `isNewerDatabase` knows them (db/additive-migrations.test.ts).
 */
async function readFunctions(): Promise<string[]> {
  const files = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(files.map((file) => readFile(join(FUNCTIONS, file), 'utf8')))
}

/** Runs the statements as one text in one transaction, so that a lost connection cannot split them. */
async function inTransaction(client: Sql, statements: string[]): Promise<void> {
  await client.unsafe(['begin', ...statements, 'commit'].join('\n;\n'))
}
