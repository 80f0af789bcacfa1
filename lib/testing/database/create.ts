import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { appRole, connect } from '#db/connection/client'
import { formatPrivileges, restrictDatabase } from '#db/tenancy/roles'
import { setInstallationKey } from '#lib/core/secretbox'
import { withDatabase } from './database-url.ts'

/** Configures the process with a new copy of the template, which has the tables, functions and policies already. */
export async function createDatabase(): Promise<string> {
  const server = inject('testServerUrl')
  const { name: template, owner, installationKey } = inject('testTemplate')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(server, name)
  process.env.DATABASE_URL = url
  setInstallationKey(Buffer.from(installationKey, 'hex'))
  // By default PostgreSQL would write every page of the copy to its log: four times the processor time.
  await asOwner(server, `create database ${name} template ${template} strategy file_copy`)
  // Only the application's role is that of this database.
  const { name: role, password } = appRole(url)
  await asOwner(
    url,
    `create role ${role} with login password '${password}';
    set role ${owner};
    ${formatPrivileges(role)}
    reset role;
    ${restrictDatabase(role, owner, name)}`,
  )
  return url
}

export async function asOwner(database: string, statements: string): Promise<void> {
  const client = connect(database, { max: 1 })
  await client.unsafe(statements)
  await client.end()
}
