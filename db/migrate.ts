import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { appRole, connect } from './client.ts'
import { walls } from './walls.ts'

const MIGRATION_LOCK = 7_270_724

/**
 * Brings the database to this version: migrations, the walls between tenants, the application's role and its rights.
 * Several processes may call it at once: one works, the others wait.
 * @param ownerUrl the address of the owner, who may create roles.
 */
export async function migrateDatabase(
  ownerUrl: string,
  alsoInstall: (ownerUrl: string) => Promise<void> = async () => {},
) {
  const client = connect(ownerUrl, { max: 1 })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle(client), { migrationsFolder: 'db/migrations' })
    await alsoInstall(ownerUrl)
    await client.unsafe(walls)
    await grantToApplication(client, ownerUrl)
  } finally {
    await client.end({ timeout: 5 })
  }
}

async function grantToApplication(client: ReturnType<typeof connect>, ownerUrl: string) {
  const { name, password, database } = appRole(ownerUrl)
  const role = `"${name.replaceAll('"', '""')}"`
  const [known] = await client`select 1 from pg_roles where rolname = ${name}`
  // DDL takes no parameters; the password is hexadecimal.
  await client.unsafe(
    `${known ? 'alter' : 'create'} role ${role} login nosuperuser nobypassrls password '${password}'`,
  )
  await client.unsafe(`
    grant connect on database "${database.replaceAll('"', '""')}" to ${role};
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    revoke insert, delete on tenants from ${role};
    revoke update, delete on events from ${role};
  `)
  const [queues] = await client`select 1 from pg_namespace where nspname = 'pgboss'`
  if (queues) {
    await client.unsafe(`
      grant usage on schema pgboss to ${role};
      grant select, insert, update, delete on all tables in schema pgboss to ${role};
      grant usage on all sequences in schema pgboss to ${role};
      grant execute on all functions in schema pgboss to ${role};
    `)
  }
}
