import { closeDatabase } from '#db/connection/client'
import { explainStartError } from '#db/connection/requirements'
import { migrateDatabase } from '#db/migrate'
import { checkWitnesses } from '#lib/audit/witness/witness-key'
import { env } from '#lib/core/env'
import { closeSender } from '#lib/jobs/boss'
import { installJobs } from '#lib/jobs/install'
import { checkOperatorKeys } from '#lib/keys/operator-keys'
import { checkTrustedLists } from '#lib/keys/trusted-lists'
import { exitWith, reportReady, setDatabaseUrl } from './child.ts'
import { createFirstTenant } from './first-tenant.ts'

/*
 * Migrates the database and creates the first tenant, then ends. It is a separate process, so that the supervisor need
 * not load these modules.
 */

await setDatabaseUrl()
reportReady(await prepareDatabase().catch((error) => exitWith(explainStartError(error))))
process.disconnect?.()

async function prepareDatabase(): Promise<string> {
  await checkOperatorKeys()
  await checkTrustedLists()
  await migrateDatabase(env().databaseUrl ?? '', installJobs)
  // Compares with keys that are derived from the installation's, which is loaded now.
  checkWitnesses()
  const email = await createFirstTenant()
  await Promise.all([closeSender(), closeDatabase()])
  return email ? `up to date; ${email} can sign in` : 'up to date'
}
