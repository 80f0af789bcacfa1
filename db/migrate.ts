import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { anchorChains } from './chain-heads.ts'
import { appRole, connect } from './client.ts'
import { makeInstallationKey, readInstallationKey } from './installation-key.ts'
import { assertUsable } from './requirements.ts'
import {
  assertAppRoleIsWeak,
  closeDatabaseTo,
  ensureAppRole,
  establishOwner,
  identifier,
  privilegesOf,
} from './roles.ts'
import { walls } from './walls.ts'

const MIGRATION_LOCK = 7_270_724

/**
 * Brings the database to this version: migrations, the installation's key, the walls between tenants, the
 * application's role and its rights.
 * Several processes may call it at once: one works, the others wait.
 * @param ownerUrl DATABASE_URL: a superuser, or the owner of the database.
 * @throws SetupError with what is missing and what to do about it.
 */
export async function migrateDatabase(
  ownerUrl: string,
  alsoInstall: (ownerUrl: string) => Promise<void> = async () => {},
) {
  const client = connect(ownerUrl, { max: 1 })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await assertUsable(client)
    const hasKey = await readInstallationKey(client)
    await migrate(drizzle(client), { migrationsFolder: 'db/migrations' })
    await alsoInstall(ownerUrl)
    const owner = await establishOwner(client)
    if (!hasKey) await makeInstallationKey(client, ownerUrl)
    const role = await ensureAppRole(client, ownerUrl)
    const searchViews = await readFile('db/search-views.sql', 'utf8')
    // At once, for the processes that are running meanwhile.
    await client.begin(async (tx) => {
      await tx.unsafe(`set local role ${identifier(owner)}`)
      await tx.unsafe(walls)
      await tx.unsafe(searchViews)
      await tx.unsafe(privilegesOf(role))
      await tx.unsafe('reset role')
      await tx.unsafe(closeDatabaseTo(role, owner, appRole(ownerUrl).database))
    })
    await assertAppRoleIsWeak(ownerUrl, owner)
    await anchorChains(client)
  } finally {
    await client.end({ timeout: 5 })
  }
}
